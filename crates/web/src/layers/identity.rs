//! Who sends a request: looked up once, by this layer.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use outflank_desk::access::Caller;

use crate::Web;
use crate::cookies::Presented;
use crate::respond::Problem;
use crate::server::Peer;

#[derive(Debug, Clone)]
pub(crate) enum Identity {
    /// A person, a device, a program, or the public.
    Known(Caller),
    /// A token that does not exist or has expired.
    Unknown,
    /// The log did not answer.
    Failed(Problem),
}

pub(crate) async fn identify(
    State(web): State<Arc<Web>>,
    mut request: Request,
    next: Next,
) -> Response {
    let presented = Presented::of(request.headers());
    if super::reads_log(request.uri().path()) {
        web.desk.catch_up_with_others().await;
    }
    let identity = look_up(&web, &presented).await;
    if let (Identity::Known(caller), Some(peer)) = (&identity, request.extensions().get::<Peer>())
        && works_here(caller)
    {
        web.connections.note_known(peer.0.ip());
    }
    request.extensions_mut().insert(identity);
    request.extensions_mut().insert(presented);
    next.run(request).await
}

/// Whether somebody gave the caller a role. Anybody can open a casual game and have its seat.
fn works_here(caller: &Caller) -> bool {
    let mut grants = caller.grants().iter();
    grants.any(|grant| grant.scope.game.is_none())
}

/// A cookie that has expired is not an error: the public may look.
async fn look_up(web: &Web, presented: &Presented) -> Identity {
    web.identity_lookups.fetch_add(1, Ordering::Relaxed);
    match presented {
        Presented::Nothing => Identity::Known(Caller::public()),
        Presented::Cookie(secret) => match web.desk.caller_by_cookie(secret).await {
            Ok(caller) => Identity::Known(caller),
            Err(rejection) => Identity::Failed(rejection.into()),
        },
        Presented::Bearer(secret) => match web.desk.caller_by_token(secret).await {
            Ok(Some(caller)) => Identity::Known(caller),
            Ok(None) => Identity::Unknown,
            Err(rejection) => Identity::Failed(rejection.into()),
        },
    }
}

impl Identity {
    /// The caller, or why there is none.
    pub(crate) fn caller(self) -> Result<Caller, Problem> {
        match self {
            Self::Known(caller) => Ok(caller),
            Self::Unknown => Err(Problem::unknown_caller()),
            Self::Failed(problem) => Err(problem),
        }
    }
}

//! How many live streams one address may have open.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

use crate::Web;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::respond::Problem;

/// How many of something each address has.
#[derive(Debug, Default)]
pub(crate) struct PerAddress(Mutex<HashMap<RateLimitKey, usize>>);

impl PerAddress {
    /// One more for this address, unless it has `max` already.
    pub(crate) fn take(self: &Arc<Self>, key: RateLimitKey, max: usize) -> Option<Taken> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(Taken {
            of: Arc::clone(self),
            key,
        })
    }
}

/// Given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Taken {
    of: Arc<PerAddress>,
    key: RateLimitKey,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut counts = self.of.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

struct CountedBody {
    body: Body,
    _taken: Taken,
}

impl http_body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

pub(crate) async fn count(
    State(web): State<Arc<Web>>,
    ip: RealIp,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return response;
    }
    let key = RateLimitKey::of_address(ip.address);
    match web.streams.take(key, web.settings.per_address_max()) {
        Some(taken) => response.map(|body| {
            Body::new(CountedBody {
                body,
                _taken: taken,
            })
        }),
        None => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "http.too_many_streams",
            "Too many live pages are open at this address. Close some of them.",
        )
        .into_response(),
    }
}

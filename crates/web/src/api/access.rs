//! Signing in and out, accounts, roles and links.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use outflank_desk::AuditEntry;
use outflank_desk::access::Caller;
use outflank_desk::{Request, What};

use crate::Web;
use crate::api::answers::{done, json};
use crate::api::asked::Asked;
use crate::api::operation::{Operation, act, read};
use crate::api::shapes::{AccessCommand, Login, Me, TokenShown, UserShown};
use crate::cookies::{self, Presented};
use crate::layers::real_ip::RealIp;
use crate::respond::Problem;

type Answered = Result<Response, Problem>;

fn me_of(caller: &Caller) -> Me {
    Me {
        actor: caller.actor().to_string(),
        grants: caller.grants().to_vec(),
    }
}

pub(crate) const ME: Operation =
    read::<Me>("me", "Show who the caller is and which roles they have")
        .example(r#"{"actor": "public", "grants": []}"#);

pub(crate) async fn me(asked: Asked) -> Answered {
    json(&me_of(&asked.caller))
}

pub(crate) const LOGIN: Operation = act::<Login>(
    "login",
    "Sign in with a password; the response sets a cookie",
    r#"{"login": "vera", "password": "a long one of her own"}"#,
)
.answers::<Me>()
.example(r#"{"actor": "user:7q0b4k2m9x", "grants": [{"role": "owner", "scope": {}}]}"#);

pub(crate) async fn login(State(web): State<Arc<Web>>, ip: RealIp, asked: Asked) -> Answered {
    let body: Login = asked.json()?;
    if let Some(seconds) = web.too_many_for_account(&body.login, ip) {
        let mut problem = Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "http.too_many_requests",
            format!("Too many attempts for this account. Wait {seconds} s."),
        );
        problem.retry_after = Some(seconds);
        return Err(problem);
    }
    let session = match web.desk.sign_in(&body.login, &body.password).await {
        Ok(session) => session,
        Err(rejection) => {
            web.note_failed_sign_in(&body.login, ip).await;
            return Err(rejection.into());
        }
    };
    let mut response = json(&me_of(&session.caller))?;
    if let Some(cookie) = cookies::keep(session.secret.reveal(), &web.settings) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

pub(crate) const LOGOUT: Operation =
    act::<()>("logout", "Sign out; the cookie is no longer valid", "")
        .without_body()
        .answers::<Me>()
        .example(r#"{"actor": "public", "grants": []}"#);

pub(crate) async fn logout(State(web): State<Arc<Web>>, headers: HeaderMap) -> Answered {
    if let Presented::Cookie(secret) = Presented::of(&headers) {
        web.desk.sign_out(&secret).await?;
    }
    let mut response = json(&me_of(&Caller::public()))?;
    response
        .headers_mut()
        .insert(SET_COOKIE, cookies::forget(&web.settings));
    Ok(response)
}

pub(crate) const AUDIT: Operation = read::<Vec<AuditEntry>>(
    "show_audit",
    "List failed sign-ins, wrong codes, changed rights and exports of personal data, the latest first",
)
.example("[]");

pub(crate) async fn audit(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    json(&web.desk.audit_trail(&asked.caller).await?)
}

pub(crate) const COMMAND_ACCESS: Operation = act::<AccessCommand>(
    "command_access",
    "Change accounts, roles, links and personal records",
    r#"{"command_id": "a1", "act": {"act": "make_link", "kind": "link", "grant": {"role": "judge", "scope": {"tournament": "4k2m9x7q0b", "tables": {"from": 5, "to": 5}}}}}"#,
);

pub(crate) async fn command(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: AccessCommand = asked.json()?;
    let request = Request::new(body.command_id, What::Access { act: body.act });
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) const LIST_USERS: Operation =
    read::<Vec<UserShown>>("list_users", "List accounts and their roles")
        .example(r#"[{"user": "7q0b4k2m9x", "grants": []}]"#);

pub(crate) async fn users(State(web): State<Arc<Web>>) -> Answered {
    let access = web.desk.access();
    let users = access.users.iter().map(|(id, user)| UserShown {
        user: id.to_string(),
        grants: user.grants.clone(),
    });
    json(&users.collect::<Vec<_>>())
}

pub(crate) const LIST_TOKENS: Operation = read::<Vec<TokenShown>>("list_tokens", "List links and tokens within the caller's own scope").example(r#"[{"token": "9x7q0b4k2m", "kind": "link", "grant": {"role": "player", "scope": {"tournament": "4k2m9x7q0b", "entrant": 7}}, "expires": null, "made_by": "user:7q0b4k2m9x as owner", "is_used": false}]"#);

/// The links and tokens the caller could have created.
pub(crate) async fn tokens(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let access = web.desk.access();
    let within = |token: &outflank_desk::access::TokenNow| {
        (asked.caller.grants().iter()).any(|own| own.scope.includes(&token.grant.scope))
    };
    let tokens = (access.tokens.iter())
        .filter(|(_, token)| within(token))
        .map(|(id, token)| TokenShown {
            token: id.to_string(),
            kind: token.kind,
            grant: token.grant.clone(),
            expires: token.expires.map(|end| end.0),
            made_by: token.made_by.clone(),
            is_used: token.is_used,
        });
    json(&tokens.collect::<Vec<_>>())
}

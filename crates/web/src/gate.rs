//! What every request passes: its allowance, its origin, its line in the log, the headers of its answer.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Web;
use crate::cookies::Presented;
use crate::errors::ApiError;
use crate::limits::{Allowance, Spender};
use crate::pages::sign_in;
use crate::security::{self, Origin};
use crate::server::Peer;
use crate::who::Who;

/// Lets a request in, or answers it here.
pub(crate) async fn pass(
    State(web): State<Arc<Web>>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = speakable(request.uri().path());
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let presented = Presented::of(request.headers());
    let who = web.who(&presented).await;
    let is_on_page = sign_in::is_attempt(&method, request.uri().path());
    let is_login = is_on_page || method == Method::POST && request.uri().path() == "/api/v1/login";
    let allowance = allowance(&web, &presented, &who, peer, is_login, began);
    request.extensions_mut().insert(who);
    let mut response = match refusal(&web, &method, request.headers(), &presented, &allowance) {
        Some(_) if is_on_page && allowance.is_refused => sign_in::too_many(&web, &allowance),
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    announce(response.headers_mut(), &allowance);
    security::add_headers(response.headers_mut(), &web.settings);
    web.answers.count(response.status());
    let status = response.status().as_u16();
    let took_us = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    if response.status().is_server_error() {
        tracing::error!(%method, path, status, took_us, "answered");
    } else {
        tracing::debug!(%method, path, status, took_us, "answered");
    }
    response
}

/// A path as a log may hold it: the secret of a link is left out.
fn speakable(path: &str) -> String {
    if path.starts_with("/k/") {
        return "/k/…".to_owned();
    }
    path.chars().take(200).collect()
}

fn allowance(
    web: &Web,
    presented: &Presented,
    who: &Who,
    peer: Option<IpAddr>,
    is_login: bool,
    now: Instant,
) -> Allowance {
    let address = Spender::Address(peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    if is_login {
        return web.logins.take(address, now);
    }
    let spender = match (who, presented.secret()) {
        (Who::Caller(caller), Some(secret)) if caller.is_known() => Spender::of_secret(secret),
        // A wrong token must not give anybody an allowance of his own.
        (Who::Caller(_) | Who::Unknown | Who::Fault(_), _) => address,
    };
    web.requests.take(spender, now)
}

fn refusal(
    web: &Web,
    method: &Method,
    headers: &HeaderMap,
    presented: &Presented,
    allowance: &Allowance,
) -> Option<ApiError> {
    if allowance.is_refused {
        let mut refusal = ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "http.too_many_requests",
            format!("too many requests; wait {} s", allowance.reset_seconds),
        );
        refusal.retry_after = Some(allowance.reset_seconds);
        return Some(refusal);
    }
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return None;
    }
    let foreign = || {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "http.foreign_origin",
            "another site sent this; open the page here and try again",
        )
    };
    match (security::origin(headers, &web.settings), presented) {
        (Origin::Own, _) | (Origin::Unsaid, Presented::Bearer(_) | Presented::Nothing) => None,
        (Origin::Foreign, _) | (Origin::Unsaid, Presented::Cookie(_)) => Some(foreign()),
    }
}

fn announce(headers: &mut HeaderMap, allowance: &Allowance) {
    for (name, value) in [
        ("ratelimit-limit", u64::from(allowance.limit)),
        ("ratelimit-remaining", u64::from(allowance.remaining)),
        ("ratelimit-reset", allowance.reset_seconds),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_never_holds_a_link() {
        assert_eq!(speakable("/k/4k2m9x7q0b"), "/k/…");
        assert_eq!(speakable("/t/open"), "/t/open");
    }
}

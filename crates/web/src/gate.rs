//! What every request passes: its allowance, its origin, its line in the log, the headers of its answer.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Web;
use crate::cookies::Presented;
use crate::errors::ApiError;
use crate::limits::{Allowance, Spender};
use crate::pages;
use crate::public::sign_in;
use crate::security;
use crate::security::Origin;
use crate::server::Peer;
use crate::who::Who;

/// After how many seconds whoever was told that the log is away comes again.
const AWAY_RETRY_SECONDS: u64 = 2;

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
    if reads_log(request.uri().path()) {
        web.desk.catch_up_with_others().await;
    }
    let who = web.who(&presented).await;
    let is_unasked = matches!(who, Who::Fault(_));
    let is_on_page = sign_in::is_attempt(&method, request.uri().path());
    let is_login = is_on_page || method == Method::POST && request.uri().path() == "/api/v1/login";
    let allowance = allowance(&web, &presented, &who, peer, is_login, began);
    request.extensions_mut().insert(who);
    let asked = request.headers().clone();
    let mut response = match refusal(&web, &method, request.headers(), &presented, &allowance) {
        Some(_) if is_on_page && allowance.is_refused => sign_in::too_many(&web, &allowance),
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let is_page = reads_log(&path) && !path.starts_with("/api/");
    if is_page && (is_unasked && is_door_shut(response.status()) || is_bare_fault(&response)) {
        response = pages::away(&web, &asked);
    }
    come_again(&mut response);
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

/// Whether what is answered may depend on what another server has written. What says how this server itself does
/// must not wait for the log.
fn reads_log(path: &str) -> bool {
    let is_own = ["/livez", "/readyz", "/health", "/metrics"].contains(&path);
    !is_own && !path.starts_with("/static/")
}

/// Whether a page was kept from somebody for who he is, or is not.
fn is_door_shut(status: StatusCode) -> bool {
    [
        StatusCode::UNAUTHORIZED,
        StatusCode::FORBIDDEN,
        StatusCode::NOT_FOUND,
    ]
    .contains(&status)
}

/// Whether the log's failure would be said to a person in the words for programs.
fn is_bare_fault(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    response.status() == StatusCode::SERVICE_UNAVAILABLE
        && kind.is_some_and(|kind| kind == "application/json")
}

/// Whoever is told that the log is away is told when to come again.
fn come_again(response: &mut Response) {
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        let after = response.headers_mut().entry(RETRY_AFTER);
        after.or_insert(HeaderValue::from(AWAY_RETRY_SECONDS));
    }
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
    use crate::gate::*;

    #[test]
    fn how_the_server_does_is_said_without_the_log() {
        for path in ["/livez", "/readyz", "/health", "/metrics", "/static/x.js"] {
            assert!(!reads_log(path), "{path}");
        }
        for path in ["/", "/t/open", "/k/abc", "/api/v1/tournaments"] {
            assert!(reads_log(path), "{path}");
        }
    }

    #[test]
    fn a_log_never_holds_a_link() {
        assert_eq!(speakable("/k/4k2m9x7q0b"), "/k/…");
        assert_eq!(speakable("/t/open"), "/t/open");
    }
}

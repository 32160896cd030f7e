//! The headers of every answer.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{Extensions, StatusCode, Version};
use axum::middleware::Next;
use axum::response::Response;

use crate::Web;
use crate::settings::Settings;

/// `Retry-After` in seconds while the log is unavailable.
const AWAY_RETRY_SECONDS: u64 = 2;

/// Nothing but our own files; no inline script or style anywhere.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'self'";

const HEADERS: [(HeaderName, &str); 6] = [
    (HeaderName::from_static("content-security-policy"), CSP),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("x-frame-options"), "SAMEORIGIN"),
    (HeaderName::from_static("referrer-policy"), "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

pub(crate) async fn add(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    set_retry_after(&mut response);
    add_headers(response.headers_mut(), &web.settings);
    response
}

/// Pages that are kept ready are compressed once, with their tag; all others on their way out. No other site can
/// make a browser send our cookie, so that the length of a private page tells nobody anything.
pub(crate) fn is_private_page(
    _: StatusCode,
    _: Version,
    headers: &HeaderMap,
    _: &Extensions,
) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .map_or(&b""[..], HeaderValue::as_bytes);
    kind.starts_with(b"text/html") && !headers.contains_key(ETAG)
}

fn set_retry_after(response: &mut Response) {
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        let after = response.headers_mut().entry(RETRY_AFTER);
        after.or_insert(HeaderValue::from(AWAY_RETRY_SECONDS));
    }
}

/// A header that a handler has set stays.
fn add_headers(headers: &mut HeaderMap, settings: &Settings) {
    for (name, value) in HEADERS {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if settings.is_https() {
        headers
            .entry(HeaderName::from_static("strict-transport-security"))
            .or_insert(HeaderValue::from_static("max-age=31536000"));
    }
}

//! Whether a browser was sent here by another site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::Web;
use crate::cookies::Presented;
use crate::respond::Problem;
use crate::settings::Settings;

/// Another site must not change anything with the cookie of a signed-in browser.
pub(crate) async fn check(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    if matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    ) {
        return next.run(request).await;
    }
    let has_cookie = matches!(request.extensions().get(), Some(Presented::Cookie(_)));
    match origin(request.headers(), &web.settings) {
        Origin::Own => next.run(request).await,
        Origin::Unknown if !has_cookie => next.run(request).await,
        Origin::Foreign | Origin::Unknown => Problem::new(
            StatusCode::FORBIDDEN,
            "http.foreign_origin",
            "This request came from another site. Open the page here and try again.",
        )
        .into_response(),
    }
}

/// Where a request that changes something came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From a page of ours.
    Own,
    /// From a page of another site.
    Foreign,
    /// Not a browser, or a very old one.
    Unknown,
}

fn origin(headers: &HeaderMap, settings: &Settings) -> Origin {
    if let Some(origin) = headers.get(ORIGIN) {
        let Ok(origin) = origin.to_str() else {
            return Origin::Foreign;
        };
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let is_host = origin
            .split_once("://")
            .is_some_and(|(scheme, rest)| matches!(scheme, "http" | "https") && Some(rest) == host);
        let is_public = settings
            .base()
            .is_some_and(|base| base.eq_ignore_ascii_case(origin));
        return if is_host || is_public {
            Origin::Own
        } else {
            Origin::Foreign
        };
    }
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") => Origin::Own,
        Some(_) => Origin::Foreign,
        None => Origin::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use crate::layers::origin::*;

    #[track_caller]
    fn check(headers: &[(&'static str, &'static str)], expected: Origin) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, HeaderValue::from_static(value));
        }
        let settings = Settings {
            public_url: Some("https://othello.example/".to_owned()),
            ..Settings::default()
        };
        assert_eq!(origin(&map, &settings), expected, "{headers:?}");
    }

    #[test]
    fn only_our_own_pages_are_our_own() {
        check(
            &[
                ("origin", "http://10.0.0.5:8080"),
                ("host", "10.0.0.5:8080"),
            ],
            Origin::Own,
        );
        check(
            &[("origin", "https://othello.example"), ("host", "127.0.0.1")],
            Origin::Own,
        );
        check(
            &[
                ("origin", "https://evil.example"),
                ("host", "10.0.0.5:8080"),
            ],
            Origin::Foreign,
        );
        check(&[("origin", "null"), ("host", "null")], Origin::Foreign);
        check(&[("origin", "file://x"), ("host", "x")], Origin::Foreign);
        check(&[("sec-fetch-site", "same-origin")], Origin::Own);
        check(&[("sec-fetch-site", "cross-site")], Origin::Foreign);
        check(&[("sec-fetch-site", "same-site")], Origin::Foreign);
        check(&[], Origin::Unknown);
    }
}

//! What every answer says to a browser, and whether a browser was sent here by another site.

use axum::http::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};

use crate::settings::Settings;

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

/// Adds the headers of every answer; one that a handler has set stays.
pub(crate) fn add_headers(headers: &mut HeaderMap, settings: &Settings) {
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

/// Where a request that changes something came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// From a page of ours.
    Own,
    /// From a page of another site.
    Foreign,
    /// Nobody says: no browser sent it, or a very old one.
    Unsaid,
}

/// Reads where a request came from: `Origin`, else what the browser says of the site.
pub(crate) fn origin(headers: &HeaderMap, settings: &Settings) -> Origin {
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
        None => Origin::Unsaid,
    }
}

#[cfg(test)]
mod tests {
    use crate::security::*;

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
        check(&[], Origin::Unsaid);
    }
}

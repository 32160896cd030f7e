//! Viewers without spoilers: chosen in the address (`?spoilers=hide`) and kept in a cookie, so that the pages themselves
//! hold no results, no last positions and no standings, also without a script.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE, VARY};
use axum::http::request::Parts;
use axum::response::Response;

const COOKIE_NAME: &str = "spoilers";
const HIDE: &str = "hide";
const YEAR_SECONDS: u32 = 31_536_000;

/// The viewer's choice about spoilers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spoilers {
    /// Whether the viewer wants none.
    pub(crate) hides: bool,
    /// Whether the address says so: then it is kept.
    is_said: bool,
}

impl Spoilers {
    /// What the address says, else what was kept.
    fn of(query: Option<&str>, headers: &HeaderMap) -> Self {
        let pairs = query.unwrap_or_default().split('&');
        let said = (pairs.filter_map(|pair| pair.split_once('=')))
            .filter(|(name, _)| *name == COOKIE_NAME)
            .map(|(_, value)| value == HIDE)
            .next_back();
        Self {
            hides: said.unwrap_or_else(|| is_kept(headers)),
            is_said: said.is_some(),
        }
    }

    /// Keeps what the address said; the page depends on it either way.
    pub(crate) fn keep(self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.append(VARY, HeaderValue::from_static("Cookie"));
        if self.is_said {
            let age = if self.hides { YEAR_SECONDS } else { 0 };
            let cookie =
                format!("{COOKIE_NAME}={HIDE}; Path=/; Max-Age={age}; SameSite=Lax; HttpOnly");
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                headers.append(SET_COOKIE, cookie);
            }
        }
        response
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Spoilers {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts.uri.query(), &parts.headers))
    }
}

fn is_kept(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(COOKIE).iter();
    cookies
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|one| one.trim().split_once('='))
        .any(|(name, value)| name == COOKIE_NAME && value == HIDE)
}

#[cfg(test)]
mod tests {
    use crate::pages::spoilers::*;

    fn hides(query: Option<&str>, cookie: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static(cookie));
        Spoilers::of(query, &headers).hides
    }

    #[test]
    fn the_address_counts_before_the_cookie() {
        assert!(hides(Some("spoilers=hide"), ""));
        assert!(hides(None, "a=b; spoilers=hide"));
        assert!(hides(Some("move=3"), "spoilers=hide"));
        assert!(!hides(Some("spoilers=show"), "spoilers=hide"));
        assert!(!hides(None, "spoilers=hidden"));
    }
}

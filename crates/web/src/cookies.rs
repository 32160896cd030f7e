//! The one cookie: who is signed in on this browser.

use axum::http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};

use crate::settings::Settings;

const NAME: &str = "outflank";

/// How long a browser keeps it, in seconds; the desk may end a session earlier.
const MAX_AGE_SECONDS: u32 = 30 * 24 * 3600;

/// The most characters of a secret anybody could have from us.
const SECRET_CHARS_MAX: usize = 200;

/// How a caller identifies themselves.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Presented {
    Nothing,
    /// A token in `Authorization: Bearer`; no browser adds it by itself.
    Bearer(String),
    /// The cookie; a browser adds it by itself, so the origin must be ours.
    Cookie(String),
}

impl Presented {
    /// What a request's headers present; a token goes before a cookie.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let bearer = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim());
        if let Some(token) = bearer.filter(|token| is_plausible(token)) {
            return Self::Bearer(token.to_owned());
        }
        if headers.contains_key(AUTHORIZATION) {
            // Even a text that cannot be one of our tokens is an attempt to identify.
            return Self::Bearer(String::new());
        }
        headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, secret)| *name == NAME && is_plausible(secret))
            .map_or(Self::Nothing, |(_, secret)| Self::Cookie(secret.to_owned()))
    }

    /// The secret, whatever carries it.
    pub(crate) fn secret(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Bearer(secret) | Self::Cookie(secret) => Some(secret),
        }
    }
}

impl std::fmt::Debug for Presented {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Bearer(_) => "a token",
            Self::Cookie(_) => "a cookie",
        })
    }
}

fn is_plausible(secret: &str) -> bool {
    (1..=SECRET_CHARS_MAX).contains(&secret.len())
        && secret
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// A `Set-Cookie` that keeps this secret.
pub(crate) fn keep(secret: &str, settings: &Settings) -> Option<HeaderValue> {
    let secure = if settings.is_https() { "; Secure" } else { "" };
    is_plausible(secret)
        .then(|| {
            format!(
                "{NAME}={secret}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
            )
        })
        .and_then(|text| HeaderValue::from_str(&text).ok())
        .map(|mut value| {
            value.set_sensitive(true);
            value
        })
}

/// A `Set-Cookie` that forgets it.
pub(crate) fn forget() -> HeaderValue {
    HeaderValue::from_static("outflank=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

#[cfg(test)]
mod tests {
    use crate::cookies::*;

    #[track_caller]
    fn check(name: &'static str, value: &'static str, expected: Presented) {
        let mut map = HeaderMap::new();
        map.insert(name, HeaderValue::from_static(value));
        assert!(Presented::of(&map) == expected, "{name}: {value}");
    }

    #[test]
    fn a_token_or_a_cookie_is_found_among_others() {
        check(
            "authorization",
            "Bearer abc-1",
            Presented::Bearer("abc-1".into()),
        );
        check(
            "authorization",
            "bearer  abc-1 ",
            Presented::Bearer("abc-1".into()),
        );
        check(
            "authorization",
            "Basic Zm9v",
            Presented::Bearer(String::new()),
        );
        check(
            "cookie",
            "a=b; outflank=s1; c=d",
            Presented::Cookie("s1".into()),
        );
        check("cookie", "a=b", Presented::Nothing);
        check("cookie", "outflank=", Presented::Nothing);
        check("cookie", "outflank=a b", Presented::Nothing);
    }

    #[test]
    fn a_secret_is_never_printed() {
        let text = format!("{:?}", Presented::Bearer("hunter2".into()));
        assert_eq!(text, "a token");
    }

    #[test]
    fn a_cookie_cannot_be_split_by_its_secret() {
        assert!(keep("a; Domain=evil.example", &Settings::default()).is_none());
        let kept = keep("abc", &Settings::default()).unwrap();
        assert!(kept.to_str().unwrap().contains("HttpOnly; SameSite=Lax"));
    }
}

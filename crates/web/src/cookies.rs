//! The one cookie: who is signed in on this browser.

use axum::http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};

use crate::settings::Settings;

const NAME: &str = "outflank";
/// The name where the server uses HTTPS: browsers then take it from nobody else. Over plain HTTP they would reject it.
const HOST_NAME: &str = "__Host-outflank";

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
            .filter(|(name, secret)| [NAME, HOST_NAME].contains(name) && is_plausible(secret))
            .max_by_key(|(name, _)| *name == HOST_NAME)
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
    let (name, secure) = match settings.is_https() {
        true => (HOST_NAME, "; Secure"),
        false => (NAME, ""),
    };
    is_plausible(secret)
        .then(|| {
            format!(
                "{name}={secret}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
            )
        })
        .and_then(|text| HeaderValue::from_str(&text).ok())
        .map(|mut value| {
            value.set_sensitive(true);
            value
        })
}

/// A `Set-Cookie` that forgets it.
pub(crate) fn forget(settings: &Settings) -> HeaderValue {
    HeaderValue::from_static(match settings.is_https() {
        true => "__Host-outflank=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
        false => "outflank=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    })
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
        check(
            "cookie",
            "outflank=old; __Host-outflank=s2",
            Presented::Cookie("s2".into()),
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
    fn over_https_the_cookie_is_kept_to_this_host() {
        let settings = Settings {
            public_url: Some("https://othello.example".to_owned()),
            ..Settings::default()
        };
        let kept = keep("abc", &settings).unwrap();
        let kept = kept.to_str().unwrap();
        assert!(kept.starts_with("__Host-outflank=abc; Path=/;"), "{kept}");
        assert!(kept.ends_with("; Secure"), "{kept}");
    }

    #[test]
    fn a_cookie_cannot_be_split_by_its_secret() {
        assert!(keep("a; Domain=evil.example", &Settings::default()).is_none());
        let kept = keep("abc", &Settings::default()).unwrap();
        assert!(kept.to_str().unwrap().contains("HttpOnly; SameSite=Lax"));
    }
}

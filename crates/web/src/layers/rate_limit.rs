//! How much one caller may ask for.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::Web;
use crate::cookies::Presented;
use crate::layers::identity::Identity;
use crate::layers::real_ip::RealIp;
use crate::public::sign_in;
use crate::respond::Problem;

/// The most callers that are counted at once; beyond it the ones with full allowance are forgotten.
const CALLERS_MAX: usize = 20_000;

/// What tells how the server is.
const HEALTH: [&str; 3] = ["/livez", "/readyz", "/health"];

/// Whose allowance a request uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    /// The holder of a token or a session, by the hash of it.
    Token(u64),
    Address(IpAddr),
}

impl RateLimitKey {
    /// The holder of this secret; the secret itself is not kept.
    #[must_use]
    pub fn of_secret(secret: &str) -> Self {
        let mut hasher = std::hash::DefaultHasher::new();
        secret.hash(&mut hasher);
        Self::Token(hasher.finish())
    }

    /// Everyone at this address. A household or a hall has a whole /64 of IPv6 addresses, so that they share one.
    #[must_use]
    pub fn of_address(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(_) => Self::Address(address),
            IpAddr::V6(v6) => {
                let network = v6.to_bits() >> 64 << 64;
                Self::Address(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
        }
    }
}

/// Takes a request from its sender's allowance, and says in the answer what is left.
pub(crate) async fn limit(
    State(web): State<Arc<Web>>,
    ip: RealIp,
    mut request: Request,
    next: Next,
) -> Response {
    // A balancer that asks whether this server is well must never be told to wait.
    if HEALTH.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let now = Instant::now();
    let identity = request.extensions().get::<Identity>();
    let presented = request.extensions().get::<Presented>();
    let address = RateLimitKey::of_address(ip.address);
    let key = match (identity, presented.and_then(Presented::secret)) {
        (Some(Identity::Known(caller)), Some(secret)) if caller.is_known() => {
            RateLimitKey::of_secret(secret)
        }
        // A wrong token does not have an allowance of its own.
        _ => address,
    };
    request.extensions_mut().insert(key);
    let (path, is_post) = (request.uri().path(), request.method() == Method::POST);
    let is_on_page = is_post && path == sign_in::LOGIN;
    let allowance = match is_on_page || is_post && path == "/api/v1/login" {
        true => web.logins.take(address, now),
        false => web.requests.take(key, now),
    };
    let mut response = match allowance.is_refused {
        true if is_on_page => sign_in::too_many(&web, &allowance).into_response(),
        true => too_many_requests(&allowance).into_response(),
        false => next.run(request).await,
    };
    for (name, value) in [
        ("ratelimit-limit", u64::from(allowance.limit)),
        ("ratelimit-remaining", u64::from(allowance.remaining)),
        ("ratelimit-reset", allowance.reset_seconds),
    ] {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
    response
}

impl<S: Send + Sync> FromRequestParts<S> for RateLimitKey {
    type Rejection = Infallible;

    /// The key of the sender: a token or session that is known, or else the address.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let unknown = Self::Address(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(unknown))
    }
}

/// The answer to a request over the limit.
pub(crate) fn too_many_requests(allowance: &Allowance) -> Problem {
    let message = format!("Too many requests. Wait {} s.", allowance.reset_seconds);
    let mut problem = Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "http.too_many_requests",
        message,
    );
    problem.retry_after = Some(allowance.reset_seconds);
    problem
}

/// What is left after a request, for the `RateLimit` headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// How many a minute.
    pub limit: u32,
    /// How many are left now.
    pub remaining: u32,
    /// Seconds until all are there again; for a refusal, until one is.
    pub reset_seconds: u64,
    /// Whether this one is over the limit.
    pub is_refused: bool,
}

/// A bucket per caller: it holds a minute's requests and fills evenly.
#[derive(Debug)]
pub struct Limiter {
    /// How many a window.
    per_minute: u32,
    window_ms: u64,
    buckets: Mutex<HashMap<RateLimitKey, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    /// Thousandths of a request.
    thousandths: u64,
    filled: Instant,
}

impl Limiter {
    /// At most so many a minute.
    #[must_use]
    pub fn new(per_minute: u32) -> Self {
        Self {
            per_minute: per_minute.max(1),
            window_ms: 60_000,
            buckets: Mutex::default(),
        }
    }

    /// At most so many an hour.
    #[must_use]
    pub fn per_hour(count: u32) -> Self {
        Self {
            window_ms: 3_600_000,
            ..Self::new(count)
        }
    }

    /// Takes one request from the caller's bucket.
    pub fn take(&self, key: RateLimitKey, now: Instant) -> Allowance {
        let full = u64::from(self.per_minute) * 1000;
        let mut buckets = self
            .buckets
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() >= CALLERS_MAX && !buckets.contains_key(&key) {
            let (per_minute, window) = (self.per_minute, self.window_ms);
            buckets.retain(|_, bucket| bucket.now(per_minute, window, now) < full);
            if buckets.len() >= CALLERS_MAX {
                // Those who have used most of their allowance stay limited.
                let mut left: Vec<u64> = (buckets.values())
                    .map(|bucket| bucket.now(per_minute, window, now))
                    .collect();
                let (_, median, _) = left.select_nth_unstable(CALLERS_MAX / 2);
                let median = *median;
                let below = left.iter().filter(|left| **left < median).count();
                let mut room = (CALLERS_MAX / 2).saturating_sub(below);
                buckets.retain(|_, bucket| {
                    let left = bucket.now(per_minute, window, now);
                    let is_kept = left < median || left == median && room > 0;
                    room -= usize::from(is_kept && left == median);
                    is_kept
                });
            }
        }
        let bucket = buckets.entry(key).or_insert(Bucket {
            thousandths: full,
            filled: now,
        });
        bucket.thousandths = bucket.now(self.per_minute, self.window_ms, now);
        bucket.filled = now;
        let is_refused = bucket.thousandths < 1000;
        if !is_refused {
            bucket.thousandths -= 1000;
        }
        let missing = if is_refused {
            1000 - bucket.thousandths
        } else {
            full - bucket.thousandths
        };
        Allowance {
            limit: self.per_minute,
            remaining: u32::try_from(bucket.thousandths / 1000).unwrap_or(u32::MAX),
            reset_seconds: (missing * self.window_ms / 1000).div_ceil(full),
            is_refused,
        }
    }
}

impl Bucket {
    fn now(&self, per_window: u32, window_ms: u64, now: Instant) -> u64 {
        let full = u64::from(per_window) * 1000;
        let passed = now.saturating_duration_since(self.filled);
        let passed = passed.min(Duration::from_millis(window_ms)).as_millis();
        let gained = u64::try_from(passed).unwrap_or(window_ms) * full / window_ms;
        (self.thousandths + gained).min(full)
    }
}

#[cfg(test)]
mod tests {
    use crate::layers::rate_limit::*;

    #[test]
    fn a_minute_s_worth_can_be_spent_at_once_and_comes_back_evenly() {
        let limiter = Limiter::new(60);
        let one = RateLimitKey::of_secret("a");
        let start = Instant::now();
        for left in (0..60).rev() {
            let allowance = limiter.take(one, start);
            assert!(!allowance.is_refused);
            assert_eq!(allowance.remaining, left);
        }
        let refused = limiter.take(one, start);
        assert!(refused.is_refused);
        assert_eq!(refused.reset_seconds, 1);
        assert!(!limiter.take(RateLimitKey::of_secret("b"), start).is_refused);
        let later = start + Duration::from_millis(1_100);
        assert!(!limiter.take(one, later).is_refused);
        assert!(limiter.take(one, later).is_refused);
        let next = start + Duration::from_secs(90);
        assert_eq!(limiter.take(one, next).remaining, 59);
    }

    #[test]
    fn the_number_of_callers_that_are_counted_is_bounded() {
        let limiter = Limiter::new(10);
        let start = Instant::now();
        for caller in 0..50_000_u64 {
            limiter.take(RateLimitKey::Token(caller), start);
        }
        assert!(limiter.buckets.lock().unwrap().len() <= CALLERS_MAX);
    }

    #[test]
    fn a_crowd_of_addresses_gives_nobody_back_an_allowance_that_is_used_up() {
        let limiter = Limiter::new(10);
        let start = Instant::now();
        let greedy = RateLimitKey::of_secret("greedy");
        while !limiter.take(greedy, start).is_refused {}
        for caller in 0..50_000_u64 {
            limiter.take(RateLimitKey::Token(caller), start);
        }
        assert!(limiter.take(greedy, start).is_refused);
    }
}

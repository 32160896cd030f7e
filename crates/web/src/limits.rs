//! How much one caller may ask for.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The most callers that are counted at once; beyond it the ones with full allowance are forgotten.
const CALLERS_MAX: usize = 20_000;

/// Whose allowance a request uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spender {
    /// Somebody with a token or a session, by the hash of it.
    Token(u64),
    /// Anybody else, by address.
    Address(IpAddr),
}

impl Spender {
    /// The holder of this secret; the secret itself is not kept.
    #[must_use]
    pub fn of_secret(secret: &str) -> Self {
        let mut hasher = std::hash::DefaultHasher::new();
        secret.hash(&mut hasher);
        Self::Token(hasher.finish())
    }
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
    per_minute: u32,
    buckets: Mutex<HashMap<Spender, Bucket>>,
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
            buckets: Mutex::default(),
        }
    }

    /// Takes one request from the caller's bucket.
    pub fn take(&self, spender: Spender, now: Instant) -> Allowance {
        let full = u64::from(self.per_minute) * 1000;
        let mut buckets = self
            .buckets
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() >= CALLERS_MAX && !buckets.contains_key(&spender) {
            let per_minute = self.per_minute;
            buckets.retain(|_, bucket| bucket.now(per_minute, now) < full);
            if buckets.len() >= CALLERS_MAX {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(spender).or_insert(Bucket {
            thousandths: full,
            filled: now,
        });
        bucket.thousandths = bucket.now(self.per_minute, now);
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
            reset_seconds: (missing * 60).div_ceil(full),
            is_refused,
        }
    }
}

impl Bucket {
    fn now(&self, per_minute: u32, now: Instant) -> u64 {
        let full = u64::from(per_minute) * 1000;
        let passed = now.saturating_duration_since(self.filled);
        let passed = passed.min(Duration::from_secs(60)).as_millis();
        let gained = u64::try_from(passed).unwrap_or(60_000) * u64::from(per_minute) / 60;
        (self.thousandths + gained).min(full)
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::*;

    #[test]
    fn a_minute_s_worth_can_be_spent_at_once_and_comes_back_evenly() {
        let limiter = Limiter::new(60);
        let one = Spender::of_secret("a");
        let start = Instant::now();
        for left in (0..60).rev() {
            let allowance = limiter.take(one, start);
            assert!(!allowance.is_refused);
            assert_eq!(allowance.remaining, left);
        }
        let refused = limiter.take(one, start);
        assert!(refused.is_refused);
        assert_eq!(refused.reset_seconds, 1);
        assert!(!limiter.take(Spender::of_secret("b"), start).is_refused);
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
            limiter.take(Spender::Token(caller), start);
        }
        assert!(limiter.buckets.lock().unwrap().len() <= CALLERS_MAX);
    }
}

//! The moment it is.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use outflank_tournament::running::Timestamp;

/// Something that knows what time it is.
pub trait Clock: Send + Sync + 'static {
    /// Now; never earlier than before.
    fn now(&self) -> Timestamp;
}

/// One reading of the wall clock, and the monotonic clock from then on: nobody who sets the
/// computer's clock moves a player's.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
    wall: i64,
}

impl SystemClock {
    /// A clock that reads the wall once, now.
    #[must_use]
    pub fn start() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::start_at(Timestamp(wall.map_or(0, |passed| {
            i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
        })))
    }

    /// A clock that goes on from what another shows now: servers that share a log share its clock.
    #[must_use]
    pub fn start_at(now: Timestamp) -> Self {
        Self {
            started: Instant::now(),
            wall: now.0,
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.wall.saturating_add(passed))
    }
}

/// A clock that a test moves.
#[derive(Debug)]
pub struct HandClock(AtomicI64);

impl HandClock {
    /// A clock that shows this.
    #[must_use]
    pub const fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.0))
    }

    pub fn pass_ms(&self, ms: i64) {
        self.0.fetch_add(ms.max(0), Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

//! The moment it is.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_tournament::running::Timestamp;

/// Something that knows what time it is.
pub trait Clock: Send + Sync + 'static {
    /// Now; never earlier than before.
    fn now(&self) -> Timestamp;

    /// Whether it goes on by itself, so that a stall of the server can be measured with it.
    fn is_real(&self) -> bool {
        true
    }
}

/// One reading of the wall clock, and the monotonic clock from then on: nobody who sets the
/// computer's clock moves a player's. On Linux it goes on while a laptop sleeps.
#[derive(Debug)]
pub struct SystemClock {
    started: i64,
    wall: i64,
}

/// Milliseconds since some moment before the program was started.
#[cfg(target_os = "linux")]
fn monotonic_ms() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

#[cfg(not(target_os = "linux"))]
fn monotonic_ms() -> i64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let passed = START.get_or_init(std::time::Instant::now).elapsed();
    i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
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
            started: monotonic_ms(),
            wall: now.0,
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.wall.saturating_add(monotonic_ms() - self.started))
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

    fn is_real(&self) -> bool {
        false
    }
}

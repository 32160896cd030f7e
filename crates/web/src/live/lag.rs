//! How long events take from their writing to the streams.

use std::sync::atomic::{AtomicU64, Ordering};

/// The upper ends of the steps, in milliseconds; above the last there is one more.
const STEPS_MS: [u64; 9] = [1, 5, 10, 25, 50, 100, 250, 500, 1_000];

/// Counts events by how long they took.
#[derive(Debug, Default)]
pub struct Lag {
    steps: [AtomicU64; STEPS_MS.len() + 1],
    sum_ms: AtomicU64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LagSeen {
    /// Up to how many milliseconds, and how many events took no longer.
    pub up_to: Vec<(u64, u64)>,
    pub count: u64,
    pub sum_ms: u64,
}

impl Lag {
    /// Counts an event. Clocks of two servers may differ: less than nothing counts as nothing.
    pub fn note(&self, behind_ms: i64) {
        let ms = u64::try_from(behind_ms).unwrap_or(0);
        let step = STEPS_MS.partition_point(|end| *end < ms);
        self.steps[step].fetch_add(1, Ordering::Relaxed);
        self.sum_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// What was counted so far.
    #[must_use]
    pub fn seen(&self) -> LagSeen {
        let mut count = 0;
        let mut up_to = Vec::with_capacity(STEPS_MS.len());
        for (index, step) in self.steps.iter().enumerate() {
            count += step.load(Ordering::Relaxed);
            if let Some(end) = STEPS_MS.get(index) {
                up_to.push((*end, count));
            }
        }
        LagSeen {
            up_to,
            count,
            sum_ms: self.sum_ms.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::live::lag::*;

    #[test]
    fn every_event_is_in_its_step_and_all_above() {
        let lag = Lag::default();
        for ms in [-3, 0, 1, 2, 5, 6, 1_000, 1_001] {
            lag.note(ms);
        }
        let seen = lag.seen();
        assert_eq!(seen.up_to[..3], [(1, 3), (5, 5), (10, 6)]);
        assert_eq!(seen.up_to.last(), Some(&(1_000, 7)));
        assert_eq!((seen.count, seen.sum_ms), (8, 2_015));
    }
}

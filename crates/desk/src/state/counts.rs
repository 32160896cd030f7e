//! What a desk has written since it was opened.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::desk::Desk;
use crate::log::{Fault, StreamName};

/// The numbers at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Commands that were written.
    pub appends: u64,
    pub events: u64,
    /// Commands that were decided again because another was written first.
    pub conflicts: u64,
    /// Commands the log could not take.
    pub faults: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    appends: AtomicU64,
    events: AtomicU64,
    conflicts: AtomicU64,
    faults: AtomicU64,
}

impl Counters {
    pub(crate) fn written(&self, events: usize) {
        self.appends.fetch_add(1, Ordering::Relaxed);
        let events = u64::try_from(events).unwrap_or(u64::MAX);
        self.events.fetch_add(events, Ordering::Relaxed);
    }

    pub(crate) fn conflict(&self) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn fault(&self) {
        self.faults.fetch_add(1, Ordering::Relaxed);
    }
}

impl Desk {
    /// What was written since the desk was opened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            appends: read(&self.counters.appends),
            events: read(&self.counters.events),
            conflicts: read(&self.counters.conflicts),
            faults: read(&self.counters.faults),
        }
    }

    /// Whether the log answers.
    ///
    /// # Errors
    /// [`Fault`] says why it does not.
    pub async fn can_read_log(&self) -> Result<(), Fault> {
        self.store.head(&StreamName::Access).await.map(|_| ())
    }
}

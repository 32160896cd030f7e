//! Events this server has committed and not published yet, so that it need not read them back from the log.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::log::{Envelope, GlobalSeq};

/// Events that may wait; if there are more, they are read from the log.
const WAITING_MAX: usize = 4096;

#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    events: BTreeMap<GlobalSeq, Arc<Envelope>>,
    /// Commits that are being written. What they write comes here or is read from the log.
    commits: usize,
}

/// A commit that is being written. If it ends early, its events are read from the log.
pub(crate) struct Commit<'a>(&'a Outbox);

impl Outbox {
    pub(crate) fn begin(&self) -> Commit<'_> {
        self.waiting().commits += 1;
        Commit(self)
    }

    /// Waits until a commit has ended.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Takes the events that follow `last` without a gap.
    pub(crate) fn take_after(&self, last: GlobalSeq) -> Vec<Arc<Envelope>> {
        let mut waiting = self.waiting();
        // What was read from the log meanwhile is published.
        waiting.events = waiting.events.split_off(&GlobalSeq(last.0 + 1));
        let mut taken = Vec::new();
        let mut next = last.0 + 1;
        while let Some(envelope) = waiting.events.remove(&GlobalSeq(next)) {
            taken.push(envelope);
            next += 1;
        }
        taken
    }

    /// Whether the next events may still come from a commit. After many later ones they have been lost.
    pub(crate) fn expects_more(&self) -> bool {
        let waiting = self.waiting();
        waiting.commits > 0 && waiting.events.len() < WAITING_MAX / 16
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Commit<'_> {
    /// The events are durable and folded.
    pub(crate) fn finish(self, envelopes: Vec<Arc<Envelope>>) {
        let mut waiting = self.0.waiting();
        if waiting.events.len() + envelopes.len() > WAITING_MAX {
            waiting.events.clear();
        } else {
            let events = envelopes.into_iter().map(|one| (one.global_seq, one));
            waiting.events.extend(events);
        }
    }
}

impl Drop for Commit<'_> {
    fn drop(&mut self) {
        self.0.waiting().commits -= 1;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use crate::feed::outbox::*;
    use crate::log::{Content, Hash, Seq, StreamName, Timestamp};

    fn envelope(seq: u64) -> Arc<Envelope> {
        let content = Content {
            stream: StreamName::Access,
            seq: Seq(seq),
            at: Timestamp(0),
            recorded_at: Timestamp(0),
            actor: String::new(),
            device: None,
            command_id: String::new(),
            kind: String::new(),
            body: String::new(),
        };
        Arc::new(content.seal(GlobalSeq(seq), Hash::START))
    }

    #[test]
    fn events_leave_in_the_order_of_the_log() {
        let outbox = Outbox::default();
        let (first, second) = (outbox.begin(), outbox.begin());
        second.finish(vec![envelope(6), envelope(7)]);
        assert!(outbox.take_after(GlobalSeq(4)).is_empty());
        assert!(outbox.expects_more());
        first.finish(vec![envelope(5)]);
        let taken = outbox.take_after(GlobalSeq(4));
        let places: Vec<u64> = taken.iter().map(|one| one.global_seq.0).collect();
        assert_eq!(places, [5, 6, 7]);
    }

    #[test]
    fn a_commit_that_ends_early_is_not_waited_for() {
        let outbox = Outbox::default();
        let (lost, kept) = (outbox.begin(), outbox.begin());
        kept.finish(vec![envelope(2)]);
        drop(lost);
        assert!(outbox.take_after(GlobalSeq(0)).is_empty());
        assert!(!outbox.expects_more());
        // Event 1 was read from the log.
        assert_eq!(outbox.take_after(GlobalSeq(1)).len(), 1);
    }
}

//! Catching up with the other servers of a shared log before something is read.
//!
//! After a change is confirmed, it is visible on every server: each checks where the log ends before it
//! answers. One look does for all who ask while the one before it goes on.

use std::time::Duration;

use tokio::sync::watch;

use crate::desk::Desk;

/// The longest a reader waits for a look; then what is known here has to do.
const LOOKED_WITHIN: Duration = Duration::from_secs(2);

/// How the last look at the log ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CatchUpOutcome {
    /// What is in the log is folded.
    Done,
    /// The log could not be read.
    Failed,
    /// It has not come back: nobody else waits for it.
    TimedOut,
}

/// Who wants a look, and the last one that is done. Looks are numbered by those who want them.
#[derive(Debug)]
pub(crate) struct Looks {
    wanted: watch::Sender<u64>,
    done: watch::Sender<(u64, CatchUpOutcome)>,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            wanted: watch::Sender::new(0),
            done: watch::Sender::new((0, CatchUpOutcome::Done)),
        }
    }
}

impl Looks {
    pub(crate) fn wanted(&self) -> watch::Receiver<u64> {
        self.wanted.subscribe()
    }

    /// A look that began when `number` was the last that was wanted is done.
    pub(crate) fn done(&self, number: u64, outcome: CatchUpOutcome) {
        self.done.send_replace((number, outcome));
    }

    fn want(&self) -> u64 {
        let mut number = 0;
        self.wanted.send_modify(|last| {
            *last += 1;
            number = *last;
        });
        number
    }
}

impl Desk {
    /// Waits until everything is folded that any server was acknowledged before this was asked. While the log cannot be
    /// read nobody waits: what is known here is shown. A log of our own has nobody to wait for.
    pub async fn catch_up_with_others(&self) {
        if !self.is_shared() {
            return;
        }
        let mut done = self.looks.done.subscribe();
        let wanted = self.looks.want();
        let looked = done.wait_for(|(number, outcome)| {
            *number >= wanted || *outcome == CatchUpOutcome::TimedOut
        });
        if tokio::time::timeout(LOOKED_WITHIN, looked).await.is_err() {
            self.looks
                .done
                .send_modify(|(_, outcome)| *outcome = CatchUpOutcome::TimedOut);
        }
    }

    /// Whether the log could not be read when it was last looked at.
    pub(crate) fn is_log_away(&self) -> bool {
        match self.looks.done.borrow().1 {
            CatchUpOutcome::Done => false,
            CatchUpOutcome::Failed | CatchUpOutcome::TimedOut => true,
        }
    }
}

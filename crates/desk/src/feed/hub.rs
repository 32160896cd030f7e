//! What goes out after it is durable: events in the order of the log, and calls to devices.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use outflank_board::Side;
use outflank_tournament::running::Timestamp;
use tokio::sync::broadcast;

use crate::desk::Desk;
use crate::ids::GameId;
use crate::log::{Envelope, GlobalSeq};
use crate::refusal::Refusal;

/// Events a listener may be behind before it has to read the log again.
const EVENTS_BEHIND_MAX: usize = 4096;
/// Calls a listener may be behind.
const CALLS_BEHIND_MAX: usize = 256;
/// Events read from the log at once.
const PAGE: usize = 1000;

/// Something a device at a table is asked; nothing is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceCall {
    /// By the server's reckoning a flag is down: the device says whether it is.
    IsFlagDown {
        game: GameId,
        player: Side,
        /// When it would have fallen.
        fell_at: Timestamp,
    },
}

/// Where listeners subscribe. Slow listeners do not hold up others: a listener that falls behind gets
/// `Lagged` and reads the log from the last event it saw.
#[derive(Debug)]
pub struct Hub {
    events: broadcast::Sender<Arc<Envelope>>,
    calls: broadcast::Sender<DeviceCall>,
}

impl Hub {
    pub(crate) fn new() -> Self {
        Self {
            events: broadcast::channel(EVENTS_BEHIND_MAX).0,
            calls: broadcast::channel(CALLS_BEHIND_MAX).0,
        }
    }

    /// Events from now on, in the order of `global_seq`.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<Arc<Envelope>> {
        self.events.subscribe()
    }

    /// Calls to devices from now on.
    #[must_use]
    pub fn calls(&self) -> broadcast::Receiver<DeviceCall> {
        self.calls.subscribe()
    }

    pub(crate) fn call(&self, call: DeviceCall) {
        // Nobody listens: nobody is asked.
        let _ = self.calls.send(call);
    }

    fn publish(&self, envelope: Arc<Envelope>) {
        let _ = self.events.send(envelope);
    }
}

impl Desk {
    /// Folds and publishes everything that is durable and not yet published, from any server. What is
    /// published is folded first: a reader that reacts to an event sees it.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub async fn follow(&self) -> Result<(), Refusal> {
        let mut last = self.followed.lock().await;
        loop {
            let page = self.next_page(*last).await?;
            let Some(end) = page.last().map(|envelope| envelope.global_seq) else {
                return Ok(());
            };
            for envelope in page {
                self.hub.publish(envelope);
            }
            *last = end;
            self.followed_to.store(end.0, Ordering::Release);
        }
    }

    /// The next events to publish, folded. A server that is alone with its log has them from its own commits, and
    /// reads the log only for what it imported or could not fold at once.
    async fn next_page(&self, last: GlobalSeq) -> Result<Vec<Arc<Envelope>>, Refusal> {
        if !self.is_shared() {
            let committed = self.outbox.take_after(last);
            if !committed.is_empty() || self.durable() <= last || self.outbox.expects_more() {
                return Ok(committed);
            }
        }
        let page = self.store.read_all(last, PAGE).await?;
        self.catch_up(&page).await?;
        Ok(page)
    }

    /// The last event that was folded and published here.
    pub(crate) fn followed_to(&self) -> GlobalSeq {
        GlobalSeq(self.followed_to.load(Ordering::Acquire))
    }
}

//! Live streams: Server-Sent Events whose `id` is the event's place in the log.

mod body;
mod channels;
mod fan_out;
mod held;
mod lag;
mod page_viewer;
mod pages;
mod render;
mod topic;
mod viewer;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_desk::Desk;
use outflank_desk::audience::{Audience, Sight};
use outflank_desk::log::{Envelope, GlobalSeq};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::{Receiver, error::RecvError};

pub use lag::{Lag, LagSeen};
pub use topic::Topic;

pub(crate) use body::StreamBody;
use fan_out::FanOut;
pub(crate) use page_viewer::PageViewer;
pub(crate) use pages::PageTopic;
pub(crate) use topic::Place;
pub(crate) use viewer::Viewer;

/// How many events a viewer that fell behind reads at once.
const READ_MAX: usize = 512;

/// How many read old entries of the log at once; the log has three readers.
const REPLAYS_AT_ONCE: usize = 2;

/// How long to wait after a fault of the log before it is tried again.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// Everything that is watched.
pub struct Live {
    pub(crate) desk: Arc<Desk>,
    pub(crate) fan_out: FanOut,
    pub(crate) pages: pages::PageLines,
    held: held::Held,
    pub(crate) lag: Lag,
    /// Those who read old entries of the log take turns, so that a reader is left for everybody else.
    pub(crate) replays: Semaphore,
    /// The last entry that the public saw: a number that does not move with what is withheld.
    public: AtomicU64,
    /// The hub's events from the start; taken by the publisher.
    events: Mutex<Option<Receiver<Arc<Envelope>>>>,
}

impl Live {
    /// The streams of a desk; what is already in its log is read only on request.
    #[must_use]
    pub fn new(desk: Arc<Desk>) -> Arc<Self> {
        // First the place in the line, then where it begins: nothing falls between.
        let events = desk.hub().events();
        let start = desk.durable();
        Arc::new(Self {
            desk,
            fan_out: FanOut::new(start),
            pages: pages::PageLines::default(),
            held: held::Held::default(),
            lag: Lag::default(),
            replays: Semaphore::new(REPLAYS_AT_ONCE),
            public: AtomicU64::new(start.0),
            events: Mutex::new(Some(events)),
        })
    }

    /// Publishes what becomes durable, and beats, until the desk ends.
    pub async fn run(self: Arc<Self>, heartbeat: Duration) {
        let events = self
            .events
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(events) = events else { return };
        let mut ticks = tokio::time::interval(heartbeat);
        tokio::select! {
            () = self.publish_for_ever(events) => {}
            () = async {
                loop {
                    ticks.tick().await;
                    self.fan_out.beat();
                    self.pages.beat();
                }
            } => {}
            () = self.release_for_ever() => {}
        }
    }

    async fn publish_for_ever(&self, mut events: Receiver<Arc<Envelope>>) {
        loop {
            match events.recv().await {
                Ok(envelope) => self.publish(&envelope).await,
                Err(RecvError::Lagged(_)) => self.publish_from_log().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn publish(&self, envelope: &Envelope) {
        // The hub may begin later than we listened; what is missing before this one is in the log.
        if envelope.global_seq.0 > self.fan_out.published().0 + 1 {
            self.publish_from_log().await;
        }
        self.publish_next(envelope).await;
    }

    async fn publish_next(&self, envelope: &Envelope) {
        if envelope.global_seq > self.fan_out.published() {
            let place = self.place(envelope).await;
            let is_public = self.desk.is_shown(envelope, Audience::Public).await;
            if is_public && Audience::Public.sight(&envelope.content.kind) != Sight::Hidden {
                self.public.store(envelope.global_seq.0, Ordering::Relaxed);
            }
            self.fan_out.publish(envelope, place.clone(), is_public);
            self.show(envelope, &place, is_public).await;
            let behind = self.desk.now().0 - envelope.content.recorded_at.0;
            self.lag.note(behind);
        }
    }

    /// The hub was quicker than we are: what is missing is in the log.
    async fn publish_from_log(&self) {
        loop {
            let after = self.fan_out.published();
            match self.desk.events_after(after, READ_MAX).await {
                Ok(events) if events.is_empty() => return,
                Ok(events) => {
                    for envelope in events {
                        self.publish_next(&envelope).await;
                    }
                }
                Err(fault) => {
                    tracing::error!(%fault, "cannot read the log; streams wait");
                    tokio::time::sleep(FAULT_PAUSE).await;
                }
            }
        }
    }

    /// The last event everybody was told of.
    #[must_use]
    pub fn published(&self) -> GlobalSeq {
        self.fan_out.published()
    }

    /// The last event that everybody could see.
    #[must_use]
    pub fn public_seq(&self) -> GlobalSeq {
        GlobalSeq(self.public.load(Ordering::Relaxed))
    }

    /// The number of viewers.
    #[must_use]
    pub fn viewers(&self) -> usize {
        self.fan_out.viewers() + self.pages.viewers()
    }

    /// Ends every stream with a hint to come back.
    pub fn close(&self) {
        self.fan_out.close();
        self.pages.close();
    }

    /// Where an event belongs.
    pub(crate) async fn place(&self, envelope: &Envelope) -> Place {
        Place {
            stream: envelope.content.stream.clone(),
            tournament: self.desk.tournament_of(envelope).await,
        }
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live")
            .field("published", &self.published())
            .field("viewers", &self.viewers())
            .finish_non_exhaustive()
    }
}

//! One stream to one viewer: missed entries from the log, then everything as it happens.

use std::future::Future;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use outflank_desk::audience::Audience;
use outflank_desk::log::GlobalSeq;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::live::body::{Slot, StreamBody};
use crate::live::fan_out::Message;
use crate::live::topic::Topic;
use crate::live::{Live, render};

/// How many events are read from the log at once.
const READ_MAX: usize = 256;

pub(crate) const ALIVE: Bytes = Bytes::from_static(b": alive\n\n");
/// The hint at the end: come back soon, the server is only being started again.
pub(crate) const CLOSING: Bytes = Bytes::from_static(b"retry: 1000\nevent: closing\ndata: {}\n\n");
/// A fault of the log ends the stream; the viewer comes back and reads on.
const FAULT: Bytes = Bytes::from_static(b"retry: 5000\nevent: fault\ndata: {}\n\n");

/// A viewer between two messages.
pub(crate) struct Viewer {
    live: Arc<Live>,
    topic: Topic,
    audience: Audience,
    /// The last event the viewer has, or may not see.
    last: GlobalSeq,
    /// The last event sent to the viewer: everything held back comes after it.
    sent: GlobalSeq,
    receiver: Receiver<Message>,
    stage: Stage,
}

enum Stage {
    /// Something to say first.
    Greet(Bytes),
    /// Events up to this one are to be read.
    CatchUp(GlobalSeq),
    /// Everything as it happens.
    Follow,
    End,
}

impl Viewer {
    /// A viewer that has everything up to `last`.
    pub(crate) fn resuming(
        live: &Arc<Live>,
        topic: Topic,
        audience: Audience,
        last: GlobalSeq,
    ) -> Self {
        let (receiver, published) = live.fan_out.subscribe(&topic);
        Self {
            live: live.clone(),
            topic,
            audience,
            last,
            sent: last,
            receiver,
            // What is durable but not published yet is read too; it is not sent twice.
            stage: Stage::CatchUp(published.max(live.desk.durable())),
        }
    }

    /// A new viewer: a snapshot first, made after the subscription.
    pub(crate) async fn greeted<F>(
        live: &Arc<Live>,
        topic: Topic,
        audience: Audience,
        snapshot: F,
    ) -> Self
    where
        F: Future<Output = Option<String>>,
    {
        // Published events are folded already, so that the snapshot has at least these; what is sent
        // again after it is known by its place.
        let published = live.fan_out.published();
        let mut viewer = Self::resuming(live, topic, audience, published);
        viewer.stage = match snapshot.await {
            Some(data) => {
                // The public does not learn from the number that something it may not see has happened.
                let id = match audience {
                    Audience::Public => viewer.last.min(live.public_seq()),
                    Audience::Officials | Audience::Owner => viewer.last,
                };
                Stage::Greet(render::frame(id.0, "snapshot", &data))
            }
            None => Stage::CatchUp(live.desk.durable()),
        };
        viewer
    }

    pub(crate) fn into_body(self) -> StreamBody {
        StreamBody::new(|slot| self.run(slot))
    }

    /// Puts one message after the other into the slot, until there is nothing more to say.
    async fn run(mut self, slot: Slot) {
        loop {
            let bytes = match std::mem::replace(&mut self.stage, Stage::Follow) {
                Stage::Greet(bytes) => {
                    // Something may have happened between the first message and the subscription.
                    self.stage = Stage::CatchUp(self.live.desk.durable());
                    Some(bytes)
                }
                Stage::CatchUp(until) => self.catch_up(until).await,
                Stage::Follow => self.follow().await,
                Stage::End => return,
            };
            if let Some(bytes) = bytes {
                slot.hand(bytes).await;
            }
        }
    }

    /// The next events before `until`, from memory or from the log.
    async fn catch_up(&mut self, until: GlobalSeq) -> Option<Bytes> {
        if self.last >= until {
            return None;
        }
        let mut bytes = BytesMut::new();
        if let Some((recent, published)) = self.live.fan_out.recent(self.last, &self.topic) {
            for rendered in recent {
                if let Some(one) = rendered.bytes(self.audience) {
                    self.sent = rendered.global_seq;
                    bytes.extend(one);
                }
            }
            self.last = published;
            self.stage = Stage::CatchUp(until);
        } else {
            let live = Arc::clone(&self.live);
            let _turn = live.replays.acquire().await;
            match self.live.desk.events_after(self.last, READ_MAX).await {
                Ok(events) => {
                    let Some(end) = events.last() else {
                        self.last = until;
                        return None;
                    };
                    let end = end.global_seq;
                    for envelope in events {
                        let place = self.live.place(&envelope).await;
                        if self.topic.has(&place)
                            && self.live.desk.is_shown(&envelope, self.audience).await
                            && let Some(one) = render::message(&envelope, self.audience)
                        {
                            self.sent = envelope.global_seq;
                            bytes.extend(one);
                        }
                    }
                    self.last = end;
                    self.stage = Stage::CatchUp(until);
                }
                Err(fault) => {
                    tracing::error!(%fault, "a stream cannot read the log");
                    self.stage = Stage::End;
                    return Some(FAULT);
                }
            }
        }
        (!bytes.is_empty()).then(|| bytes.freeze())
    }

    /// The next message as it happens.
    async fn follow(&mut self) -> Option<Bytes> {
        match self.receiver.recv().await {
            Ok(Message::Event(rendered)) if rendered.global_seq > self.last => {
                self.last = rendered.global_seq;
                let bytes = rendered.bytes(self.audience);
                if bytes.is_some() {
                    self.sent = rendered.global_seq;
                }
                bytes
            }
            Ok(Message::More) => {
                self.last = self.sent;
                self.stage = Stage::CatchUp(self.live.desk.durable());
                None
            }
            Ok(Message::Event(_)) => None,
            Ok(Message::Alive) => Some(ALIVE),
            Ok(Message::Closing) | Err(RecvError::Closed) => {
                self.stage = Stage::End;
                Some(CLOSING)
            }
            Err(RecvError::Lagged(_)) => {
                // Too slow for the channel: missed entries come from the log.
                self.stage = Stage::CatchUp(self.live.desk.durable());
                None
            }
        }
    }
}

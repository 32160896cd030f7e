//! One page that watches: how things stand, then every piece as it is made.

use std::sync::Arc;

use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::live::Live;
use crate::live::body::{Slot, StreamBody};
use crate::live::pages::{PageMessage, PageTopic};
use crate::live::viewer::{ALIVE, CLOSING};

/// A page between two pieces.
pub(crate) struct PageViewer {
    live: Arc<Live>,
    topic: PageTopic,
    receiver: Receiver<PageMessage>,
}

impl PageViewer {
    /// A page that begins to watch.
    pub(crate) fn new(live: &Arc<Live>, topic: PageTopic) -> Self {
        Self {
            receiver: live.pages.subscribe(&topic),
            live: live.clone(),
            topic,
        }
    }

    pub(crate) fn into_body(self) -> StreamBody {
        StreamBody::new(|slot| self.run(slot))
    }

    /// Puts one piece after the other into the slot, until the server stops.
    async fn run(mut self, slot: Slot) {
        // Everything first; then every piece as it is made.
        self.say_everything(&slot).await;
        loop {
            match self.receiver.recv().await {
                Ok(PageMessage::Piece(bytes)) => slot.hand(bytes).await,
                Ok(PageMessage::Alive) => slot.hand(ALIVE).await,
                Ok(PageMessage::Closing) | Err(RecvError::Closed) => {
                    return slot.hand(CLOSING).await;
                }
                // Too slow for the line: it gets everything anew instead of what it missed and what waits.
                Err(RecvError::Lagged(_)) => {
                    self.receiver = self.receiver.resubscribe();
                    self.say_everything(&slot).await;
                }
            }
        }
    }

    async fn say_everything(&self, slot: &Slot) {
        if let Some(bytes) = self.live.page_now(&self.topic).await {
            slot.hand(bytes).await;
        }
    }
}

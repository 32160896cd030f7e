//! Channels by topic: created on the first subscription, dropped without listeners.

use std::collections::HashMap;
use std::hash::Hash;

use tokio::sync::broadcast::{Receiver, Sender};

/// How many messages a slow reader may be behind before it gets everything anew.
const BEHIND_MAX: usize = 256;

#[derive(Debug)]
pub(crate) struct Channels<K, M> {
    open: HashMap<K, Sender<M>>,
    is_closed: bool,
}

impl<K, M> Default for Channels<K, M> {
    fn default() -> Self {
        Self {
            open: HashMap::new(),
            is_closed: false,
        }
    }
}

impl<K: Clone + Eq + Hash, M: Clone> Channels<K, M> {
    pub(crate) fn subscribe(&mut self, topic: &K) -> Receiver<M> {
        if self.is_closed {
            // The sender is gone at once: the stream ends where it begins.
            return Sender::new(1).subscribe();
        }
        let channel = self.open.entry(topic.clone());
        let channel = channel.or_insert_with(|| Sender::new(BEHIND_MAX));
        channel.subscribe()
    }

    /// The channel of a topic that has listeners.
    pub(crate) fn watched(&self, topic: &K) -> Option<&Sender<M>> {
        let channel = self.open.get(topic);
        channel.filter(|channel| channel.receiver_count() > 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Sends to every topic, and drops those nobody listens to.
    pub(crate) fn send_to_all(&mut self, message: &M) {
        (self.open).retain(|_, channel| channel.send(message.clone()).is_ok());
    }

    /// Sends a last message to every topic; nobody can subscribe after it.
    pub(crate) fn close(&mut self, last: &M) {
        self.send_to_all(last);
        self.open.clear();
        self.is_closed = true;
    }

    pub(crate) fn viewers(&self) -> usize {
        self.open.values().map(Sender::receiver_count).sum()
    }
}

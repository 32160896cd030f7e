//! One event in, the same bytes out to everybody who may see it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use outflank_desk::GameId;
use outflank_desk::audience::{Audience, Sight};
use outflank_desk::log::{Envelope, GlobalSeq};
use tokio::sync::broadcast;

use crate::live::channels::Channels;
use crate::live::render;
use crate::live::topic::{Place, Topic};

/// How many rendered events are kept for reconnecting viewers.
const RECENT_MAX: usize = 1024;

/// What goes to viewers.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// An event, rendered for each audience that sees something of it.
    Event(Arc<Rendered>),
    /// Something that was held back may be shown now: viewers of this game read the log again.
    More,
    /// Nothing has happened; the line is alive.
    Alive,
    Closing,
}

/// An event's bytes by audience.
#[derive(Debug)]
pub(crate) struct Rendered {
    /// Its place in the log.
    pub(crate) global_seq: GlobalSeq,
    public: Option<Bytes>,
    /// Whether the public does not get it yet.
    is_held: bool,
    officials: Option<Bytes>,
    owner: Option<Bytes>,
}

impl Rendered {
    /// Renders an event for everybody; the public gets it only if it is public now.
    pub(crate) fn new(envelope: &Envelope, is_public: bool) -> Self {
        let owner = render::message(envelope, Audience::Owner);
        let officials = match Audience::Officials.sight(&envelope.content.kind) {
            // Officials see either what the owner sees or nothing.
            Sight::Hidden => None,
            Sight::Full | Sight::Body | Sight::KindOnly => owner.clone(),
        };
        Self {
            global_seq: envelope.global_seq,
            public: is_public
                .then(|| render::message(envelope, Audience::Public))
                .flatten(),
            is_held: !is_public,
            officials,
            owner,
        }
    }

    /// What an audience gets; the bytes are shared.
    pub(crate) fn bytes(&self, audience: Audience) -> Option<Bytes> {
        match audience {
            Audience::Public => self.public.clone(),
            Audience::Officials => self.officials.clone(),
            Audience::Owner => self.owner.clone(),
        }
    }
}

/// The channels by topic. Publishing never waits for a reader.
#[derive(Debug)]
pub(crate) struct FanOut {
    lines: Mutex<Lines>,
}

#[derive(Debug)]
struct Lines {
    channels: Channels<Topic, Message>,
    /// The latest events, so that a reconnecting crowd does not read the log.
    recent: VecDeque<(Place, Arc<Rendered>)>,
    published: GlobalSeq,
}

impl FanOut {
    /// Everything up to `start` is in the log only.
    pub(crate) fn new(start: GlobalSeq) -> Self {
        Self {
            lines: Mutex::new(Lines {
                channels: Channels::default(),
                recent: VecDeque::new(),
                published: start,
            }),
        }
    }

    /// The last event that was published.
    pub(crate) fn published(&self) -> GlobalSeq {
        self.lines().published
    }

    /// A place in the line, and the last event that was published before it.
    pub(crate) fn subscribe(&self, topic: &Topic) -> (broadcast::Receiver<Message>, GlobalSeq) {
        let mut lines = self.lines();
        (lines.channels.subscribe(topic), lines.published)
    }

    /// Sends an event to all who want it.
    pub(crate) fn publish(&self, envelope: &Envelope, place: Place, is_public: bool) {
        let rendered = Arc::new(Rendered::new(envelope, is_public));
        let game = place.stream.game().cloned().map(Topic::Game);
        let tournament = place.tournament.clone().map(Topic::Tournament);
        let mut lines = self.lines();
        lines.published = envelope.global_seq;
        if lines.recent.len() == RECENT_MAX {
            lines.recent.pop_front();
        }
        lines.recent.push_back((place, rendered.clone()));
        for topic in [Some(Topic::All), tournament, game].into_iter().flatten() {
            if let Some(channel) = lines.channels.watched(&topic) {
                // A receiver that is gone by now is not a failure.
                let _ = channel.send(Message::Event(rendered.clone()));
            }
        }
    }

    /// The events published after `after` and up to which one, if they all are still in memory.
    pub(crate) fn recent(
        &self,
        after: GlobalSeq,
        topic: &Topic,
    ) -> Option<(Vec<Arc<Rendered>>, GlobalSeq)> {
        let lines = self.lines();
        let (_, first) = lines.recent.front()?;
        if first.global_seq.0 > after.0 + 1 || after >= lines.published {
            return None;
        }
        let events: Vec<Arc<Rendered>> = (lines.recent.iter())
            .filter(|(place, one)| one.global_seq > after && topic.has(place))
            .map(|(_, one)| one.clone())
            .collect();
        // What was kept back when it was rendered may be public by now: the log knows.
        if events.iter().any(|one| one.is_held) {
            return None;
        }
        Some((events, lines.published))
    }

    /// Tells the viewers of a game that more of it may be shown.
    pub(crate) fn more(&self, game: &GameId) {
        if let Some(channel) = self.lines().channels.watched(&Topic::Game(game.clone())) {
            let _ = channel.send(Message::More);
        }
    }

    /// Tells every stream that the connection is alive, and forgets topics nobody watches.
    pub(crate) fn beat(&self) {
        self.lines().channels.send_to_all(&Message::Alive);
    }

    /// Tells every stream that the server stops.
    pub(crate) fn close(&self) {
        self.lines().channels.close(&Message::Closing);
    }

    /// How many streams are open.
    pub(crate) fn viewers(&self) -> usize {
        self.lines().channels.viewers()
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! An event of any stream, from its decision to its fold.

use outflank_event::{StoredError, Timestamp};
use outflank_federation as federation;
use outflank_game as game;
use outflank_tournament::running as tournament;

use crate::access::AccessFact;
use crate::log::NewEvent;
use crate::state::desk_fact::DeskFact;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StreamEvent {
    Access(AccessFact),
    Desk(DeskFact),
    Federation(Box<federation::Event>),
    Game(Box<game::Event>),
    Tournament(Box<tournament::Event>),
}

impl StreamEvent {
    /// Reads an event as it is stored.
    pub(crate) fn read(kind: &str, body: &str) -> Result<Self, StoredError> {
        let family = kind.split_once('.').map(|(family, _)| family);
        Ok(match family {
            Some("access") => Self::Access(AccessFact::from_stored(kind, body)?),
            Some("desk") => Self::Desk(DeskFact::from_stored(kind, body)?),
            Some("federation") => {
                Self::Federation(Box::new(federation::Event::from_stored(kind, body)?))
            }
            Some("game") => Self::Game(Box::new(game::Event::from_stored(kind, body)?)),
            Some("tournament") => {
                Self::Tournament(Box::new(tournament::Event::from_stored(kind, body)?))
            }
            Some(_) | None => return Err(StoredError::unknown(kind)),
        })
    }

    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Access(fact) => fact.kind(),
            Self::Desk(fact) => fact.kind(),
            Self::Federation(event) => event.kind(),
            Self::Game(event) => event.kind(),
            Self::Tournament(event) => event.kind(),
        }
    }

    fn body(&self) -> String {
        match self {
            Self::Access(fact) => fact.body(),
            Self::Desk(fact) => fact.body(),
            Self::Federation(event) => event.body(),
            Self::Game(event) => event.body(),
            Self::Tournament(event) => event.body(),
        }
    }
}

/// An event that is decided and not written yet. The log gets its text, and the state the event itself.
#[derive(Debug, Clone)]
pub(crate) struct Decided {
    pub(crate) at: Timestamp,
    pub(crate) event: StreamEvent,
    body: String,
}

impl Decided {
    fn new(at: Timestamp, event: StreamEvent) -> Self {
        let body = event.body();
        Self { at, event, body }
    }

    pub(crate) fn access(at: Timestamp, fact: AccessFact) -> Self {
        Self::new(at, StreamEvent::Access(fact))
    }

    pub(crate) fn desk(at: Timestamp, fact: DeskFact) -> Self {
        Self::new(at, StreamEvent::Desk(fact))
    }

    /// An event that is written once more, byte for byte.
    pub(crate) fn copied(at: Timestamp, kind: &str, body: &str) -> Result<Self, StoredError> {
        Ok(Self {
            at,
            event: StreamEvent::read(kind, body)?,
            body: body.to_owned(),
        })
    }

    /// Events of a game, a tournament or a federation.
    pub(crate) fn all<'a, E: Clone + 'a>(events: impl IntoIterator<Item = &'a E>) -> Vec<Self>
    where
        Self: From<E>,
    {
        events.into_iter().cloned().map(Self::from).collect()
    }

    /// What the log writes, and what is folded once it is written.
    pub(crate) fn split(self) -> (NewEvent, StreamEvent) {
        let new = NewEvent {
            at: self.at,
            kind: self.event.kind().to_owned(),
            body: self.body,
        };
        debug_assert_eq!(
            StreamEvent::read(&new.kind, &new.body).as_ref(),
            Ok(&self.event),
            "what is folded is what is stored"
        );
        (new, self.event)
    }
}

impl From<federation::Event> for Decided {
    fn from(event: federation::Event) -> Self {
        Self::new(event.at, StreamEvent::Federation(Box::new(event)))
    }
}

impl From<game::Event> for Decided {
    fn from(event: game::Event) -> Self {
        Self::new(event.at, StreamEvent::Game(Box::new(event)))
    }
}

impl From<tournament::Event> for Decided {
    fn from(event: tournament::Event) -> Self {
        Self::new(event.at, StreamEvent::Tournament(Box::new(event)))
    }
}

//! What a stream is about.

use outflank_desk::log::StreamName;

/// The events somebody wants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    All,
    /// One tournament with its games.
    Tournament(String),
    Game(String),
}

/// Where an event belongs: its stream, and the tournament of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) stream: StreamName,
    /// The tournament, for its own events and for its games'.
    pub(crate) tournament: Option<String>,
    /// Whether that is a training copy, which the public does not see.
    pub(crate) is_training: bool,
}

impl Topic {
    /// Whether an event belongs to it.
    pub(crate) fn has(&self, place: &Place) -> bool {
        match self {
            Self::All => true,
            Self::Tournament(id) => place.tournament.as_deref() == Some(id),
            Self::Game(id) => place.stream.family() == "game" && place.stream.id() == Some(id),
        }
    }
}

//! What a stream is about.

use outflank_desk::log::StreamName;
use outflank_desk::{GameId, TournamentId};

/// The events a viewer wants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    All,
    /// One tournament with its games.
    Tournament(TournamentId),
    Game(GameId),
}

/// Where an event belongs: its stream, and the tournament of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) stream: StreamName,
    /// The tournament, for its own events and for its games'.
    pub(crate) tournament: Option<TournamentId>,
}

impl Topic {
    /// Whether an event belongs to it.
    pub(crate) fn has(&self, place: &Place) -> bool {
        match self {
            Self::All => true,
            Self::Tournament(id) => place.tournament.as_ref() == Some(id),
            Self::Game(id) => place.stream.game() == Some(id),
        }
    }
}

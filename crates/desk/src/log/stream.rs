//! The name of a stream.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{FederationId, GameId, TournamentId};

/// Which stream an event belongs to. Stored and sent as text: `access`, `federation/ID`, `game/ID`, `tournament/ID`.
/// The variants are in the order of their texts, so that both sort alike.
///
/// ```
/// use outflank_desk::log::StreamName;
/// let stream: StreamName = "game/4k2m9x7q0b".parse()?;
/// assert!(matches!(&stream, StreamName::Game(id) if id.as_str() == "4k2m9x7q0b"));
/// assert!("game/..".parse::<StreamName>().is_err());
/// # Ok::<(), outflank_desk::log::BadStreamError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StreamName {
    /// Accounts, links and delegations.
    Access,
    Federation(FederationId),
    Game(GameId),
    Tournament(TournamentId),
}

/// A text that names no stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a stream name. Use game/ID, tournament/ID, federation/ID or access.")]
pub struct BadStreamError(String);

impl StreamName {
    /// The tournament whose stream this is.
    #[must_use]
    pub const fn tournament(&self) -> Option<&TournamentId> {
        match self {
            Self::Tournament(id) => Some(id),
            Self::Access | Self::Federation(_) | Self::Game(_) => None,
        }
    }

    /// The game whose stream this is.
    #[must_use]
    pub const fn game(&self) -> Option<&GameId> {
        match self {
            Self::Game(id) => Some(id),
            Self::Access | Self::Federation(_) | Self::Tournament(_) => None,
        }
    }
}

impl From<&GameId> for StreamName {
    fn from(id: &GameId) -> Self {
        Self::Game(id.clone())
    }
}

impl From<&TournamentId> for StreamName {
    fn from(id: &TournamentId) -> Self {
        Self::Tournament(id.clone())
    }
}

impl From<&FederationId> for StreamName {
    fn from(id: &FederationId) -> Self {
        Self::Federation(id.clone())
    }
}

impl std::str::FromStr for StreamName {
    type Err = BadStreamError;

    fn from_str(text: &str) -> Result<Self, BadStreamError> {
        let stream = match text.split_once('/') {
            Some(("federation", id)) => id.parse().ok().map(Self::Federation),
            Some(("game", id)) => id.parse().ok().map(Self::Game),
            Some(("tournament", id)) => id.parse().ok().map(Self::Tournament),
            None if text == "access" => Some(Self::Access),
            Some(_) | None => None,
        };
        stream.ok_or_else(|| BadStreamError(text.chars().take(60).collect()))
    }
}

impl TryFrom<String> for StreamName {
    type Error = BadStreamError;

    fn try_from(text: String) -> Result<Self, BadStreamError> {
        text.parse()
    }
}

impl From<StreamName> for String {
    fn from(stream: StreamName) -> Self {
        stream.to_string()
    }
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Access => f.write_str("access"),
            Self::Federation(id) => write!(f, "federation/{id}"),
            Self::Game(id) => write!(f, "game/{id}"),
            Self::Tournament(id) => write!(f, "tournament/{id}"),
        }
    }
}

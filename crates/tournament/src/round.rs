//! One round as it was played.

use outflank_pairing::EntrantId;

use serde::{Deserialize, Serialize};

use crate::matches::MatchId;
use crate::result::GameResult;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// What the round belongs to; a round after the preliminary ones may hold games of several
    /// matches, which say so themselves.
    pub stage: Stage,
    /// The games, also those that were decided without one.
    pub games: Vec<Game>,
    /// Entrants with a bye.
    pub byes: Vec<EntrantId>,
    /// Those of them who had asked for it; the bye of an odd number is not among them.
    pub requested_byes: Vec<EntrantId>,
    /// Players who were absent and not paired. A player who is not named in a round counts
    /// as absent too, but not as having missed a match.
    pub absent: Vec<EntrantId>,
    /// Whom and what it counts for.
    pub scope: Scope,
}

impl Round {
    /// The games that make the standings: those that do not name a later part of the tournament.
    pub fn counted_games(&self) -> impl Iterator<Item = &Game> {
        (self.games.iter()).filter(|game| self.stage_of(game).is_counted())
    }

    /// The part of the tournament a game belongs to: its own, else the round's.
    pub fn stage_of(&self, game: &Game) -> Stage {
        game.of.map_or(self.stage, |id| id.stage)
    }
}

/// Whom and what a round counts for; everybody and everything but in an event of one's own stages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Those the round is for, if it is not for everybody: to the others it is nothing at all.
    pub players: Option<Vec<EntrantId>>,
    /// Whether it is left out of the Brightwell Quotient.
    pub no_bq: bool,
}

impl Scope {
    /// Whether the round is for this entrant.
    pub fn includes(&self, id: EntrantId) -> bool {
        (self.players.as_ref()).is_none_or(|players| players.contains(&id))
    }
}

/// One game of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    pub black: EntrantId,
    pub white: EntrantId,
    /// What came out of it.
    pub result: GameResult,
    /// The match it belongs to, after the preliminary rounds and where it is named.
    pub of: Option<MatchId>,
}

impl Game {
    /// A game of a preliminary round, or one that names no match.
    #[must_use]
    pub const fn new(black: EntrantId, white: EntrantId, result: GameResult) -> Self {
        Self {
            black,
            white,
            result,
            of: None,
        }
    }
}

/// The part of the tournament a round belongs to. Only the preliminary rounds count for points,
/// tie-breaks and pairing (AMB-38).
#[derive(
    schemars::JsonSchema,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The rounds that count for the standings, whatever the playing system.
    #[default]
    Swiss,
    /// A playoff after them.
    Playoff,
    Semi,
    /// The game for third place.
    Third,
    Final,
}

impl Stage {
    /// Whether its games count in the standings.
    pub const fn is_counted(self) -> bool {
        match self {
            Self::Swiss => true,
            Self::Playoff | Self::Semi | Self::Third | Self::Final => false,
        }
    }
}

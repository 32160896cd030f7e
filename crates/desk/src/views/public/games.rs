//! Games and results as tables of them show it.

use outflank_board::Side;
use outflank_pairing::{EntrantId, GameKind};
use outflank_tournament::running::{Card, Official, ResultState};
use outflank_tournament::{Happened, Record};

use crate::views::director::ResultView;
use crate::views::public::figures::Halves;
use crate::views::{Player, Views};

/// The result for one of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl Outcome {
    pub(crate) const fn of(halves: u16) -> Self {
        match halves {
            0 => Self::Lost,
            1 => Self::Drawn,
            _ => Self::Won,
        }
    }
}

/// How a game was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// Played to the end.
    Played,
    /// Played, and a flag fell first.
    OnTime(Side),
    Resigned(Side),
    /// A player was absent.
    Forfeit(Side),
    DoubleForfeit,
    Ruled,
    /// It does not count.
    Annulled,
}

impl Decided {
    #[must_use]
    pub fn of(official: &Official) -> Self {
        match official {
            Official::Played { flags, .. } => match flags.first() {
                Some(colour) => Self::OnTime(*colour),
                None => Self::Played,
            },
            Official::Resigned { by } => Self::Resigned(*by),
            Official::Forfeit { by, .. } => Self::Forfeit(*by),
            Official::DoubleForfeit { .. } => Self::DoubleForfeit,
            Official::Adjudicated { .. } => Self::Ruled,
            Official::Annulled => Self::Annulled,
        }
    }
}

/// A result in a table of games.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultCell {
    Missing,
    /// Two different results were reported.
    InQuery,
    /// The result; without a score if the rulebook gives none.
    Known {
        /// The official discs, Black's first.
        score: Option<(Halves, Halves)>,
        winner: Option<Side>,
        how: Decided,
        /// Whether it was changed after it had been reported.
        corrected: bool,
    },
}

/// One round of one player.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// A game that counts.
    Game(Box<GameCell>),
    /// A game that is not over.
    Pending {
        opponent: Player,
        side: Side,
    },
    Stay(Stay),
}

/// A game that counts, from the point of view of one player.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct GameCell {
    pub opponent: Player,
    /// The opponent's place in these standings.
    pub opponent_place: Option<u32>,
    pub side: Side,
    pub outcome: Outcome,
    /// The player's discs and the opponent's.
    pub score: (Halves, Halves),
    /// Whether a move was made.
    pub played: bool,
}

/// Why a player had no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stay {
    Bye,
    /// Absent.
    Absent,
    /// Withdrawn, not yet in the tournament, or the round was for others.
    Gone,
    /// The game was annulled.
    Annulled,
}

impl Views<'_> {
    /// The result of a card as the public sees it.
    pub(crate) fn result_cell(&self, card: &Card, corrected: bool) -> ResultCell {
        let result = match card.state {
            ResultState::Missing => return ResultCell::Missing,
            ResultState::InQuery => return ResultCell::InQuery,
            ResultState::Entered | ResultState::Confirmed => card.result.as_ref(),
        };
        let Some(official) = result else {
            return ResultCell::Missing;
        };
        let view = ResultView::of(official, self.rulebook());
        ResultCell::Known {
            score: view.score,
            winner: view.winner,
            how: Decided::of(official),
            corrected,
        }
    }

    /// What a round was for a player.
    pub(crate) fn cell(
        &self,
        record: &Record,
        pending: Option<(EntrantId, Side)>,
        place: impl Fn(EntrantId) -> Option<u32>,
    ) -> Cell {
        let halves = |discs: outflank_rulebook::HalfDiscs| Halves(u32::from(discs.0));
        match record.happened {
            Happened::Game {
                opponent,
                colour,
                kind,
            } => Cell::Game(Box::new(GameCell {
                opponent: self.player(opponent),
                opponent_place: place(opponent),
                side: colour,
                outcome: Outcome::of(record.points.0),
                score: (halves(record.discs), halves(record.against)),
                played: match kind {
                    GameKind::Played => true,
                    GameKind::Default => false,
                },
            })),
            Happened::Pending => match pending {
                Some((opponent, colour)) => Cell::Pending {
                    opponent: self.player(opponent),
                    side: colour,
                },
                None => Cell::Stay(Stay::Absent),
            },
            Happened::Bye => Cell::Stay(Stay::Bye),
            Happened::Absent => Cell::Stay(Stay::Absent),
            Happened::Gone | Happened::NotIn => Cell::Stay(Stay::Gone),
            Happened::Annulled => Cell::Stay(Stay::Annulled),
        }
    }
}

//! What a game came to.

use std::fmt;

use outflank_board::Side;
use outflank_event::words;
use outflank_rulebook::{EndedBy, Score};
use serde::{Deserialize, Serialize};

/// The result of a game. Black and White are the players as seated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    pub score: Score,
    pub verdict: Verdict,
    /// How the game ended.
    pub ending: Ending,
}

words! {
    Verdict {
        Black = "black",
        White = "white",
        Drawn = "drawn",
        /// A draw that Black wins by the draw-win (WOC IV.9).
        BlackByDrawWin = "black_by_draw_win",
        /// A draw that White wins by the draw-win (WOC IV.9).
        WhiteByDrawWin = "white_by_draw_win",
        /// Both lost: neither came in time (AMB-27).
        BothLost = "both_lost",
    }
}

impl Verdict {
    #[must_use]
    pub const fn won(winner: Side) -> Self {
        match winner {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }

    /// The verdict on an outcome with or without a winner, and who has the draw-win.
    #[must_use]
    pub const fn of(winner: Option<Side>, draw_win: Option<Side>) -> Self {
        match (winner, draw_win) {
            (Some(side), _) => Self::won(side),
            (None, Some(Side::Black)) => Self::BlackByDrawWin,
            (None, Some(Side::White)) => Self::WhiteByDrawWin,
            (None, None) => Self::Drawn,
        }
    }

    /// The player declared the winner.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Black | Self::BlackByDrawWin => Some(Side::Black),
            Self::White | Self::WhiteByDrawWin => Some(Side::White),
            Self::Drawn | Self::BothLost => None,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Neither side could move.
    EndOfPlay,
    /// A flag, where the first flag ends the game.
    FirstFlag,
    /// The flag of a player who was away from the table.
    FlagInAbsence,
    /// The first defaulter used up the extension.
    DefaulterSecondFlag,
    /// The other player's time ran out after both had been given more.
    NonDefaulterFlag,
    /// The other player used up their own extension.
    NonDefaulterSecondFlag,
    /// A player resigned, or would or could not go on.
    Resignation,
    /// A player came too late.
    Lateness,
    /// The position could not be restored.
    Unrecoverable,
    /// The director ended the game.
    Ruling,
}

impl From<EndedBy> for Ending {
    fn from(ended_by: EndedBy) -> Self {
        match ended_by {
            EndedBy::EndOfPlay => Self::EndOfPlay,
            EndedBy::FirstFlag => Self::FirstFlag,
            EndedBy::FlagInAbsence => Self::FlagInAbsence,
            EndedBy::DefaulterSecondFlag => Self::DefaulterSecondFlag,
            EndedBy::NonDefaulterFlag => Self::NonDefaulterFlag,
            EndedBy::NonDefaulterSecondFlag => Self::NonDefaulterSecondFlag,
            EndedBy::Resignation => Self::Resignation,
            EndedBy::Forfeit => Self::Ruling,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::EndOfPlay => "end of play",
            Self::FirstFlag => "first flag",
            Self::FlagInAbsence => "flag during absence",
            Self::DefaulterSecondFlag => "second flag of the defaulter",
            Self::NonDefaulterFlag => "flag of the non-defaulter",
            Self::NonDefaulterSecondFlag => "second flag of the non-defaulter",
            Self::Resignation => "resignation",
            Self::Lateness => "lateness",
            Self::Unrecoverable => "unrecoverable position",
            Self::Ruling => "ruling",
        })
    }
}

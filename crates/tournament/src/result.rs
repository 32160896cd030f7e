//! What came out of a game, and what it is worth.

use outflank_pairing::{Colour, GameKind, HalfPoints};
use outflank_rulebook::axes::scoring::UnplayedGame;
use outflank_rulebook::{HalfDiscs, Rulebook, ScoreLine};

use crate::ByColour;

/// What came out of a game. Discs are official scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Played to the end, including fallen flags.
    Played {
        discs: ByColour<HalfDiscs>,
        /// The winner where the discs do not tell, as with a draw-win.
        winner: Option<Colour>,
    },
    /// A player resigned, or refused or was unable to continue.
    Resigned {
        by: Colour,
        /// The score, where it is not the rulebook's.
        discs: Option<ByColour<HalfDiscs>>,
    },
    /// A player was absent at the start: no move was made.
    Forfeit {
        by: Colour,
        /// The score, where it is not the rulebook's.
        discs: Option<ByColour<HalfDiscs>>,
        /// Whether the player came, but too late; otherwise they missed the whole match.
        arrived: bool,
    },
    /// Neither player was there in time.
    DoubleForfeit {
        /// Who came, but too late.
        arrived: ByColour<bool>,
    },
    /// The director's decision on a game that was begun.
    Adjudicated {
        /// The score the official gave.
        discs: ByColour<HalfDiscs>,
        /// The winner, if the discs do not show it.
        winner: Option<Colour>,
    },
    /// As if it had never been.
    Annulled,
    Pending,
}

impl GameResult {
    /// A game played to this score.
    #[must_use]
    pub const fn played(black: HalfDiscs, white: HalfDiscs) -> Self {
        Self::Played {
            discs: ByColour { black, white },
            winner: None,
        }
    }

    /// A game that a player missed.
    #[must_use]
    pub const fn missing(by: Colour) -> Self {
        Self::Forfeit {
            by,
            discs: None,
            arrived: false,
        }
    }

    /// A game that both players missed.
    #[must_use]
    pub const fn both_missing() -> Self {
        Self::DoubleForfeit {
            arrived: ByColour {
                black: false,
                white: false,
            },
        }
    }

    /// What the game is worth; nothing if it is annulled or not over.
    pub fn settled(self, rules: &Rulebook) -> Option<Settled> {
        match self {
            Self::Played { discs, winner } | Self::Adjudicated { discs, winner } => Some(Settled {
                points: points(rules, winner.or(more(discs))),
                discs,
                kind: GameKind::Played,
            }),
            Self::Resigned { by, discs } => Some(Settled {
                points: points(rules, Some(by.other())),
                discs: discs.unwrap_or(lost(by, rules.resign_score.value)),
                kind: GameKind::Played,
            }),
            Self::Forfeit { by, discs, .. } => Some(Settled {
                points: points(rules, Some(by.other())),
                discs: discs.unwrap_or(lost(by, unplayed(rules))),
                kind: GameKind::Default,
            }),
            Self::DoubleForfeit { .. } => Some(Settled {
                points: ByColour::both(HalfPoints::LOSS),
                discs: ByColour::both(unplayed(rules).loser),
                kind: GameKind::Default,
            }),
            Self::Annulled | Self::Pending => None,
        }
    }
}

/// What a game is worth to both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    pub points: ByColour<HalfPoints>,
    /// The discs of the disc count.
    pub discs: ByColour<HalfDiscs>,
    pub kind: GameKind,
}

/// The score of a game that was not begun, winner first; nil-nil where only the point is given.
pub(crate) fn unplayed(rules: &Rulebook) -> ScoreLine {
    match rules.unplayed_score.value {
        UnplayedGame::SixtyFourNil => ScoreLine::discs(64, 0),
        UnplayedGame::FortyFourTwenty => ScoreLine::discs(44, 20),
        UnplayedGame::PointOnly => ScoreLine::discs(0, 0),
    }
}

fn lost(by: Colour, line: ScoreLine) -> ByColour<HalfDiscs> {
    ByColour::of(by, line.loser, line.winner)
}

fn more(discs: ByColour<HalfDiscs>) -> Option<Colour> {
    match discs.black.cmp(&discs.white) {
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Colour::White),
    }
}

fn points(rules: &Rulebook, winner: Option<Colour>) -> ByColour<HalfPoints> {
    let points = rules.game_points.value.half_points_of(winner);
    points.map(|half| HalfPoints(u16::from(half)))
}

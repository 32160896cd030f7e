//! Results as they are reported and as they are kept.

use outflank_event::words;
use outflank_pairing::Colour;
use outflank_rulebook::{Flag, HalfDiscs, Rulebook, ScoreError, outcome};
use serde::{Deserialize, Serialize};

use crate::ByColour;
use crate::official_score::{ScoreProblem, check_awarded_score, check_score};
use crate::result::GameResult;

/// A result as the rulebook writes it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Official {
    /// Played to the end, including fallen flags.
    Played {
        black: HalfDiscs,
        white: HalfDiscs,
        /// The winner, if the discs do not show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Colour>,
        /// Whose flags fell, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flags: Vec<Colour>,
    },
    /// A player resigned, or refused or was unable to continue.
    Resigned { by: Colour },
    /// A player was absent at the start and has lost.
    Forfeit {
        by: Colour,
        /// Whether the player came, but too late; otherwise they missed the whole match.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        arrived: bool,
    },
    /// Neither player was there in time.
    DoubleForfeit {
        /// Who came, but too late.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arrived: Vec<Colour>,
    },
    /// The deciding official's decision.
    Adjudicated {
        black: HalfDiscs,
        white: HalfDiscs,
        /// The winner, if the discs do not show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Colour>,
    },
    /// As if it had never been.
    Annulled,
}

impl Official {
    /// A game played to this score.
    #[must_use]
    pub const fn played(black: u16, white: u16) -> Self {
        Self::Played {
            black: HalfDiscs::discs(black),
            white: HalfDiscs::discs(white),
            winner: None,
            flags: Vec::new(),
        }
    }

    /// A player missed the whole match.
    #[must_use]
    pub const fn missing(by: Colour) -> Self {
        Self::Forfeit { by, arrived: false }
    }

    /// Both players missed the whole match.
    #[must_use]
    pub const fn both_missing() -> Self {
        Self::DoubleForfeit {
            arrived: Vec::new(),
        }
    }

    /// The same as the standings know it.
    pub fn game_result(&self) -> GameResult {
        match *self {
            Self::Played {
                black,
                white,
                winner,
                ..
            } => GameResult::Played {
                discs: ByColour { black, white },
                winner,
            },
            Self::Resigned { by } => GameResult::Resigned { by, discs: None },
            Self::Forfeit { by, arrived } => GameResult::Forfeit {
                by,
                discs: None,
                arrived,
            },
            Self::DoubleForfeit { ref arrived } => GameResult::DoubleForfeit {
                arrived: ByColour {
                    black: arrived.contains(&Colour::Black),
                    white: arrived.contains(&Colour::White),
                },
            },
            Self::Adjudicated {
                black,
                white,
                winner,
            } => GameResult::Adjudicated {
                discs: ByColour { black, white },
                winner,
            },
            Self::Annulled => GameResult::Annulled,
        }
    }

    /// Whether only an official can give this result.
    pub const fn is_a_ruling(&self) -> bool {
        match self {
            Self::Adjudicated { .. }
            | Self::Annulled
            | Self::Forfeit { .. }
            | Self::DoubleForfeit { .. } => true,
            Self::Played { .. } | Self::Resigned { .. } => false,
        }
    }
}

impl std::fmt::Display for Official {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Played { black, white, .. } => write!(f, "{black}-{white}"),
            Self::Resigned { by } => write!(f, "{by} resigned"),
            Self::Forfeit { by, arrived: true } => write!(f, "{by} came too late"),
            Self::Forfeit { by, arrived: false } => write!(f, "{by} was not there"),
            Self::DoubleForfeit { arrived } => match arrived[..] {
                [] => f.write_str("neither was there"),
                [one] => write!(f, "neither was there in time, and {one} came too late"),
                [_, ..] => f.write_str("both came too late"),
            },
            Self::Adjudicated { black, white, .. } => write!(f, "{black}-{white} by ruling"),
            Self::Annulled => f.write_str("annulled"),
        }
    }
}

/// A result as reported: `{"as": "official", "how": "played", "black": 40, "white": 24}` or
/// `{"as": "count", "black": 33, "white": 3}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "as", rename_all = "snake_case", deny_unknown_fields)]
pub enum Reported {
    Official(Official),
    /// The discs counted on the board, and whose flags fell, in their order.
    Count {
        black: u16,
        white: u16,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flags: Vec<Colour>,
    },
}

/// Why a result cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The official score cannot be one.
    #[error(transparent)]
    Score(#[from] ScoreProblem),
    /// The count cannot be one.
    #[error(transparent)]
    Count(#[from] ScoreError),
    /// The winner named has lost.
    #[error("According to the discs {0} has won. Remove the winner or correct the discs.")]
    Winner(Colour),
}

impl Reported {
    /// What the rulebook makes of it.
    ///
    /// ```
    /// use outflank_tournament::running::{Official, Reported};
    /// let wof = outflank_rulebook::shipped("wof").expect("shipped");
    /// let count = Reported::Count { black: 33, white: 3, flags: vec![] };
    /// assert_eq!(count.official(wof), Ok(Official::played(61, 3)));
    /// assert!(Reported::Official(Official::played(33, 3)).official(wof).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Impossible`] says why it cannot be.
    pub fn official(self, rules: &Rulebook) -> Result<Official, Impossible> {
        match self {
            Self::Official(official) => {
                check(rules, &official)?;
                Ok(official)
            }
            Self::Count {
                black,
                white,
                flags,
            } => counted(rules, black, white, flags),
        }
    }
}

fn check(rules: &Rulebook, official: &Official) -> Result<(), Impossible> {
    match *official {
        Official::Played {
            black,
            white,
            winner,
            ref flags,
        } => {
            let discs = ByColour { black, white };
            // After a default the minimum win need not fill the board.
            if flags.is_empty() {
                check_score(rules, discs)?;
            } else {
                check_awarded_score(rules, discs)?;
            }
            check_winner(discs, winner)
        }
        Official::Adjudicated {
            black,
            white,
            winner,
        } => {
            let discs = ByColour { black, white };
            check_awarded_score(rules, discs)?;
            check_winner(discs, winner)
        }
        Official::Resigned { .. }
        | Official::Forfeit { .. }
        | Official::DoubleForfeit { .. }
        | Official::Annulled => Ok(()),
    }
}

fn check_winner(discs: ByColour<HalfDiscs>, winner: Option<Colour>) -> Result<(), Impossible> {
    match winner {
        Some(winner) if discs[winner] < discs[winner.other()] => {
            Err(Impossible::Winner(winner.other()))
        }
        Some(_) | None => Ok(()),
    }
}

fn counted(
    rules: &Rulebook,
    black: u16,
    white: u16,
    flags: Vec<Colour>,
) -> Result<Official, Impossible> {
    let fell: Vec<Flag> = flags.iter().map(|&side| Flag::of(side)).collect();
    let result = outcome(rules, ByColour::new(black, white), &fell)?;
    let score = result.score;
    Ok(Official::Played {
        black: score.black,
        white: score.white,
        // Named only where the discs do not tell.
        winner: result.winner.filter(|_| score.black == score.white),
        flags,
    })
}

words! {
    /// Where a result comes from.
    ResultSource {
        /// A slip with signatures.
        Slip = "slip",
        Judge = "judge",
        /// Both players on their own devices.
        Players = "players",
        Player = "player",
        Director = "director",
        /// The game on screen.
        Game = "game",
    }

    /// How far a result is.
    ResultState {
        Missing = "missing",
        /// Two different results were reported.
        InQuery = "in_query",
        Entered = "entered",
        Confirmed = "confirmed",
    }
}

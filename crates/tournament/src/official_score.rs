//! Whether a score can be an official one under a rulebook.

use outflank_rulebook::axes::scoring::{DrawScore, Empties, WipeOut};
use outflank_rulebook::{ClauseId, HalfDiscs, Rulebook, SQUARES};

use crate::ByColour;

/// Why two numbers of discs cannot be an official score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreProblem {
    /// More discs than squares.
    #[error("{black}-{white} is more than 64 discs. Count again.")]
    TooMany { black: HalfDiscs, white: HalfDiscs },
    /// The empty squares belong to a side, so the sum is always 64.
    #[error(
        "{black}-{white} does not add up to 64, but empty squares count{}. Enter the official score.",
        by(clause)
    )]
    NotTheWholeBoard {
        black: HalfDiscs,
        white: HalfDiscs,
        /// The rule on empty squares.
        clause: Option<ClauseId>,
    },
    /// Half discs where nothing is halved.
    #[error("{black}-{white} has half discs, which this rulebook does not allow. Count again.")]
    Halves { black: HalfDiscs, white: HalfDiscs },
    /// A draw with another score than the only one.
    #[error(
        "A draw is 32-32{}, not {each}-{each}. Enter the official score.",
        by(clause)
    )]
    DrawIsThirtyTwoAll {
        /// The discs of both.
        each: HalfDiscs,
        /// The rule on draws.
        clause: Option<ClauseId>,
    },
    /// A side without discs where that is always 64-0.
    #[error(
        "A side without discs loses 64-0{}, not {discs}-0. Enter the official score.",
        by(clause)
    )]
    WipeOutIsSixtyFourNil {
        discs: HalfDiscs,
        clause: Option<ClauseId>,
    },
}

fn by(clause: &Option<ClauseId>) -> String {
    match clause {
        Some(id) => format!(" ({})", id.for_people()),
        None => String::new(),
    }
}

/// Whether a game that was played can have ended with this official score.
///
/// ```
/// use outflank_rulebook::{HalfDiscs, shipped};
/// use outflank_tournament::{ByColour, check_score};
/// let score = ByColour { black: HalfDiscs::discs(33), white: HalfDiscs::discs(3) };
/// assert!(check_score(shipped("usoa").expect("shipped"), score).is_ok());
/// assert!(check_score(shipped("wof").expect("shipped"), score).is_err());
/// ```
///
/// # Errors
///
/// The [`ScoreProblem`], which says what to do.
pub fn check_score(rules: &Rulebook, discs: ByColour<HalfDiscs>) -> Result<(), ScoreProblem> {
    check_awarded_score(rules, discs)?;
    let ByColour { black, white } = discs;
    let whole_board = HalfDiscs::discs(SQUARES);
    match rules.empties.value {
        Empties::ToWinner | Empties::Halved if black + white != whole_board => {
            return Err(ScoreProblem::NotTheWholeBoard {
                black,
                white,
                clause: rules.empties.clause(),
            });
        }
        Empties::ToWinner | Empties::Halved | Empties::Ignored => {}
    }
    if black == white {
        return check_draw(rules, black);
    }
    match rules.wipe_out.value {
        WipeOut::SixtyFourNil if black.min(white).0 == 0 && black.max(white) != whole_board => {
            Err(ScoreProblem::WipeOutIsSixtyFourNil {
                discs: black.max(white),
                clause: rules.wipe_out.clause(),
            })
        }
        WipeOut::SixtyFourNil | WipeOut::LikeAnyGame => Ok(()),
    }
}

fn check_draw(rules: &Rulebook, each: HalfDiscs) -> Result<(), ScoreProblem> {
    match rules.draw_score.value {
        DrawScore::ThirtyTwoAll | DrawScore::HalvedEmpties
            if each != HalfDiscs::discs(SQUARES / 2) =>
        {
            Err(ScoreProblem::DrawIsThirtyTwoAll {
                each,
                clause: rules.draw_score.clause(),
            })
        }
        DrawScore::ThirtyTwoAll | DrawScore::HalvedEmpties | DrawScore::DiscsOnBoard => Ok(()),
    }
}

/// Whether an official may have given this score: any that fits on a board.
///
/// # Errors
///
/// The [`ScoreProblem`], which says what to do.
pub fn check_awarded_score(
    rules: &Rulebook,
    discs: ByColour<HalfDiscs>,
) -> Result<(), ScoreProblem> {
    let ByColour { black, white } = discs;
    if u32::from(black.0) + u32::from(white.0) > u32::from(HalfDiscs::discs(SQUARES).0) {
        return Err(ScoreProblem::TooMany { black, white });
    }
    let whole = black.is_whole() && white.is_whole();
    match rules.empties.value {
        Empties::ToWinner | Empties::Ignored if !whole => {
            Err(ScoreProblem::Halves { black, white })
        }
        Empties::ToWinner | Empties::Ignored | Empties::Halved => Ok(()),
    }
}

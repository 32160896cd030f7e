//! The official score of a game.
//!
//! | How the game ended | What decides | Clauses |
//! |---|---|---|
//! | both in time | `wipe_out`, `empties`, `draw_score` | USOA-4.2 to 4.4, PAGE-end-2 to 5, WOC-IV.8, BOF-gen-9, SOC-III.11 |
//! | first flag | `time_default`, `flag_in_absence` | USOA-6, PAGE-end-6 to 8, WOC-IV.6, BOF-gen-13, SOC-III.9, SOC-III.2.b |
//! | later flags | `extension_grant`, `second_flag_winner`, `second_flag_score` | USOA-6.8, WOC-IV.6.p2, BOF-gen-14, SOC-III.9.p3 |
//! | play ended after a default | `guarantee`, `minimum_win` | the same |
//! | resignation, forfeit | `resign_score`, `forfeit_score` | WOC-IV.8.p3, SOC-III.11.p3, USOA-9.2 |

use outflank_board::{BySide, Side};

use outflank_event::words;

use crate::axes::clock::{
    ExtensionGrant, FlagInAbsence, Guarantee, SecondFlagScore, SecondFlagWinner, TimeDefault,
};
use crate::axes::scoring::{DrawScore, Empties, WipeOut};
use crate::axis::Axis;
use crate::clause::ClauseId;
use crate::discs::HalfDiscs;
use crate::rulebook::Rulebook;
use crate::value::ScoreLine;

/// The squares of the board.
pub const SQUARES: u16 = 64;

/// Official scores, Black and White.
pub type Score = BySide<HalfDiscs>;

words! {
    /// How a game ended.
    EndedBy {
        /// Neither side could move.
        EndOfPlay = "end of play",
        /// A flag, where the first flag ends the game.
        FirstFlag = "first flag",
        /// The flag of a player who was away from the table.
        FlagInAbsence = "flag during absence",
        /// The first defaulter used up the extension.
        DefaulterSecondFlag = "second flag of the defaulter",
        /// The other player's time ran out after both had been given more.
        NonDefaulterFlag = "flag of the non-defaulter",
        /// The other player used up their own extension.
        NonDefaulterSecondFlag = "second flag of the non-defaulter",
        /// A player resigned, or would or could not go on.
        Resignation = "resignation",
        /// A player lost the game by a ruling.
        Forfeit = "forfeit",
    }
}

/// The official result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The official score.
    pub score: Score,
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// How the game ended.
    pub ended_by: EndedBy,
    /// The clauses that decided, in the order they were applied.
    pub clauses: Vec<ClauseId>,
}

/// One flag that fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flag {
    /// Whose flag.
    pub side: Side,
    /// In which circumstances.
    pub when: FlagWhen,
}

impl Flag {
    /// A flag that fell while its player sat at the table.
    pub const fn of(side: Side) -> Self {
        Self {
            side,
            when: FlagWhen::AtTheTable,
        }
    }
}

/// The circumstances of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlagWhen {
    /// The player was at the table.
    AtTheTable,
    /// The player was away.
    Absent,
    /// It was found fallen together with the other's earlier one, before any extension was given (AMB-22).
    FoundWithTheFirst,
}

/// What the flags so far mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// No flag yet.
    InTime,
    /// The defaulter has lost; play goes on for the score.
    Defaulted {
        /// Who fell first.
        defaulter: Side,
    },
    /// The game is over.
    Over {
        /// Who fell first.
        defaulter: Side,
        /// By which flag.
        ended_by: EndedBy,
    },
}

/// Why a score cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// More discs than squares.
    #[error("{black} black and {white} white discs add up to {}, but the board has only 64 squares. Count again.", u32::from(*black) + u32::from(*white))]
    TooManyDiscs {
        /// Black discs.
        black: u16,
        /// White discs.
        white: u16,
    },
    #[error(
        "The game was over at flag {over_at} ({ended_by}), but {given} flags are listed. Remove the flags after that."
    )]
    FlagsAfterEnd {
        /// The flag that ended it, counting from 1.
        over_at: usize,
        ended_by: EndedBy,
        /// How many were given.
        given: usize,
    },
    /// A flag that cannot have been found together with another.
    #[error(
        "Flag {at} cannot have been found together with the first. Only the other side's first flag can."
    )]
    NotFoundTogether {
        /// The flag, counting from 1.
        at: usize,
    },
}

/// Something a person must be told before accepting a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notice {
    /// The text gives the game to the first defaulter, against its own rule and all others (AMB-21).
    DisputedSecondFlag,
    /// Empty squares count for nobody, as the text is written; disc count and BQ depend on it (AMB-10).
    EmptiesAsWritten,
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DisputedSecondFlag => {
                "The text gives the win to the player who defaulted first. This interpretation is disputed. The alternative is second_flag_winner = non_defaulter."
            }
            Self::EmptiesAsWritten => {
                "The text does not mention empty squares, so they count for neither side. The alternative interpretation is empties = to_winner."
            }
        })
    }
}

/// What to tell people about a result under this rulebook.
pub fn notice(rules: &Rulebook, result: &Outcome) -> Option<Notice> {
    let disputed = match (result.ended_by, rules.second_flag_winner.value) {
        (
            EndedBy::NonDefaulterFlag | EndedBy::NonDefaulterSecondFlag,
            SecondFlagWinner::Defaulter,
        ) => true,
        (_, SecondFlagWinner::Defaulter | SecondFlagWinner::NonDefaulter) => false,
    };
    let sum = result.score.black + result.score.white;
    let counted = result.ended_by == EndedBy::EndOfPlay && sum < HalfDiscs::discs(SQUARES);
    match (rules.empties.value, rules.draw_score.value) {
        _ if disputed => Some(Notice::DisputedSecondFlag),
        // Where draws are filled up to 32-32 the silence on empties is a gap, not a rule.
        (Empties::Ignored, DrawScore::ThirtyTwoAll) if counted => Some(Notice::EmptiesAsWritten),
        (Empties::Ignored | Empties::ToWinner | Empties::Halved, _) => None,
    }
}

/// What a sequence of flags means under a rulebook.
pub fn standing(rules: &Rulebook, flags: &[Flag]) -> Result<Standing, ScoreError> {
    let mut now = Standing::InTime;
    // Flags of the non-defaulter that count.
    let mut other_falls = 0;
    for (n, flag) in flags.iter().enumerate() {
        if flag.when == FlagWhen::FoundWithTheFirst && (n != 1 || flags[0].side == flag.side) {
            return Err(ScoreError::NotFoundTogether { at: n + 1 });
        }
        let defaulter = match now {
            Standing::InTime => flag.side,
            Standing::Defaulted { defaulter } => defaulter,
            Standing::Over { ended_by, .. } => {
                return Err(ScoreError::FlagsAfterEnd {
                    over_at: n,
                    ended_by,
                    given: flags.len(),
                });
            }
        };
        let over = |ended_by| Standing::Over {
            defaulter,
            ended_by,
        };
        now = match (flag.when, rules.flag_in_absence.value) {
            (FlagWhen::Absent, FlagInAbsence::SixtyFourNil) => over(EndedBy::FlagInAbsence),
            (FlagWhen::Absent, FlagInAbsence::Ordinary)
            | (FlagWhen::AtTheTable | FlagWhen::FoundWithTheFirst, _) => match now {
                Standing::InTime => match rules.time_default.value {
                    TimeDefault::SuddenDeath => over(EndedBy::FirstFlag),
                    TimeDefault::TwoMinutes => Standing::Defaulted { defaulter },
                },
                Standing::Defaulted { .. } | Standing::Over { .. } if flag.side == defaulter => {
                    over(EndedBy::DefaulterSecondFlag)
                }
                Standing::Defaulted { .. } | Standing::Over { .. } => {
                    match (rules.extension_grant.value, flag.when) {
                        // This flag fell before the extra time was given, so it ends nothing.
                        (ExtensionGrant::BothAtFirstDefault, FlagWhen::FoundWithTheFirst) => now,
                        (ExtensionGrant::BothAtFirstDefault, _) => over(EndedBy::NonDefaulterFlag),
                        (ExtensionGrant::EachOnOwnFlag | ExtensionGrant::Nobody, _) => {
                            other_falls += 1;
                            if other_falls == 1 {
                                now
                            } else {
                                over(EndedBy::NonDefaulterSecondFlag)
                            }
                        }
                    }
                }
            },
        };
    }
    Ok(now)
}

/// The official score of a finished board on which the flags fell in the order given.
///
/// ```
/// use outflank_board::{BySide, Side};
/// use outflank_rulebook::{Flag, outcome, shipped};
/// let wof = shipped("wof").expect("shipped");
/// let result = outcome(wof, BySide::new(33, 3), &[Flag::of(Side::White)]).expect("a possible game");
/// assert_eq!(result.score.map(|discs| discs.to_string()), BySide::new("61".to_owned(), "3".to_owned()));
/// ```
pub fn outcome(
    rules: &Rulebook,
    discs: BySide<u16>,
    flags: &[Flag],
) -> Result<Outcome, ScoreError> {
    if discs.black.saturating_add(discs.white) > SQUARES {
        return Err(ScoreError::TooManyDiscs {
            black: discs.black,
            white: discs.white,
        });
    }
    Ok(match standing(rules, flags)? {
        Standing::InTime => board_score(rules, discs),
        Standing::Defaulted { defaulter } => guaranteed(rules, discs, defaulter.other()),
        Standing::Over {
            defaulter,
            ended_by,
        } => over(rules, discs, flags, defaulter, ended_by),
    })
}

/// The score of a finished board without any flag.
pub fn board_score(rules: &Rulebook, discs: BySide<u16>) -> Outcome {
    let empty = SQUARES - discs.black - discs.white;
    let count = discs.map(HalfDiscs::discs);
    let winner = match discs.black.cmp(&discs.white) {
        std::cmp::Ordering::Greater => Some(Side::Black),
        std::cmp::Ordering::Less => Some(Side::White),
        std::cmp::Ordering::Equal => None,
    };
    let Some(side) = winner else {
        let (score, from) = match rules.draw_score.value {
            DrawScore::DiscsOnBoard => (count, &rules.draw_score),
            DrawScore::ThirtyTwoAll => (
                BySide::both(HalfDiscs::discs(SQUARES / 2)),
                &rules.draw_score,
            ),
            DrawScore::HalvedEmpties => (
                count.map(|discs| discs + HalfDiscs(empty)),
                &rules.draw_score,
            ),
        };
        return Outcome {
            score,
            winner,
            ended_by: EndedBy::EndOfPlay,
            clauses: from.clauses(),
        };
    };
    let nil = || {
        let line = ScoreLine::discs(SQUARES, 0);
        for_winner(side, line, EndedBy::EndOfPlay, rules.wipe_out.clauses())
    };
    if discs[side.other()] == 0 {
        match rules.wipe_out.value {
            WipeOut::SixtyFourNil => return nil(),
            WipeOut::LikeAnyGame => {}
        }
    }
    let mut score = count;
    match rules.empties.value {
        Empties::Ignored => {}
        Empties::ToWinner => score[side] = score[side] + HalfDiscs::discs(empty),
        Empties::Halved => score = score.map(|discs| discs + HalfDiscs(empty)),
    }
    Outcome {
        score,
        winner,
        ended_by: EndedBy::EndOfPlay,
        clauses: rules.empties.clauses(),
    }
}

/// The score of a game played to the end after a default: the true score, but at least the minimum win (AMB-14 to 16).
fn guaranteed(rules: &Rulebook, discs: BySide<u16>, winner: Side) -> Outcome {
    let truth = board_score(rules, discs);
    let stands = truth.winner == Some(winner) && {
        let margin = HalfDiscs(truth.score[winner].0 - truth.score[winner.other()].0);
        match rules.guarantee.value {
            Guarantee::Majority => true,
            Guarantee::BetterThanMinimum => margin > rules.minimum_win.value.margin(),
        }
    };
    if stands {
        let mut clauses = rules.guarantee.clauses();
        clauses.extend(truth.clauses);
        dedup(&mut clauses);
        return Outcome { clauses, ..truth };
    }
    for_winner(
        winner,
        rules.minimum_win.value,
        EndedBy::EndOfPlay,
        both(&rules.minimum_win, &rules.guarantee),
    )
}

fn over(
    rules: &Rulebook,
    discs: BySide<u16>,
    flags: &[Flag],
    defaulter: Side,
    ended_by: EndedBy,
) -> Outcome {
    let nil = ScoreLine::discs(SQUARES, 0);
    match ended_by {
        EndedBy::FirstFlag => for_winner(
            defaulter.other(),
            nil,
            ended_by,
            rules.time_default.clauses(),
        ),
        EndedBy::FlagInAbsence => {
            let absent = flags.last().map_or(defaulter, |flag| flag.side);
            for_winner(
                absent.other(),
                nil,
                ended_by,
                rules.flag_in_absence.clauses(),
            )
        }
        EndedBy::DefaulterSecondFlag => for_winner(
            defaulter.other(),
            nil,
            ended_by,
            rules.defaulter_second_flag.clauses(),
        ),
        EndedBy::NonDefaulterFlag | EndedBy::NonDefaulterSecondFlag => {
            let winner = match rules.second_flag_winner.value {
                SecondFlagWinner::NonDefaulter => defaulter.other(),
                SecondFlagWinner::Defaulter => defaulter,
            };
            match rules.second_flag_score.value {
                SecondFlagScore::Minimum => for_winner(
                    winner,
                    rules.minimum_win.value,
                    ended_by,
                    both(&rules.second_flag_winner, &rules.second_flag_score),
                ),
                SecondFlagScore::TrueScore => Outcome {
                    ended_by,
                    ..guaranteed(rules, discs, winner)
                },
            }
        }
        EndedBy::EndOfPlay | EndedBy::Resignation | EndedBy::Forfeit => {
            unreachable!("no flag ends a game by {ended_by}")
        }
    }
}

/// The score when a player resigns, refuses to go on or cannot.
pub fn resigned(rules: &Rulebook, loser: Side) -> Outcome {
    for_winner(
        loser.other(),
        rules.resign_score.value,
        EndedBy::Resignation,
        rules.resign_score.clauses(),
    )
}

/// The score of a game lost by a ruling.
pub fn forfeited(rules: &Rulebook, loser: Side) -> Outcome {
    for_winner(
        loser.other(),
        rules.forfeit_score.value,
        EndedBy::Forfeit,
        rules.forfeit_score.clauses(),
    )
}

/// The score when the board cannot be restored: the player who caused it loses 64-0 (USOA-7.6.c, SOC-III.8.p2).
pub fn unrecoverable(rules: &Rulebook, responsible: Side) -> Outcome {
    let line = ScoreLine::discs(SQUARES, 0);
    for_winner(
        responsible.other(),
        line,
        EndedBy::Forfeit,
        rules.disturbed_board.clauses(),
    )
}

fn for_winner(winner: Side, line: ScoreLine, ended_by: EndedBy, clauses: Vec<ClauseId>) -> Outcome {
    let mut score = BySide::both(line.loser);
    score[winner] = line.winner;
    Outcome {
        score,
        winner: Some(winner),
        ended_by,
        clauses,
    }
}

fn both<T, U>(first: &Axis<T>, second: &Axis<U>) -> Vec<ClauseId> {
    let mut clauses = first.clauses();
    clauses.extend(second.clauses());
    dedup(&mut clauses);
    clauses
}

fn dedup(clauses: &mut Vec<ClauseId>) {
    let mut seen = Vec::new();
    clauses.retain(|id| {
        let new = !seen.contains(id);
        seen.push(id.clone());
        new
    });
}

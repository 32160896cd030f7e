//! A table's result as the desk sees it.

use outflank_board::Side;
use outflank_pairing::Colour;
use outflank_rulebook::{HalfDiscs, Rulebook};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Card, Official, ResultSource, ResultState};
use outflank_tournament::running::{Reported, TableNumber};

use crate::views::director::Office;
use crate::views::{Halves, Moment};

/// How far a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateWord {
    Missing,
    /// Two different results were reported.
    InQuery,
    Entered,
    Confirmed,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultHow {
    /// Played to the end.
    Played,
    /// With flags, in their order.
    Flags(Vec<Side>),
    Resigned(Side),
    /// Somebody was not there.
    Forfeit(Side),
    DoubleForfeit,
    Ruled,
    /// As if it had never been.
    Annulled,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskResult {
    /// Official discs, Black's first, where the result names them.
    pub score: Option<(Halves, Halves)>,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    pub how: ResultHow,
}

/// Who entered something last, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultMark {
    /// Who, as the log names him.
    pub by: String,
    pub at: Moment,
    /// The version of the tournament then.
    pub version: u64,
}

pub(crate) const fn side(colour: Colour) -> Side {
    match colour {
        Colour::Black => Side::Black,
        Colour::White => Side::White,
    }
}

fn halves(discs: HalfDiscs) -> Halves {
    Halves(u32::from(discs.0))
}

impl DeskResult {
    /// A result as it is kept.
    #[must_use]
    pub fn of(result: &Official, rules: Option<&Rulebook>) -> Self {
        let by_discs = |black: HalfDiscs, white: HalfDiscs, named: Option<Colour>| match named {
            Some(colour) => Some(side(colour)),
            None if black > white => Some(Side::Black),
            None if white > black => Some(Side::White),
            None => None,
        };
        let (score, winner, how) = match result {
            Official::Played {
                black,
                white,
                winner,
                flags,
            } => {
                let how = match flags.is_empty() {
                    true => ResultHow::Played,
                    false => ResultHow::Flags(flags.iter().map(|one| side(*one)).collect()),
                };
                let score = (halves(*black), halves(*white));
                (Some(score), by_discs(*black, *white, *winner), how)
            }
            Official::Adjudicated {
                black,
                white,
                winner,
            } => {
                let score = (halves(*black), halves(*white));
                (
                    Some(score),
                    by_discs(*black, *white, *winner),
                    ResultHow::Ruled,
                )
            }
            Official::Resigned { by } => {
                (None, Some(side(by.other())), ResultHow::Resigned(side(*by)))
            }
            Official::Forfeit { by } => {
                (None, Some(side(by.other())), ResultHow::Forfeit(side(*by)))
            }
            Official::DoubleForfeit => (None, None, ResultHow::DoubleForfeit),
            Official::Annulled => (None, None, ResultHow::Annulled),
        };
        let score = score.or_else(|| awarded(rules?, result));
        Self { score, winner, how }
    }
}

/// What the rulebook gives for a resignation or a forfeit, Black's first.
fn awarded(rules: &Rulebook, result: &Official) -> Option<(Halves, Halves)> {
    let line = match result {
        Official::Resigned { .. } => rules.resign_score.value,
        Official::Forfeit { .. } => rules.forfeit_score.value,
        Official::Played { .. }
        | Official::Adjudicated { .. }
        | Official::DoubleForfeit
        | Official::Annulled => return None,
    };
    let loser = match result {
        Official::Resigned { by } | Official::Forfeit { by } => *by,
        _ => return None,
    };
    let (winner, lost) = (halves(line.winner), halves(line.loser));
    Some(match loser {
        Colour::Black => (lost, winner),
        Colour::White => (winner, lost),
    })
}

impl StateWord {
    pub(crate) const fn of(state: ResultState) -> Self {
        match state {
            ResultState::Missing => Self::Missing,
            ResultState::InQuery => Self::InQuery,
            ResultState::Entered => Self::Entered,
            ResultState::Confirmed => Self::Confirmed,
        }
    }
}

pub(crate) fn source_word(source: ResultSource) -> &'static str {
    match source {
        ResultSource::Slip => "slip",
        ResultSource::Judge => "judge",
        ResultSource::Players => "players",
        ResultSource::Player => "player",
        ResultSource::Director => "director",
        ResultSource::Game => "game",
    }
}

impl Office<'_> {
    pub(crate) fn card_result(&self, card: &Card) -> Option<DeskResult> {
        let result = card.result.as_ref()?;
        Some(DeskResult::of(result, self.now.rules()))
    }

    pub(crate) fn result_mark(&self, round: RoundNumber, table: TableNumber) -> Option<ResultMark> {
        let mark = self.now.result_mark(round, table)?;
        Some(ResultMark {
            by: mark.by.clone(),
            at: self.moment(mark.at),
            version: mark.version.0,
        })
    }

    /// What the rulebook makes of a report, or why it cannot be.
    ///
    /// # Errors
    /// The reason, in words for the person who typed it.
    pub fn official(&self, reported: Reported) -> Result<DeskResult, String> {
        let Some(rules) = self.now.rules() else {
            return Err(String::new());
        };
        match reported.official(rules) {
            Ok(official) => Ok(DeskResult::of(&official, Some(rules))),
            Err(problem) => Err(problem.to_string()),
        }
    }

    /// Whether the two scores of a played game always add up to 64, so that one is enough.
    #[must_use]
    pub fn one_score_is_enough(&self) -> bool {
        use outflank_rulebook::axes::scoring::Empties;
        let rules = self.now.rules();
        rules.is_some_and(|rules| match rules.empties.value {
            Empties::ToWinner | Empties::Halved => true,
            Empties::Ignored => false,
        })
    }

    /// Whether half discs are known, so that `38.5` can be a score.
    #[must_use]
    pub fn knows_half_discs(&self) -> bool {
        use outflank_rulebook::axes::scoring::Empties;
        let rules = self.now.rules();
        rules.is_some_and(|rules| match rules.empties.value {
            Empties::Halved => true,
            Empties::ToWinner | Empties::Ignored => false,
        })
    }

    /// The clause about empty squares, as people read it.
    #[must_use]
    pub fn empties_clause(&self) -> Option<String> {
        let clause = self.now.rules()?.empties.clause()?;
        Some(clause.for_people())
    }
}

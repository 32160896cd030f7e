//! A table's result as the desk sees it.

use std::cmp::Ordering;

use outflank_board::Side;
use outflank_rulebook::{HalfDiscs, Rulebook};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Official, Reported, TableNumber};

use crate::views::director::DirectorView;
use crate::views::{Halves, Moment};

/// An official result, with what it counts under the rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultView {
    pub official: Official,
    /// The discs that count, Black's first.
    pub score: Option<(Halves, Halves)>,
    /// Who won. No one wins a draw.
    pub winner: Option<Side>,
}

/// Who entered something last, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultMark {
    /// The person, as named in the log.
    pub by: String,
    pub at: Moment,
    /// The version of the tournament then.
    pub version: u64,
}

impl ResultView {
    #[must_use]
    pub fn of(official: &Official, rules: Option<&Rulebook>) -> Self {
        let settled = rules.and_then(|rules| official.game_result().settled(rules));
        let halves = |discs: HalfDiscs| Halves(u32::from(discs.0));
        let score = settled.map(|one| (halves(one.discs.black), halves(one.discs.white)));
        Self {
            official: official.clone(),
            score: score.filter(|(black, white)| black.0 + white.0 > 0),
            winner: settled.and_then(|one| match one.points.black.cmp(&one.points.white) {
                Ordering::Greater => Some(Side::Black),
                Ordering::Less => Some(Side::White),
                Ordering::Equal => None,
            }),
        }
    }
}

impl DirectorView<'_> {
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
    pub fn official(&self, reported: Reported) -> Result<ResultView, String> {
        let rules = self.now.rules().ok_or_else(String::new)?;
        match reported.official(rules) {
            Ok(official) => Ok(ResultView::of(&official, Some(rules))),
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

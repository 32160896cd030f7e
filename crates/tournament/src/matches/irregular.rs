//! Games of a match that its rule does not provide for.

use outflank_rulebook::axes::tournament::DrawnPlayoff;
use outflank_rulebook::{ClauseId, Rulebook};

use super::rule::Length;
use super::{Match, MatchGame, state};

/// What is wrong with a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Irregularity {
    /// The match was decided before it (WOC-III.1.p1.c).
    AfterTheEnd,
    /// The second game has the colours of the first (WOC-III.1.p1.a).
    ColoursNotReversed,
    /// A winner is named for a draw where there is no draw-win (BOF-nat-7.a, WOC-III.1.p1.b).
    WinnerOfADraw,
}

impl Irregularity {
    /// The clause, where a text has one.
    pub fn clause(self, rules: &Rulebook, of: &Match) -> Option<ClauseId> {
        let of_three = |id: &str| rules.best_of_three.clause().and(ClauseId::known(id));
        match (self, of.call.rule.length) {
            (Self::AfterTheEnd, Length::BestOfThree) => of_three("WOC-III.1.p1.c"),
            (Self::AfterTheEnd, Length::Single) => of.call.clause.clone(),
            (Self::ColoursNotReversed, _) => of_three("WOC-III.1.p1.a"),
            (Self::WinnerOfADraw, Length::BestOfThree) => of_three("WOC-III.1.p1.b"),
            (Self::WinnerOfADraw, Length::Single) => rules.drawn_playoff.clause(),
        }
    }
}

impl Match {
    /// The games that the rule of the match does not provide for.
    pub fn irregular_games(&self, rules: &Rulebook) -> Vec<(&MatchGame, Irregularity)> {
        let mut found = Vec::new();
        for (n, game) in self.games.iter().enumerate() {
            let before = state::state(rules, &self.call, &self.games[..n], &[]);
            if before.is_over() {
                found.push((game, Irregularity::AfterTheEnd));
            }
            let has_draw_win = match (self.call.rule.length, self.call.rule.drawn) {
                (Length::Single, DrawnPlayoff::DrawWin) => true,
                (Length::Single, DrawnPlayoff::TieBreakOrder | DrawnPlayoff::HigherInSwiss)
                | (Length::BestOfThree, _) => false,
            };
            if game.has_named_winner_of_draw() && !has_draw_win {
                found.push((game, Irregularity::WinnerOfADraw));
            }
        }
        if let (Length::BestOfThree, [first, second, ..]) =
            (self.call.rule.length, self.games.as_slice())
            && first.black == second.black
        {
            found.push((second, Irregularity::ColoursNotReversed));
        }
        found
    }
}

//! A game as the file has it, and the result it tells.

use outflank_pairing::{Colour, EntrantId};
use outflank_rulebook::{HalfDiscs, Raw, Rulebook};
use outflank_tournament::matches::MatchId;
use outflank_tournament::{
    ByColour, GameResult, ListName, Stage, check_awarded_score, check_score,
};

use crate::tournament_file::RoundEntry;
use crate::tournament_file::problem::What;

/// One game as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    pub black: EntrantId,
    pub white: EntrantId,
    pub discs: Option<ByColour<HalfDiscs>>,
    /// What happened, if it was not simply played.
    pub result: Option<ResultWord>,
    /// Who resigned or was missing.
    pub by: Option<Colour>,
    /// Who came, but so late that the game was lost.
    pub late: Vec<Colour>,
    /// The winner, where the discs do not tell.
    pub winner: Option<Colour>,
    /// Whose flags fell, in order.
    pub flags: Vec<Colour>,
    pub moves: Option<String>,
    pub table: Option<u16>,
    /// The part of the event, where it is another than the round's.
    pub stage: Option<Stage>,
    /// The list, where it is another than the round's.
    pub list: Option<ListName>,
    /// Which of several matches of its part.
    pub match_label: Option<Raw>,
}

/// What happened in a game that was not simply played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultWord {
    /// A player resigned or refused to continue.
    Resigned,
    Forfeit,
    DoubleForfeit,
    Adjudicated,
    /// It does not count.
    Annulled,
}

impl GameEntry {
    /// A game of which only the pair is known.
    #[must_use]
    pub const fn new(black: EntrantId, white: EntrantId) -> Self {
        Self {
            black,
            white,
            discs: None,
            result: None,
            by: None,
            late: Vec::new(),
            winner: None,
            flags: Vec::new(),
            moves: None,
            table: None,
            stage: None,
            list: None,
            match_label: None,
        }
    }

    /// The part of the event: the game's own, else the round's.
    pub(crate) fn stage_in(&self, round: &RoundEntry) -> Stage {
        self.stage.unwrap_or(round.stage)
    }

    /// The match a game of a later round belongs to, as far as it is named; the pair tells the rest.
    pub(crate) fn match_of(&self, round: &RoundEntry) -> Option<MatchId> {
        let stage = self.stage_in(round);
        if stage.is_counted() {
            return None;
        }
        let list = self.list.or(round.list);
        if list.is_none() && self.stage.is_none() && round.stage_of_round() == stage {
            return None;
        }
        let label = self.match_label.as_ref().or(round.match_label.as_ref());
        let number = label.and_then(|label| label.to_string().parse().ok());
        Some(MatchId {
            stage,
            list: list.unwrap_or_default(),
            number: number.unwrap_or(1),
        })
    }

    /// The result the fields tell; it does not count where they tell none.
    #[must_use]
    pub fn game_result(&self, rules: &Rulebook) -> GameResult {
        let loser = self.by.or(self.winner.map(Colour::other));
        let was_begun = self.moves.as_ref().is_some_and(|moves| !moves.is_empty());
        match (self.result, self.discs, loser) {
            (None, Some(discs), _) => GameResult::Played {
                discs,
                winner: self.winner,
            },
            (None, None, _) => GameResult::Pending,
            (Some(ResultWord::Resigned), discs, Some(by)) => GameResult::Resigned { by, discs },
            // A game with moves was not missed, so the forfeit is a ruling.
            (Some(ResultWord::Forfeit), discs, Some(by)) if was_begun => {
                awarded(rules, discs, Some(by))
            }
            (Some(ResultWord::Forfeit), discs, Some(by)) => GameResult::Forfeit {
                by,
                discs,
                arrived: self.late.contains(&by),
            },
            (Some(ResultWord::Adjudicated), Some(_), loser) => awarded(rules, self.discs, loser),
            (Some(ResultWord::Adjudicated), None, Some(by)) => awarded(rules, None, Some(by)),
            (Some(ResultWord::DoubleForfeit), _, _) => GameResult::DoubleForfeit {
                arrived: ByColour {
                    black: self.late.contains(&Colour::Black),
                    white: self.late.contains(&Colour::White),
                },
            },
            (Some(ResultWord::Annulled), _, _) => GameResult::Annulled,
            (
                Some(ResultWord::Resigned | ResultWord::Forfeit | ResultWord::Adjudicated),
                _,
                None,
            ) => GameResult::Pending,
        }
    }

    /// What is wrong with the fields, each with the name of the field.
    pub(crate) fn problems(&self, rules: &Rulebook) -> Vec<(&'static str, What)> {
        let mut found = Vec::new();
        let has_side = self.by.is_some() || self.winner.is_some();
        match self.result {
            None => self.problems_of_a_played_game(&mut found),
            Some(ResultWord::Resigned) if !has_side => {
                found.push(("result", What::NoSide("resigned")));
            }
            Some(ResultWord::Forfeit) if !has_side => {
                found.push(("result", What::NoSide("a forfeit")));
            }
            Some(ResultWord::Adjudicated) if !has_side && self.discs.is_none() => {
                found.push(("result", What::NoResult));
            }
            Some(ResultWord::DoubleForfeit) => {
                let fields = [
                    ("discs", self.discs.is_some()),
                    ("by", self.by.is_some()),
                    ("winner", self.winner.is_some()),
                ];
                for (field, _) in fields.into_iter().filter(|(_, given)| *given) {
                    let with = "a double forfeit";
                    found.push((field, What::DoesNotGoWith { field, with }));
                }
            }
            Some(
                ResultWord::Resigned
                | ResultWord::Forfeit
                | ResultWord::Adjudicated
                | ResultWord::Annulled,
            ) => {}
        }
        if !self.late.is_empty() && !self.late.iter().all(|side| self.lost_by_absence(*side)) {
            let (field, with) = ("late", "a player who did not lose by being late");
            found.push((field, What::DoesNotGoWith { field, with }));
        }
        if self.by.is_some() && self.by == self.winner {
            let (field, with) = ("winner", "'by', which names the loser");
            found.push((field, What::DoesNotGoWith { field, with }));
        }
        if let Some(discs) = self.discs {
            let checked = match self.result {
                None => check_score(rules, discs),
                Some(_) => check_awarded_score(rules, discs),
            };
            found.extend(checked.err().map(|problem| ("discs", What::Score(problem))));
        }
        found
    }

    /// Whether this side lost the game by not being there in time.
    fn lost_by_absence(&self, side: Colour) -> bool {
        match self.result {
            Some(ResultWord::DoubleForfeit) => true,
            Some(ResultWord::Forfeit) => self.by.or(self.winner.map(Colour::other)) == Some(side),
            Some(ResultWord::Resigned | ResultWord::Adjudicated | ResultWord::Annulled) | None => {
                false
            }
        }
    }

    fn problems_of_a_played_game(&self, found: &mut Vec<(&'static str, What)>) {
        let Some(discs) = self.discs else {
            found.push(("", What::NoResult));
            return;
        };
        if self.by.is_some() {
            let (field, with) = ("by", "a game without a \"result\"");
            found.push((field, What::DoesNotGoWith { field, with }));
        }
        if let Some(winner) = self.winner
            && discs[winner] < discs[winner.other()]
        {
            found.push(("winner", What::WinnerHasFewerDiscs));
        }
    }
}

/// A game the director has decided.
fn awarded(
    rules: &Rulebook,
    discs: Option<ByColour<HalfDiscs>>,
    loser: Option<Colour>,
) -> GameResult {
    let line = rules.forfeit_score.value;
    GameResult::Adjudicated {
        discs: match (discs, loser) {
            (Some(discs), _) => discs,
            (None, Some(loser)) => ByColour::of(loser, line.loser, line.winner),
            (None, None) => ByColour::default(),
        },
        winner: loser.map(Colour::other),
    }
}

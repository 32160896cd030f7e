//! What comes after the preliminary rounds: every match the rules call for so far, and which games
//! are next.
//!
//! [`course`] reads an [`Event`] and plugs together what the rulebook's axes say: `playoffs` make the
//! playoffs (in the list they decide), `finals` the semi-finals and finals of each list. Nothing here
//! asks for a federation.

mod bracket;
mod slots;

pub use bracket::{Bracket, BracketPlan, Part, bracket};
pub use slots::{DayThree, SlotGame, SlotTimes, day_three, slot_text};

use outflank_rulebook::axes::tournament::{CategoryLists, Finals};

use crate::event::Event;
use crate::list_name::ListName;
use crate::lists::{IndividualList, category_list, individual_list};
use crate::matches::{Match, MatchId, MatchState};

/// The matches of an event, as far as the rules call for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// In the order they are called: playoffs, then the finals of each list.
    pub matches: Vec<Match>,
    /// The finals of each list that has some.
    pub brackets: Vec<Bracket>,
}

impl Course {
    pub fn get(&self, id: MatchId) -> Option<&Match> {
        self.matches.iter().find(|one| one.id() == id)
    }

    /// The matches with a game in the next round: those of the earliest slot. Nothing if all are
    /// over, or as long as one is undecided.
    pub fn next(&self) -> Vec<&Match> {
        if self.undecided().next().is_some() {
            return Vec::new();
        }
        let first = self.matches.iter().filter_map(Match::due_slot).min();
        (self.matches.iter())
            .filter(|one| first.is_some() && one.due_slot() == first)
            .collect()
    }

    /// The matches that need a ruling before anything goes on.
    pub fn undecided(&self) -> impl Iterator<Item = &Match> {
        (self.matches.iter()).filter(|one| one.state == MatchState::Undecided)
    }

    /// Whether no game is left to play or to decide.
    pub fn is_over(&self) -> bool {
        self.matches.iter().all(Match::is_over)
    }

    /// The finals of a list.
    pub fn bracket(&self, list: ListName) -> Option<&Bracket> {
        self.brackets.iter().find(|one| one.list == list)
    }
}

/// Every match the rules call for after the rounds there are.
pub fn course(event: &Event) -> Course {
    let individual = individual_list(event);
    let brackets = match event.rules.finals.value {
        Finals::None | Finals::PlayoffDecides => Vec::new(),
        Finals::SemiFinals => semi_finals(event, &individual),
    };
    let finals = brackets.iter().flat_map(|one| one.matches.iter().cloned());
    Course {
        matches: individual.playoffs.iter().cloned().chain(finals).collect(),
        brackets,
    }
}

/// Semi-finals, third place and final of the main list and of those beside it.
fn semi_finals(event: &Event, individual: &IndividualList) -> Vec<Bracket> {
    let Some(qualified) = &individual.qualified else {
        return Vec::new();
    };
    let main = main_bracket(event, qualified);
    let mut brackets = vec![main];
    match event.rules.category_lists.value {
        CategoryLists::None | CategoryLists::SpecialCategory => {}
        CategoryLists::WomenAndYoung => {
            for list in [ListName::Women, ListName::Young] {
                let category = category_list(event, list);
                if let Some(qualified) = category.qualified {
                    brackets.push(bracket(
                        event,
                        &BracketPlan::category(event, list),
                        &qualified,
                    ));
                }
            }
        }
    }
    brackets
}

/// The semi-finals and the final of the main list.
pub(crate) fn main_bracket(event: &Event, qualified: &[outflank_pairing::EntrantId]) -> Bracket {
    bracket(event, &BracketPlan::main(event), qualified)
}

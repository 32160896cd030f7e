//! An event of one's own, stage by stage: who plays in each, what comes next, who goes on and why.
//!
//! | File | What |
//! |---|---|
//! | `field` | who plays in a stage |
//! | `event` | the rounds of a stage as values |
//! | `knock_out` | the matches of a knock-out or a final |
//! | `order` | how the players of a stage finish, and the places of the event |
//! | `view` | everything a person sees of a stage |
//!
//! The main line goes from stage to stage; a consolation Swiss is played beside it, in the same
//! rounds. Nobody is in both at once.

mod event;
mod field;
mod knock_out;
mod order;
mod view;

pub(crate) use event::{planned_rounds, robin};
pub use field::StageField;
pub use knock_out::KnockOut;
pub use order::PlacedBlock;
pub use view::{GoesOn, StageState, StageView};

use outflank_pairing::EntrantId;

use super::custom::{StagePlan, StagePlay};
use super::round_life::{Phase, RoundLife};
use super::state::{Opened, TournamentState};
use crate::course::Course;

/// The number of a stage, counted from 1.
pub(crate) type StageNumber = u8;

/// The stages of an event of one's own, as they stand.
#[derive(Clone, Copy)]
pub(crate) struct Stages<'a> {
    pub(crate) now: &'a TournamentState,
    pub(crate) opened: &'a Opened,
    /// Whether assumed results stand for those not known.
    assuming: bool,
}

impl<'a> Stages<'a> {
    /// The stages, if it is an event of one's own.
    pub(crate) fn of(now: &'a TournamentState) -> Option<Self> {
        let opened = now.opened.as_ref()?;
        (!opened.setting.stages.is_empty()).then_some(Self {
            now,
            opened,
            assuming: false,
        })
    }

    /// The same with assumed results where the real ones are not known.
    pub(crate) const fn assuming(self) -> Self {
        Self {
            assuming: true,
            ..self
        }
    }

    pub(crate) fn numbers(self) -> impl DoubleEndedIterator<Item = StageNumber> {
        1..=StageNumber::try_from(self.opened.setting.stages.len()).unwrap_or(StageNumber::MAX)
    }

    pub(crate) fn plan(self, stage: StageNumber) -> &'a StagePlan {
        &self.opened.setting.stages[usize::from(stage) - 1]
    }

    pub(crate) fn is_consolation(self, stage: StageNumber) -> bool {
        matches!(self.plan(stage).play, StagePlay::ConsolationSwiss { .. })
    }

    /// Whether matches decide it.
    pub(crate) fn is_knock_out(self, stage: StageNumber) -> bool {
        let play = self.plan(stage).play;
        matches!(play, StagePlay::KnockOut { .. } | StagePlay::Final { .. })
    }

    /// The stages of the main line.
    fn main_line(self) -> impl DoubleEndedIterator<Item = StageNumber> {
        self.numbers()
            .filter(move |stage| !self.is_consolation(*stage))
    }

    /// The stage of the main line before this one.
    pub(crate) fn main_before(self, stage: StageNumber) -> Option<StageNumber> {
        self.main_line().rev().find(|other| *other < stage)
    }

    /// The stage of the main line after this one.
    pub(crate) fn main_after(self, stage: StageNumber) -> Option<StageNumber> {
        self.main_line().find(|other| *other > stage)
    }

    /// The rounds of a stage that have started.
    pub(crate) fn rounds_of(self, stage: StageNumber) -> impl Iterator<Item = &'a RoundLife> {
        (self.now.rounds.iter())
            .filter(|life| life.phase >= Phase::Started)
            .filter(move |life| life.pairing.stages.contains(&stage))
    }

    /// Whether nothing of a stage is left to play. Fewer than two players play nothing.
    pub(crate) fn is_over(self, stage: StageNumber) -> bool {
        let field = self.field(stage);
        if field.players.len() < 2 {
            return true;
        }
        let here = field.players.iter().filter(|id| !self.has_left(**id));
        if here.count() < 2 && !self.is_knock_out(stage) {
            return true;
        }
        let played = self.rounds_of(stage).count();
        match self.plan(stage).play {
            StagePlay::Swiss { rounds } | StagePlay::ConsolationSwiss { rounds } => {
                played >= usize::from(rounds)
            }
            StagePlay::Groups { cycles, .. } => {
                let rounds = |group: &Vec<EntrantId>| event::robin(group, cycles).rounds();
                played >= usize::from(field.groups.iter().map(rounds).max().unwrap_or(0))
            }
            StagePlay::KnockOut { .. } | StagePlay::Final { .. } => self.knock_out(stage).is_over,
        }
    }

    /// The matches of the stages that are due.
    pub(crate) fn course(self) -> Course {
        let due = self.due().into_iter();
        Course {
            matches: due
                .filter(|stage| self.is_knock_out(*stage))
                .flat_map(|stage| self.knock_out(stage).matches)
                .collect(),
            brackets: Vec::new(),
        }
    }

    /// The stages with games in the next round: one of the main line, and a consolation beside it.
    pub(crate) fn due(self) -> Vec<StageNumber> {
        let mut due = Vec::new();
        let main = self.main_line().find(|stage| !self.is_over(*stage));
        due.extend(main);
        let has_begun = |stage: StageNumber| main.is_none_or(|main| stage <= main);
        let is_over = |stage: StageNumber| main.is_none_or(|main| stage < main);
        for stage in self.numbers().filter(|stage| self.is_consolation(*stage)) {
            let known = match self.main_before(stage) {
                Some(before) if self.is_knock_out(before) => has_begun(before),
                Some(before) => is_over(before),
                None => true,
            };
            if !known {
                break;
            }
            if !self.is_over(stage) {
                due.push(stage);
                break;
            }
        }
        due
    }
}

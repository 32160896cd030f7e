//! Everything a person sees of a stage.

use outflank_event::words;
use outflank_pairing::EntrantId;

use super::{StageField, StageNumber, Stages};
use crate::matches::Match;
use crate::running::custom::{StagePlan, StagePlay};
use crate::running::paired::TableNumber;
use crate::running::state::TournamentState;
use crate::standings::{Standings, standings};
use outflank_pairing::RoundNumber;

words! {
    /// How far a stage is.
    StageState {
        /// Its players are not known yet.
        Waiting = "waiting",
        /// It is being played, or comes next.
        Playing = "playing",
        Over = "over",
        /// It had fewer than two players.
        Skipped = "skipped",
    }
}

/// A qualified player, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoesOn {
    pub id: EntrantId,
    /// Why: `2nd of group 1`.
    pub why: String,
}

/// A stage as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageView {
    /// Its number, counted from 1.
    pub number: u8,
    pub plan: StagePlan,
    /// The progress.
    pub state: StageState,
    /// Who plays in it and why; as it would be now while it waits.
    pub field: StageField,
    /// The table of a Swiss.
    pub table: Option<Standings>,
    /// The table of each group.
    pub groups: Vec<Standings>,
    /// The matches of a knock-out or a final.
    pub matches: Vec<Match>,
    /// The order of finish so far; those of one block are level.
    pub order: Vec<Vec<EntrantId>>,
    /// Who goes on to the next stage of the main line as things stand, and why.
    pub goes_on: Vec<GoesOn>,
}

impl TournamentState {
    /// The stages of an event of one's own, in order; none for a preset.
    pub fn stages(&self) -> Vec<StageView> {
        match Stages::of(self) {
            Some(stages) => stages.numbers().map(|stage| stages.view(stage)).collect(),
            None => Vec::new(),
        }
    }

    /// What a game counts for; nothing if there is no such game or the event has no stages of its
    /// own.
    pub fn stage_of(&self, round: RoundNumber, table: TableNumber) -> Option<&StagePlan> {
        let stages = Stages::of(self)?;
        let contest = self.round(round)?.card(table)?.contest?;
        contest.of.list.stage().map(|stage| stages.plan(stage))
    }
}

impl Stages<'_> {
    fn view(self, stage: StageNumber) -> StageView {
        let plan = self.plan(stage);
        let state = self.state(stage);
        let field = match state {
            StageState::Waiting => StageField::default(),
            StageState::Playing | StageState::Over | StageState::Skipped => self.field(stage),
        };
        let has_table = plan.play.is_swiss();
        let known = state != StageState::Waiting;
        let table = (has_table && known).then(|| {
            let mut table = standings(&self.event_of(stage), u16::MAX);
            table.rows.retain(|row| field.players.contains(&row.id));
            table
        });
        let groups = (field.groups.iter())
            .map(|group| standings(&self.event_of_group(stage, group), u16::MAX))
            .collect();
        StageView {
            number: stage,
            plan: plan.clone(),
            state,
            table,
            groups,
            matches: match self.is_knock_out(stage) && known {
                true => self.knock_out(stage).matches,
                false => Vec::new(),
            },
            order: if known {
                self.finish(stage)
            } else {
                Vec::new()
            },
            goes_on: if known {
                self.who_goes_on(stage)
            } else {
                Vec::new()
            },
            field,
        }
    }

    pub(crate) fn state(self, stage: StageNumber) -> StageState {
        if !self.has_begun(stage) && !self.is_reached(stage) {
            return StageState::Waiting;
        }
        match (self.is_over(stage), self.field(stage).players.len()) {
            (true, 0 | 1) => StageState::Skipped,
            (true, _) => StageState::Over,
            (false, _) => StageState::Playing,
        }
    }

    /// Whether everything before a stage is settled, so that its players are known.
    fn is_reached(self, stage: StageNumber) -> bool {
        let before = self.numbers().filter(|other| *other < stage);
        let mut mains = before.filter(|other| !self.is_consolation(*other));
        mains.all(|other| self.is_over(other)) || self.due().contains(&stage)
    }

    /// Who goes on to the next stage of the main line, with the reason.
    fn who_goes_on(self, stage: StageNumber) -> Vec<GoesOn> {
        if self.is_consolation(stage) {
            return Vec::new();
        }
        let Some(next) = self.main_after(stage) else {
            return Vec::new();
        };
        let field = self.field(next);
        let groups = match self.plan(stage).play {
            StagePlay::Groups { .. } => self.group_orders(stage),
            _ => Vec::new(),
        };
        let order: Vec<EntrantId> = self.finish(stage).into_iter().flatten().collect();
        let place_in = |list: &[EntrantId], id: EntrantId| {
            list.iter()
                .position(|other| *other == id)
                .map(|place| place + 1)
        };
        let why = |id: EntrantId| {
            let in_group = (1..).zip(&groups).find_map(|(number, group)| {
                let place = place_in(group, id)?;
                Some(format!("place {place} of group {number}"))
            });
            in_group.unwrap_or_else(|| match place_in(&order, id) {
                Some(place) => format!("place {place} of {}", self.plan(stage).name),
                None => field.why.clone(),
            })
        };
        (field.players.iter())
            .map(|id| GoesOn {
                id: *id,
                why: why(*id),
            })
            .collect()
    }
}

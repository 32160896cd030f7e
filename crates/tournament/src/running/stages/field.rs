//! Who plays in a stage.

use outflank_pairing::{EntrantId, Lots, RoundRobin};
use outflank_rulebook::axes::tournament::ReplaceQualifier;
use serde::{Deserialize, Serialize};

use super::{StageNumber, Stages, event};
use crate::running::custom::StagePlay;

/// Who plays in a stage.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StageField {
    /// The players, best first.
    pub players: Vec<EntrantId>,
    /// The groups, each in the order of its table of rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Vec<EntrantId>>,
    /// How they come to be in it.
    pub why: String,
}

impl Stages<'_> {
    /// Who plays in a stage: as it was opened, or as it would be now if it has not begun.
    pub(crate) fn field(self, stage: StageNumber) -> StageField {
        match self
            .now
            .fields
            .get(&stage)
            .filter(|_| self.has_begun(stage))
        {
            Some(field) => field.clone(),
            None => self.field_now(stage),
        }
    }

    /// Whether a round of it has started.
    pub(crate) fn has_begun(self, stage: StageNumber) -> bool {
        self.rounds_of(stage).next().is_some()
    }

    /// Who would play in a stage if it were opened now.
    pub(crate) fn field_now(self, stage: StageNumber) -> StageField {
        let plan = self.plan(stage);
        let (order, from) = if self.is_consolation(stage) {
            self.left_behind(stage)
        } else {
            self.candidates(stage)
        };
        let first = |limit: u16| {
            let some: Vec<EntrantId> = order.iter().copied().take(usize::from(limit)).collect();
            (some, format!("the first {limit} {from}"))
        };
        let (players, why) = match plan.play {
            StagePlay::Swiss { .. }
            | StagePlay::Groups { .. }
            | StagePlay::ConsolationSwiss { .. } => (order, from),
            StagePlay::KnockOut { players, .. } => first(players),
            StagePlay::Final { of, .. } => first(of),
        };
        let groups = match plan.play {
            StagePlay::Groups { groups, cycles, .. } => self.groups(&players, groups, cycles),
            _ => Vec::new(),
        };
        StageField {
            players,
            groups,
            why,
        }
    }

    /// Everybody who can come into a stage of the main line, best first, and where from. A qualifier
    /// who has withdrawn is replaced by the next, or the opponent has a walk-over.
    fn candidates(self, stage: StageNumber) -> (Vec<EntrantId>, String) {
        let here = |id: &EntrantId| !self.has_left(*id);
        let Some(before) = self.main_before(stage) else {
            return (self.seeding(), "of the seeding".to_owned());
        };
        let goes_on = self.goes_on(before);
        let replaces = match self.opened.rulebook.replace_qualifier.value {
            ReplaceQualifier::Next => true,
            ReplaceQualifier::Walkover => !self.is_knock_out(stage),
        };
        let order = (goes_on.into_iter())
            .filter(|id| !replaces || here(id))
            .collect();
        (order, format!("of {}", self.plan(before).name))
    }

    /// Those who are not in the main line any more, best first.
    fn left_behind(self, stage: StageNumber) -> (Vec<EntrantId>, String) {
        let after = self.main_after(stage);
        let chosen: Vec<EntrantId> = match (self.main_before(stage), after) {
            (Some(before), _) if self.is_knock_out(before) => self.field(before).players,
            (_, Some(after)) => self.field(after).players,
            (Some(before), None) => match self.plan(before).play {
                StagePlay::Groups { .. } => self.goes_on(before),
                _ => Vec::new(),
            },
            (None, None) => Vec::new(),
        };
        let places = self.order_so_far(stage);
        let order: Vec<EntrantId> = (places.into_iter())
            .filter(|id| !chosen.contains(id) && !self.has_left(*id))
            .collect();
        (order, "those who did not go on".to_owned())
    }

    /// Everybody by the stages before this one, then by the seeding.
    fn order_so_far(self, stage: StageNumber) -> Vec<EntrantId> {
        let mut order: Vec<EntrantId> = Vec::new();
        for before in self.numbers().rev().filter(|other| *other < stage) {
            if self.has_begun(before) {
                let players = self.finish(before).into_iter().flatten();
                let new: Vec<EntrantId> = players.filter(|id| !order.contains(id)).collect();
                order.extend(new);
            }
        }
        let rest: Vec<EntrantId> = (self.seeding().into_iter())
            .filter(|id| !order.contains(id))
            .collect();
        order.extend(rest);
        order
    }

    /// Everybody who is here: by seeding number, then by rating, then by lot.
    pub(crate) fn seeding(self) -> Vec<EntrantId> {
        let mut ids: Vec<EntrantId> = (self.now.entrants.keys().copied())
            .filter(|id| !self.has_left(*id))
            .collect();
        Lots::for_purpose(self.opened.setting.seed, "seeding").shuffle(&mut ids);
        ids.sort_by_key(|id| {
            let entry = &self.now.entrants[id].entry;
            let seeding = entry.seeding.map_or(u32::MAX, |place| place.0);
            (seeding, std::cmp::Reverse(entry.rating))
        });
        ids
    }

    /// Groups of equal strength: the order is dealt out to and fro; numbers are drawn inside each.
    fn groups(self, order: &[EntrantId], groups: u16, cycles: u16) -> Vec<Vec<EntrantId>> {
        let count = usize::from(groups).min(order.len());
        let mut dealt: Vec<Vec<EntrantId>> = vec![Vec::new(); count];
        for (row, players) in order.chunks(count.max(1)).enumerate() {
            for (n, id) in players.iter().enumerate() {
                let group = if row % 2 == 0 { n } else { count - 1 - n };
                dealt[group].push(*id);
            }
        }
        let seed = self.opened.setting.seed;
        (dealt.iter())
            .map(|group| RoundRobin::draw(group, event::cycles(cycles), seed).numbers)
            .collect()
    }

    /// Whether a player has left, by withdrawal, a ruling or the rulebook.
    pub(crate) fn has_left(self, id: EntrantId) -> bool {
        let declared = (self.now.entrants.get(&id)).is_some_and(|one| one.left.is_some());
        let by_missing = || self.left().iter().any(|(left, _)| *left == id);
        declared || (self.opened.rulebook.missed_to_withdraw.value.is_some() && by_missing())
    }
}

//! How the players of a stage finish, who goes on, and the places of the event.

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::ReplaceQualifier;

use super::{StageNumber, Stages};
use crate::running::custom::StagePlay;
use crate::standings::standings;

/// Those who share a place of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedBlock {
    pub ids: Vec<EntrantId>,
    /// What gives them the place.
    pub because: String,
}

impl Stages<'_> {
    /// The players of a stage as they finish, or stand now; those of one block are level.
    pub(crate) fn finish(self, stage: StageNumber) -> Vec<Vec<EntrantId>> {
        match self.plan(stage).play {
            StagePlay::Swiss { .. } | StagePlay::ConsolationSwiss { .. } => {
                self.table_blocks(stage, &self.field(stage).players)
            }
            StagePlay::Groups { .. } => {
                let groups = self.group_orders(stage);
                let longest = groups.iter().map(Vec::len).max().unwrap_or(0);
                (0..longest)
                    .flat_map(|place| self.of_place(stage, &groups, place))
                    .map(|id| vec![id])
                    .collect()
            }
            StagePlay::KnockOut { .. } | StagePlay::Final { .. } => self.knock_out(stage).finish,
        }
    }

    fn table_blocks(self, stage: StageNumber, players: &[EntrantId]) -> Vec<Vec<EntrantId>> {
        let table = standings(&self.event_of(stage), u16::MAX);
        let rows: Vec<(u32, EntrantId)> = (table.rows.iter())
            .filter(|row| players.contains(&row.id))
            .map(|row| (row.rank, row.id))
            .collect();
        (rows.chunk_by(|one, other| one.0 == other.0))
            .map(|block| block.iter().map(|(_, id)| *id).collect())
            .collect()
    }

    /// Each group, best first.
    pub(crate) fn group_orders(self, stage: StageNumber) -> Vec<Vec<EntrantId>> {
        (self.field(stage).groups.iter())
            .map(|group| {
                let table = standings(&self.event_of_group(stage, group), u16::MAX);
                table.rows.iter().map(|row| row.id).collect()
            })
            .collect()
    }

    /// Those of one place in their groups, in the order of the table of all groups.
    fn of_place(
        self,
        stage: StageNumber,
        groups: &[Vec<EntrantId>],
        place: usize,
    ) -> Vec<EntrantId> {
        let these: Vec<EntrantId> = groups
            .iter()
            .filter_map(|group| group.get(place).copied())
            .collect();
        self.table_blocks(stage, &these)
            .into_iter()
            .flatten()
            .collect()
    }

    /// Those who go on from a stage of the main line, best first: of groups the first of each, else
    /// everybody.
    pub(crate) fn goes_on(self, stage: StageNumber) -> Vec<EntrantId> {
        let StagePlay::Groups { advance, .. } = self.plan(stage).play else {
            return self.finish(stage).into_iter().flatten().collect();
        };
        let replaces = match self.opened.rulebook.replace_qualifier.value {
            ReplaceQualifier::Next => true,
            ReplaceQualifier::Walkover => false,
        };
        let first: Vec<Vec<EntrantId>> = (self.group_orders(stage).into_iter())
            .map(|group| {
                (group.into_iter())
                    .filter(|id| !replaces || !self.has_left(*id))
                    .take(usize::from(advance))
                    .collect()
            })
            .collect();
        (0..usize::from(advance))
            .flat_map(|place| self.of_place(stage, &first, place))
            .collect()
    }

    /// The places of the event so far: every stage that counts for places puts its players in its
    /// order, above those who were not in it; a consolation only among its own.
    pub(crate) fn places(self) -> Vec<PlacedBlock> {
        let all: Vec<EntrantId> = self.now.entrants.keys().copied().collect();
        let mut blocks = vec![PlacedBlock {
            ids: all,
            because: "not placed by any stage".to_owned(),
        }];
        for stage in self.numbers() {
            let counts = self.plan(stage).counts.places;
            if counts && self.has_begun(stage) {
                blocks = self.placed_by(stage, blocks);
            }
        }
        blocks.retain(|block| !block.ids.is_empty());
        blocks
    }

    fn placed_by(self, stage: StageNumber, mut blocks: Vec<PlacedBlock>) -> Vec<PlacedBlock> {
        let finish = self.finish(stage);
        let in_it = |id: &EntrantId| finish.iter().any(|block| block.contains(id));
        // Those of a block who are level in the stage keep the order they had.
        let mut ordered: Vec<PlacedBlock> = Vec::new();
        for (place, level) in (1..).zip(&finish) {
            for block in &blocks {
                let ids: Vec<EntrantId> = level
                    .iter()
                    .copied()
                    .filter(|id| block.ids.contains(id))
                    .collect();
                ordered.push(PlacedBlock {
                    ids,
                    because: format!("{}: {place}", self.plan(stage).name),
                });
            }
        }
        let first = blocks.iter().position(|block| block.ids.iter().any(in_it));
        let went_on: Vec<EntrantId> = match (self.is_consolation(stage), first) {
            (true, Some(first)) => {
                let chosen = self.above_consolation(stage);
                let ids = blocks[first].ids.iter().copied();
                ids.filter(|id| chosen.contains(id)).collect()
            }
            (true, None) | (false, _) => Vec::new(),
        };
        let mut above: Vec<PlacedBlock> = match (self.is_consolation(stage), first) {
            (true, Some(first)) => blocks.drain(..first).collect(),
            (true, None) | (false, _) => Vec::new(),
        };
        above.push(PlacedBlock {
            ids: went_on.clone(),
            because: "went on".to_owned(),
        });
        for block in &mut blocks {
            block.ids.retain(|id| !in_it(id) && !went_on.contains(id));
        }
        let mut placed: Vec<PlacedBlock> = above.into_iter().chain(ordered).chain(blocks).collect();
        placed.retain(|block| !block.ids.is_empty());
        placed
    }

    /// Those of the main line a consolation is beside.
    fn above_consolation(self, stage: StageNumber) -> Vec<EntrantId> {
        let mains = [self.main_before(stage), self.main_after(stage)];
        (mains.into_iter().flatten())
            .filter(|main| self.has_begun(*main))
            .flat_map(|main| self.field(main).players)
            .filter(|id| !self.field(stage).players.contains(id))
            .collect()
    }
}

//! What a command would change, before it is given.

use outflank_tournament::running::{EditionRow, Preview};

use crate::views::director::DirectorView;
use crate::views::director::log::LogLine;
use crate::views::{Fraction, Halves, Player};

/// The effects of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aftermath {
    /// What would be written.
    pub events: Vec<LogLine>,
    /// Lines of standings that would change, the latest table first.
    pub changes: Vec<StandingChange>,
}

/// A line of the standings before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingChange {
    pub after: u16,
    pub player: Player,
    pub before: Option<StandingThen>,
    pub then: Option<StandingThen>,
}

/// A line of the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingThen {
    pub rank: u32,
    pub points: Halves,
    pub bq: Fraction,
}

fn then(row: EditionRow) -> StandingThen {
    StandingThen {
        rank: row.rank,
        points: Halves(u32::from(row.half_points.0)),
        bq: Fraction {
            above: row.bq.0,
            below: row.bq.1,
        },
    }
}

impl DirectorView<'_> {
    /// The effects of a command.
    #[must_use]
    pub fn aftermath(&self, preview: &Preview) -> Aftermath {
        let mut changes: Vec<StandingChange> = (preview.changes.iter())
            .map(|change| StandingChange {
                after: change.after,
                player: self.player(change.entrant.0),
                before: change.before.map(then),
                then: change.then.map(then),
            })
            .collect();
        let place = |change: &StandingChange| {
            let row = change.then.or(change.before);
            row.map_or(u32::MAX, |row| row.rank)
        };
        changes.sort_by_key(|change| (std::cmp::Reverse(change.after), place(change)));
        Aftermath {
            events: preview
                .events
                .iter()
                .map(|event| self.log_line(event))
                .collect(),
            changes,
        }
    }
}

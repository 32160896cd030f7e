//! Who met whom, round by round.

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;

use crate::views::moment::Moment;
use crate::views::public::figures::Halves;
use crate::views::public::games::Cell;
use crate::views::public::quotient::records;
use crate::views::{Player, Views};

/// The games of all players, in the order of the latest standings.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Crosstable {
    pub after: u16,
    /// The edition of the standings it follows: 1 for the first.
    pub edition: u16,
    pub published: Moment,
    pub rows: Vec<CrossRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CrossRow {
    pub rank: u32,
    pub player: Player,
    pub points: Halves,
    pub rounds: Vec<Cell>,
}

impl Views<'_> {
    /// The crosstable after the last published table.
    #[must_use]
    pub fn crosstable(&self) -> Option<Crosstable> {
        let after = self.last_table()?;
        let edition = self.affairs().latest_edition(after)?;
        let all = records(self.record.as_ref(), after)?;
        let places: BTreeMap<EntrantId, u32> =
            edition.rows.iter().map(|row| (row.id, row.rank)).collect();
        let rows = edition.rows.iter().map(|row| CrossRow {
            rank: row.rank,
            player: self.player(row.id),
            points: Halves(u32::from(row.half_points.0)),
            rounds: self.strip(&all, row.id, &places),
        });
        Some(Crosstable {
            after,
            edition: edition.edition,
            published: Moment::at(edition.at, self.offset()),
            rows: rows.collect(),
        })
    }
}

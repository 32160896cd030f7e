//! A table of standings as it was published.

use outflank_event::Timestamp;
use outflank_pairing::{EntrantId, HalfPoints};
use serde::{Deserialize, Serialize};

use crate::standings::{Standing, Standings};

/// One line of a published table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditionRow {
    /// The place, 1 for the best.
    pub rank: u32,
    /// Whether the place is shared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    pub id: EntrantId,
    pub half_points: HalfPoints,
    /// Disc count in halves.
    pub half_discs: u32,
    /// Brightwell Quotient as a fraction: above and below the line.
    pub bq: (u64, u64),
    /// Whether the player has withdrawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

impl From<&Standing> for EditionRow {
    fn from(row: &Standing) -> Self {
        Self {
            rank: row.rank,
            shared: row.shared,
            id: row.id,
            half_points: row.points,
            half_discs: row.discs.halves(),
            bq: (row.bq.numerator(), row.bq.denominator()),
            withdrawn: row.withdrawn,
        }
    }
}

/// The lines of a table.
pub fn edition_rows(table: &Standings) -> Vec<EditionRow> {
    table.rows.iter().map(EditionRow::from).collect()
}

/// A table as it was published: kept for ever, also when a later one corrects it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    pub after: u16,
    /// 1 for the first standings of that round.
    pub edition: u16,
    /// When it was published.
    pub at: Timestamp,
    /// Why it differs from the previous one.
    pub why: Option<String>,
    pub rows: Vec<EditionRow>,
}

//! Lists beside the main one: women, young players, teams.

use std::collections::BTreeMap;

use outflank_tournament::running::{Entry, GenderWord};

use super::Views;
use super::figures::{Fraction, Halves};
use super::standings::StandingRow;

/// Whether somebody is in the women's list.
pub(super) fn is_woman(entry: &Entry) -> bool {
    match entry.gender {
        Some(GenderWord::Female) => true,
        Some(GenderWord::Male | GenderWord::Other) | None => false,
    }
}

/// The players of a category in the order of the main table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CategoryList {
    /// After which round.
    pub after: u16,
    /// The lines.
    pub rows: Vec<CategoryRow>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct CategoryRow {
    /// The place in this list.
    pub place: u32,
    /// The line of the main table.
    pub line: StandingRow,
}

/// The teams by the points of their players.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Teams {
    /// After which round.
    pub after: u16,
    /// The lines, best first.
    pub rows: Vec<TeamRow>,
}

/// One team.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct TeamRow {
    /// The place.
    pub place: u32,
    /// Its name.
    pub team: String,
    /// The points of the players that count.
    pub points: Halves,
    /// The sum of their quotients.
    pub bq: Fraction,
    /// The players that count, best first.
    pub counted: Vec<StandingRow>,
    /// The others.
    pub others: Vec<StandingRow>,
}

/// How many players of a team count.
const COUNTED: usize = 3;

impl Views<'_> {
    /// The women's list.
    #[must_use]
    pub fn women(&self) -> Option<CategoryList> {
        self.category(|row| row.player.woman)
    }

    /// The young players' list.
    #[must_use]
    pub fn young(&self) -> Option<CategoryList> {
        self.category(|row| row.player.young)
    }

    fn category(&self, belongs: impl Fn(&StandingRow) -> bool) -> Option<CategoryList> {
        let table = self.standings(None, None)?;
        let rows = (1..)
            .zip(table.rows.into_iter().filter(|row| belongs(row)))
            .map(|(place, line)| CategoryRow { place, line });
        Some(CategoryList {
            after: table.after,
            rows: rows.collect(),
        })
    }

    /// The teams: the points of the best three of each.
    #[must_use]
    pub fn teams(&self) -> Option<Teams> {
        let table = self.standings(None, None)?;
        let mut teams: BTreeMap<String, Vec<StandingRow>> = BTreeMap::new();
        for row in table.rows {
            let id = outflank_pairing::EntrantId(row.player.id);
            let entry = self.affairs().entrants.get(&id).map(|one| &one.entry);
            let team = entry.filter(|entry| !entry.seat.is_additional());
            if let Some(team) = team.and_then(|entry| entry.team.clone()) {
                teams.entry(team).or_default().push(row);
            }
        }
        let mut rows: Vec<TeamRow> = (teams.into_iter())
            .map(|(team, mut counted)| {
                let others = counted.split_off(counted.len().min(COUNTED));
                TeamRow {
                    place: 0,
                    team,
                    points: Halves(counted.iter().map(|row| row.points.0).sum()),
                    bq: sum(&counted),
                    counted,
                    others,
                }
            })
            .collect();
        rows.sort_by(|one, other| {
            let across = |a: Fraction, b: Fraction| u128::from(a.above) * u128::from(b.below);
            (other.points.cmp(&one.points))
                .then_with(|| across(other.bq, one.bq).cmp(&across(one.bq, other.bq)))
                .then_with(|| one.team.cmp(&other.team))
        });
        for (place, row) in (1..).zip(&mut rows) {
            row.place = place;
        }
        Some(Teams {
            after: table.after,
            rows,
        })
    }
}

/// The sum of quotients; they have one denominator in common, since C is the same for all.
fn sum(rows: &[StandingRow]) -> Fraction {
    let below = rows
        .iter()
        .map(|row| row.bq.below)
        .max()
        .unwrap_or(1)
        .max(1);
    let above = (rows.iter())
        .map(|row| row.bq.above * (below / row.bq.below.max(1)))
        .sum();
    Fraction { above, below }
}

//! The table of a season, with its arithmetic.

use std::collections::BTreeMap;

use outflank_rulebook::GrandPrixScale;

use super::award::{Award, Reached, awards};
use super::winner::compare_results;
use crate::ids::{EventKey, PersonNumber};
use crate::rated::Category;
use crate::state::FederationState;

/// All players of a tournament, with what they reached there.
pub type Field = Vec<(PersonNumber, Reached)>;

/// What a player won in one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsLine {
    pub event: EventKey,
    /// How the points came about.
    pub award: Award,
    /// Whether a sanction has struck them out.
    pub struck: bool,
}

impl PointsLine {
    /// The points that count.
    pub const fn counted(&self) -> u32 {
        if self.struck { 0 } else { self.award.points }
    }
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRow {
    /// The place; 1 is the best.
    pub place: u32,
    /// Whether the place is shared.
    pub shared: bool,
    pub person: PersonNumber,
    pub lines: Vec<PointsLine>,
    pub total: u32,
}

impl SeasonRow {
    /// The points that count, best first.
    pub fn best_first(&self) -> Vec<u32> {
        let mut points: Vec<u32> = self.lines.iter().map(PointsLine::counted).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        points
    }
}

/// The Grand Prix of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonTable {
    pub year: u16,
    /// The scale's name in the data.
    pub scale: String,
    /// The events that count, in the order of time.
    pub events: Vec<EventKey>,
    pub rows: Vec<SeasonRow>,
}

/// The table of a season as it stands; nothing if the federation has no Grand Prix.
pub fn season_table(affairs: &FederationState, year: u16) -> Option<SeasonTable> {
    let scale = affairs.scale()?;
    let mut events: Vec<_> = (affairs.results())
        .filter(|(key, event, _)| {
            counts(
                affairs,
                year,
                key,
                &event.notice.category,
                event.notice.first_day.year(),
            )
        })
        .collect();
    events.sort_by_key(|(key, event, _)| (event.notice.first_day, (*key).clone()));
    let fields: Vec<(EventKey, Field)> = (events.iter())
        .map(|(key, _, edition)| {
            let field = (edition.results.placed.iter())
                .map(|placed| (affairs.resolve(placed.person), Reached::of(scale, placed)));
            ((*key).clone(), field.collect())
        })
        .collect();
    let rows = season_rows(scale, &fields, |person, event| {
        affairs.has_struck(person, event)
    });
    Some(SeasonTable {
        year,
        scale: scale.id.clone(),
        events: fields.into_iter().map(|(key, _)| key).collect(),
        rows,
    })
}

/// The table of events, each with what everybody reached there; `struck` says whose points of which
/// event a sanction has struck out.
///
/// A person who is in a tournament twice, recorded twice and merged since, has one place: the first.
pub fn season_rows(
    scale: &GrandPrixScale,
    events: &[(EventKey, Field)],
    struck: impl Fn(PersonNumber, &EventKey) -> bool,
) -> Vec<SeasonRow> {
    let mut lines: BTreeMap<PersonNumber, Vec<PointsLine>> = BTreeMap::new();
    for (key, field) in events {
        let mut people: Vec<PersonNumber> = Vec::new();
        let mut reached = Vec::new();
        for (person, one) in field {
            if !people.contains(person) {
                people.push(*person);
                reached.push(*one);
            }
        }
        for (person, award) in people.into_iter().zip(awards(scale, &reached)) {
            lines.entry(person).or_default().push(PointsLine {
                event: key.clone(),
                award,
                struck: struck(person, key),
            });
        }
    }
    ranked(lines)
}

/// Whether an event counts for a season's Grand Prix.
fn counts(
    affairs: &FederationState,
    year: u16,
    key: &EventKey,
    category: &Category,
    of: u16,
) -> bool {
    let regional = match category {
        Category::Regional => true,
        Category::National
        | Category::International
        | Category::Festival
        | Category::Friendly
        | Category::SingleGame => false,
    };
    let named = affairs
        .seasons
        .get(&year)
        .and_then(|season| season.counted.as_ref());
    match named {
        Some((events, _)) => regional && events.contains(key),
        None => regional && of == year,
    }
}

fn ranked(lines: BTreeMap<PersonNumber, Vec<PointsLine>>) -> Vec<SeasonRow> {
    let mut rows: Vec<SeasonRow> = (lines.into_iter())
        .map(|(person, lines)| SeasonRow {
            place: 0,
            shared: false,
            person,
            total: lines.iter().map(PointsLine::counted).sum(),
            lines,
        })
        .collect();
    rows.sort_by(|a, b| compare_rows(a, b).then(a.person.cmp(&b.person)));
    let equal = |a: &SeasonRow, b: &SeasonRow| compare_rows(a, b).is_eq();
    let mut place = 0;
    for index in 0..rows.len() {
        let with_last = index > 0 && equal(&rows[index - 1], &rows[index]);
        let with_next = index + 1 < rows.len() && equal(&rows[index], &rows[index + 1]);
        if !with_last {
            place = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
        rows[index].place = place;
        rows[index].shared = with_last || with_next;
    }
    rows
}

/// More points first; equal totals by the best results.
fn compare_rows(a: &SeasonRow, b: &SeasonRow) -> std::cmp::Ordering {
    b.total
        .cmp(&a.total)
        .then_with(|| compare_results(&b.best_first(), &a.best_first()))
}

impl SeasonTable {
    pub(crate) fn totals(&self) -> Vec<(PersonNumber, u32)> {
        self.rows
            .iter()
            .map(|row| (row.person, row.total))
            .collect()
    }
}

/// A scale by its name in the data.
pub(crate) fn scale(id: &str) -> Option<&'static GrandPrixScale> {
    outflank_rulebook::grand_prix_scale(id)
}

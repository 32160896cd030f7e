//! What a command would change, in words.

use std::collections::BTreeMap;

use outflank_desk::views::CandidateLine;
use outflank_desk::views::federation::office::EventRecord;
use outflank_desk::{FederationNow, Foreseen};
use outflank_federation::PersonNumber;
use outflank_rulebook::ClauseId;
use outflank_tournament::CivilDate;

use crate::federation::words::{Worded, change, kind_words};
use crate::pages::Frame;

/// How many lines of one sort are shown; the rest is counted.
const LINES_MAX: usize = 12;

/// What differs between the office and the office as it would be.
pub(crate) fn differences(
    f: &Frame,
    before: &FederationNow,
    foreseen: &Foreseen,
    today: CivilDate,
) -> Vec<String> {
    let after = &foreseen.office;
    let mut lines: Vec<String> = Vec::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in &foreseen.kinds {
        *kinds.entry(kind).or_default() += 1;
    }
    for (kind, count) in kinds {
        lines.push(match count {
            1 => kind_words(f, kind),
            _ => format!("{} × {count}", kind_words(f, kind)),
        });
    }
    add(f, &mut lines, members(f, before, after, today));
    add(f, &mut lines, rated(f, before, after));
    add(f, &mut lines, points(f, before, after, today));
    add(f, &mut lines, ratings(f, before, after));
    add(f, &mut lines, selections(f, before, after, today));
    lines
}

fn add(f: &Frame, lines: &mut Vec<String>, mut more: Vec<String>) {
    let left = more.len().saturating_sub(LINES_MAX);
    more.truncate(LINES_MAX);
    lines.extend(more);
    if left > 0 {
        lines.push(f.n("officer.foreseen.more", left));
    }
}

fn members(
    f: &Frame,
    before: &FederationNow,
    after: &FederationNow,
    today: CivilDate,
) -> Vec<String> {
    let of = |office: &FederationNow| -> BTreeMap<PersonNumber, String> {
        (office.member_lines(today).into_iter())
            .filter(|line| line.is_member())
            .map(|line| (line.person.number, line.person.name))
            .collect()
    };
    let (then, now) = (of(after), of(before));
    let new = then.iter().filter(|(number, _)| !now.contains_key(number));
    let gone = now.iter().filter(|(number, _)| !then.contains_key(number));
    new.map(|(_, name)| f.t1("officer.foreseen.member", "name", name))
        .chain(gone.map(|(_, name)| f.t1("officer.foreseen.no_member", "name", name)))
        .collect()
}

fn rated(f: &Frame, before: &FederationNow, after: &FederationNow) -> Vec<String> {
    let known = before.event_records();
    let same = |one: &EventRecord<'_>, other: &EventRecord<'_>| {
        (&one.shown.event, &one.reasons, one.shown.editions)
            == (&other.shown.event, &other.reasons, other.shown.editions)
    };
    let mut lines = Vec::new();
    for event in after.event_records() {
        if known.iter().any(|one| same(one, &event)) {
            continue;
        }
        let against = event.reasons.iter().filter(|reason| !reason.holds);
        let against: Vec<String> = against
            .map(|reason| {
                let clause = reason.clause.as_ref().map(ClauseId::for_people);
                format!("{} {}", f.t(reason.when.key()), clause.unwrap_or_default())
            })
            .collect();
        let name = &event.shown.name;
        lines.push(match against.is_empty() {
            true => f.t1("officer.foreseen.rated", "name", name),
            false => {
                let why = against.join(", ");
                f.t2("officer.foreseen.not_rated", "name", name, "why", why)
            }
        });
    }
    lines
}

fn points(
    f: &Frame,
    before: &FederationNow,
    after: &FederationNow,
    today: CivilDate,
) -> Vec<String> {
    let years = after
        .head(today)
        .map_or_else(Vec::new, |head| head.grand_prix);
    let mut lines = Vec::new();
    for year in years {
        let of = |office: &FederationNow| -> BTreeMap<PersonNumber, (String, u32)> {
            let table = office.grand_prix(year);
            let rows = table.into_iter().flat_map(|table| table.rows);
            rows.map(|row| (row.person.number, (row.person.name, row.total)))
                .collect()
        };
        let (now, then) = (of(before), of(after));
        for (number, (name, total)) in &then {
            let was = now.get(number).map(|(_, total)| *total);
            if was != Some(*total) {
                lines.push(change(f, "office.points_changed", name, was, Some(*total)));
            }
        }
        let winner = |office: &FederationNow| {
            let table = office.grand_prix(year);
            table.and_then(|table| table.winner).map(|one| one.name)
        };
        let (was, is) = (winner(before), winner(after));
        if was != is
            && let Some(name) = is
        {
            lines.push(f.t2("officer.foreseen.winner", "name", name, "year", year));
        }
    }
    lines
}

fn ratings(f: &Frame, before: &FederationNow, after: &FederationNow) -> Vec<String> {
    let Some(list) = after.affairs().lists.last() else {
        return Vec::new();
    };
    if before.affairs().lists.len() == after.affairs().lists.len() {
        return Vec::new();
    }
    let listed = f.n("officer.foreseen.listed", list.rows.len());
    let changes = list.changes.iter().map(|one| {
        let name = after.known_as(one.person).name;
        change(f, "officer.foreseen.rating", &name, one.before, one.after)
    });
    [listed].into_iter().chain(changes).collect()
}

fn selections(
    f: &Frame,
    before: &FederationNow,
    after: &FederationNow,
    today: CivilDate,
) -> Vec<String> {
    let states = |office: &FederationNow, year| -> BTreeMap<_, _> {
        let seats = (office.selection(year, today).into_iter()).flat_map(|shown| shown.seats);
        seats
            .flat_map(|seats| {
                let row = move |row: CandidateLine| ((seats.seat, row.person.number), row);
                seats.rows.into_iter().map(row)
            })
            .collect()
    };
    let mut lines = Vec::new();
    for year in after.affairs().selections.keys() {
        let was = states(before, *year);
        for (key, row) in states(after, *year) {
            if was.get(&key).map(|one| one.state) != Some(row.state) {
                let (name, state) = (&row.person.name, f.t(row.state.key()));
                lines.push(f.t2("officer.foreseen.selection", "name", name, "state", state));
            }
        }
    }
    lines
}

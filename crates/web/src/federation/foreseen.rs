//! What a command would change, in words: for whoever looks before he leaps.

use std::collections::BTreeMap;
use std::fmt::Display;

use outflank_desk::views::{OfficePerson, SelectionShown};
use outflank_desk::{FederationNow, Foreseen};
use outflank_tournament::CivilDate as Day;

use crate::federation::kinds::kind_words;
use crate::pages::Frame;

/// How many lines of one sort are shown; the rest is counted.
const LINES_MAX: usize = 12;

/// What differs between the office and the office as it would be.
pub(crate) fn differences(
    f: &Frame,
    before: &FederationNow,
    foreseen: &Foreseen,
    today: Day,
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

fn members(f: &Frame, before: &FederationNow, after: &FederationNow, today: Day) -> Vec<String> {
    let of = |office: &FederationNow| -> BTreeMap<u32, String> {
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
    let known: BTreeMap<String, _> = (before.event_lines().into_iter())
        .map(|line| {
            (
                line.shown.event.clone(),
                (line.reasons, line.shown.editions),
            )
        })
        .collect();
    let changed = (after.event_lines().into_iter()).filter(|line| {
        let now = known.get(&line.shown.event);
        now.is_none_or(|(reasons, editions)| {
            *reasons != line.reasons || *editions != line.shown.editions
        })
    });
    changed
        .map(|line| {
            let against: Vec<String> = (line.reasons.iter())
                .filter(|reason| !reason.holds)
                .map(|reason| {
                    let clause = reason.clause.clone().unwrap_or_default();
                    format!(
                        "{} {clause}",
                        crate::federation::events::reason_words(f, &reason.when)
                    )
                })
                .collect();
            let name = &line.shown.name;
            match against.is_empty() {
                true => f.t1("officer.foreseen.rated", "name", name),
                false => {
                    let why = against.join(", ");
                    f.t2("officer.foreseen.not_rated", "name", name, "why", why)
                }
            }
        })
        .collect()
}

/// A figure that changes.
fn changed(
    f: &Frame,
    key: &'static str,
    who: &str,
    before: Option<impl Display>,
    after: Option<impl Display>,
) -> String {
    let before = before.map_or_else(|| "–".to_owned(), |one| one.to_string());
    let after = after.map_or_else(|| "–".to_owned(), |one| one.to_string());
    let values: [(&str, &dyn Display); 3] =
        [("name", &who), ("before", &before), ("after", &after)];
    f.fill(key, &values)
}

fn points(f: &Frame, before: &FederationNow, after: &FederationNow, today: Day) -> Vec<String> {
    let years = after
        .head(today)
        .map_or_else(Vec::new, |head| head.grand_prix);
    let mut lines = Vec::new();
    for year in years {
        let of = |office: &FederationNow| -> BTreeMap<u32, (String, u32)> {
            let table = office.grand_prix(year);
            let rows = table.into_iter().flat_map(|table| table.rows);
            rows.map(|row| (row.person.number, (row.person.name, row.total)))
                .collect()
        };
        let (now, then) = (of(before), of(after));
        for (number, (name, total)) in &then {
            let was = now.get(number).map(|(_, total)| *total);
            if was != Some(*total) {
                lines.push(changed(f, "office.points_changed", name, was, Some(total)));
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
        changed(f, "officer.foreseen.rating", &name, one.before, one.after)
    });
    [listed].into_iter().chain(changes).collect()
}

fn selections(f: &Frame, before: &FederationNow, after: &FederationNow, today: Day) -> Vec<String> {
    let mut lines = Vec::new();
    for year in after.affairs().selections.keys() {
        let states =
            |shown: Option<SelectionShown>| -> BTreeMap<(String, u32), (OfficePerson, String)> {
                let seats = shown.into_iter().flat_map(|shown| shown.seats);
                seats
                    .flat_map(|seats| {
                        let seat = seats.seat;
                        seats.rows.into_iter().map(move |row| {
                            ((seat.clone(), row.person.number), (row.person, row.state))
                        })
                    })
                    .collect()
            };
        let was = states(before.selection(*year, today));
        for (key, (person, state)) in states(after.selection(*year, today)) {
            if was.get(&key).map(|(_, state)| state) != Some(&state) {
                let state = crate::public::federation::state_words(f, &state);
                lines.push(f.t2(
                    "officer.foreseen.selection",
                    "name",
                    &person.name,
                    "state",
                    state,
                ));
            }
        }
    }
    lines
}

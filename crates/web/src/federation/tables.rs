//! Tables of the office for spreadsheets.

use outflank_federation::EventKey;
use outflank_formats::guarded;

use crate::director::DeskAnswer;
use crate::federation::request::OfficeRequest;
use crate::federation::words::amount;

/// A table as a file.
fn file(name: String, rows: Vec<Vec<String>>) -> DeskAnswer {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    DeskAnswer::File {
        name,
        bytes: text.into_bytes(),
    }
}

/// A cell no spreadsheet takes for a formula.
fn quoted(cell: &str) -> String {
    let cell = guarded(cell);
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.into_owned(),
    }
}

fn heading(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn or_empty<T: ToString>(value: Option<&T>) -> String {
    value.map_or_else(String::new, ToString::to_string)
}

pub(crate) fn people(ask: &OfficeRequest) -> DeskAnswer {
    let mut rows = vec![heading(&[
        "number",
        "name",
        "native",
        "country",
        "wof",
        "membership",
        "until",
    ])];
    for one in ask.now.find_people(ask.query.get("q"), ask.today) {
        let dossier = one.dossier;
        rows.push(vec![
            one.person.number.to_string(),
            one.person.name,
            or_empty(dossier.and_then(|one| one.native.as_ref())),
            or_empty(dossier.and_then(|one| one.country.as_ref())),
            or_empty(dossier.and_then(|one| one.wof.as_ref())),
            one.membership.is.to_string(),
            or_empty(one.membership.until.as_ref()),
        ]);
    }
    file(format!("{}-people.csv", ask.f.slug), rows)
}

/// Members and those who were.
pub(crate) fn members(ask: &OfficeRequest) -> DeskAnswer {
    let day = ask.query.number("day").unwrap_or(ask.today);
    let mut rows = vec![heading(&[
        "number",
        "name",
        "is",
        "since",
        "until",
        "last_played",
    ])];
    for line in ask.now.member_lines(day) {
        rows.push(vec![
            line.person.number.to_string(),
            line.person.name,
            line.is.to_string(),
            or_empty(line.since.as_ref()),
            or_empty(line.until.as_ref()),
            or_empty(line.last_played.as_ref()),
        ]);
    }
    file(format!("{}-members-{day}.csv", ask.f.slug), rows)
}

/// The fee sheet of an event.
pub(crate) fn fees(ask: &OfficeRequest, event: &EventKey) -> DeskAnswer {
    let Some(sheet) = ask.now.fee_sheet(event.as_str()) else {
        return DeskAnswer::Nothing;
    };
    let mut rows = vec![heading(&[
        "number",
        "name",
        "family",
        "fee",
        "why",
        "due_together",
        "paid",
    ])];
    for group in sheet.groups {
        for (index, line) in group.lines.into_iter().enumerate() {
            rows.push(vec![
                line.person.number.to_string(),
                line.person.name,
                or_empty(group.family.as_ref()),
                amount(line.fee),
                line.why.to_string(),
                // What a family owes stands once.
                match index {
                    0 => amount(group.due),
                    _ => String::new(),
                },
                amount(line.paid),
            ]);
        }
    }
    file(format!("{}-fees-{event}.csv", ask.f.slug), rows)
}

/// The team as it is registered with the world federation.
pub(crate) fn team(ask: &OfficeRequest, year: u16) -> DeskAnswer {
    let selection = ask.now.affairs().selections.get(&year);
    let Some(team) = selection.and_then(|one| one.registered.last()) else {
        return DeskAnswer::Nothing;
    };
    let mut rows = vec![heading(&[
        "year",
        "country",
        "place",
        "name",
        "ascii",
        "wof",
        "born",
        "gender",
        "registered",
    ])];
    let regular = team.regular.iter().map(|person| ("regular", *person));
    let young = team.young.iter().map(|person| ("young", *person));
    for (place, person) in regular.chain(young) {
        let dossier = ask.now.dossier(person);
        rows.push(vec![
            year.to_string(),
            ask.now.affairs().country().to_owned(),
            place.to_owned(),
            ask.now.known_as(person).name,
            or_empty(dossier.and_then(|one| one.ascii.as_ref())),
            or_empty(dossier.and_then(|one| one.wof.as_ref())),
            or_empty(dossier.and_then(|one| one.born.as_ref())),
            or_empty(dossier.and_then(|one| one.gender.as_ref())),
            team.day.to_string(),
        ]);
    }
    file(format!("{}-team-{year}.csv", ask.f.slug), rows)
}

#[cfg(test)]
mod tests {
    use crate::federation::tables::quoted;

    #[test]
    fn a_cell_is_quoted_where_it_must_be() {
        assert_eq!(quoted("Ada Example"), "Ada Example");
        assert_eq!(quoted("Example, Ada \"A\""), "\"Example, Ada \"\"A\"\"\"");
    }
}

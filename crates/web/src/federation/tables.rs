//! Tables of the office for spreadsheets.

use outflank_federation::EventKey;
use outflank_formats::guarded;

use crate::federation::office::FederationOffice;
use crate::federation::words::amount;
use crate::respond::{Answer, Problem};

/// A table as a file.
fn file(office: &FederationOffice, name: &str, rows: Vec<Vec<String>>) -> Answer {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    office.file(name, text.into_bytes())
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

pub(crate) async fn people(office: FederationOffice) -> Answer {
    let mut rows = vec![heading(&[
        "number",
        "name",
        "native",
        "country",
        "wof",
        "membership",
        "until",
    ])];
    for one in office.now.find_people(&office.query.q, office.today) {
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
    file(&office, "people.csv", rows)
}

/// Members and those who were.
pub(crate) async fn members(office: FederationOffice) -> Answer {
    let day = office.day();
    let mut rows = vec![heading(&[
        "number",
        "name",
        "is",
        "since",
        "until",
        "last_played",
    ])];
    for line in office.now.member_lines(day) {
        rows.push(vec![
            line.person.number.to_string(),
            line.person.name,
            line.is.to_string(),
            or_empty(line.since.as_ref()),
            or_empty(line.until.as_ref()),
            or_empty(line.last_played.as_ref()),
        ]);
    }
    file(&office, &format!("members-{day}.csv"), rows)
}

/// The fee sheet of an event.
pub(crate) fn fees(office: &FederationOffice, event: &EventKey) -> Answer {
    let sheet = office.now.fee_sheet(event.as_str());
    let sheet = sheet.ok_or_else(|| Problem::not_found("event"))?;
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
    file(office, &format!("fees-{event}.csv"), rows)
}

/// The team as it is registered with the world federation.
pub(crate) fn team(office: &FederationOffice, year: u16) -> Answer {
    let selection = office.now.affairs().selections.get(&year);
    let team = selection.and_then(|one| one.registered.last());
    let team = team.ok_or_else(|| Problem::not_found("team"))?;
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
        let dossier = office.now.dossier(person);
        rows.push(vec![
            year.to_string(),
            office.now.affairs().country().to_owned(),
            place.to_owned(),
            office.now.known_as(person).name,
            or_empty(dossier.and_then(|one| one.ascii.as_ref())),
            or_empty(dossier.and_then(|one| one.wof.as_ref())),
            or_empty(dossier.and_then(|one| one.born.as_ref())),
            or_empty(dossier.and_then(|one| one.gender.as_ref())),
            team.day.to_string(),
        ]);
    }
    file(office, &format!("team-{year}.csv"), rows)
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

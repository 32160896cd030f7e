//! Lists of players as people paste them.

use outflank_desk::office::words::{Entry, GenderWord};
use outflank_formats::read_players_csv;

/// Somebody read from a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pasted {
    /// What the tournament keeps.
    pub(crate) entry: Entry,
    /// The birth date, as it was written.
    pub(crate) born: Option<String>,
    /// His line in the list, from 1.
    pub(crate) line: usize,
}

/// A list as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct List {
    pub(crate) players: Vec<Pasted>,
    /// Lines that could not be read, with why.
    pub(crate) strange: Vec<String>,
}

/// Reads a list: a table with a first row of column names, or a line per player with fields between
/// semicolons, tabs or commas in which the name comes first and the rest is known by its look.
pub(crate) fn read(text: &str) -> List {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("");
    let columns: Vec<String> = first
        .split(',')
        .map(|one| one.trim().to_lowercase())
        .collect();
    match columns.iter().any(|column| column == "name") {
        true => table(text),
        false => lines(text),
    }
}

fn table(text: &str) -> List {
    let read = read_players_csv(text.as_bytes());
    let players = (read.players.iter().enumerate())
        .map(|(n, one)| {
            let e = &one.entrant;
            Pasted {
                entry: Entry {
                    ascii: one.ascii.clone(),
                    native: e.native.clone(),
                    country: e.country.clone(),
                    rating: e.rating,
                    wof_id: e.wof_id,
                    team: e.team.clone(),
                    institute: e.institute.clone(),
                    category: e.category.clone(),
                    group_a: e.group_a,
                    woc_semifinals: e.woc_semifinals.clone(),
                    seeding: e.seeding,
                    gender: e
                        .gender
                        .and_then(|gender| gender_of(&format!("{gender:?}"))),
                    ..Entry::new(&e.name)
                },
                born: e.born.map(|day| day.to_string()),
                line: n + 2,
            }
        })
        .collect();
    List {
        players,
        strange: read.strange.iter().map(ToString::to_string).collect(),
    }
}

fn gender_of(word: &str) -> Option<GenderWord> {
    match word.to_lowercase().as_str() {
        "f" | "female" => Some(GenderWord::Female),
        "m" | "male" => Some(GenderWord::Male),
        "x" | "other" => Some(GenderWord::Other),
        _ => None,
    }
}

fn lines(text: &str) -> List {
    let mut list = List::default();
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let mark = [';', '\t', ',']
            .into_iter()
            .find(|mark| line.contains(*mark));
        let mut fields = match mark {
            Some(mark) => line.split(mark).map(str::trim).collect::<Vec<_>>(),
            None => vec![line],
        }
        .into_iter();
        let name = fields.next().unwrap_or("");
        let mut pasted = Pasted {
            entry: Entry::new(name),
            born: None,
            line: n + 1,
        };
        for field in fields.filter(|field| !field.is_empty()) {
            known_by_its_look(&mut pasted, field);
        }
        list.players.push(pasted);
    }
    list
}

fn known_by_its_look(pasted: &mut Pasted, field: &str) {
    let entry = &mut pasted.entry;
    let is_country = field.len() == 3 && field.bytes().all(|b| b.is_ascii_uppercase());
    let is_date = field.len() == 10 && field.as_bytes()[4] == b'-' && field.as_bytes()[7] == b'-';
    if is_country {
        entry.country = Some(field.to_owned());
    } else if is_date {
        pasted.born = Some(field.to_owned());
    } else if let Some(id) = field.strip_prefix('#').and_then(|id| id.parse().ok()) {
        entry.wof_id = Some(id);
    } else if let Ok(rating) = field.parse() {
        entry.rating = Some(rating);
    } else if let Some(gender) = gender_of(field) {
        entry.gender = Some(gender);
    } else {
        entry.institute = Some(field.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: (&str, Option<&str>, Option<i32>, Option<u32>)) {
        let list = read(line);
        let one = &list.players[0].entry;
        let shown = (
            one.name.as_str(),
            one.country.as_deref(),
            one.rating,
            one.wof_id,
        );
        assert_eq!(shown, expected, "{line}");
    }

    #[test]
    fn the_name_comes_first_and_the_rest_is_known_by_its_look() {
        check("Ada Example", ("Ada Example", None, None, None));
        check(
            "Ada Example; GBR; 1850",
            ("Ada Example", Some("GBR"), Some(1850), None),
        );
        check(
            "Ada Example\t1850\tGBR\t#77",
            ("Ada Example", Some("GBR"), Some(1850), Some(77)),
        );
        check(
            "name,country,rating\nAda,GBR,1850",
            ("Ada", Some("GBR"), Some(1850), None),
        );
        let list = read("\nAda; f; 2012-05-01; Chess School\n\nBen\n");
        assert_eq!(list.players.len(), 2);
        assert_eq!(list.players[0].entry.gender, Some(GenderWord::Female));
        assert_eq!(list.players[0].born.as_deref(), Some("2012-05-01"));
        assert_eq!(
            list.players[0].entry.institute.as_deref(),
            Some("Chess School")
        );
        assert_eq!(list.players[1].line, 4);
    }
}

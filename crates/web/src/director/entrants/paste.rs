//! Lists of players as people paste them.

use outflank_formats::{PappPerson, PappPlayers, read_players_csv};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Entry, GenderWord};

/// A person read from a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pasted {
    /// What the tournament keeps.
    pub(crate) entry: Entry,
    pub(crate) born: Option<CivilDate>,
    /// The line in the list, from 1.
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
                born: e.born,
                line: n + 2,
            }
        })
        .collect();
    List {
        players,
        strange: read.strange.iter().map(ToString::to_string).collect(),
    }
}

/// Those of a federation's list whom a line means: by number, or by parts of the name.
pub(crate) fn find<'a>(people: &'a PappPlayers, line: &str) -> Vec<&'a PappPerson> {
    let number = line.trim_start_matches('#').parse::<u32>();
    if let Ok(number) = number {
        let found = people.people().iter().filter(|one| one.number.0 == number);
        return found.collect();
    }
    let asked: Vec<String> = (line.split([' ', ',']))
        .filter(|word| !word.is_empty())
        .map(plain)
        .collect();
    let parts = |one: &PappPerson| plain(&format!("{} {}", one.last, one.first));
    let fits = |one: &&PappPerson| {
        let name = parts(one);
        let words: Vec<&str> = name.split_whitespace().collect();
        asked
            .iter()
            .all(|word| words.iter().any(|part| part.starts_with(word.as_str())))
    };
    let found: Vec<&PappPerson> = people.people().iter().filter(fits).collect();
    // A person with exactly this name comes before those whose name only begins with it.
    let exact = |one: &&PappPerson| {
        let name = parts(one);
        name.split_whitespace().count() == asked.len()
            && name
                .split_whitespace()
                .all(|part| asked.iter().any(|word| word == part))
    };
    match found.iter().filter(|one| exact(one)).count() {
        0 => found,
        _ => found.into_iter().filter(exact).collect(),
    }
}

/// Letters in lower case without the commonest marks.
fn plain(text: &str) -> String {
    let ascii = outflank_formats::ascii_form(text);
    ascii.unwrap_or_else(|| text.to_owned()).to_lowercase()
}

/// A person from a federation's list as an entry.
pub(crate) fn of_list(one: &PappPerson, line: usize) -> Pasted {
    let last = capitalised(&one.last);
    let name = format!("{} {last}", one.first);
    Pasted {
        entry: Entry {
            ascii: Some(format!("{}, {}", one.last, one.first)),
            country: one.country.clone(),
            rating: one.rating,
            wof_id: Some(one.number.0),
            ..Entry::new(name.trim())
        },
        born: None,
        line,
    }
}

/// `VAN DER EXAMPLE` as `Van Der Example`.
fn capitalised(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut is_first = true;
    for letter in name.chars() {
        match is_first {
            true => out.extend(letter.to_uppercase()),
            false => out.extend(letter.to_lowercase()),
        }
        is_first = !letter.is_alphabetic();
    }
    out
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
        let wrong: Vec<&str> = fields
            .filter(|field| !field.is_empty() && !known_by_its_look(&mut pasted, field))
            .collect();
        match wrong.first() {
            Some(date) => list.strange.push(format!(
                "line {} left out: {date} is not a date; write it like 2012-05-01",
                pasted.line
            )),
            None => list.players.push(pasted),
        }
    }
    list
}

/// Reads a field; `false` if it looks like a date and is none.
fn known_by_its_look(pasted: &mut Pasted, field: &str) -> bool {
    let entry = &mut pasted.entry;
    let is_country = field.len() == 3 && field.bytes().all(|b| b.is_ascii_uppercase());
    let is_date = field.len() == 10 && field.as_bytes()[4] == b'-' && field.as_bytes()[7] == b'-';
    if is_country {
        entry.country = Some(field.to_owned());
    } else if is_date {
        pasted.born = field.parse().ok();
        return pasted.born.is_some();
    } else if let Some(id) = field.strip_prefix('#').and_then(|id| id.parse().ok()) {
        entry.wof_id = Some(id);
    } else if let Ok(rating) = field.parse() {
        entry.rating = Some(rating);
    } else if let Some(gender) = gender_of(field) {
        entry.gender = Some(gender);
    } else {
        entry.institute = Some(field.to_owned());
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::director::entrants::paste::*;

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
    fn somebody_is_found_in_a_federation_s_list_by_number_or_by_parts_of_his_name() {
        let people = PappPlayers::read(
            b"pays = GBR\n100 EXAMPLE, Ada <1850>\n101 EXAMPLE, Adam <1700>\n\npays = FRA\n102 DE SAMPLE, Zo <1500>\n",
        );
        let numbers = |line: &str| -> Vec<u32> {
            find(&people, line).iter().map(|one| one.number.0).collect()
        };
        assert_eq!(numbers("101"), [101]);
        assert_eq!(numbers("#102"), [102]);
        assert_eq!(numbers("Ada Example"), [100]);
        assert_eq!(numbers("example, ad"), [100, 101]);
        assert_eq!(numbers("sample zo"), [102]);
        assert!(numbers("Nobody").is_empty());
        let entry = of_list(find(&people, "102")[0], 1).entry;
        assert_eq!(
            (entry.name.as_str(), entry.country.as_deref()),
            ("Zo De Sample", Some("FRA"))
        );
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
        assert_eq!(list.players[0].born, CivilDate::new(2012, 5, 1));
        assert_eq!(
            list.players[0].entry.institute.as_deref(),
            Some("Chess School")
        );
        assert_eq!(list.players[1].line, 4);
        let list = read("Ada; 2012-13-01\nBen");
        assert_eq!((list.players.len(), list.strange.len()), (1, 1));
    }
}

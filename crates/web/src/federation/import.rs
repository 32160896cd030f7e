//! The world federation's list of players taken into the office: whole, or not at all, with every problem by its line.

use std::collections::BTreeMap;

use outflank_desk::{Answer, FederationNow};
use outflank_federation::{Act as OfficeAct, Dossier, PersonNumber};
use outflank_formats::{PappPerson, PappPlayers, Used};

use crate::director::Form;
use crate::federation::ask::Ask;
use crate::pages::Frame;

/// How many problems are shown.
const WRONG_SHOWN: usize = 50;

/// What became of a file that was not taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct ImportShown {
    /// What is wrong, by line.
    pub(crate) wrong: Vec<String>,
    /// What was typed, to be mended and sent again.
    pub(crate) text: String,
}

/// The line of a row of a table whose first line is its heading, from 1.
pub(crate) fn line_of_row(text: &str, row: usize) -> usize {
    let filled = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    filled.map(|(line, _)| line).nth(row + 1).unwrap_or(row + 2)
}

/// Takes a players' list: whoever is known by number is left as he is, whoever is known by name gets his number, the rest is added.
pub(crate) async fn people(ask: &Ask<'_>, form: &Form) -> Result<Option<Answer>, ImportShown> {
    let text = match form.exact("file").trim().is_empty() {
        true => form.exact("list").to_owned(),
        false => form.exact("file").to_owned(),
    };
    let shown = |mut wrong: Vec<String>| {
        wrong.truncate(WRONG_SHOWN);
        ImportShown {
            wrong,
            text: text.clone(),
        }
    };
    let (country, namesakes) = (form.get("country"), form.has("namesakes"));
    let acts = people_acts(&ask.f, &ask.now, &text, country, namesakes).map_err(shown)?;
    let acts = match acts.is_empty() {
        true => return Err(shown(vec![ask.f.t("officer.import.nobody_new").to_owned()])),
        false => acts,
    };
    match ask.submit_together("people", acts).await {
        Ok(answer) => Ok(Some(answer)),
        Err(refusal) => Err(shown(vec![refusal.to_string()])),
    }
}

/// The acts that take a players' list in, or everything that is wrong with it by line.
pub(crate) fn people_acts(
    f: &Frame,
    now: &FederationNow,
    text: &str,
    country: &str,
    namesakes: bool,
) -> Result<Vec<OfficeAct>, Vec<String>> {
    let list = PappPlayers::read(text.as_bytes());
    let lines = lines_of(text);
    let line = |one: &PappPerson| lines.get(&one.number.0).copied().unwrap_or(1);
    let mut wrong: Vec<String> = (list.strange.iter())
        .filter(|strange| strange.used == Used::LeftOut)
        .map(ToString::to_string)
        .collect();
    let wanted = |one: &&PappPerson| country.is_empty() || one.country.as_deref() == Some(country);
    let mut acts = Vec::new();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for one in list.people().iter().filter(wanted) {
        let name = full_name(one);
        let number = one.number.0;
        if !namesakes && let Some(first) = seen.insert(name.to_lowercase(), number) {
            wrong.push(two_numbers(f, line(one), &name, first, number));
            continue;
        }
        match known(now, &name, number) {
            Known::Same => {}
            Known::Named(person, dossier) => match dossier.wof {
                Some(other) if !namesakes => {
                    wrong.push(two_numbers(f, line(one), &name, other, number));
                }
                Some(_) => acts.push(add(one, &name)),
                None => acts.push(OfficeAct::ChangePerson {
                    person,
                    dossier: Box::new(Dossier {
                        wof: Some(number),
                        country: dossier.country.clone().or_else(|| one.country.clone()),
                        ..*dossier
                    }),
                }),
            },
            Known::Nobody => acts.push(add(one, &name)),
        }
    }
    match wrong.is_empty() {
        true => Ok(acts),
        false => Err(wrong),
    }
}

fn two_numbers(f: &Frame, line: usize, name: &str, one: u32, other: u32) -> String {
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("line", &line),
        ("name", &name),
        ("one", &one),
        ("other", &other),
    ];
    f.fill("officer.import.two_numbers", &values)
}

fn full_name(one: &PappPerson) -> String {
    match one.first.is_empty() {
        true => one.last.clone(),
        false => format!("{} {}", one.first, one.last),
    }
}

fn add(one: &PappPerson, name: &str) -> OfficeAct {
    OfficeAct::AddPerson {
        record: String::new(),
        dossier: Box::new(Dossier {
            wof: Some(one.number.0),
            country: one.country.clone(),
            ..Dossier::new(name)
        }),
    }
}

/// Whom the office knows of the list.
enum Known {
    Same,
    Named(PersonNumber, Box<Dossier>),
    Nobody,
}

fn known(now: &FederationNow, name: &str, number: u32) -> Known {
    let people = now.people();
    if people.values().any(|one| one.wof == Some(number)) {
        return Known::Same;
    }
    let wanted = words(name);
    let mut named = people.iter().filter(|(_, one)| {
        let names = [Some(&one.name), one.ascii.as_ref()];
        names
            .into_iter()
            .flatten()
            .any(|name| words(name) == wanted)
    });
    match named.next() {
        Some((person, dossier)) => Known::Named(*person, Box::new(dossier.clone())),
        None => Known::Nobody,
    }
}

/// The words of a name in any order and case.
fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric());
    let mut words: Vec<String> = parts
        .filter(|one| !one.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words
}

/// The line each number stands in first.
fn lines_of(text: &str) -> BTreeMap<u32, usize> {
    let mut lines = BTreeMap::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim_start_matches(['%', '_', ' ', '\t']);
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse() {
            lines.entry(number).or_insert(line);
        }
    }
    lines
}

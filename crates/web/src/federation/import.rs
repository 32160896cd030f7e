//! The world federation's list of players taken into the office: whole, or not at all, with every problem by its line.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use outflank_desk::FederationNow;
use outflank_federation::{Act as OfficeAct, Dossier, PersonNumber};
use outflank_formats::{PappPerson, PappPlayers, Used};
use serde::Deserialize;

use crate::extract::{File, Text, Ticked};
use crate::federation::form::Outcome;
use crate::federation::office::FederationOffice;
use crate::pages::Frame;

/// How many problems are shown.
pub(crate) const PROBLEMS_SHOWN: usize = 50;

/// Why a file was not imported.
#[derive(Debug, Clone, Default)]
pub(crate) struct ImportError {
    /// What is wrong, by line.
    pub(crate) problems: Vec<String>,
    /// What was typed, to be corrected and sent again.
    pub(crate) text: String,
}

impl ImportError {
    pub(crate) fn new(text: &str, mut problems: Vec<String>) -> Self {
        problems.truncate(PROBLEMS_SHOWN);
        Self {
            problems,
            text: text.to_owned(),
        }
    }

    /// The status of a page with this import and a form.
    pub(crate) fn status(&self, outcome: Option<&Outcome>) -> StatusCode {
        match (self.problems.is_empty(), outcome) {
            (false, _) => StatusCode::UNPROCESSABLE_ENTITY,
            (true, Some(outcome)) => outcome.status,
            (true, None) => StatusCode::OK,
        }
    }
}

/// The players to import.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ImportForm {
    list: String,
    country: Text,
    namesakes: Ticked,
}

/// What a form brings: the file, or what was typed instead.
pub(crate) fn text_of<'a>(files: &'a [File], typed: &'a str) -> &'a str {
    let file = files.first().filter(|file| !file.text.trim().is_empty());
    file.map_or(typed, |file| &file.text)
}

/// The line of a row of a table whose first line is its heading, from 1.
pub(crate) fn line_of_row(text: &str, row: usize) -> usize {
    let filled = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    filled.map(|(line, _)| line).nth(row + 1).unwrap_or(row + 2)
}

/// Imports a players' list: people known by number stay as they are, people known by name get their number, the rest are added.
pub(crate) async fn people(
    office: &FederationOffice,
    form: &ImportForm,
    files: &[File],
) -> Result<(), ImportError> {
    let text = text_of(files, &form.list);
    let failed = |problems| ImportError::new(text, problems);
    let (country, namesakes) = (form.country.as_str(), form.namesakes.0);
    let acts = people_acts(&office.f, &office.now, text, country, namesakes).map_err(failed)?;
    if acts.is_empty() {
        return Err(failed(vec![
            office.f.t("officer.import.nobody_new").to_owned(),
        ]));
    }
    match office.submit_together("people", acts).await {
        Ok(_) => Ok(()),
        Err(refusal) => Err(failed(vec![refusal.to_string()])),
    }
}

/// The commands that import a players' list, or everything that is wrong with it by line.
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

//! PAPP's players file `joueurs.txt` and its `nouveaux.txt`, as the World Othello Federation hands out the first.

use std::collections::BTreeMap;

use crate::papp::line::{PappNumber, PappPerson, PlayerLine, country_code, player_line};
use crate::papp::warning::PappWarning;
use crate::text_lines::{TextLine, text_lines};
use crate::warning::ParseWarning;

/// Everybody of a players' list, in the order of the file.
///
/// ```
/// use outflank_formats::PappPlayers;
/// let list = PappPlayers::read(b"pays = USA\n280016 EXAMPLE, Ada     %_<1641>\n");
/// let ada = &list.people()[0];
/// assert_eq!((ada.last.as_str(), ada.country.as_deref(), ada.rating), ("EXAMPLE", Some("USA"), Some(1641)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PappPlayers {
    people: Vec<PappPerson>,
    /// Where each number stands in `people`.
    places: BTreeMap<PappNumber, usize>,
    /// The lines that are not as they should be, file after file.
    pub strange: Vec<ParseWarning>,
}

/// Which file a line stands in: it decides what a known number means.
#[derive(Clone, Copy)]
enum Source {
    Players,
    NewPlayers,
}

impl PappPlayers {
    /// Reads `joueurs.txt`; what would stop PAPP is a strange line here.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut list = Self::default();
        list.add(bytes, Source::Players);
        list
    }

    /// Adds `nouveaux.txt`: new players and changes of country.
    #[must_use]
    pub fn with_new_players(mut self, bytes: &[u8]) -> Self {
        self.add(bytes, Source::NewPlayers);
        self
    }

    /// Everybody, in the order of the files.
    #[must_use]
    pub fn people(&self) -> &[PappPerson] {
        &self.people
    }

    #[must_use]
    pub fn person(&self, number: PappNumber) -> Option<&PappPerson> {
        self.places.get(&number).map(|place| &self.people[*place])
    }

    fn add(&mut self, bytes: &[u8], source: Source) {
        let (lines, cut) = text_lines(bytes);
        let mut country = None;
        let mut is_after_player = false;
        for line in &lines {
            let text = uncovered(&line.text);
            let heading = heading(text);
            if is_after_player && !matches!(heading, Heading::None) {
                self.keep(line, PappWarning::BlankLineMissing);
            }
            is_after_player = false;
            match heading {
                Heading::Country(None) => self.leave_out(line, PappWarning::NoCountry),
                Heading::Country(code) => country = code,
                Heading::Federation => {}
                Heading::None if text.is_empty() || text.starts_with('%') => {}
                Heading::None => {
                    is_after_player = true;
                    self.player(line, text, country.as_deref(), source);
                }
            }
        }
        self.strange.extend(cut);
    }

    fn player(&mut self, line: &TextLine, text: &str, country: Option<&str>, source: Source) {
        match player_line(text) {
            Err(why) => self.leave_out(line, why),
            Ok(PlayerLine::Moves { number, country }) => match self.places.get(&number) {
                Some(place) => self.people[*place].country = Some(country),
                None => self.leave_out(line, PappWarning::NobodyToMove { number }),
            },
            Ok(PlayerLine::Person(mut person, strange)) => {
                let number = person.number;
                if self.places.contains_key(&number) {
                    let why = match source {
                        Source::Players => PappWarning::NumberTwice { number },
                        Source::NewPlayers => PappWarning::NoLongerNew { number },
                    };
                    return self.leave_out(line, why);
                }
                for why in strange {
                    self.keep(line, why);
                }
                if person.country.is_none() {
                    person.country = country.map(str::to_owned);
                }
                self.places.insert(number, self.people.len());
                self.people.push(person);
            }
        }
    }

    fn keep(&mut self, line: &TextLine, why: PappWarning) {
        self.strange
            .push(ParseWarning::kept(line.number, &line.text, why));
    }

    fn leave_out(&mut self, line: &TextLine, why: PappWarning) {
        self.strange
            .push(ParseWarning::left_out(line.number, &line.text, why));
    }
}

/// The line without the `%_` that hides it from other programs.
fn uncovered(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(hidden) = text.strip_prefix("%_") {
        text = hidden.trim_start();
    }
    text
}

enum Heading {
    /// `pays = CCC`; nothing where the country is no code.
    Country(Option<String>),
    Federation,
    None,
}

fn heading(text: &str) -> Heading {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("federation") {
        return Heading::Federation;
    }
    let value = lower.strip_prefix("pays").map(str::trim_start);
    match value.and_then(|value| value.strip_prefix('=')) {
        Some(code) => {
            let code = code.split('%').next().unwrap_or("");
            Heading::Country(country_code(code.trim().trim_end_matches(';')))
        }
        None => Heading::None,
    }
}

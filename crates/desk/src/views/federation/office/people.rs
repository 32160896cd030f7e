//! Everybody, records that may be one person's, and one person's file.

use outflank_federation::{Dossier, PersonNumber, duplicates};
use outflank_tournament::CivilDate;

use crate::state::federation::FederationNow;
use crate::views::OfficePerson;
use crate::views::federation::office::members::MemberLine;

/// A line of the list of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonLine {
    pub person: OfficePerson,
    /// His name in his own script.
    pub native: Option<String>,
    /// The country the person plays for.
    pub country: Option<String>,
    /// The person's number in the list of the world federation.
    pub wof: Option<u32>,
    /// Whether only his number is public.
    pub restricted: bool,
    /// Whether his record is erased.
    pub erased: bool,
    /// What he is to the federation today.
    pub membership: MemberLine,
}

/// Two records that may be one person's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateLine {
    pub one: OfficePerson,
    pub other: OfficePerson,
    /// Why: `wof_number`, `name_and_birth`, `name`.
    pub why: String,
}

/// A record that was merged into another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedLine {
    /// The number that has gone.
    pub gone: u32,
    /// Whose it is now.
    pub keep: OfficePerson,
    pub why: String,
}

/// Everything the office knows about a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonFile {
    /// Who, and what he is.
    pub line: PersonLine,
    /// What the record holds; nothing if it is erased.
    pub dossier: Option<Dossier>,
    /// Whether the person does not want to become a member by playing.
    pub opted_out: bool,
    /// Whether he is a member outside tournaments.
    pub direct: bool,
    /// His open offer of a place in a team, by year.
    pub offers: Vec<(u16, String)>,
    /// The records that were merged into his.
    pub merged: Vec<MergedLine>,
}

impl FederationNow {
    /// Everybody whose record stands for himself, by number; only those whose name, number or country has these words in it.
    #[must_use]
    pub fn people_lines(&self, words: &str, today: CivilDate) -> Vec<PersonLine> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        (self.affairs().people.iter())
            .filter(|(_, state)| state.merged.is_none())
            .filter(|(number, _)| self.has_words(**number, &words))
            .map(|(number, _)| self.person_line(*number, today))
            .collect()
    }

    fn has_words(&self, number: PersonNumber, words: &[String]) -> bool {
        if words.is_empty() {
            return true;
        }
        let mut text = number.to_string();
        if let Some(dossier) = self.people.get(&number) {
            let wof = dossier.wof.map(|wof| wof.to_string());
            let parts = [
                Some(&dossier.name),
                dossier.ascii.as_ref(),
                dossier.native.as_ref(),
                dossier.country.as_ref(),
                wof.as_ref(),
            ];
            for part in parts.into_iter().flatten() {
                text.push(' ');
                text.push_str(&part.to_lowercase());
            }
        }
        words.iter().all(|word| text.contains(word.as_str()))
    }

    fn person_line(&self, number: PersonNumber, today: CivilDate) -> PersonLine {
        let state = self.affairs().people.get(&number);
        let dossier = self.people.get(&number);
        PersonLine {
            person: self.known_as(number),
            native: dossier.and_then(|one| one.native.clone()),
            country: dossier.and_then(|one| one.country.clone()),
            wof: dossier.and_then(|one| one.wof),
            restricted: state.is_some_and(|one| one.restricted),
            erased: state.is_some_and(|one| one.erased),
            membership: self.member_line(number, today),
        }
    }

    /// Records an officer should compare.
    #[must_use]
    pub fn duplicate_lines(&self) -> Vec<DuplicateLine> {
        let affairs = self.affairs();
        let stands = |number: &PersonNumber| {
            (affairs.people.get(number)).is_some_and(|one| one.merged.is_none() && !one.erased)
        };
        let standing = self.people.iter().filter(|(number, _)| stands(number));
        let standing = standing.map(|(number, one)| (*number, one.clone()));
        (duplicates(&standing.collect()).into_iter())
            .map(|found| DuplicateLine {
                one: self.known_as(found.one),
                other: self.known_as(found.other),
                why: found.why.to_string(),
            })
            .collect()
    }

    /// What was merged into what, and why.
    #[must_use]
    pub fn merged_lines(&self) -> Vec<MergedLine> {
        let line = |(number, state): (&PersonNumber, &outflank_federation::PersonState)| {
            let (_, why) = state.merged.as_ref()?;
            Some(MergedLine {
                gone: number.0,
                keep: self.known_as(*number),
                why: why.clone(),
            })
        };
        self.affairs().people.iter().filter_map(line).collect()
    }

    #[must_use]
    pub fn person_file(&self, person: PersonNumber, today: CivilDate) -> Option<PersonFile> {
        let affairs = self.affairs();
        affairs.people.get(&person)?;
        let person = affairs.resolve(person);
        let state = affairs.people.get(&person)?;
        let offers = affairs.selections.iter().filter_map(|(year, selection)| {
            let last = (selection.offers.iter()).rfind(|offer| offer.person == person)?;
            (last.answer.is_none()).then(|| (*year, last.seat.to_string()))
        });
        Some(PersonFile {
            line: self.person_line(person, today),
            dossier: self.people.get(&person).cloned(),
            opted_out: state.opted_out,
            direct: matches!(state.direct, Some((_, None))),
            offers: offers.collect(),
            merged: (self.merged_lines().into_iter())
                .filter(|line| line.keep.number == person.0)
                .collect(),
        })
    }
}

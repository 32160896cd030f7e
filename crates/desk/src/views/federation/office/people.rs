//! Everybody in the office, and records that may belong to one person.

use outflank_federation::selection::Seat;
use outflank_federation::{Dossier, Duplicate, PersonNumber, PersonState, duplicates};
use outflank_tournament::CivilDate;

use crate::state::federation::FederationNow;
use crate::views::OfficePerson;
use crate::views::federation::office::members::MemberLine;

/// Everything the office knows about a person.
#[derive(Debug, Clone)]
pub struct PersonRecord<'a> {
    pub person: OfficePerson,
    pub state: &'a PersonState,
    /// What the record holds; nothing if it is erased.
    pub dossier: Option<&'a Dossier>,
    pub membership: MemberLine,
}

impl PersonRecord<'_> {
    /// Whether this person is a member outside tournaments.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        matches!(self.state.direct, Some((_, None)))
    }
}

impl FederationNow {
    /// A person by the name the office knows them by, whatever the public may see.
    #[must_use]
    pub fn known_as(&self, person: PersonNumber) -> OfficePerson {
        let number = self.affairs().resolve(person);
        OfficePerson {
            number,
            name: match self.people.get(&number) {
                Some(dossier) => dossier.name.clone(),
                None => format!("Person {number}"),
            },
        }
    }

    /// Everybody who was not merged into another record, by number; only those whose name, number or country
    /// has these words in it.
    #[must_use]
    pub fn find_people(&self, words: &str, today: CivilDate) -> Vec<PersonRecord<'_>> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        (self.affairs().people.iter())
            .filter(|(_, state)| state.merged.is_none())
            .filter(|(number, _)| self.has_words(**number, &words))
            .filter_map(|(number, _)| self.person_record(*number, today))
            .collect()
    }

    fn has_words(&self, number: PersonNumber, words: &[String]) -> bool {
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

    /// What the office knows of a person, under the number that counts since records were merged.
    #[must_use]
    pub fn person_record(
        &self,
        person: PersonNumber,
        today: CivilDate,
    ) -> Option<PersonRecord<'_>> {
        let number = self.affairs().resolve(person);
        Some(PersonRecord {
            person: self.known_as(number),
            state: self.affairs().people.get(&number)?,
            dossier: self.people.get(&number),
            membership: self.member_line(number, today),
        })
    }

    /// The offers of a place in a team that a person has not answered, by year.
    #[must_use]
    pub fn open_offers(&self, person: PersonNumber) -> Vec<(u16, Seat)> {
        let selections = self.affairs().selections.iter();
        let open = selections.filter_map(|(year, selection)| {
            let last = (selection.offers.iter()).rfind(|offer| offer.person == person)?;
            (last.answer.is_none()).then_some((*year, last.seat))
        });
        open.collect()
    }

    /// Records that a person should compare.
    #[must_use]
    pub fn duplicates(&self) -> Vec<Duplicate> {
        let affairs = self.affairs();
        let counts = |number: &PersonNumber| {
            (affairs.people.get(number)).is_some_and(|one| one.merged.is_none() && !one.erased)
        };
        let own = self.people.iter().filter(|(number, _)| counts(number));
        duplicates(&own.map(|(number, one)| (*number, one.clone())).collect())
    }
}

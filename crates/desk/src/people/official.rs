//! Officials' names: in records that can be erased, like those of players.

use std::collections::BTreeMap;

use outflank_tournament::running::Fact;

use crate::desk::Desk;
use crate::ids::PersonId;
use crate::log::Fault;
use crate::state::tournament::TournamentNow;

/// Real names by the neutral names in the events.
pub(crate) type OfficialNames = BTreeMap<String, String>;

impl TournamentNow {
    /// Everybody who was ever appointed and has a record: the name in the events, and the record.
    pub(crate) fn official_records(&self) -> Vec<(&str, PersonId)> {
        let appointed = self.tournament.log().iter().filter_map(|event| {
            let Fact::OfficialAppointed { official } = &event.fact else {
                return None;
            };
            let record = official.person.as_ref()?.parse().ok()?;
            Some((official.name.as_str(), record))
        });
        appointed.collect()
    }

    pub(crate) fn has_official(&self, person: &PersonId) -> bool {
        (self.official_records().iter()).any(|(_, record)| record == person)
    }

    /// What people call an official: the name in their record, or the one in the events if it is erased or old.
    #[must_use]
    pub fn official_name(&self, name: &str) -> String {
        let known = self.official_names.get(name);
        known.map_or_else(|| name.to_owned(), Clone::clone)
    }

    pub(crate) fn call_officials(&mut self, names: OfficialNames) {
        self.tournament.call_officials(&names);
        self.official_names = names;
    }
}

impl Desk {
    /// Reads the records of a tournament's officials.
    pub(crate) async fn official_names(&self, now: &TournamentNow) -> Result<OfficialNames, Fault> {
        let mut names = OfficialNames::new();
        for (name, record) in now.official_records() {
            if let Some(person) = self.person_called(&record, name).await? {
                names.insert(name.to_owned(), person.dossier.name);
            }
        }
        Ok(names)
    }
}

//! People known to an office enter its tournaments with everything in its records.

use std::sync::Arc;

use outflank_federation::{EventKey, PersonNumber};
use outflank_tournament::running::{Application, Entry};

use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::state::federation::FederationNow;
use crate::state::tournament::TournamentNow;
use crate::views::OfficePerson;

/// The people of an office that has announced an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfficePeople {
    pub office: String,
    /// Everybody who could enter.
    pub people: Vec<OfficePerson>,
}

impl Desk {
    /// The office that has announced an event; the first by id if there are several.
    fn office_of(&self, tournament: &TournamentId) -> Option<Arc<FederationNow>> {
        let first = self.offices_of(tournament).into_iter().next()?;
        self.federation(&first)
    }

    /// Whom the office that has announced an event knows and who has not entered.
    #[must_use]
    pub fn people_of_office(&self, now: &TournamentNow) -> Option<OfficePeople> {
        let office = self.office_of(&now.id)?;
        let affairs = office.affairs();
        let entered: std::collections::BTreeSet<&str> = (now.affairs().entrants.values())
            .filter_map(|entrant| entrant.entry.person.as_deref())
            .collect();
        let could = (affairs.people.iter()).filter(|(_, state)| {
            state.merged.is_none() && !state.erased && !entered.contains(state.record.as_str())
        });
        Some(OfficePeople {
            office: affairs.founded.as_ref()?.name.clone(),
            people: could.map(|(number, _)| office.known_as(*number)).collect(),
        })
    }

    /// How a person of the office that has announced a tournament enters it: with their numbers, latest rating,
    /// membership and residence on its first day, and what the office lets pass.
    #[must_use]
    pub fn applicant(&self, now: &TournamentNow, person: PersonNumber) -> Option<Application> {
        let office = self.office_of(&now.id)?;
        let affairs = office.affairs();
        let person = affairs.resolve(person);
        let state = affairs.people.get(&person).filter(|one| !one.erased)?;
        let dossier = office.dossier(person)?;
        let key = EventKey::from(now.id.as_str());
        let day = affairs.events.get(&key)?.notice.first_day;
        let rating = affairs.latest_lists().last().and_then(|list| {
            let row = (list.rows.iter()).find(|row| affairs.resolve(row.person) == person)?;
            Some(row.rating)
        });
        let country = dossier.country.clone();
        Some(Application {
            entry: Entry {
                ascii: dossier.ascii.clone(),
                native: dossier.native.clone(),
                person: Some(state.record.clone()),
                nation: country
                    .as_deref()
                    .map(|country| affairs.nation_kind(country)),
                country,
                wof_id: dossier.wof,
                rating,
                gender: dossier.gender,
                young: dossier.is_young_in(day.year()),
                woc_semifinals: affairs.semifinal_years(person),
                ..Entry::new(dossier.name.clone())
            },
            credentials: affairs.credentials(office.people(), person, day),
            allowance: affairs.allowance(person, &key),
            late_terms_seen: false,
        })
    }

    /// Whether an exception is what the office itself has let pass.
    pub(crate) fn office_allows(&self, now: &TournamentNow, application: &Application) -> bool {
        let Some(record) = application.entry.person.as_deref() else {
            return false;
        };
        let Some(office) = self.office_of(&now.id) else {
            return false;
        };
        let key = EventKey::from(now.id.as_str());
        let person = office.affairs().person_of_record(record);
        let allowed = person.and_then(|person| office.affairs().allowance(person, &key));
        allowed.is_some() && allowed == application.allowance
    }
}

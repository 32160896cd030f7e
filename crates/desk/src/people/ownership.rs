//! Who a personal record belongs to, and what others may do with it.
//!
//! A record belongs to the tournament or federation whose log named it first. Another tournament holds a reference: it shows
//! the name and changes only what its players need at the table. A federation never shares a tournament's record: it copies
//! what the tournament lets it have into a record of its own.

use outflank_federation::{Act as OfficeAct, Dossier, EventKey, Fact as OfficeFact};
use outflank_tournament::running::{Fact, Timestamp};
use serde::{Deserialize, Serialize};

use crate::access::{Action, Caller, Target};
use crate::desk::Desk;
use crate::ids::{FederationId, PersonId, TournamentId};
use crate::people::person::Person;
use crate::refusal::{Reason, Refusal};
use crate::state::federation::FederationNow;
use crate::state::tournament::TournamentNow;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordOwner {
    Federation(FederationId),
    Tournament(TournamentId),
}

/// How much of its players' records a tournament lets a federation copy.
#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum RecordRight {
    /// The name and what the public lists show.
    Name,
    /// Also the birth date, the contact and the rest.
    Read,
}

impl TournamentNow {
    /// When its log named a record first.
    fn named_at(&self, record: &str) -> Option<Timestamp> {
        let named = |fact: &Fact| match fact {
            Fact::EntrantRegistered { entry, .. } | Fact::EntrantChanged { entry, .. } => {
                entry.person.as_deref() == Some(record)
            }
            Fact::OfficialAppointed { official } => official.person.as_deref() == Some(record),
            _ => false,
        };
        let first = (self.tournament.log().iter()).find(|event| named(&event.fact));
        first.map(|event| event.at)
    }

    /// How much of its players' records a federation may copy; nothing if the tournament has withdrawn its consent.
    pub(crate) fn lets_federation(&self, federation: &FederationId) -> Option<RecordRight> {
        match self.admitted.get(federation) {
            Some(right) => *right,
            // Announced by somebody who may decide that for the tournament, or by an earlier version.
            None => Some(RecordRight::Read),
        }
    }
}

impl FederationNow {
    fn named_at(&self, record: &str) -> Option<Timestamp> {
        let named = |fact: &OfficeFact| match fact {
            OfficeFact::PersonAdded { record: own, .. } => own == record,
            _ => false,
        };
        let first = (self.office.log().iter()).find(|event| named(&event.fact));
        first.map(|event| event.at)
    }
}

impl Desk {
    /// Whose record it is; nothing if no log names it.
    #[must_use]
    pub fn owner_of_record(&self, record: &str) -> Option<RecordOwner> {
        let tournaments = (self.tournaments().into_iter())
            // A training copy that uses a name gives no right to the person.
            .filter(|now| now.training.is_none())
            .filter_map(|now| {
                Some((
                    now.named_at(record)?,
                    RecordOwner::Tournament(now.id.clone()),
                ))
            });
        let federations = (self.federations().into_iter()).filter_map(|now| {
            Some((
                now.named_at(record)?,
                RecordOwner::Federation(now.id.clone()),
            ))
        });
        let first = tournaments.chain(federations).min();
        first.map(|(_, owner)| owner)
    }

    /// Whether more than one tournament or federation names a record.
    pub(crate) fn is_shared_record(&self, record: &str) -> bool {
        let Ok(person) = record.parse::<PersonId>() else {
            return false;
        };
        let tournaments = self.tournaments().into_iter();
        let in_tournaments = tournaments
            .filter(|now| now.entrant_of(&person).is_some() || now.has_official(&person));
        let federations = self.federations().into_iter();
        let in_federations =
            federations.filter(|now| now.affairs().person_of_record(record).is_some());
        in_tournaments.count() + in_federations.count() > 1
    }

    /// Where a right over a record counts: at its owner.
    pub(crate) fn place_of_owner(&self, owner: &RecordOwner, person: &PersonId) -> Target {
        match owner {
            RecordOwner::Tournament(id) => {
                let entrant = self.tournament(id).and_then(|now| now.entrant_of(person));
                Target {
                    entrants: entrant.into_iter().collect(),
                    ..Target::tournament(id)
                }
            }
            RecordOwner::Federation(id) => {
                let office = self.federation(id);
                let member = office.and_then(|now| now.affairs().person_of_record(person.as_str()));
                Target {
                    member,
                    ..Target::federation(id)
                }
            }
        }
    }

    fn may_at_owner(&self, caller: &Caller, action: Action, person: &PersonId) -> bool {
        let owner = self.owner_of_record(person.as_str());
        let place = owner.map(|owner| self.place_of_owner(&owner, person));
        place.is_some_and(|place| caller.may(action, &place))
            || caller.may(action, &Target::default())
    }

    /// Whether a caller may refer to a record in a tournament: it is there already, an office that has announced the
    /// tournament offers it, or the caller may read it where it belongs.
    pub(crate) fn may_refer(
        &self,
        caller: &Caller,
        now: &TournamentNow,
        person: &PersonId,
    ) -> bool {
        if now.entrant_of(person).is_some() || now.has_official(person) {
            return true;
        }
        let offices = match now.training {
            Some(_) => Vec::new(),
            None => self.offices_of(&now.id),
        };
        let is_offered = |id: &FederationId| {
            let owner = RecordOwner::Federation(id.clone());
            self.owner_of_record(person.as_str()) == Some(owner)
        };
        offices.iter().any(is_offered) || self.may_at_owner(caller, Action::ReadPersons, person)
    }

    /// Refuses a change that a tournament would make to a record, or to a part of it, that is not the tournament's.
    pub(crate) fn check_change(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
        person: &PersonId,
        (old, new): (&Person, &Person),
    ) -> Result<(), Refusal> {
        if old == new || self.may_at_owner(caller, Action::ManageServer, person) {
            return Ok(());
        }
        let owner = self.owner_of_record(person.as_str());
        let is_shared = |office: &std::sync::Arc<FederationNow>| {
            office.affairs().person_of_record(person.as_str()).is_some()
        };
        let may = match &owner {
            None => true,
            Some(RecordOwner::Tournament(own)) if own == tournament => {
                !self.federations().iter().any(is_shared) || keeps_office_fields(old, new)
            }
            Some(RecordOwner::Tournament(_)) => {
                self.may_at_owner(caller, Action::ChangePersons, person)
            }
            Some(RecordOwner::Federation(office)) => {
                self.may_at_owner(caller, Action::ChangePersons, person)
                    || (old.dossier == new.dossier && self.offices_of(tournament).contains(office))
            }
        };
        match may {
            true => Ok(()),
            false => Err(self.of_other_owner(owner.as_ref())),
        }
    }

    /// The refusal that names the owner of a record.
    pub(crate) fn of_other_owner(&self, owner: Option<&RecordOwner>) -> Refusal {
        let owner = match owner {
            Some(RecordOwner::Tournament(id)) => {
                (self.tournament(id)).map(|now| now.title().to_owned())
            }
            Some(RecordOwner::Federation(id)) => (self.federation(id))
                .and_then(|now| now.affairs().founded.as_ref().map(|one| one.name.clone())),
            None => None,
        };
        Refusal::desk(Reason::RecordOfOther {
            owner: owner.unwrap_or_else(|| "another owner".to_owned()),
        })
    }

    /// Refuses an office command on a record, or on a tournament, that is not the federation's to decide about.
    pub(crate) async fn check_office_rights(
        &self,
        caller: &Caller,
        office: &FederationNow,
        act: &OfficeAct,
    ) -> Result<(), Refusal> {
        match act {
            OfficeAct::AnnounceEvent { event, .. } => self.check_consent(caller, office, event),
            OfficeAct::AddPerson { record, .. } if !record.is_empty() => {
                let Ok(id) = record.parse::<PersonId>() else {
                    return Ok(());
                };
                let owner = self.owner_of_record(record);
                let is_free = owner.is_none() && self.person(&id).await?.is_none();
                let own = RecordOwner::Federation(office.id.clone());
                match is_free || owner.as_ref() == Some(&own) {
                    true => Ok(()),
                    false => Err(self.of_other_owner(owner.as_ref())),
                }
            }
            OfficeAct::ChangePerson { person, .. }
            | OfficeAct::ErasePerson { person }
            | OfficeAct::RecordPayment { person, .. } => {
                let state = office.affairs().people.get(person);
                let Some(record) = state.map(|state| state.record.as_str()) else {
                    return Ok(());
                };
                let owner = self.owner_of_record(record);
                match &owner {
                    None => Ok(()),
                    Some(RecordOwner::Federation(id)) if *id == office.id => Ok(()),
                    // Earlier versions shared the record of a tournament that the office had announced.
                    Some(RecordOwner::Tournament(id))
                        if self.offices_of(id).contains(&office.id) =>
                    {
                        Ok(())
                    }
                    Some(_) => Err(self.of_other_owner(owner.as_ref())),
                }
            }
            _ => Ok(()),
        }
    }

    /// A tournament of this server is announced only with its consent.
    fn check_consent(
        &self,
        caller: &Caller,
        office: &FederationNow,
        event: &EventKey,
    ) -> Result<(), Refusal> {
        let refused = || Err(Refusal::desk(Reason::NoConsent {}));
        let Ok(id) = event.as_str().parse::<TournamentId>() else {
            return Ok(());
        };
        let Some(now) = self.tournament(&id) else {
            // It may be imported here later. Ids of tournaments are drawn at random, so no other key looks like one.
            return match id.is_drawn() && !office.affairs().events.contains_key(event) {
                true => refused(),
                false => Ok(()),
            };
        };
        let is_known = office.affairs().events.contains_key(event);
        let is_admitted = match now.admitted.get(&office.id) {
            Some(right) => right.is_some(),
            None => is_known,
        };
        let may_decide = caller.may(Action::ManageData, &Target::tournament(&id))
            && now.admitted.get(&office.id) != Some(&None);
        match is_admitted || may_decide {
            true => Ok(()),
            false => refused(),
        }
    }
}

impl Person {
    /// Takes over what a tournament is not shown of a record, so that sending back what was shown loses nothing.
    pub(crate) fn keep_hidden_fields(&mut self, old: &Self) {
        let (new, old) = (&mut self.dossier, &old.dossier);
        new.wof = new.wof.or(old.wof);
        new.country = new.country.take().or_else(|| old.country.clone());
        new.gender = new.gender.or(old.gender);
        new.wage = new.wage.or(old.wage);
        new.family = new.family.take().or_else(|| old.family.clone());
        if new.citizen_of.is_empty() {
            new.citizen_of.clone_from(&old.citizen_of);
        }
        if new.stays.is_empty() {
            new.stays.clone_from(&old.stays);
        }
        if new.paid.is_empty() {
            new.paid.clone_from(&old.paid);
        }
    }
}

/// Whether what only a federation records of a person stays as it is.
fn keeps_office_fields(old: &Person, new: &Person) -> bool {
    let of_office = |person: &Person| Dossier {
        name: String::new(),
        ascii: None,
        native: None,
        born: None,
        contact: None,
        ..person.dossier.clone()
    };
    of_office(old) == of_office(new)
}

/// The record in which a federation keeps its copy of a tournament's record.
pub(crate) fn copied_record(office: &FederationId, record: &str) -> String {
    let name = format!("{office}/{record}");
    PersonId::drawn_from(name.as_bytes()).to_string()
}

/// What a federation may copy of a person.
pub(crate) fn copied(person: &Person, right: RecordRight) -> Person {
    let known = &person.dossier;
    let dossier = match right {
        RecordRight::Name => Dossier {
            ascii: known.ascii.clone(),
            native: known.native.clone(),
            ..Dossier::new(&known.name)
        },
        RecordRight::Read => known.clone(),
    };
    Person {
        dossier,
        ..Person::default()
    }
}

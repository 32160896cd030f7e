//! A federation's office as the desk keeps it warm.

use std::sync::Arc;

use outflank_event::StoredError;
use outflank_federation::{
    Dossier, Dossiers, Fact, Federation, FederationState, PersonNumber, apply,
};
use outflank_tournament::running::Timestamp;

use crate::desk::Desk;
use crate::ids::{FederationId, PersonId};
use crate::log::{Content, Fault, Seq, StreamName};
use crate::state::desk_fact::DeskFact;
use crate::state::event::StreamEvent;
use crate::state::mark::Mark;
use crate::state::warm::{StreamState, Touched, Warm, WarmStates};

/// An office folded from its stream, with the records of its people.
#[derive(Debug, Clone)]
pub struct FederationNow {
    pub id: FederationId,
    pub slug: Option<String>,
    /// The number of the last log entry of its stream.
    pub version: Seq,
    /// How things stand; people are numbers here.
    pub office: Federation,
    /// Who did something last.
    pub last: Option<Mark>,
    pub(crate) people: Dossiers,
}

impl StreamState for FederationNow {
    type Id = FederationId;
    type Person = PersonNumber;
    type Records = Vec<(PersonNumber, Option<Dossier>)>;

    fn warm(states: &WarmStates) -> &Warm<Self> {
        &states.federations
    }

    fn stream(id: &FederationId) -> StreamName {
        id.into()
    }

    fn new(id: FederationId) -> Self {
        Self {
            id,
            slug: None,
            version: Seq(0),
            office: Federation::new(),
            last: None,
            people: Dossiers::new(),
        }
    }

    fn id(&self) -> &FederationId {
        &self.id
    }

    fn slug(&self) -> Option<&str> {
        self.slug.as_deref()
    }

    fn version(&self) -> Seq {
        self.version
    }

    fn last_at(&self) -> Timestamp {
        (self.office.log().last()).map_or(Timestamp(i64::MIN), |event| event.at)
    }

    fn apply(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<PersonNumber>, StoredError> {
        self.version = content.seq;
        self.last = Some(Mark::of(content));
        let event = match event {
            StreamEvent::Federation(event) => event,
            StreamEvent::Desk(fact) => {
                if let DeskFact::SlugGiven { slug } = fact {
                    self.slug = Some(slug.clone());
                }
                return Ok(Touched::nobody());
            }
            StreamEvent::Access(_) | StreamEvent::Game(_) | StreamEvent::Tournament(_) => {
                return Err(StoredError::unknown(&content.kind));
            }
        };
        apply(&mut self.office, event);
        Ok(match &event.fact {
            Fact::PersonAdded { person, .. }
            | Fact::PersonChanged { person }
            | Fact::PersonErased { person }
            | Fact::PaymentRecorded { person, .. } => Touched::one(*person),
            Fact::Undone { .. } => Touched::Everybody,
            _ => Touched::nobody(),
        })
    }

    async fn records(
        &self,
        desk: &Desk,
        whose: &Touched<PersonNumber>,
    ) -> Result<Self::Records, Fault> {
        let people: Vec<PersonNumber> = match whose {
            Touched::Only(people) => people.iter().copied().collect(),
            Touched::Everybody => self.affairs().people.keys().copied().collect(),
        };
        let mut records = Vec::with_capacity(people.len());
        for person in people {
            let state = self.affairs().people.get(&person);
            let id: Option<PersonId> = state
                .filter(|state| !state.erased)
                .and_then(|state| state.record.parse().ok());
            let record = match id {
                Some(id) => {
                    let called = format!("Person {person}");
                    desk.person_called(&id, &called).await?
                }
                None => None,
            };
            records.push((person, record.map(|record| record.dossier)));
        }
        Ok(records)
    }

    fn take_records(&mut self, records: Self::Records) {
        for (person, dossier) in records {
            match dossier {
                Some(dossier) => self.people.insert(person, dossier),
                None => self.people.remove(&person),
            };
        }
    }
}

impl FederationNow {
    #[must_use]
    pub const fn affairs(&self) -> &FederationState {
        self.office.affairs()
    }

    /// The records of everybody that are not erased.
    #[must_use]
    pub const fn people(&self) -> &Dossiers {
        &self.people
    }

    /// A person's data, for the office and for that person.
    #[must_use]
    pub fn dossier(&self, person: PersonNumber) -> Option<&Dossier> {
        self.people.get(&self.affairs().resolve(person))
    }

    /// The public name of a person: the name, or the number if it is restricted or erased.
    #[must_use]
    pub fn public_name(&self, person: PersonNumber) -> String {
        let person = self.affairs().resolve(person);
        let restricted = (self.affairs().people.get(&person)).is_none_or(|one| one.restricted);
        match self.people.get(&person).filter(|_| !restricted) {
            Some(dossier) => dossier.name.clone(),
            None => format!("Person {person}"),
        }
    }
}

impl Desk {
    #[must_use]
    pub fn federation(&self, id: &FederationId) -> Option<Arc<FederationNow>> {
        self.warm.federations.get(id)
    }

    /// A federation's office by its short name or its id.
    #[must_use]
    pub fn federation_named(&self, name: &str) -> Option<Arc<FederationNow>> {
        let by_id = name.parse().ok().and_then(|id| self.federation(&id));
        by_id.or_else(|| self.warm.federations.named(name))
    }

    /// Every federation's office, by id.
    #[must_use]
    pub fn federations(&self) -> Vec<Arc<FederationNow>> {
        self.warm.federations.all()
    }

    /// The day it is in an office.
    #[must_use]
    pub fn today(&self, office: &FederationNow) -> outflank_tournament::CivilDate {
        office.affairs().day(self.now())
    }
}

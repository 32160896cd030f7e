//! A federation's office as the desk keeps it warm.

use std::sync::Arc;

use outflank_event::StoredError;
use outflank_federation::{
    Affairs, Dossier, Dossiers, Event, Fact, Federation, PersonNumber, apply,
};
use outflank_tournament::running::Timestamp;

use crate::desk::Desk;
use crate::ids::{FederationId, PersonId};
use crate::log::{Envelope, Fault, Seq, StreamName};
use crate::refusal::Refusal;
use crate::state::desk_fact::DeskFact;
use crate::state::mark::Mark;

/// An office folded from its stream, with the records of its people.
#[derive(Debug, Clone)]
pub struct FederationNow {
    pub id: FederationId,
    pub slug: Option<String>,
    /// The last event of its stream.
    pub version: Seq,
    /// How things stand; people are numbers here.
    pub office: Federation,
    /// Who did something last.
    pub last: Option<Mark>,
    pub(crate) people: Dossiers,
}

/// Whose record an event may have changed.
pub(crate) enum Concerned {
    Nobody,
    One(PersonNumber),
    Anybody,
}

impl FederationNow {
    /// An office of which nothing is known yet.
    pub(crate) fn new(id: FederationId) -> Self {
        Self {
            id,
            slug: None,
            version: Seq(0),
            office: Federation::new(),
            last: None,
            people: Dossiers::new(),
        }
    }

    /// Records one stored event and says whose record may have changed.
    pub(crate) fn apply(&mut self, envelope: &Envelope) -> Result<Concerned, StoredError> {
        let content = &envelope.content;
        self.version = content.seq;
        self.last = Some(Mark::of(content));
        if DeskFact::is_kind(&content.kind) {
            if let DeskFact::SlugGiven { slug } =
                DeskFact::from_stored(&content.kind, &content.body)?
            {
                self.slug = Some(slug);
            }
            return Ok(Concerned::Nobody);
        }
        let event = Event::from_stored(&content.kind, &content.body)?;
        apply(&mut self.office, &event);
        Ok(match event.fact {
            Fact::PersonAdded { person, .. }
            | Fact::PersonChanged { person }
            | Fact::PersonErased { person }
            | Fact::PaymentRecorded { person, .. } => Concerned::One(person),
            Fact::Undone { .. } => Concerned::Anybody,
            _ => Concerned::Nobody,
        })
    }

    #[must_use]
    pub const fn affairs(&self) -> &Affairs {
        self.office.affairs()
    }

    /// The records of everybody that are not erased.
    #[must_use]
    pub const fn people(&self) -> &Dossiers {
        &self.people
    }

    /// What is known of a person, for the office and himself.
    #[must_use]
    pub fn dossier(&self, person: PersonNumber) -> Option<&Dossier> {
        self.people.get(&self.affairs().resolve(person))
    }

    /// What everybody may call a person: his name, or his number if he is restricted or erased.
    #[must_use]
    pub fn public_name(&self, person: PersonNumber) -> String {
        let person = self.affairs().resolve(person);
        let restricted = (self.affairs().people.get(&person)).is_none_or(|one| one.restricted);
        match self.people.get(&person).filter(|_| !restricted) {
            Some(dossier) => dossier.name.clone(),
            None => format!("Person {person}"),
        }
    }

    /// The moment of the last event.
    pub(crate) fn last_at(&self) -> Timestamp {
        (self.office.log().last()).map_or(Timestamp(i64::MIN), |event| event.at)
    }
}

impl Desk {
    #[must_use]
    pub fn federation(&self, id: &FederationId) -> Option<Arc<FederationNow>> {
        self.warm.federation(id)
    }

    /// A federation's office by its short name or its id.
    #[must_use]
    pub fn federation_named(&self, name: &str) -> Option<Arc<FederationNow>> {
        let has_slug = |now: &Arc<FederationNow>| now.slug.as_deref() == Some(name);
        let by_id = name.parse().ok().and_then(|id| self.federation(&id));
        by_id.or_else(|| self.warm.federations().into_iter().find(has_slug))
    }

    /// Every federation's office, by id.
    #[must_use]
    pub fn federations(&self) -> Vec<Arc<FederationNow>> {
        self.warm.federations()
    }

    /// The day it is in an office.
    #[must_use]
    pub fn today(&self, office: &FederationNow) -> outflank_tournament::CivilDate {
        office.affairs().day(self.now())
    }

    /// Folds an office from the log and keeps it.
    pub(crate) async fn load_federation(
        &self,
        id: &FederationId,
    ) -> Result<Option<Arc<FederationNow>>, Refusal> {
        let envelopes = self.read_stream(&federation_stream(id), Seq(0)).await?;
        if envelopes.is_empty() {
            return Ok(None);
        }
        self.warm.note_last(&envelopes);
        let mut now = FederationNow::new(id.clone());
        for envelope in &envelopes {
            now.apply(envelope)?;
        }
        self.refresh_dossiers(&mut now, Concerned::Anybody).await?;
        let now = Arc::new(now);
        self.warm.put_federation(Arc::clone(&now));
        Ok(Some(now))
    }

    /// Reads records of an office's people anew.
    pub(crate) async fn refresh_dossiers(
        &self,
        now: &mut FederationNow,
        concerned: Concerned,
    ) -> Result<(), Fault> {
        let people: Vec<PersonNumber> = match concerned {
            Concerned::Nobody => return Ok(()),
            Concerned::One(person) => vec![person],
            Concerned::Anybody => now.affairs().people.keys().copied().collect(),
        };
        for person in people {
            let state = now.affairs().people.get(&person);
            let id: Option<PersonId> = state
                .filter(|state| !state.erased)
                .and_then(|state| state.record.parse().ok());
            let record = match id {
                Some(id) => self.person(&id).await?,
                None => None,
            };
            match record {
                Some(record) => now.people.insert(person, record.dossier()),
                None => now.people.remove(&person),
            };
        }
        Ok(())
    }

    /// Reads the records of every office's people anew.
    pub(crate) async fn refresh_offices(&self) -> Result<(), Refusal> {
        for listed in self.warm.federations() {
            let _guard = self.warm.lock(&[&federation_stream(&listed.id)]).await;
            let Some(mut now) = self.warm.federation(&listed.id) else {
                continue;
            };
            self.refresh_dossiers(Arc::make_mut(&mut now), Concerned::Anybody)
                .await?;
            self.warm.put_federation(now);
        }
        Ok(())
    }
}

/// The stream of a federation's office.
pub(crate) fn federation_stream(id: &FederationId) -> StreamName {
    let name = format!("federation/{id}");
    name.parse().expect("an id fits into a stream's name")
}

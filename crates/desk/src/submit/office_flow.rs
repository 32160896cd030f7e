//! What a tournament means to the offices that have announced it: its people and its results, once it is signed off and again
//! whenever they change.

use outflank_federation::{
    Act, By, Command, Dossier, Dossiers, Event, EventKey, Fact, Federation, PersonNumber,
    ResultsFrom, apply, decide,
};
use outflank_rulebook::Rulebook;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Event as TournamentEvent, Timestamp, TournamentState};

use crate::desk::Desk;
use crate::ids::{FederationId, PersonId, TournamentId};
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::people::ownership::{RecordRight, copied, copied_record};
use crate::people::person::Person;
use crate::react::federation::results_of;
use crate::refusal::Refusal;
use crate::state::event::Decided;
use crate::state::federation::FederationNow;
use crate::state::tournament::TournamentNow;
use crate::submit::federation::rules_of;
use crate::submit::{Asked, Write};

/// How much of a command's name the names of its reactions repeat.
const NAME_CHARS: usize = 48;

/// What is written to an office because of its tournament.
pub(crate) type OfficeWrite = (Write, Vec<RecordChange>);

impl Desk {
    /// The offices that have announced a tournament.
    pub(crate) fn offices_of(&self, tournament: &TournamentId) -> Vec<FederationId> {
        let key = EventKey::from(tournament.as_str());
        let tournament = self.tournament(tournament);
        let announced = |now: &std::sync::Arc<FederationNow>| {
            let is_let = |one: &TournamentNow| one.lets_federation(&now.id).is_some();
            now.affairs().events.contains_key(&key) && tournament.as_deref().is_some_and(is_let)
        };
        (self.federations().into_iter())
            .filter(announced)
            .map(|now| now.id.clone())
            .collect()
    }

    /// What follows from events of a tournament in every office that has announced it. The offices are locked by the caller.
    pub(crate) fn react_offices(
        &self,
        asked: &Asked<'_>,
        now: &TournamentNow,
        events: &[TournamentEvent],
    ) -> Result<Vec<OfficeWrite>, Refusal> {
        let mut writes = Vec::new();
        for federation in self.offices_of(&now.id) {
            writes.extend(self.react_office(asked, &federation, now, events)?);
        }
        Ok(writes)
    }

    /// The commands that record in an office who enters a tournament at this desk: new people are added first. Nothing if the tournament is
    /// not held here.
    #[must_use]
    pub fn acts_of_entrants(&self, office: &FederationNow, event: &str) -> Option<Vec<Act>> {
        let now = self.tournament(&event.parse().ok()?)?;
        if !self.offices_of(&now.id).contains(&office.id) {
            return None;
        }
        let mut reaction = Reaction {
            id: office.id.clone(),
            rules: rules_of(office).ok()?,
            office: office.office.clone(),
            people: office.people().clone(),
            at: self.at_of(office),
            name: "entrants".to_owned(),
            events: Vec::new(),
            records: Vec::new(),
            acts: Vec::new(),
        };
        let affairs = now.affairs();
        let mut people = Vec::new();
        for entrant in affairs.entrants.keys() {
            people.push(reaction.number(&now, affairs, *entrant).ok()?);
        }
        let mut acts = reaction.acts;
        let event = EventKey::from(event);
        acts.push(Act::RecordEntrants { event, people });
        Some(acts)
    }

    /// What a tournament that is or was signed off means to an office: its people and its results.
    fn react_office(
        &self,
        asked: &Asked<'_>,
        federation: &FederationId,
        now: &TournamentNow,
        events: &[TournamentEvent],
    ) -> Result<Option<OfficeWrite>, Refusal> {
        let Some(office) = self.federation(federation) else {
            return Ok(None);
        };
        // Nothing of a training copy counts anywhere.
        if now.training.is_some() {
            return Ok(None);
        }
        let mut after = now.tournament.clone();
        for event in events {
            outflank_tournament::running::apply(&mut after, event);
        }
        if after.affairs().signed_off.is_none() {
            return Ok(None);
        }
        let mut reaction = Reaction {
            id: federation.clone(),
            rules: rules_of(&office)?,
            office: office.office.clone(),
            people: office.people().clone(),
            at: self.at_of(&*office),
            name: asked.command_id.chars().take(NAME_CHARS).collect(),
            events: Vec::new(),
            records: Vec::new(),
            acts: Vec::new(),
        };
        reaction.take(now, after.affairs())?;
        let write = Write::to(&*office, Decided::all(&reaction.events));
        Ok((!reaction.events.is_empty()).then_some((write, reaction.records)))
    }
}

/// Commands of the desk itself that follow from a tournament.
struct Reaction<'a> {
    id: FederationId,
    rules: &'a Rulebook,
    office: Federation,
    people: Dossiers,
    at: Timestamp,
    name: String,
    events: Vec<Event>,
    records: Vec<RecordChange>,
    /// What was done, in order.
    acts: Vec<Act>,
}

impl Reaction<'_> {
    fn take(&mut self, now: &TournamentNow, affairs: &TournamentState) -> Result<(), Refusal> {
        let mut numbers = std::collections::BTreeMap::new();
        for entrant in affairs.entrants.keys() {
            numbers.insert(*entrant, self.number(now, affairs, *entrant)?);
        }
        let Some(results) = results_of(affairs, |id| numbers.get(&id).copied()) else {
            return Ok(());
        };
        let take = Act::TakeResults {
            event: EventKey::from(now.id.as_str()),
            from: ResultsFrom::Desk,
            results: Box::new(results),
        };
        match self.act(take) {
            Ok(()) => Ok(()),
            // A change that the office does not see.
            Err(Refusal::Federation(refused)) if refused.code() == "federation.nothing_new" => {
                Ok(())
            }
            Err(refused) => Err(refused),
        }
    }

    fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let name = format!("{}-office-{}", self.name, self.events.len() + 1);
        let command = Command::new(&name, By::Desk, act.clone());
        let events = decide(self.rules, &self.office, &self.people, command, self.at)?;
        for event in &events {
            apply(&mut self.office, event);
            if let (Fact::PersonAdded { person, .. }, Act::AddPerson { dossier, .. }) =
                (&event.fact, &act)
            {
                self.people.insert(*person, (**dossier).clone());
            }
        }
        self.events.extend(events);
        self.acts.push(act);
        Ok(())
    }

    /// The number of a player in the office: by their record, by their number in the world
    /// federation's list, or a new one.
    fn number(
        &mut self,
        now: &TournamentNow,
        affairs: &TournamentState,
        entrant: EntrantId,
    ) -> Result<PersonNumber, Refusal> {
        let entry = &affairs.entrants[&entrant].entry;
        let record = entry.person.clone();
        let own = record
            .as_deref()
            .map(|record| copied_record(&self.id, record));
        // Earlier versions shared the record of the tournament.
        let by_record = (record.iter().chain(&own))
            .find_map(|record| self.office.affairs().person_of_record(record));
        let by_wof = || {
            let wof = entry.wof_id?;
            let same = |(_, one): &(&PersonNumber, &Dossier)| one.wof == Some(wof);
            self.people.iter().find(same).map(|(number, _)| *number)
        };
        if let Some(number) = by_record.or_else(by_wof) {
            return Ok(number);
        }
        let right = now.lets_federation(&self.id).unwrap_or(RecordRight::Name);
        let known = now.person(entrant).map(|person| copied(person, right));
        let mut person = known.unwrap_or_else(|| Person::new(now.name(entrant)));
        let dossier = &mut person.dossier;
        dossier.wof = dossier.wof.or(entry.wof_id);
        dossier.country = dossier.country.take().or_else(|| entry.country.clone());
        dossier.gender = dossier.gender.or(entry.gender);
        let record = own.unwrap_or_else(|| PersonId::random().to_string());
        let number = outflank_federation::PersonNumber(
            (self.office.affairs().people.keys().map(|one| one.0))
                .max()
                .unwrap_or(0)
                + 1,
        );
        let add = Act::AddPerson {
            record: record.clone(),
            dossier: Box::new(dossier.clone()),
        };
        self.act(add)?;
        self.records.push(RecordChange {
            key: RecordKey::new(RecordKind::Person, record),
            body: Some(person.record()),
        });
        Ok(number)
    }
}

//! Keeping personal facts out of events.

use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Event, Fact};

use crate::access::Caller;
use crate::desk::Desk;
use crate::ids::PersonId;
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::people::person::{Person, neutral_name, without_names};
use crate::refusal::{Reason, Refusal};
use crate::state::tournament::TournamentNow;

/// An act whose personal facts go into a record.
pub(crate) struct Personal {
    /// The act as it is decided: with names, and with the record's id.
    pub(crate) act: Act,
    /// The record to be written.
    pub(crate) record: Option<RecordChange>,
}

impl Desk {
    /// Takes the personal facts out of an act.
    pub(crate) async fn personal(
        &self,
        caller: &Caller,
        now: &TournamentNow,
        act: Act,
        given: Option<&Person>,
    ) -> Result<Personal, Refusal> {
        let year = (now.affairs().opened.as_ref()).map(|opened| opened.setting.first_day.year());
        match act {
            Act::Enter(mut application) => {
                let entry = &mut application.entry;
                let is_unknown = entry.person.is_none();
                let (id, old) = match &entry.person {
                    Some(text) => self.known_person(caller, now, text).await?,
                    None => (PersonId::random(), Person::default()),
                };
                let mut person = given.cloned().unwrap_or_else(|| old.clone());
                person.take_names(entry);
                person.keep_hidden_fields(&old);
                check(&person)?;
                if !is_unknown {
                    self.check_change(caller, &now.id, &id, (&old, &person))?;
                }
                entry.person = Some(id.to_string());
                entry.young = young(&person, year).or(entry.young);
                // A training copy does not change a person's data elsewhere.
                let is_new = is_unknown || (now.training.is_none() && old != person);
                Ok(Personal {
                    record: is_new.then(|| write(&id, &person)),
                    act: Act::Enter(application),
                })
            }
            Act::ChangeEntrant {
                entrant,
                mut application,
            } => {
                let entry = &mut application.entry;
                let Some(id) = now.person_id(entrant) else {
                    return Ok(Personal {
                        act: Act::ChangeEntrant {
                            entrant,
                            application,
                        },
                        record: None,
                    });
                };
                entry.person = Some(id.to_string());
                let is_erased = self.access().erased.contains(&id);
                let old = now.person(entrant);
                let mut person = (given.or(old)).cloned().unwrap_or_default();
                if let Some(old) = old {
                    person.keep_hidden_fields(old);
                }
                // Sending back what a list showed does not rename anyone.
                match old {
                    Some(old) if entry.name == neutral_name(entrant) => {
                        let (known, old) = (&mut person.dossier, &old.dossier);
                        known.name.clone_from(&old.name);
                        known.ascii.clone_from(&old.ascii);
                        known.native.clone_from(&old.native);
                    }
                    Some(_) | None => person.take_names(entry),
                }
                check(&person)?;
                entry.young = young(&person, year).or(entry.young);
                let is_new = !is_erased && old != Some(&person) && now.training.is_none();
                if let Some(old) = old.filter(|_| is_new) {
                    self.check_change(caller, &now.id, &id, (old, &person))?;
                }
                if !is_new {
                    // Only what the event keeps can be new then.
                    without_names(entrant, entry);
                }
                Ok(Personal {
                    record: is_new.then(|| write(&id, &person)),
                    act: Act::ChangeEntrant {
                        entrant,
                        application,
                    },
                })
            }
            Act::Appoint { mut official } => {
                check(&Person::new(&official.name))?;
                let record = match &official.person {
                    Some(text) => {
                        let (_, person) = self.known_person(caller, now, text).await?;
                        official.name.clone_from(&person.dossier.name);
                        None
                    }
                    None => {
                        let id = PersonId::random();
                        official.person = Some(id.to_string());
                        Some(write(&id, &Person::new(&official.name)))
                    }
                };
                Ok(Personal {
                    act: Act::Appoint { official },
                    record,
                })
            }
            act => Ok(Personal { act, record: None }),
        }
    }

    /// A person who is known from another tournament or from a federation. A record that the caller may not use is
    /// unknown to them.
    async fn known_person(
        &self,
        caller: &Caller,
        now: &TournamentNow,
        text: &str,
    ) -> Result<(PersonId, Person), Refusal> {
        let unknown = || Refusal::desk(Reason::UnknownPerson {});
        let id: PersonId = text.parse().map_err(|_| unknown())?;
        if !self.may_refer(caller, now, &id) {
            return Err(unknown());
        }
        let person = self.person(&id).await?.ok_or_else(unknown)?;
        Ok((id, person))
    }
}

pub(crate) fn check(person: &Person) -> Result<(), Refusal> {
    let bad =
        |bad: crate::people::person::BadFact| Refusal::desk(Reason::BadFact { what: bad.what });
    person.check().map_err(bad)
}

fn young(person: &Person, year: Option<u16>) -> Option<bool> {
    person.dossier.is_young_in(year?)
}

pub(crate) fn write(id: &PersonId, person: &Person) -> RecordChange {
    RecordChange {
        key: RecordKey::new(RecordKind::Person, id.as_str()),
        body: Some(person.record()),
    }
}

/// The events as they are stored: without names.
pub(crate) fn without_persons(events: Vec<Event>) -> Vec<Event> {
    let redacted = |mut event: Event| {
        match &mut event.fact {
            Fact::EntrantRegistered { entrant, entry, .. }
            | Fact::EntrantChanged { entrant, entry, .. } => without_names(*entrant, entry),
            Fact::OfficialAppointed { official } => official.called = None,
            _ => {}
        }
        event
    };
    events.into_iter().map(redacted).collect()
}

/// The number of the new player.
pub(crate) fn entered(events: &[Event]) -> Option<EntrantId> {
    events.iter().find_map(|event| match &event.fact {
        Fact::EntrantRegistered { entrant, .. } => Some(*entrant),
        _ => None,
    })
}

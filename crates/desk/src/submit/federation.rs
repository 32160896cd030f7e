//! Commands of a federation's office.

use outflank_federation::{
    Act, By, Command, Dossier, Dossiers, Event, Fact, Federation, Payment, PersonNumber, decide,
};
use outflank_rulebook::Rulebook;

use crate::access::{Action, Caller, Grant, Role, Target};
use crate::declare::federation_command;
use crate::desk::Desk;
use crate::ids::{FederationId, PersonId};
use crate::log::{RecordChange, RecordKey, RecordKind, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, FederationRequest, NewFederation};
use crate::state::event::Decided;
use crate::state::federation::FederationNow;
use crate::state::warm::Guards;
use crate::submit::open::{free_slug, with_slug};
use crate::submit::seen::check_version;
use crate::submit::speak::capacity;
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    pub(crate) async fn open_federation(
        &self,
        asked: &Asked<'_>,
        new: &NewFederation,
    ) -> Result<Answer, Failed> {
        let id = FederationId::random();
        let stream = StreamName::from(&id);
        // One at a time, so that no two get the same short name.
        let _guard = self.warm.lock([&StreamName::Access, &stream]).await;
        let target = Target::default();
        let (by, role) = speaks(asked.caller, Action::CreateFederation, &target, None)?;
        let Some(rules) = (self.options.rulebooks)(&new.rulebook) else {
            return Err(Refusal::desk(Reason::UnknownPreset {
                preset: new.rulebook.chars().take(60).collect(),
            })
            .into());
        };
        if let Some(slug) = &new.slug {
            free_slug(slug, self.federation_named(slug).is_some())?;
        }
        let found = Act::Found(Box::new(new.founding.clone()));
        let command = Command::new(asked.command_id, by, found);
        let at = self.now();
        let events = decide(&rules, &Federation::new(), &Dossiers::new(), command, at)?;
        let events = with_slug(Decided::all(&events), at, new.slug.as_ref());
        let mut draft = Draft::new(asked, Write::new_stream(stream, events), role);
        draft.answer.made = Some(id.to_string());
        self.commit(asked, draft).await
    }

    pub(crate) async fn do_federation(
        &self,
        asked: &Asked<'_>,
        what: &FederationRequest,
    ) -> Result<Answer, Failed> {
        let guard = self.warm.lock([&(&what.federation).into()]).await;
        let now = self.known_federation(&what.federation)?;
        let (by, role) = speaks_in_office(asked.caller, &now.id, &what.act, what.by)?;
        check_office(&now, asked.if_version)?;
        self.check_office_rights(asked.caller, &now, &what.act)
            .await?;
        let act = with_record(what.act.clone());
        let command = Command::new(asked.command_id, by, act.clone());
        let at = self.at_of(&*now);
        let rules = rules_of(&now)?;
        let events = decide(rules, &now.office, now.people(), command, at)?;
        let records = self.record_changes(&now, &act, &events).await?;
        let added = events.iter().find_map(|event| match &event.fact {
            Fact::PersonAdded { person, .. } => Some(person.to_string()),
            _ => None,
        });
        let mut draft = Draft::new(asked, Write::to(&*now, Decided::all(&events)), role);
        draft.records = records;
        draft.answer.made = added;
        drop(now);
        self.commit_office(asked, draft, guard).await
    }

    /// Commits what an office does. Tournaments show the same person under the same name.
    pub(crate) async fn commit_office(
        &self,
        asked: &Asked<'_>,
        draft: Draft,
        guards: Guards,
    ) -> Result<Answer, Failed> {
        let is_personal = !draft.records.is_empty();
        let answer = self.commit(asked, draft).await?;
        drop(guards);
        if is_personal {
            self.refresh_people().await?;
        }
        Ok(answer)
    }

    /// What happens to the erasable records.
    pub(crate) async fn record_changes(
        &self,
        now: &FederationNow,
        act: &Act,
        events: &[Event],
    ) -> Result<Vec<RecordChange>, Refusal> {
        let mut changes = Vec::new();
        for event in events {
            let (record, dossier) = match (&event.fact, act) {
                (Fact::PersonAdded { record, .. }, Act::AddPerson { dossier, .. }) => {
                    (record.clone(), Some((**dossier).clone()))
                }
                (Fact::PersonChanged { person }, Act::ChangePerson { dossier, .. }) => {
                    (record_of(now, *person), Some((**dossier).clone()))
                }
                (Fact::PersonErased { person }, _) => (record_of(now, *person), None),
                (
                    Fact::PaymentRecorded { person, .. },
                    Act::RecordPayment { event, amount, .. },
                ) => {
                    let mut dossier = now.dossier(*person).cloned().unwrap_or_default();
                    dossier.paid.push(Payment {
                        event: event.clone(),
                        amount: *amount,
                    });
                    (record_of(now, *person), Some(dossier))
                }
                (_, _) => continue,
            };
            changes.push(self.change(&record, dossier).await?);
        }
        Ok(changes)
    }

    /// A record with another dossier in it, or without anything.
    async fn change(
        &self,
        record: &str,
        dossier: Option<Dossier>,
    ) -> Result<RecordChange, Refusal> {
        let id: Option<PersonId> = record.parse().ok();
        let body = match dossier {
            None => None,
            Some(dossier) => {
                let known = match &id {
                    Some(id) => self.person(id).await?,
                    None => None,
                };
                let mut person = known.unwrap_or_default();
                person.dossier = dossier;
                Some(person.record())
            }
        };
        Ok(RecordChange {
            key: RecordKey::new(RecordKind::Person, record),
            body,
        })
    }
}

/// The desk creates a record for a person who has none.
pub(crate) fn with_record(act: Act) -> Act {
    match act {
        Act::AddPerson { record, dossier } if record.is_empty() => Act::AddPerson {
            record: PersonId::random().to_string(),
            dossier,
        },
        act => act,
    }
}

fn record_of(now: &FederationNow, person: PersonNumber) -> String {
    let state = now.affairs().people.get(&person);
    state.map_or_else(String::new, |state| state.record.clone())
}

pub(crate) fn rules_of(now: &FederationNow) -> Result<&Rulebook, Refusal> {
    let latest = now.affairs().editions.last();
    let unknown = || Refusal::desk(Reason::UnknownFederation {});
    latest.map(|edition| &*edition.rulebook).ok_or_else(unknown)
}

/// Refuses what would overwrite something that was not seen.
pub(crate) fn check_office(now: &FederationNow, if_version: Option<u64>) -> Result<(), Refusal> {
    let later = || "later changes".to_owned();
    check_version(now, now.last.as_ref(), if_version, later)
}

/// The capacity that a role speaks in, if it does in an office.
const fn by_of_role(grant: &Grant) -> Option<By> {
    match grant.role {
        Role::Owner | Role::Officer => Some(By::Officer),
        Role::Chairman => Some(By::Chairman),
        Role::Committee => Some(By::Committee),
        Role::Player => match grant.scope.member {
            Some(member) => Some(By::Person(member)),
            None => None,
        },
        Role::Head
        | Role::Director
        | Role::Assistant
        | Role::Judge
        | Role::NeedsAssistant
        | Role::Public => None,
    }
}

/// Whether a caller with this grant may act in that capacity.
fn may_speak_as(grant: &Grant, by: By) -> bool {
    match (grant.role, by) {
        // The owner of a small federation is its whole office; nobody is the desk.
        (Role::Owner, By::Officer | By::Chairman | By::Committee) => true,
        (_, By::Desk) => false,
        (_, by) => by_of_role(grant) == Some(by),
    }
}

/// The capacity and role in which a caller acts in an office.
pub(crate) fn speaks_in_office(
    caller: &Caller,
    office: &FederationId,
    act: &Act,
    wanted: Option<By>,
) -> Result<(By, Role), Refusal> {
    let (action, member) = federation_command(act);
    let target = Target {
        member,
        ..Target::federation(office)
    };
    speaks(caller, action, &target, wanted)
}

fn speaks(
    caller: &Caller,
    action: Action,
    target: &Target,
    wanted: Option<By>,
) -> Result<(By, Role), Refusal> {
    let grants = caller.grants_for(action, target);
    if grants.is_empty() {
        return Err(Refusal::not_allowed(caller, action));
    }
    capacity(&grants, wanted, may_speak_as, by_of_role)
}

//! Commands of an office that happen all together or not at all, and what they would do.

use outflank_federation::{Act, Command, Event, Fact, apply, decide};

use crate::access::{Caller, Role};
use crate::desk::Desk;
use crate::log::RecordChange;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, FederationTogether};
use crate::state::event::Decided;
use crate::state::federation::FederationNow;
use crate::submit::federation::{check_office, rules_of, speaks_in_office, with_record};
use crate::submit::{Asked, Draft, Failed, Write};

/// The most acts of one request, as many as the log takes at once.
const ACTS_MAX: usize = crate::log::APPEND_EVENTS_MAX;
/// How much of a command's name the names of its parts repeat.
const NAME_CHARS: usize = 48;

/// What commands would do: the office as it would be then.
#[derive(Debug, Clone)]
pub struct Foreseen {
    /// The kinds of the log entries, in order.
    pub kinds: Vec<String>,
    pub office: FederationNow,
}

/// One of several acts that is refused: its place in the list, from 1, and why.
pub type RefusedAct = (usize, Refusal);

struct DecidedTogether {
    then: FederationNow,
    events: Vec<Event>,
    /// Every act with its events and how the office stood before it.
    records: Vec<(Act, Vec<Event>)>,
    role: Role,
}

impl Desk {
    pub(crate) async fn do_together(
        &self,
        asked: &Asked<'_>,
        what: &FederationTogether,
    ) -> Result<Answer, Failed> {
        let guard = self.warm.lock([&(&what.federation).into()]).await;
        let now = self.known_federation(&what.federation)?;
        check_office(&now, asked.if_version)?;
        for act in &what.acts {
            self.check_office_rights(asked.caller, &now, act).await?;
        }
        let decided = self.decide_together(asked.caller, &now, what, asked.command_id);
        let mut decided = decided.map_err(first)?;
        // One command to the log and to undo, whatever it consists of.
        for event in &mut decided.events {
            event.command = asked.command_id.into();
        }
        let mut records: Vec<RecordChange> = Vec::new();
        for (act, events) in &decided.records {
            records.extend(self.record_changes(&decided.then, act, events).await?);
        }
        let write = Write::to(&*now, Decided::all(&decided.events));
        let draft = Draft {
            records,
            ..Draft::new(asked, write, decided.role)
        };
        drop(now);
        self.commit_office(asked, draft, guard).await
    }

    /// What commands of an office would do, without writing anything.
    ///
    /// # Errors
    /// Every act that would be refused, with its place in the list.
    pub fn foresee(
        &self,
        caller: &Caller,
        what: &FederationTogether,
    ) -> Result<Foreseen, Vec<RefusedAct>> {
        let now = self.known_federation(&what.federation);
        let now = now.map_err(|refusal| vec![(1, refusal)])?;
        let decided = self.decide_together(caller, &now, what, "preview")?;
        Ok(Foreseen {
            kinds: (decided.events.iter())
                .map(|event| event.kind().to_owned())
                .collect(),
            office: decided.then,
        })
    }

    fn decide_together(
        &self,
        caller: &Caller,
        now: &FederationNow,
        what: &FederationTogether,
        name: &str,
    ) -> Result<DecidedTogether, Vec<RefusedAct>> {
        let whole = |refusal| vec![(1, refusal)];
        if what.acts.is_empty() || what.acts.len() > ACTS_MAX {
            let (what, limit) = ("acts", ACTS_MAX);
            return Err(whole(Refusal::desk(Reason::TooMany { what, limit })));
        }
        let name: String = name.chars().take(NAME_CHARS).collect();
        let rules = rules_of(now).map_err(whole)?;
        let at = self.at_of(now);
        let mut then = now.clone();
        let (mut events, mut records, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut role = None;
        for (place, act) in (1..).zip(&what.acts) {
            let spoken = speaks_in_office(caller, &now.id, act, what.by);
            let spoken = spoken.map_err(|refusal| vec![(place, refusal)])?;
            role = role.or(Some(spoken.1));
            let act = with_record(act.clone());
            let command = Command::new(&format!("{name}-{place}"), spoken.0, act.clone());
            match decide(rules, &then.office, then.people(), command, at) {
                Ok(decided) => {
                    for event in &decided {
                        apply(&mut then.office, event);
                        foresee_record(&mut then, &act, &event.fact);
                    }
                    events.extend(decided.iter().cloned());
                    records.push((act, decided));
                }
                Err(rejection) => refused.push((place, rejection.into())),
            }
        }
        match (refused.is_empty(), role) {
            (true, Some(role)) => Ok(DecidedTogether {
                then,
                events,
                records,
                role,
            }),
            (_, _) => Err(refused),
        }
    }
}

/// What the records would hold.
fn foresee_record(then: &mut FederationNow, act: &Act, fact: &Fact) {
    match (fact, act) {
        (Fact::PersonAdded { person, .. }, Act::AddPerson { dossier, .. })
        | (Fact::PersonChanged { person }, Act::ChangePerson { dossier, .. }) => {
            then.people.insert(*person, (**dossier).clone());
        }
        (Fact::PersonErased { person }, _) => {
            then.people.remove(person);
        }
        (_, _) => {}
    }
}

/// The refusal of the whole: the first of the acts that are refused, and where it stands.
fn first(refused: Vec<RefusedAct>) -> Refusal {
    let count = refused.len();
    match refused.into_iter().next() {
        Some((1, refusal)) if count == 1 => refusal,
        Some((place, refusal)) => Refusal::desk(Reason::OneOfSeveral {
            place,
            code: refusal.code().to_owned(),
            problem: refusal.to_string(),
        }),
        None => Refusal::desk(Reason::NothingNew {}),
    }
}

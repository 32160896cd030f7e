//! Acts of the access stream.

use crate::access::{
    AccessAct, Action, Actor, Caller, Known, Role, Target, TokenRecord, UserRecord, decide,
};
use crate::audit::AuditKind;
use crate::desk::Desk;
use crate::ids::{PersonId, TokenId, UserId};
use crate::log::{RecordKey, RecordKind, StreamName};
use crate::people::ownership::RecordOwner;
use crate::people::person::Person;
use crate::refusal::{Reason, Refusal};
use crate::request::Answer;
use crate::state::event::Decided;
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    pub(crate) async fn do_access(
        &self,
        asked: &Asked<'_>,
        act: &AccessAct,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&StreamName::Access]).await;
        self.check_training(act)?;
        let now = self.access();
        let users = self.users().await?;
        self.check_old_password(asked.caller, act, &users).await?;
        let known = self.known(act, &users).await?;
        let at = self.now();
        let decided = decide(&now, asked.caller, act.clone(), &known, at)?;
        self.check_person_change(asked.caller, act, &known)?;
        let events = decided.facts.into_iter();
        let events = events.map(|fact| Decided::access(at, fact)).collect();
        let role = (asked.caller.grants().iter().map(|grant| grant.role))
            .min()
            .unwrap_or(Role::Public);
        let mut draft = Draft::new(asked, Write::to(&*now, events), role);
        draft.records = decided.records;
        if let Some(account) = decided.account {
            let hashed = self.hashing.run(move || account.hashed()).await;
            draft.records.push(hashed);
        }
        draft.answer.made = decided.made;
        // Nobody holds the accounts while they are folded on: a hundred thousand links need not be copied.
        drop(now);
        let answer = self.commit(asked, draft).await?;
        if !answer.again {
            let about = answer.events.join(", ");
            let who = asked.caller.actor().to_string();
            self.audit(AuditKind::RightsChanged, &who, &about, None)
                .await;
        }
        // A repeated request gets the answer without the secret, which is never stored.
        let secret = decided.secret.filter(|_| !answer.again);
        Ok(Answer { secret, ..answer })
    }

    /// Nobody is sent to a training copy who does not work at it.
    fn check_training(&self, act: &AccessAct) -> Result<(), Refusal> {
        let grant = match act {
            AccessAct::MakeLink(link) => &link.grant,
            AccessAct::Give { grant, .. } => grant,
            AccessAct::AddUser { .. }
            | AccessAct::RemoveUser { .. }
            | AccessAct::SetPassword { .. }
            | AccessAct::Take { .. }
            | AccessAct::Revoke { .. }
            | AccessAct::ChangePerson { .. }
            | AccessAct::ErasePerson { .. } => return Ok(()),
        };
        let place = grant.scope.tournament.as_ref();
        let now = place.and_then(|id| self.tournament(id));
        let is_training = now.is_some_and(|now| now.training.is_some());
        match grant.role {
            Role::Player | Role::NeedsAssistant | Role::Public if is_training => {
                Err(Refusal::desk(Reason::TrainingCopy {}))
            }
            _ => Ok(()),
        }
    }

    pub(crate) async fn users(&self) -> Result<Vec<(UserId, UserRecord)>, Refusal> {
        let records = self.store.records(RecordKind::User).await?;
        let read = |(id, text): (String, String)| {
            let record = serde_json::from_str(&text).ok()?;
            Some((id.parse().ok()?, record))
        };
        Ok(records.into_iter().filter_map(read).collect())
    }

    async fn known<'a>(
        &self,
        act: &AccessAct,
        users: &'a [(UserId, UserRecord)],
    ) -> Result<Known<'a>, Refusal> {
        let mut known = Known {
            users,
            token: None,
            person: None,
            has_person: false,
            made_from: Vec::new(),
            person_in: Vec::new(),
        };
        match act {
            AccessAct::Revoke { token, and_made } => {
                known.token = self.token_record(token).await?;
                if *and_made {
                    known.made_from = self.links_made_from(token).await?;
                }
            }
            AccessAct::ChangePerson { person, .. } | AccessAct::ErasePerson { person } => {
                let key = RecordKey::new(RecordKind::Person, person.as_str());
                let text = self.store.record(&key).await?;
                known.has_person = text.is_some();
                known.person = text.and_then(|text| Person::from_record(&text).ok());
                known.person_in = self.places_of(person);
            }
            AccessAct::AddUser { .. }
            | AccessAct::RemoveUser { .. }
            | AccessAct::SetPassword { .. }
            | AccessAct::Give { .. }
            | AccessAct::Take { .. }
            | AccessAct::MakeLink(_) => {}
        }
        Ok(known)
    }

    /// A link's record and the hash it is kept under.
    async fn token_record(
        &self,
        token: &TokenId,
    ) -> Result<Option<(String, TokenRecord)>, Refusal> {
        let records = self.store.records(RecordKind::Token).await?;
        let read = |(key, text): (String, String)| {
            let record: TokenRecord = serde_json::from_str(&text).ok()?;
            (record.token == *token).then_some((key, record))
        };
        Ok(records.into_iter().find_map(read))
    }

    /// One's own password is changed only by a person who knows it, not by one who found the browser open.
    async fn check_old_password(
        &self,
        caller: &Caller,
        act: &AccessAct,
        users: &[(UserId, UserRecord)],
    ) -> Result<(), Refusal> {
        let AccessAct::SetPassword { user, old, .. } = act else {
            return Ok(());
        };
        if *caller.actor() != Actor::User(user.clone()) {
            return Ok(());
        }
        let record = users.iter().find(|(id, _)| id == user);
        let (Some((_, record)), Some(old)) = (record, old.clone()) else {
            return Err(Refusal::desk(Reason::WrongPassword {}));
        };
        let stored = record.password.clone();
        match self.hashing.run(move || stored.is(&old)).await {
            true => Ok(()),
            false => Err(Refusal::desk(Reason::WrongPassword {})),
        }
    }

    /// Every link that was made with a link, and those made with them.
    async fn links_made_from(
        &self,
        token: &TokenId,
    ) -> Result<Vec<(String, TokenRecord)>, Refusal> {
        let access = self.access();
        let mut from = vec![token.clone()];
        let mut next = 0;
        while let Some(giver) = from.get(next) {
            let giver = format!("{} as ", Actor::Link(giver.clone()));
            let made = (access.tokens.iter()).filter(|(_, one)| one.made_by.starts_with(&giver));
            let made: Vec<TokenId> = made.map(|(token, _)| token.clone()).collect();
            from.extend(made);
            next += 1;
        }
        let records = self.store.records(RecordKind::Token).await?;
        let read = |(key, text): (String, String)| {
            let record: TokenRecord = serde_json::from_str(&text).ok()?;
            from[1..].contains(&record.token).then_some((key, record))
        };
        Ok(records.into_iter().filter_map(read).collect())
    }

    /// Refuses a change of a record by somebody who may change only a part of it, or erase what is another owner's.
    fn check_person_change(
        &self,
        caller: &Caller,
        act: &AccessAct,
        known: &Known<'_>,
    ) -> Result<(), Refusal> {
        let (person, facts) = match act {
            AccessAct::ChangePerson { person, facts } => (person, Some(facts)),
            AccessAct::ErasePerson { person } => (person, None),
            AccessAct::AddUser { .. }
            | AccessAct::RemoveUser { .. }
            | AccessAct::SetPassword { .. }
            | AccessAct::Give { .. }
            | AccessAct::Take { .. }
            | AccessAct::MakeLink(_)
            | AccessAct::Revoke { .. } => return Ok(()),
        };
        let action = match facts {
            Some(_) => Action::ChangePersons,
            None => Action::ErasePersons,
        };
        if caller.may(action, &Target::default()) {
            return Ok(());
        }
        let owner = self.owner_of_record(person.as_str());
        let (Some(facts), Some(old)) = (facts, &known.person) else {
            let place = owner.map(|owner| self.place_of_owner(&owner, person));
            return match place.is_some_and(|place| caller.may(action, &place)) {
                true => Ok(()),
                false => Err(self.of_other_owner(self.owner_of_record(person.as_str()).as_ref())),
            };
        };
        let mut new = (**facts).clone();
        new.keep_hidden_fields(old);
        let places = known.person_in.iter();
        let mut tournaments = places
            .filter(|place| caller.may(action, place))
            .filter_map(|place| place.tournament.as_ref());
        let checked = |id| self.check_change(caller, id, person, (old, &new)).is_ok();
        match tournaments.any(checked) {
            true => Ok(()),
            false => match owner {
                Some(RecordOwner::Federation(id))
                    if caller.may(action, &Target::federation(&id)) =>
                {
                    Ok(())
                }
                owner => Err(self.of_other_owner(owner.as_ref())),
            },
        }
    }

    /// Where a person plays, and the federation whose record it is.
    fn places_of(&self, person: &PersonId) -> Vec<Target> {
        let place = |now: std::sync::Arc<crate::state::tournament::TournamentNow>| {
            // A training copy that uses a name gives no right to the person.
            if now.training.is_some() {
                return None;
            }
            let entrant = now.entrant_of(person);
            if entrant.is_none() && !now.has_official(person) {
                return None;
            }
            Some(Target {
                entrants: entrant.into_iter().collect(),
                ..Target::tournament(&now.id)
            })
        };
        let mut places: Vec<Target> = self.tournaments().into_iter().filter_map(place).collect();
        if let Some(owner @ RecordOwner::Federation(_)) = self.owner_of_record(person.as_str()) {
            places.push(self.place_of_owner(&owner, person));
        }
        places
    }
}

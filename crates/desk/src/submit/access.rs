//! Acts of the access stream.

use crate::access::{AccessAct, Known, Role, Target, TokenRecord, UserRecord, decide};
use crate::desk::Desk;
use crate::ids::{PersonId, TokenId, UserId};
use crate::log::{RecordKey, RecordKind, StreamName};
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
        let known = self.known(act, &users).await?;
        let at = self.now();
        let decided = decide(&now, asked.caller, act.clone(), &known, at)?;
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
        let answer = self.commit(asked, draft).await?;
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
            has_person: false,
            person_in: Vec::new(),
        };
        match act {
            AccessAct::Revoke { token } => known.token = self.token_record(token).await?,
            AccessAct::ChangePerson { person, .. } | AccessAct::ErasePerson { person } => {
                let key = RecordKey::new(RecordKind::Person, person.as_str());
                known.has_person = self.store.record(&key).await?.is_some();
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

    /// Where a person plays.
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
        self.tournaments().into_iter().filter_map(place).collect()
    }
}

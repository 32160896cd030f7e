//! Accounts and links that go with an event to another laptop, and how they become its own there.
//!
//! Roles are in the stream of a laptop's accounts, which stays where it is. So an archive has a record of its own
//! for every account with a role in the tournament; the importing server writes it into its own stream.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::access::{
    AccessFact, AccessNow, Actor, Grant, StoredPassword, TokenKind, TokenRecord, UserRecord,
};
use crate::desk::Desk;
use crate::ids::{TournamentId, UserId};
use crate::log::{RecordChange, RecordKey, RecordKind, StreamName};
use crate::refusal::Refusal;

/// Stands between the two ids in the key of an account that travels; no id has it.
const APART: char = '~';
/// How many of them are written at once.
const PORTION: usize = 500;

/// An account on its way, with its roles in the event and nowhere else.
#[derive(Serialize, Deserialize)]
struct Travelling {
    user: UserId,
    tournament: TournamentId,
    login: String,
    name: String,
    password: StoredPassword,
    grants: Vec<Grant>,
}

/// What is written of one arrival.
#[derive(Default)]
struct Arrival {
    facts: Vec<AccessFact>,
    records: Vec<RecordChange>,
}

impl Desk {
    /// The accounts with a role in an event, as records of its archive.
    pub(crate) async fn travelling(
        &self,
        tournament: &TournamentId,
    ) -> Result<Vec<RecordChange>, Refusal> {
        let access = self.access();
        let mut records = Vec::new();
        for (user, record) in self.users().await? {
            let own = access.users.get(&user).map_or(&[][..], |one| &one.grants);
            let grants: Vec<Grant> = within(own, tournament).collect();
            if grants.is_empty() {
                continue;
            }
            let key = RecordKey::new(RecordKind::User, format!("{user}{APART}{tournament}"));
            let account = Travelling {
                user,
                tournament: tournament.clone(),
                login: record.login,
                name: record.name,
                password: record.password,
                grants,
            };
            records.push(put(key, &account));
        }
        Ok(records)
    }

    /// Writes accounts and links that came with an event into our own stream. What was removed, revoked or erased
    /// here stays so, and an account that is known here stays as it is.
    pub(crate) async fn take_in_arrivals(&self) -> Result<(), Refusal> {
        let stream = StreamName::Access;
        let _guard = self.warm.lock([&stream]).await;
        // First the records, then the events: a link that another server has just made is in both or in neither.
        let users = self.store.records(RecordKind::User).await?;
        let tokens = self.store.records(RecordKind::Token).await?;
        let now = match self.is_shared() {
            true => self.load_access().await?,
            false => self.access(),
        };
        let mut arrivals = arrived_accounts(users, &now);
        arrivals.extend(arrived_links(tokens, &now));
        arrivals.extend(self.erased_again(&now).await?);
        for portion in arrivals.chunks_mut(PORTION) {
            let facts = portion.iter_mut().flat_map(|one| one.facts.drain(..));
            let facts: Vec<AccessFact> = facts.collect();
            let records = portion.iter_mut().flat_map(|one| one.records.drain(..));
            let records: Vec<RecordChange> = records.collect();
            if facts.is_empty() {
                self.store.put_records(records).await?;
            } else {
                let now = self.access();
                self.write_access(&now, Actor::Desk, &facts, records)
                    .await?;
            }
        }
        Ok(())
    }

    /// Persons who were erased here and came back with a copy from before.
    async fn erased_again(&self, now: &AccessNow) -> Result<Vec<Arrival>, Refusal> {
        let mut arrivals = Vec::new();
        for person in &now.erased {
            let key = RecordKey::new(RecordKind::Person, person.as_str());
            if self.store.record(&key).await?.is_some() {
                arrivals.push(Arrival {
                    facts: Vec::new(),
                    records: vec![RecordChange { key, body: None }],
                });
            }
        }
        Ok(arrivals)
    }

    /// The keys of an event's links; one for a single browser that was opened stays behind.
    pub(crate) async fn links_of(
        &self,
        tournament: &TournamentId,
    ) -> Result<Vec<RecordKey>, Refusal> {
        let access = self.access();
        let is_spent = |record: &TokenRecord| match record.kind {
            TokenKind::Once => (access.tokens.get(&record.token)).is_none_or(|one| one.is_used),
            TokenKind::Link | TokenKind::Api => false,
        };
        let records = self.store.records(RecordKind::Token).await?;
        let key = |(key, text): (String, String)| {
            let record: TokenRecord = serde_json::from_str(&text).ok()?;
            let is_of_event = record.grant.scope.tournament.as_ref() == Some(tournament);
            (is_of_event && !is_spent(&record)).then(|| RecordKey::new(RecordKind::Token, key))
        };
        Ok(records.into_iter().filter_map(key).collect())
    }
}

fn arrived_accounts(users: Vec<(String, String)>, now: &AccessNow) -> Vec<Arrival> {
    let mut seen = BTreeSet::new();
    let mut arrivals = Vec::new();
    for (id, text) in users {
        if !id.contains(APART) {
            continue;
        }
        let mut arrival = Arrival::default();
        arrival.records.push(erase(RecordKind::User, id));
        let account: Option<Travelling> = serde_json::from_str(&text).ok();
        let is_new = |account: &Travelling| {
            !now.users.contains_key(&account.user)
                && !now.removed.contains(&account.user)
                && seen.insert(account.user.clone())
        };
        if let Some(account) = account.filter(is_new) {
            let user = account.user;
            let key = RecordKey::new(RecordKind::User, user.as_str());
            let record = UserRecord {
                login: account.login,
                name: account.name,
                password: account.password,
            };
            arrival.records.push(put(key, &record));
            arrival
                .facts
                .push(AccessFact::UserAdded { user: user.clone() });
            let given = within(&account.grants, &account.tournament);
            let given = given.map(|grant| AccessFact::RoleGiven {
                user: user.clone(),
                grant,
            });
            arrival.facts.extend(given);
        }
        arrivals.push(arrival);
    }
    arrivals
}

fn arrived_links(tokens: Vec<(String, String)>, now: &AccessNow) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for (id, text) in tokens {
        let record: Option<TokenRecord> = serde_json::from_str(&text).ok();
        let mut arrival = Arrival::default();
        match record {
            Some(record) if now.tokens.contains_key(&record.token) => continue,
            // A link of an event goes with it; nobody becomes the owner of this laptop by a file.
            Some(record)
                if record.grant.scope.tournament.is_some()
                    && !now.revoked.contains(&record.token) =>
            {
                arrival.facts.push(AccessFact::LinkMade {
                    token: record.token,
                    token_kind: record.kind,
                    grant: record.grant,
                    expires: record.expires,
                    only: record.only,
                });
            }
            Some(_) | None => arrival.records.push(erase(RecordKind::Token, id)),
        }
        arrivals.push(arrival);
    }
    arrivals
}

/// Whether a record of an archive is an account on its way, and none that is in use.
#[must_use]
pub fn is_travelling(key: &RecordKey) -> bool {
    key.kind == RecordKind::User && key.id.contains(APART)
}

/// The roles that hold in one event.
fn within(grants: &[Grant], tournament: &TournamentId) -> impl Iterator<Item = Grant> {
    let is_within = |grant: &&Grant| grant.scope.tournament.as_ref() == Some(tournament);
    grants.iter().filter(is_within).cloned()
}

fn put<R: Serialize>(key: RecordKey, record: &R) -> RecordChange {
    let text = serde_json::to_string(record).expect("a record has no map keys but texts");
    RecordChange {
        key,
        body: Some(text),
    }
}

fn erase(kind: RecordKind, id: String) -> RecordChange {
    RecordChange {
        key: RecordKey::new(kind, id),
        body: None,
    }
}

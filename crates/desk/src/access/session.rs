//! Signing in, links, and who a request comes from.

use crate::Pending;
use std::sync::Arc;

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize};

use crate::access::{
    AccessFact, AccessNow, Actor, Caller, Grant, NewLink, Password, Role, TokenKind, TokenRecord,
    UserNow,
};
use crate::desk::Desk;
use crate::ids::{Secret, TokenId, UserId, secret_hash};
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::request::{Request, What};
use crate::table::play::seat_key;

/// How often a link is used up anew when other servers wrote to the accounts.
const USES_TRIED_MAX: u32 = 10;
/// An owner's link must be opened within an hour.
const OWNER_LINK_MS: i64 = 60 * 60 * 1000;
/// A browser stays signed in for thirty days.
const SESSION_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A signed-in browser, under the hash of its cookie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SessionRecord {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<UserId>,
    /// The hash of the link it was opened with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    since: Timestamp,
    ends: Timestamp,
    /// The log entry that had set the password; earlier versions kept only the moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<u64>,
}

/// A browser that was signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// What its cookie carries.
    pub secret: Secret,
    pub ends: Timestamp,
    /// Who it is now.
    pub caller: Caller,
}

impl Desk {
    /// Signs a user in with their password. Takes some tens of milliseconds on purpose.
    ///
    /// # Errors
    /// [`Refusal`] does not tell whether the login or the password is wrong.
    pub fn sign_in<'a>(
        &'a self,
        login: &'a str,
        password: &'a Password,
    ) -> Pending<'a, Result<Session, Refusal>> {
        Box::pin(self.sign_in_here(login, password))
    }

    async fn sign_in_here(&self, login: &str, password: &Password) -> Result<Session, Refusal> {
        let users = self.users().await?;
        let wrong = || Refusal::desk(Reason::WrongPassword {});
        // An account from another computer's tournament may have the same login as an account here.
        let found: Vec<_> = (users.into_iter())
            .filter(|(_, one)| one.login == login)
            .collect();
        let given = password.clone();
        let checked = self.hashing.run(move || {
            if found.is_empty() {
                // As long as for a known account.
                let _ = crate::access::StoredPassword::of(&given);
            }
            let is_his = |(id, record): (UserId, crate::access::UserRecord)| {
                record.password.is(&given).then_some(id)
            };
            found.into_iter().filter_map(is_his).collect::<Vec<_>>()
        });
        let access = self.access();
        let weightiest = |user: &UserId| {
            let grants = access.users.get(user).map(|one| one.grants.as_slice());
            let roles = grants.unwrap_or_default().iter().map(|grant| grant.role);
            roles.min().unwrap_or(Role::Public)
        };
        let users = checked.await;
        let user = users.into_iter().min_by_key(weightiest).ok_or_else(wrong)?;
        self.new_session(Some(user), None).await
    }

    /// Opens a link in a browser.
    ///
    /// # Errors
    /// [`Refusal`] if it is unknown, used up, revoked or over.
    pub fn open_link<'a>(&'a self, secret: &'a str) -> Pending<'a, Result<Session, Refusal>> {
        Box::pin(self.open_link_here(secret))
    }

    async fn open_link_here(&self, secret: &str) -> Result<Session, Refusal> {
        let unknown = || Refusal::desk(Reason::UnknownToken {});
        let hash = secret_hash(secret);
        let link = self.link(&hash).await?.ok_or_else(unknown)?;
        match link.kind {
            TokenKind::Link => {}
            TokenKind::Api => return Err(unknown()),
            TokenKind::Once => self.use_up(&hash, &link).await?,
        }
        self.new_session(None, Some(hash)).await
    }

    /// Whether a link could be opened now. Nothing is used up.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub async fn is_link(&self, secret: &str) -> Result<bool, Refusal> {
        let link = self.link(&secret_hash(secret)).await?;
        Ok(link.is_some_and(|link| match link.kind {
            TokenKind::Link => true,
            TokenKind::Api => false,
            TokenKind::Once => {
                let access = self.access();
                access
                    .tokens
                    .get(&link.token)
                    .is_some_and(|one| !one.is_used)
            }
        }))
    }

    /// A link for one browser is opened once.
    async fn use_up(&self, hash: &str, link: &TokenRecord) -> Result<(), Refusal> {
        let token = &link.token;
        let stream = crate::log::StreamName::Access;
        let _guard = self.warm.lock([&stream]).await;
        let fact = AccessFact::LinkUsed {
            token: token.clone(),
        };
        let mut tries = 0;
        loop {
            let access = self.access();
            let unused = access.tokens.get(token).is_some_and(|one| !one.is_used);
            if !unused {
                return Err(Refusal::desk(Reason::UnknownToken {}));
            }
            let actor = Actor::Link(token.clone());
            let facts = std::slice::from_ref(&fact);
            let records = opened_owner_link(hash, link);
            match self.write_access(&access, actor, facts, records).await {
                // Another server was quicker; perhaps with this very link.
                Err(Refusal::Desk(_)) if tries < USES_TRIED_MAX => {
                    tries += 1;
                    self.load_access().await?;
                }
                done => return done,
            }
        }
    }

    async fn new_session(
        &self,
        user: Option<UserId>,
        link: Option<String>,
    ) -> Result<Session, Refusal> {
        let secret = Secret::random();
        let since = self.now();
        let ends = Timestamp(since.0.saturating_add(SESSION_MS));
        let access = self.access();
        let of_user = user.as_ref().and_then(|user| access.users.get(user));
        let record = SessionRecord {
            password: of_user.map(|user| user.password_seq.0),
            user,
            link,
            since,
            ends,
        };
        let text = serde_json::to_string(&record).expect("a session has no map keys but texts");
        let change = RecordChange {
            key: RecordKey::new(RecordKind::Session, secret.hash()),
            body: Some(text),
        };
        self.store.put_records(vec![change]).await?;
        let caller = self.caller_of(&record).await?;
        Ok(Session {
            secret,
            ends,
            caller,
        })
    }

    /// Who a cookie belongs to; the public if it is unknown or over.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub fn caller_by_cookie<'a>(&'a self, secret: &'a str) -> Pending<'a, Result<Caller, Refusal>> {
        Box::pin(self.caller_by_cookie_here(secret))
    }

    async fn caller_by_cookie_here(&self, secret: &str) -> Result<Caller, Refusal> {
        let key = RecordKey::new(RecordKind::Session, secret_hash(secret));
        let text = self.credential(&key).await?;
        let record: Option<SessionRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(match record {
            Some(record) if self.now() < record.ends => self.caller_of(&record).await?,
            Some(_) | None => Caller::public(),
        })
    }

    /// Who an API token belongs to; nobody if it is unknown, revoked or over.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub fn caller_by_token<'a>(
        &'a self,
        secret: &'a str,
    ) -> Pending<'a, Result<Option<Caller>, Refusal>> {
        Box::pin(self.caller_by_token_here(secret))
    }

    async fn caller_by_token_here(&self, secret: &str) -> Result<Option<Caller>, Refusal> {
        let hash = secret_hash(secret);
        let link = match self.link(&hash).await? {
            Some(link) => Some(link),
            None => self.seat_of(&hash).await?,
        };
        Ok(link
            .filter(|link| link.kind == TokenKind::Api)
            .map(|link| link.caller()))
    }

    /// The seat of a casual game with this hash.
    async fn seat_of(&self, hash: &str) -> Result<Option<TokenRecord>, Refusal> {
        let text = self.credential(&seat_key(hash)).await?;
        let record: Option<TokenRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(record.filter(|record| record.is_good(self.now()) && record.grant.scope.game.is_some()))
    }

    /// Sessions that have ended.
    pub(crate) async fn expired_sessions(&self) -> Result<Vec<RecordKey>, Refusal> {
        let now = self.now();
        let records = self.store.records(RecordKind::Session).await?;
        let is_over = |body: &str| {
            serde_json::from_str::<SessionRecord>(body).is_ok_and(|record| record.ends <= now)
        };
        Ok((records.into_iter())
            .filter(|(_, body)| is_over(body))
            .map(|(id, _)| RecordKey::new(RecordKind::Session, id))
            .collect())
    }

    /// Ends a session.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub fn sign_out<'a>(&'a self, secret: &'a str) -> Pending<'a, Result<(), Refusal>> {
        Box::pin(self.sign_out_here(secret))
    }

    async fn sign_out_here(&self, secret: &str) -> Result<(), Refusal> {
        let change = RecordChange {
            key: RecordKey::new(RecordKind::Session, secret_hash(secret)),
            body: None,
        };
        self.store.put_records(vec![change]).await?;
        Ok(())
    }

    /// Revokes owner's links that were never opened and have no end, as earlier versions made them.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn revoke_endless_owner_links(&self) -> Result<(), Refusal> {
        let unopened: Vec<TokenId> = (self.access().tokens.iter())
            .filter(|(_, one)| {
                let is_owner = one.grant == Grant::everywhere(Role::Owner);
                let is_endless = one.expires.is_none() && !one.is_used;
                is_owner && one.kind == TokenKind::Once && is_endless
            })
            .map(|(token, _)| token.clone())
            .collect();
        for token in unopened {
            let and_made = false;
            let act = crate::access::AccessAct::Revoke { token, and_made };
            let request = Request::new(TokenId::random().as_str(), What::Access { act });
            match self.submit(&Caller::console(), request).await {
                // Its record was erased before.
                Ok(_) | Err(Refusal::Desk(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// Whether an owner has a way in: an account, or a link that was opened.
    #[must_use]
    pub fn has_owner(&self) -> bool {
        let access = self.access();
        let owner = Grant::everywhere(Role::Owner);
        let has_account = access
            .users
            .values()
            .any(|user| user.grants.contains(&owner));
        has_account
            || access
                .tokens
                .values()
                .any(|one| one.grant == owner && one.is_used)
    }

    /// A new link that makes one browser the owner's.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub fn owner_link<'a>(&'a self) -> Pending<'a, Result<Secret, Refusal>> {
        Box::pin(self.owner_link_here())
    }

    async fn owner_link_here(&self) -> Result<Secret, Refusal> {
        let link = NewLink {
            kind: TokenKind::Once,
            grant: Grant::everywhere(Role::Owner),
            expires: Some(Timestamp(self.now().0 + OWNER_LINK_MS)),
            only: Vec::new(),
            label: Some("owner".to_owned()),
        };
        let act = crate::access::AccessAct::MakeLink(link);
        let request = Request::new(TokenId::random().as_str(), What::Access { act });
        let answer = self.submit(&Caller::console(), request).await?;
        answer
            .secret
            .ok_or_else(|| Refusal::desk(Reason::UnknownToken {}))
    }

    /// The link with this hash, unless it is revoked or over.
    async fn link(&self, hash: &str) -> Result<Option<TokenRecord>, Refusal> {
        let key = RecordKey::new(RecordKind::Token, hash);
        let text = self.credential(&key).await?;
        let record: Option<TokenRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        let Some(record) = record.filter(|record| record.is_good(self.now())) else {
            return Ok(None);
        };
        // What came from elsewhere opens nothing before it is written down as ours.
        let is_known = |access: &AccessNow| access.tokens.contains_key(&record.token);
        let access = self.access_with(is_known).await?;
        Ok(is_known(&access).then_some(record))
    }

    /// Accounts and links; if something is not among them that is stored, what another server has just written too.
    async fn access_with(
        &self,
        has: impl Fn(&AccessNow) -> bool,
    ) -> Result<Arc<AccessNow>, Refusal> {
        let access = self.access();
        if has(&access) || !self.is_shared() {
            return Ok(access);
        }
        self.follow().await?;
        Ok(self.access())
    }

    /// Who a session is now: what was taken away or revoked since is gone.
    async fn caller_of(&self, record: &SessionRecord) -> Result<Caller, Refusal> {
        let is_known = |access: &AccessNow| {
            (record.user.as_ref()).is_none_or(|user| access.users.contains_key(user))
        };
        let access = self.access_with(is_known).await?;
        if let Some(user) = &record.user
            && let Some(one) = access.users.get(user)
            && is_of_password(record, one)
        {
            return Ok(Caller {
                actor: Actor::User(user.clone()),
                grants: one.grants.clone(),
                only: None,
            });
        }
        let link = match &record.link {
            Some(hash) => self.link(hash).await?,
            None => None,
        };
        Ok(link.map_or_else(Caller::public, |link| link.caller()))
    }
}

/// The end of an owner's link is for opening it; the browser that opened it stays signed in.
fn opened_owner_link(hash: &str, link: &TokenRecord) -> Vec<RecordChange> {
    if link.grant != Grant::everywhere(Role::Owner) {
        return Vec::new();
    }
    let opened = TokenRecord {
        expires: None,
        ..link.clone()
    };
    let body = serde_json::to_string(&opened).expect("a link has no map keys but texts");
    vec![RecordChange {
        key: RecordKey::new(RecordKind::Token, hash),
        body: Some(body),
    }]
}

/// Whether a session was opened with the password that counts now.
fn is_of_password(record: &SessionRecord, user: &UserNow) -> bool {
    match record.password {
        Some(seq) => seq == user.password_seq.0,
        None => user.password_at <= record.since,
    }
}

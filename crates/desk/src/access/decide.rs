//! Deciding an act of the access stream.

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize};

use crate::access::act::{AccessAct, NewLink, Password, TokenKind};
use crate::access::action::Action;
use crate::access::caller::{Actor, Caller};
use crate::access::fact::AccessFact;
use crate::access::grant::{Grant, Target};
use crate::access::password::{StoredPassword, is_password};
use crate::access::state::AccessNow;
use crate::ids::{PersonId, Secret, TokenId, UserId};
use crate::log::{RecordChange, RecordKey, RecordKind};
use crate::people::person::is_plain;
use crate::refusal::{Reason, Refusal};

const USERS_MAX: usize = 10_000;
/// The most links and tokens.
const TOKENS_MAX: usize = 100_000;
/// The most characters of a name or a label.
const NAME_CHARS_MAX: usize = 100;

/// What follows from an act.
pub(crate) struct Decided {
    pub(crate) facts: Vec<AccessFact>,
    pub(crate) records: Vec<RecordChange>,
    /// An account whose password is still to be hashed.
    pub(crate) account: Option<Account>,
    pub(crate) made: Option<String>,
    pub(crate) secret: Option<Secret>,
}

/// An account with a new password, as it was typed.
pub(crate) struct Account {
    user: UserId,
    login: String,
    name: String,
    password: Password,
}

impl Account {
    /// Its record. Takes some tens of milliseconds.
    pub(crate) fn hashed(self) -> RecordChange {
        let record = UserRecord {
            login: self.login,
            name: self.name,
            password: StoredPassword::of(&self.password),
        };
        write(RecordKind::User, self.user.as_str(), &record)
    }
}

/// The record of an account.
#[derive(Serialize, Deserialize)]
pub(crate) struct UserRecord {
    pub(crate) login: String,
    pub(crate) name: String,
    pub(crate) password: StoredPassword,
}

/// The record of a link or token, under the hash of its secret. It says all that the link is, so that
/// the links of an event go with it to another desk.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct TokenRecord {
    pub(crate) token: TokenId,
    pub(crate) kind: TokenKind,
    pub(crate) grant: Grant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) only: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
}

impl TokenRecord {
    /// Whether it opens anything at a moment.
    pub(crate) fn is_good(&self, at: Timestamp) -> bool {
        self.expires.is_none_or(|end| at < end)
    }

    pub(crate) fn caller(&self) -> Caller {
        let known =
            |word: &String| (Action::ALL.iter().copied()).find(|action| action.word() == word);
        Caller {
            actor: Actor::Link(self.token.clone()),
            grants: vec![self.grant.clone()],
            only: (!self.only.is_empty()).then(|| self.only.iter().filter_map(known).collect()),
        }
    }
}

/// What an act needs to know beside the stream.
pub(crate) struct Known<'a> {
    pub(crate) users: &'a [(UserId, UserRecord)],
    /// A token's record, and the hash it is kept under.
    pub(crate) token: Option<(String, TokenRecord)>,
    /// The person's record.
    pub(crate) person: Option<crate::people::person::Person>,
    /// Whether a person's record is there, even if it cannot be read.
    pub(crate) has_person: bool,
    /// Links to revoke beside the one that is named.
    pub(crate) made_from: Vec<(String, TokenRecord)>,
    /// Where the person plays.
    pub(crate) person_in: Vec<Target>,
}

/// What follows from an act, or why not.
pub(crate) fn decide(
    now: &AccessNow,
    caller: &Caller,
    act: AccessAct,
    known: &Known<'_>,
    at: Timestamp,
) -> Result<Decided, Refusal> {
    match act {
        AccessAct::AddUser {
            login,
            name,
            password,
        } => {
            needs(caller, Action::ManageUsers)?;
            add_user(now, login, name, password, known)
        }
        AccessAct::RemoveUser { user } => {
            needs(caller, Action::ManageUsers)?;
            user_of(now, &user)?;
            Ok(Decided {
                records: vec![erase(RecordKind::User, user.as_str())],
                ..facts(vec![AccessFact::UserRemoved { user }])
            })
        }
        AccessAct::SetPassword { user, password, .. } => {
            let himself = caller.actor == Actor::User(user.clone());
            if !himself {
                needs(caller, Action::ManageUsers)?;
            }
            set_password(now, user, password, known)
        }
        AccessAct::Give { user, grant } => {
            needs_to_give(caller, &grant)?;
            if user_of(now, &user)?.grants.contains(&grant) {
                return Err(Refusal::desk(Reason::NothingNew {}));
            }
            Ok(facts(vec![AccessFact::RoleGiven { user, grant }]))
        }
        AccessAct::Take { user, grant } => {
            needs_to_give(caller, &grant)?;
            if !user_of(now, &user)?.grants.contains(&grant) {
                return Err(Refusal::desk(Reason::NothingNew {}));
            }
            Ok(facts(vec![AccessFact::RoleTaken { user, grant }]))
        }
        AccessAct::MakeLink(link) => make_link(now, caller, link, at),
        AccessAct::Revoke { token, .. } => {
            let Some((key, record)) = &known.token else {
                return Err(Refusal::desk(Reason::UnknownToken {}));
            };
            needs_to_give(caller, &record.grant)?;
            let made_from = known.made_from.iter();
            let keys = made_from.clone().map(|(key, _)| key);
            let tokens = made_from.map(|(_, record)| record.token.clone());
            let revoked = |token| AccessFact::LinkRevoked { token };
            Ok(Decided {
                records: ([key].into_iter().chain(keys))
                    .map(|key| erase(RecordKind::Token, key))
                    .collect(),
                ..facts([token].into_iter().chain(tokens).map(revoked).collect())
            })
        }
        AccessAct::ChangePerson { person, facts } => {
            needs_person(known)?;
            needs_for(caller, Action::ChangePersons, known)?;
            change_person(person, &facts, known)
        }
        AccessAct::ErasePerson { person } => {
            needs_for(caller, Action::ErasePersons, known)?;
            needs_person(known)?;
            Ok(Decided {
                records: vec![erase(RecordKind::Person, person.as_str())],
                ..facts(vec![AccessFact::PersonErased { person }])
            })
        }
    }
}

fn facts(facts: Vec<AccessFact>) -> Decided {
    Decided {
        facts,
        records: Vec::new(),
        account: None,
        made: None,
        secret: None,
    }
}

fn erase(kind: RecordKind, id: &str) -> RecordChange {
    RecordChange {
        key: RecordKey::new(kind, id),
        body: None,
    }
}

/// Rejects a caller who has the right nowhere or only for a part.
fn needs(caller: &Caller, action: Action) -> Result<(), Refusal> {
    if caller.may(action, &Target::default()) {
        Ok(())
    } else {
        Err(Refusal::not_allowed(caller, action))
    }
}

/// Rejects a caller who has the right nowhere the person plays.
fn needs_for(caller: &Caller, action: Action, known: &Known<'_>) -> Result<(), Refusal> {
    let there = known.person_in.iter();
    if there.into_iter().any(|target| caller.may(action, target)) {
        return Ok(());
    }
    needs(caller, action)
}

/// Rejects a caller who would give more rights than they have.
fn needs_to_give(caller: &Caller, grant: &Grant) -> Result<(), Refusal> {
    let within = (caller.only.as_ref()).is_none_or(|only| only.contains(&Action::GiveAccess));
    if within && caller.grants.iter().any(|own| own.may_give(grant)) {
        Ok(())
    } else {
        Err(Refusal::not_allowed(caller, Action::GiveAccess))
    }
}

fn user_of<'a>(now: &'a AccessNow, user: &UserId) -> Result<&'a crate::access::UserNow, Refusal> {
    (now.users.get(user)).ok_or_else(|| Refusal::desk(Reason::UnknownUser {}))
}

fn needs_person(known: &Known<'_>) -> Result<(), Refusal> {
    if known.has_person {
        Ok(())
    } else {
        Err(Refusal::desk(Reason::UnknownPerson {}))
    }
}

fn check_name(what: &'static str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > NAME_CHARS_MAX || !is_plain(text) {
        return Err(Refusal::desk(Reason::BadText {
            what,
            limit: NAME_CHARS_MAX,
        }));
    }
    Ok(())
}

fn check_password(password: &Password) -> Result<(), Refusal> {
    if is_password(password) {
        Ok(())
    } else {
        Err(Refusal::desk(Reason::BadPassword {}))
    }
}

fn add_user(
    now: &AccessNow,
    login: String,
    name: String,
    password: Password,
    known: &Known<'_>,
) -> Result<Decided, Refusal> {
    check_name("the login", &login)?;
    check_name("the name", &name)?;
    check_password(&password)?;
    if now.users.len() >= USERS_MAX {
        return Err(Refusal::desk(Reason::TooMany {
            what: "accounts",
            limit: USERS_MAX,
        }));
    }
    if known.users.iter().any(|(_, one)| one.login == login) {
        return Err(Refusal::desk(Reason::LoginTaken {}));
    }
    let user = UserId::random();
    let account = Account {
        user: user.clone(),
        login,
        name,
        password,
    };
    Ok(Decided {
        account: Some(account),
        made: Some(user.to_string()),
        ..facts(vec![AccessFact::UserAdded { user }])
    })
}

fn set_password(
    now: &AccessNow,
    user: UserId,
    password: Password,
    known: &Known<'_>,
) -> Result<Decided, Refusal> {
    check_password(&password)?;
    user_of(now, &user)?;
    let Some((_, old)) = known.users.iter().find(|(id, _)| *id == user) else {
        return Err(Refusal::desk(Reason::UnknownUser {}));
    };
    let account = Account {
        user: user.clone(),
        login: old.login.clone(),
        name: old.name.clone(),
        password,
    };
    Ok(Decided {
        account: Some(account),
        ..facts(vec![AccessFact::PasswordSet { user }])
    })
}

fn make_link(
    now: &AccessNow,
    caller: &Caller,
    link: NewLink,
    at: Timestamp,
) -> Result<Decided, Refusal> {
    needs_to_give(caller, &link.grant)?;
    let link = limited(now, caller, link, at)?;
    if !link.grant.is_whole() {
        return Err(Refusal::desk(Reason::ScopeMissing {
            role: link.grant.role,
        }));
    }
    if let Some(label) = &link.label {
        check_name("the label", label)?;
    }
    if link.expires.is_some_and(|end| end <= at) {
        return Err(Refusal::desk(Reason::AlreadyExpired {}));
    }
    let is_word = |word: &String| Action::ALL.iter().any(|action| action.word() == word);
    if let Some(word) = link.only.iter().find(|word| !is_word(word)) {
        return Err(Refusal::desk(Reason::UnknownAction {
            word: word.chars().take(60).collect(),
        }));
    }
    let is_full = || now.tokens.values().filter(|one| one.is_good(at)).count() >= TOKENS_MAX;
    if now.tokens.len() >= TOKENS_MAX && is_full() {
        return Err(Refusal::desk(Reason::TooMany {
            what: "links",
            limit: TOKENS_MAX,
        }));
    }
    let (token, secret) = (TokenId::random(), Secret::random());
    let record = TokenRecord {
        token: token.clone(),
        kind: link.kind,
        grant: link.grant.clone(),
        expires: link.expires,
        only: link.only.clone(),
        label: link.label,
    };
    Ok(Decided {
        records: vec![write(RecordKind::Token, &secret.hash(), &record)],
        made: Some(token.to_string()),
        secret: Some(secret),
        ..facts(vec![AccessFact::LinkMade {
            token,
            token_kind: link.kind,
            grant: link.grant,
            expires: link.expires,
            only: link.only,
        }])
    })
}

/// A link never lasts longer or does more than the link it was made from.
fn limited(
    now: &AccessNow,
    caller: &Caller,
    mut link: NewLink,
    at: Timestamp,
) -> Result<NewLink, Refusal> {
    let giver = match &caller.actor {
        Actor::Link(token) => now.tokens.get(token),
        Actor::User(_) | Actor::Desk | Actor::Public => None,
    };
    if let Some(only) = &caller.only {
        let is_within = |word: &String| only.iter().any(|action| action.word() == word);
        if link.only.is_empty() {
            link.only = only.iter().map(|action| action.word().to_owned()).collect();
        } else if !link.only.iter().all(is_within) {
            return Err(Refusal::not_allowed(caller, Action::GiveAccess));
        }
    }
    if let Some(end) = giver.and_then(|giver| giver.expires) {
        link.expires = Some(link.expires.map_or(end, |own| own.min(end)));
    }
    match link.expires {
        Some(end) if end <= at => Err(Refusal::desk(Reason::AlreadyExpired {})),
        Some(_) | None => Ok(link),
    }
}

fn change_person(
    person: PersonId,
    new: &crate::people::person::Person,
    known: &Known<'_>,
) -> Result<Decided, Refusal> {
    needs_person(known)?;
    let mut new = new.clone();
    if let Some(old) = &known.person {
        new.keep_hidden_fields(old);
    }
    check_name("the name", &new.dossier.name)?;
    new.check()
        .map_err(|bad| Refusal::desk(Reason::BadFact { what: bad.what }))?;
    Ok(Decided {
        records: vec![RecordChange {
            key: RecordKey::new(RecordKind::Person, person.as_str()),
            body: Some(new.record()),
        }],
        ..facts(vec![AccessFact::PersonChanged { person }])
    })
}

fn write<R: Serialize>(kind: RecordKind, id: &str, record: &R) -> RecordChange {
    RecordChange {
        key: RecordKey::new(kind, id),
        body: Some(serde_json::to_string(record).expect("a record has no map keys but texts")),
    }
}

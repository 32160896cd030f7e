//! Accounts, roles and links, folded from the access stream.

use std::collections::{BTreeMap, BTreeSet};

use outflank_event::StoredError;
use outflank_tournament::running::Timestamp;

use crate::access::act::TokenKind;
use crate::access::action::Action;
use crate::access::fact::AccessFact;
use crate::access::grant::Grant;
use crate::desk::Desk;
use crate::ids::{PersonId, TokenId, UserId};
use crate::log::{Content, Fault, Seq, StreamName};
use crate::state::event::StreamEvent;
use crate::state::warm::{StreamState, Touched, Warm, WarmStates};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccessNow {
    pub version: Seq,
    pub users: BTreeMap<UserId, UserNow>,
    /// Every link and token that was not revoked.
    pub tokens: BTreeMap<TokenId, TokenNow>,
    /// Everybody who was erased.
    pub erased: BTreeSet<PersonId>,
    /// Every account that was closed.
    pub removed: BTreeSet<UserId>,
    /// Every link and token that was revoked.
    pub revoked: BTreeSet<TokenId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UserNow {
    pub grants: Vec<Grant>,
    /// When the password was last set: earlier sessions have ended.
    pub password_at: Timestamp,
    /// The log entry that set it. A clock that was set back does not change it.
    pub password_seq: Seq,
}

/// A link or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenNow {
    pub kind: TokenKind,
    /// The role of its holder and the scope.
    pub grant: Grant,
    pub expires: Option<Timestamp>,
    /// The actions it is limited to.
    pub only: Option<Vec<Action>>,
    pub made_by: String,
    pub made_at: Timestamp,
    /// Whether a link for one browser has been opened.
    pub is_used: bool,
}

impl TokenNow {
    /// Whether it opens anything at a moment.
    #[must_use]
    pub fn is_good(&self, at: Timestamp) -> bool {
        self.expires.is_none_or(|end| at < end)
    }
}

impl StreamState for AccessNow {
    type Id = ();
    type Person = ();
    type Records = ();

    fn warm(states: &WarmStates) -> &Warm<Self> {
        &states.access
    }

    fn stream((): &()) -> StreamName {
        StreamName::Access
    }

    fn new((): ()) -> Self {
        Self::default()
    }

    fn id(&self) -> &() {
        &()
    }

    fn version(&self) -> Seq {
        self.version
    }

    fn last_at(&self) -> Timestamp {
        Timestamp(i64::MIN)
    }

    async fn records(&self, _: &Desk, _: &Touched<()>) -> Result<(), Fault> {
        Ok(())
    }

    fn take_records(&mut self, (): ()) {}

    fn apply(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<()>, StoredError> {
        let StreamEvent::Access(fact) = event else {
            return Err(StoredError::unknown(&content.kind));
        };
        self.version = content.seq;
        match fact.clone() {
            AccessFact::UserAdded { user } => {
                let new = UserNow {
                    grants: Vec::new(),
                    password_at: content.at,
                    password_seq: content.seq,
                };
                self.users.insert(user, new);
            }
            AccessFact::UserRemoved { user } => {
                self.users.remove(&user);
                self.removed.insert(user);
            }
            AccessFact::PasswordSet { user } => {
                if let Some(one) = self.users.get_mut(&user) {
                    one.password_at = content.at;
                    one.password_seq = content.seq;
                }
            }
            AccessFact::RoleGiven { user, grant } => {
                if let Some(one) = self.users.get_mut(&user) {
                    one.grants.push(grant);
                }
            }
            AccessFact::RoleTaken { user, grant } => {
                if let Some(one) = self.users.get_mut(&user) {
                    one.grants.retain(|own| *own != grant);
                }
            }
            AccessFact::LinkMade {
                token,
                token_kind,
                grant,
                expires,
                only,
            } => {
                let known = |word: &String| {
                    (Action::ALL.iter().copied()).find(|action| action.word() == word)
                };
                let new = TokenNow {
                    kind: token_kind,
                    grant,
                    expires,
                    only: (!only.is_empty()).then(|| only.iter().filter_map(known).collect()),
                    made_by: content.actor.clone(),
                    made_at: content.at,
                    is_used: false,
                };
                self.tokens.insert(token, new);
            }
            AccessFact::LinkUsed { token } => {
                if let Some(one) = self.tokens.get_mut(&token) {
                    one.is_used = true;
                    // The end of an owner's link is for opening it.
                    if one.grant == Grant::everywhere(crate::access::Role::Owner) {
                        one.expires = None;
                    }
                }
            }
            AccessFact::LinkRevoked { token } => {
                self.tokens.remove(&token);
                self.revoked.insert(token);
            }
            AccessFact::PersonChanged { .. } => {}
            AccessFact::PersonErased { person } => {
                self.erased.insert(person);
            }
        }
        Ok(Touched::nobody())
    }
}

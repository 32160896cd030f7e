//! Who speaks.

use crate::access::action::Action;
use crate::access::grant::{Grant, Target};
use crate::access::role::Role;
use crate::access::table::{Allowed, allowed};
use crate::ids::{TokenId, UserId};

/// Who it is, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Actor {
    Public,
    /// Somebody with a password.
    User(UserId),
    /// Whoever holds a link or an API token.
    Link(TokenId),
    /// The desk itself: a clock, a reaction.
    Desk,
}

impl std::fmt::Display for Actor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::User(id) => write!(f, "user:{id}"),
            Self::Link(id) => write!(f, "link:{id}"),
            Self::Desk => f.write_str("desk"),
        }
    }
}

/// Somebody who asks the desk for something, with everything he was given. The desk makes it anew
/// for every request, so that what is revoked is gone at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub(crate) actor: Actor,
    pub(crate) grants: Vec<Grant>,
    /// The actions an API token is limited to.
    pub(crate) only: Option<Vec<Action>>,
}

impl Caller {
    #[must_use]
    pub const fn public() -> Self {
        Self {
            actor: Actor::Public,
            grants: Vec::new(),
            only: None,
        }
    }

    /// The owner at the console of the machine itself, for subcommands and tests.
    #[must_use]
    pub fn console() -> Self {
        Self {
            actor: Actor::Desk,
            grants: vec![Grant::everywhere(Role::Owner)],
            only: None,
        }
    }

    pub(crate) const fn desk() -> Self {
        Self {
            actor: Actor::Desk,
            grants: Vec::new(),
            only: None,
        }
    }

    #[must_use]
    pub const fn actor(&self) -> &Actor {
        &self.actor
    }

    /// What he was given.
    #[must_use]
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// Whether he was given anything at all.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        !matches!(self.actor, Actor::Public)
    }

    /// What lets him do this to that, the weightiest role first.
    #[must_use]
    pub fn grants_for(&self, action: Action, target: &Target) -> Vec<Grant> {
        let within = (self.only.as_ref()).is_none_or(|only| only.contains(&action));
        let everybody = Grant::everywhere(Role::Public);
        let mut grants: Vec<Grant> = (self.grants.iter())
            .filter(|grant| within && grant.scope.covers(target))
            .chain([&everybody])
            .filter(|grant| allowed(action, grant.role) == Allowed::Yes)
            .cloned()
            .collect();
        grants.sort_by_key(|grant| grant.role);
        grants
    }

    /// Whether he may do this to that.
    #[must_use]
    pub fn may(&self, action: Action, target: &Target) -> bool {
        !self.grants_for(action, target).is_empty()
    }

    /// The word for him in the log: who, and in which role.
    pub(crate) fn signature(&self, role: Role) -> String {
        format!("{} as {role}", self.actor)
    }
}

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
    /// A user with a password.
    User(UserId),
    /// The holder of a link or an API token.
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

/// The sender of a request, with all roles. The desk creates it again
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

    /// The caller's roles.
    #[must_use]
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// Whether the caller has any role.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        !matches!(self.actor, Actor::Public)
    }

    /// The grants that allow this, the strongest role first.
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

    /// Whether the caller may do this to that.
    #[must_use]
    pub fn may(&self, action: Action, target: &Target) -> bool {
        !self.grants_for(action, target).is_empty()
    }

    /// The caller's word in the log: who, and in which role.
    pub(crate) fn signature(&self, role: Role) -> String {
        format!("{} as {role}", self.actor)
    }
}

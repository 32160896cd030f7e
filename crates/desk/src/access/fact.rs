//! What happened to accounts, roles and links, as it is stored.

use outflank_event::{Timestamp, events};

use crate::access::act::TokenKind;
use crate::access::grant::Grant;
use crate::ids::{PersonId, TokenId, UserId};

events! {
    /// An event of the access stream. Who did it and when is in its envelope; names, passwords and
    /// labels are in records.
    pub enum AccessFact, AccessFactKind;

    /// An account was made.
    "access.user_added" ToOwner UserAdded {
        user: UserId,
    }
    /// An account was closed.
    "access.user_removed" ToOwner UserRemoved {
        user: UserId,
    }
    "access.password_set" ToOwner PasswordSet {
        user: UserId,
    }
    /// An account was given a role.
    "access.role_given" ToOwner RoleGiven {
        user: UserId,
        grant: Grant,
    }
    /// A role was taken away.
    "access.role_taken" ToOwner RoleTaken {
        user: UserId,
        grant: Grant,
    }
    /// A link or a token was made.
    "access.link_made" ToOwner LinkMade {
        token: TokenId,
        token_kind: TokenKind,
        /// The role of its holder and the scope.
        grant: Grant,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires: Option<Timestamp>,
        /// The actions it is limited to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<String>,
    }
    /// A link for one browser was opened.
    "access.link_used" ToOwner LinkUsed {
        token: TokenId,
    }
    /// A link or a token was revoked.
    "access.link_revoked" ToOwner LinkRevoked {
        token: TokenId,
    }
    /// What is known of a person was changed.
    "access.person_changed" ToOwner PersonChanged {
        person: PersonId,
    }
    /// All personal data of a person was erased.
    "access.person_erased" ToOwner PersonErased {
        person: PersonId,
    }
}

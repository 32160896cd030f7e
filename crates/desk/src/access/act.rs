//! What people ask of the access stream.

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize, Serializer};

use crate::access::grant::Grant;
use crate::ids::{PersonId, TokenId, UserId};
use crate::people::person::Person;

/// A password as received. It is never printed or stored, and hashed only with argon2id.
#[derive(schemars::JsonSchema, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Password(pub(crate) String);

impl Password {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Serialize for Password {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("…")
    }
}

#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// A link that can be opened any number of times: a table card, a player's own page.
    Link,
    /// A link that can be opened in one browser only.
    Once,
    /// A token for programs.
    Api,
}

/// A link or a token to create.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// What it is for.
    pub kind: TokenKind,
    /// The role of its holder and the scope.
    pub grant: Grant,
    /// When it expires; without it, never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// The actions an API token is limited to, by name; without any, all actions of its role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// A name for lists: "tablet at table 5".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// What to do. In JSON the field `act` names it: `{"act": "revoke", "token": "…"}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum AccessAct {
    AddUser {
        /// The name for signing in.
        login: String,
        name: String,
        password: Password,
    },
    RemoveUser {
        user: UserId,
    },
    /// Set a password; sessions of the account end.
    SetPassword {
        user: UserId,
        password: Password,
        /// The password until now; needed to change one's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        old: Option<Password>,
    },
    /// Give an account a role.
    Give {
        user: UserId,
        grant: Grant,
    },
    /// Take a role away.
    Take {
        user: UserId,
        grant: Grant,
    },
    /// Create a link or a token; the response contains its secret once.
    MakeLink(NewLink),
    /// Revoke a link or a token; sessions opened with it end.
    Revoke {
        token: TokenId,
        /// Also revoke every link that was made with it, and those made with them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        and_made: bool,
    },
    /// Change a person's record.
    ChangePerson {
        person: PersonId,
        /// The whole record after the change.
        facts: Box<Person>,
    },
    /// Erase all personal data; the player is called "Player n" from then on.
    ErasePerson {
        person: PersonId,
    },
}

//! Names that the desk gives: random, short, safe in an address.

use serde::{Deserialize, Serialize};

/// Letters and digits that nobody mistakes for each other (no i, l, o, u).
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Characters of an id: fifty bits.
const ID_CHARS: usize = 10;
/// Characters of a secret: a hundred and thirty bits.
const SECRET_CHARS: usize = 26;
/// The most characters of an ID from elsewhere.
const ID_CHARS_MAX: usize = 40;

/// Random text of this many characters.
fn random(chars: usize) -> String {
    let mut bytes = vec![0_u8; chars];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
        .into_iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// A text that is no id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid ID. Use the ID that the program gave.")]
pub struct BadIdError(String);

fn check(text: &str) -> Result<(), BadIdError> {
    let fits = (1..=ID_CHARS_MAX).contains(&text.len())
        && (text.bytes()).all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if fits {
        Ok(())
    } else {
        Err(BadIdError(text.chars().take(60).collect()))
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(
            schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(into = "String", try_from = "String")]
        #[schemars(try_from = "String", extend("pattern" = "^[A-Za-z0-9_-]{1,40}$"))]
        pub struct $name(String);

        impl $name {
            #[must_use]
            pub fn random() -> Self {
                Self(random(ID_CHARS))
            }

            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Whether it looks like one that a desk has drawn.
            #[must_use]
            pub fn is_drawn(&self) -> bool {
                self.0.len() == ID_CHARS && self.0.bytes().all(|byte| LETTERS.contains(&byte))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = BadIdError;

            fn from_str(text: &str) -> Result<Self, BadIdError> {
                check(text)?;
                Ok(Self(text.to_owned()))
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadIdError;

            fn try_from(text: String) -> Result<Self, BadIdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+};
}

ids! {
    TournamentId;
    FederationId;
    GameId;
    /// A user with a password.
    UserId;
    /// A person whose facts are in an erasable record.
    PersonId;
    /// A link or an API token, as lists and events name it; it opens nothing.
    TokenId;
}

impl PersonId {
    /// Always the same for the same text.
    pub(crate) fn drawn_from(text: &[u8]) -> Self {
        let hash = blake3::hash(text);
        let letters = hash.as_bytes()[..ID_CHARS].iter();
        Self(
            letters
                .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
                .collect(),
        )
    }
}

/// What a link, an API token or a cookie carries. It is shown once and never stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    #[must_use]
    pub fn random() -> Self {
        Self(random(SECRET_CHARS))
    }

    /// The text that goes into the link.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it: nobody gets from there to the secret.
    #[must_use]
    pub fn hash(&self) -> String {
        secret_hash(&self.0)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The stored form of a presented secret.
pub(crate) fn secret_hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use crate::ids::*;

    #[test]
    fn ids_are_short_and_differ() {
        let (one, other) = (GameId::random(), GameId::random());
        assert_ne!(one, other);
        assert_eq!(one.as_str().len(), 10);
        assert_eq!(one.as_str().parse(), Ok(one));
        assert!("..".parse::<GameId>().is_err());
        assert!("".parse::<GameId>().is_err());
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::random();
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert_ne!(secret.hash(), secret.reveal());
    }
}

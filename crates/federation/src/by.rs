//! Who gives a command to the office.

use serde::{Deserialize, Serialize};

use crate::ids::PersonNumber;

/// Who speaks. The desk checks that somebody may speak as one of these; `decide` checks what the
/// rules let him do.
///
/// ```
/// use outflank_federation::{By, PersonNumber};
/// assert_eq!(By::Person(PersonNumber(7)).to_string(), "person:7");
/// assert_eq!("chairman".parse(), Ok(By::Chairman));
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(extend("pattern" = "^(officer|chairman|committee|desk|person:[0-9]{1,9})$"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum By {
    /// Whoever keeps the office.
    Officer,
    Chairman,
    /// The committee, the board or the council, whichever the rules name.
    Committee,
    /// The desk itself: what follows from an event that was signed off.
    Desk,
    /// A person, about himself.
    Person(PersonNumber),
}

impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Officer => "officer",
            Self::Chairman => "chairman",
            Self::Committee => "committee",
            Self::Desk => "desk",
            Self::Person(number) => return write!(f, "person:{number}"),
        })
    }
}

impl From<By> for String {
    fn from(by: By) -> Self {
        by.to_string()
    }
}

/// A word that names nobody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is nobody; write officer, chairman, committee, desk or person:7")]
pub struct NobodyError(String);

impl TryFrom<String> for By {
    type Error = NobodyError;

    fn try_from(word: String) -> Result<Self, NobodyError> {
        word.parse()
    }
}

impl std::str::FromStr for By {
    type Err = NobodyError;

    fn from_str(word: &str) -> Result<Self, NobodyError> {
        let nobody = || NobodyError(word.chars().take(40).collect());
        Ok(match word {
            "officer" => Self::Officer,
            "chairman" => Self::Chairman,
            "committee" => Self::Committee,
            "desk" => Self::Desk,
            _ => {
                let number = word.strip_prefix("person:").ok_or_else(nobody)?;
                Self::Person(PersonNumber(number.parse().map_err(|_| nobody())?))
            }
        })
    }
}

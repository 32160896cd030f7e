//! Who gives a command to the office.

use outflank_event::text_form;
use serde::{Deserialize, Serialize};

use crate::ids::PersonNumber;

/// The role of the sender. The desk checks that a person may act in this role; `decide` checks what the
/// rules allow this role.
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
    /// The officer who runs the office.
    Officer,
    Chairman,
    /// The committee, the board or the council, whichever the rules name.
    Committee,
    /// The desk itself: what follows from a finalised tournament.
    Desk,
    /// A person, about their own record.
    Person(PersonNumber),
}

impl By {
    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "officer" => Self::Officer,
            "chairman" => Self::Chairman,
            "committee" => Self::Committee,
            "desk" => Self::Desk,
            _ => Self::Person(PersonNumber(text.strip_prefix("person:")?.parse().ok()?)),
        })
    }
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

text_form! {
    By, "a role in the federation",
    "officer, chairman, committee, desk or person:7"
}

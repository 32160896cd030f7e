//! Who gives a command.

use outflank_pairing::EntrantId;
use serde::{Deserialize, Serialize};

/// Who speaks. The desk checks that a person may speak as one of these; `decide` checks what the
/// rulebook lets him do.
///
/// ```
/// use outflank_tournament::{EntrantId, running::By};
/// assert_eq!(By::Player(EntrantId(7)).to_string(), "player:7");
/// assert_eq!("head".parse(), Ok(By::Head));
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(extend("pattern" = "^(head|director|assistant|judge|officer|chairman|committee|player:[0-9]{1,9})$"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum By {
    /// The official whose word is final: head tournament director, tournament director or referee,
    /// whichever the rulebook names.
    Head,
    /// Another director, for his area.
    Director,
    /// Somebody who helps at the desk.
    Assistant,
    Judge,
    /// An entrant, for himself.
    Player(EntrantId),
    /// A federation's officer, who registers its players.
    Officer,
    /// The chairman of the federation.
    Chairman,
    /// The committee of the federation.
    Committee,
}

impl By {
    /// Whether he directs the tournament.
    #[must_use]
    pub const fn directs(self) -> bool {
        match self {
            Self::Head | Self::Director => true,
            Self::Assistant
            | Self::Judge
            | Self::Player(_)
            | Self::Officer
            | Self::Chairman
            | Self::Committee => false,
        }
    }

    /// Whether he speaks for the federation.
    #[must_use]
    pub const fn is_of_the_federation(self) -> bool {
        match self {
            Self::Officer | Self::Chairman | Self::Committee => true,
            Self::Head | Self::Director | Self::Assistant | Self::Judge | Self::Player(_) => false,
        }
    }

    /// Whether he sits at the director's desk.
    #[must_use]
    pub const fn is_at_the_desk(self) -> bool {
        self.directs() || matches!(self, Self::Assistant)
    }
}

impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Head => "head",
            Self::Director => "director",
            Self::Assistant => "assistant",
            Self::Judge => "judge",
            Self::Player(id) => return write!(f, "player:{id}"),
            Self::Officer => "officer",
            Self::Chairman => "chairman",
            Self::Committee => "committee",
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
#[error(
    "'{0}' is nobody; write head, director, assistant, judge, player:7, officer, chairman or committee"
)]
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
            "head" => Self::Head,
            "director" => Self::Director,
            "assistant" => Self::Assistant,
            "judge" => Self::Judge,
            "officer" => Self::Officer,
            "chairman" => Self::Chairman,
            "committee" => Self::Committee,
            _ => {
                let number = word.strip_prefix("player:").ok_or_else(nobody)?;
                Self::Player(EntrantId(number.parse().map_err(|_| nobody())?))
            }
        })
    }
}

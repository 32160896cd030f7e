//! Who gives a command.

use outflank_event::text_form;
use outflank_pairing::EntrantId;
use serde::{Deserialize, Serialize};

/// The role of the sender. The desk checks that a person may act in this role; `decide` checks what the
/// rulebook allows this role.
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
    /// The official whose decision is final: head tournament director, tournament director or referee,
    /// whichever the rulebook names.
    Head,
    /// Another director, for their area.
    Director,
    /// An assistant at the desk.
    Assistant,
    Judge,
    /// A player, on their own behalf.
    Player(EntrantId),
    /// A federation's officer, who registers its players.
    Officer,
    /// The chairman of the federation.
    Chairman,
    /// The committee of the federation.
    Committee,
}

impl By {
    /// Whether this role directs the tournament.
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

    /// Whether this role acts for the federation.
    pub const fn is_of_the_federation(self) -> bool {
        match self {
            Self::Officer | Self::Chairman | Self::Committee => true,
            Self::Head | Self::Director | Self::Assistant | Self::Judge | Self::Player(_) => false,
        }
    }

    /// Whether this role works at the director's desk.
    pub const fn is_at_the_desk(self) -> bool {
        self.directs() || matches!(self, Self::Assistant)
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "head" => Self::Head,
            "director" => Self::Director,
            "assistant" => Self::Assistant,
            "judge" => Self::Judge,
            "officer" => Self::Officer,
            "chairman" => Self::Chairman,
            "committee" => Self::Committee,
            _ => Self::Player(EntrantId(text.strip_prefix("player:")?.parse().ok()?)),
        })
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

text_form! {
    By, "a role in the tournament",
    "head, director, assistant, judge, player:7, officer, chairman or committee"
}

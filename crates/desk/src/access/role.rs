//! The roles people have.

use serde::{Deserialize, Serialize};

/// A role. `Public` is everyone, signed in or not.
#[derive(
    schemars::JsonSchema,
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Owns the installation; acts as the head director if there is none.
    Owner,
    /// The deciding official: head director, tournament director or referee.
    Head,
    /// Another director, for their area.
    Director,
    /// Helps at the desk: pairing, results, check-in, broadcast.
    Assistant,
    Judge,
    /// The assistant of a player with special needs.
    NeedsAssistant,
    Player,
    Officer,
    /// The chairman of a federation.
    Chairman,
    /// A member of its committee.
    Committee,
    Public,
}

impl Role {
    /// Every role, in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Owner,
        Self::Head,
        Self::Director,
        Self::Assistant,
        Self::Judge,
        Self::NeedsAssistant,
        Self::Player,
        Self::Officer,
        Self::Chairman,
        Self::Committee,
        Self::Public,
    ];

    /// The word in events and requests.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Head => "head",
            Self::Director => "director",
            Self::Assistant => "assistant",
            Self::Judge => "judge",
            Self::NeedsAssistant => "needs_assistant",
            Self::Player => "player",
            Self::Officer => "officer",
            Self::Chairman => "chairman",
            Self::Committee => "committee",
            Self::Public => "public",
        }
    }

    /// The roles this role may give to others.
    #[must_use]
    pub const fn may_give(self) -> &'static [Self] {
        use Role::{
            Assistant, Chairman, Committee, Director, Head, Judge, NeedsAssistant, Officer, Owner,
            Player,
        };
        match self {
            Owner => &[
                Owner,
                Head,
                Director,
                Assistant,
                Judge,
                NeedsAssistant,
                Player,
                Officer,
                Chairman,
                Committee,
            ],
            Head => &[Director, Assistant, Judge, NeedsAssistant, Player],
            Director => &[Assistant, Judge, NeedsAssistant, Player],
            Chairman => &[Officer, Committee, Player],
            // A link to one's own record; see `Grant::may_give`.
            Officer => &[Player],
            // A player with special needs names an assistant; the head director grants what the assistant may do.
            Assistant => &[Player],
            Judge | NeedsAssistant | Player | Committee | Self::Public => &[],
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

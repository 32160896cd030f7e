//! The director's hand on a round: what is decided before the rest is paired.

use crate::ids::EntrantId;
use serde::{Deserialize, Serialize};

/// What the director has decided; the other players are paired around it.
#[derive(schemars::JsonSchema, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Players who do not play this round and get nothing.
    #[serde(default)]
    pub absent: Vec<EntrantId>,
    /// Players who requested not to be paired and get a bye; they are out of the round,
    /// and an odd number of other players still has a bye of its own.
    #[serde(default)]
    pub requested_byes: Vec<EntrantId>,
    /// Who has the bye of an odd round.
    #[serde(default)]
    pub bye: Option<EntrantId>,
    /// Pairs that are made whatever they cost.
    #[serde(default)]
    pub fixed: Vec<FixedPair>,
    /// Pairs that are made only if there is no other way; the round then asks for consent.
    #[serde(default)]
    pub forbidden: Vec<(EntrantId, EntrantId)>,
    /// Pairs that are avoided if that costs nothing in points.
    #[serde(default)]
    pub avoid: Vec<(EntrantId, EntrantId)>,
}

impl Hand {
    /// Whether it says anything about who meets whom or who has the bye of an odd round.
    #[must_use]
    pub const fn decides_pairs(&self) -> bool {
        self.bye.is_some()
            || !(self.fixed.is_empty() && self.forbidden.is_empty() && self.avoid.is_empty())
    }
}

/// A pair the director has made.
#[derive(schemars::JsonSchema, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FixedPair {
    /// With colours.
    Coloured {
        /// Who has Black.
        black: EntrantId,
        /// Who has White.
        white: EntrantId,
    },
    /// The colours follow the rules.
    AnyColours(EntrantId, EntrantId),
}

impl FixedPair {
    /// The two, in the order given.
    #[must_use]
    pub const fn players(self) -> [EntrantId; 2] {
        match self {
            Self::Coloured { black, white } => [black, white],
            Self::AnyColours(one, other) => [one, other],
        }
    }
}

//! A paired round: who sits where.

use crate::ids::{Colour, EntrantId};
use serde::{Deserialize, Serialize};

/// One game of a round.
#[derive(schemars::JsonSchema, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair {
    /// Who has Black.
    pub black: EntrantId,
    /// Who has White.
    pub white: EntrantId,
}

impl Pair {
    /// The pair of these two in which the first has this colour.
    #[must_use]
    pub const fn with(first: EntrantId, colour: Colour, second: EntrantId) -> Self {
        match colour {
            Colour::Black => Self {
                black: first,
                white: second,
            },
            Colour::White => Self {
                black: second,
                white: first,
            },
        }
    }

    /// The opponent of one of the two.
    #[must_use]
    pub fn opponent(self, of: EntrantId) -> Option<EntrantId> {
        if of == self.black {
            Some(self.white)
        } else if of == self.white {
            Some(self.black)
        } else {
            None
        }
    }

    /// The two, lower number first.
    #[must_use]
    pub fn players(self) -> [EntrantId; 2] {
        [self.black.min(self.white), self.black.max(self.white)]
    }
}

/// A whole round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    /// The games; the first is table 1, where the points are highest.
    pub pairs: Vec<Pair>,
    /// Who has the bye of an odd round.
    #[serde(default)]
    pub bye: Option<EntrantId>,
}

impl Tables {
    /// The pair this entrant is in.
    #[must_use]
    pub fn pair_of(&self, entrant: EntrantId) -> Option<Pair> {
        let mut pairs = self.pairs.iter().copied();
        pairs.find(|pair| pair.opponent(entrant).is_some())
    }
}

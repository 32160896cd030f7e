//! Small numbers with names: entrants, rounds, points, seeds, colours.

use outflank_event::{number, plain_number};
/// Which discs a player has.
pub use outflank_rulebook::Side as Colour;
use serde::{Deserialize, Serialize};

number! {
    /// An entrant's number inside one tournament.
    pub struct EntrantId(u32);
}

number! {
    /// A round's number, counted from 1.
    pub struct RoundNumber(u16);
}

impl RoundNumber {
    /// The first round of an event.
    pub const FIRST: Self = Self(1);
}

plain_number! {
    /// Tournament points in halves: a win is 2, a draw 1.
    ///
    /// ```
    /// use outflank_pairing::HalfPoints;
    /// assert_eq!(HalfPoints(5).to_string(), "2.5");
    /// assert_eq!(HalfPoints(4).to_string(), "2");
    /// ```
    #[derive(Default)]
    pub struct HalfPoints(u16);
}

impl HalfPoints {
    /// A whole point: a win, or a bye.
    pub const WIN: Self = Self(2);
    /// Half a point.
    pub const DRAW: Self = Self(1);
    /// Nothing.
    pub const LOSS: Self = Self(0);
}

impl std::fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 % 2 {
            0 => write!(f, "{}", self.0 / 2),
            _ => write!(f, "{}.5", self.0 / 2),
        }
    }
}

plain_number! {
    /// A place in the standings or in a seeding list; 1 is the best.
    pub struct Place(u32);
}

/// The recorded seed of a tournament, from which every draw can be repeated.
///
/// ```
/// use outflank_pairing::Seed;
/// assert!(Seed::new(7).is_some());
/// assert!(Seed::new(1 << 53).is_none());
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(extend("maximum" = 9007199254740991_u64))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Seed(u64);

impl Seed {
    /// The largest seed: JSON readers everywhere hold whole numbers up to here exactly.
    pub const MAX: u64 = (1 << 53) - 1;

    /// A seed from 0 to [`Seed::MAX`].
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number <= Self::MAX {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl From<Seed> for u64 {
    fn from(seed: Seed) -> Self {
        seed.0
    }
}

impl TryFrom<u64> for Seed {
    type Error = SeedTooLarge;

    fn try_from(number: u64) -> Result<Self, SeedTooLarge> {
        Self::new(number).ok_or(SeedTooLarge { number })
    }
}

/// A seed above [`Seed::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{number} is too large for a seed. Use a number from 0 to 9007199254740991.")]
pub struct SeedTooLarge {
    /// The number given.
    pub number: u64,
}

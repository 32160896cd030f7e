//! Moments. Lengths of time are [`Millis`].

use outflank_rulebook::Millis;
use serde::{Deserialize, Serialize};

/// A moment in milliseconds since 1970 UTC. The shell makes it; nothing here reads a clock.
///
/// ```
/// use outflank_game::Timestamp;
/// use outflank_rulebook::Millis;
/// assert_eq!(Timestamp(5000).since(Timestamp(2000)), Millis::seconds(3));
/// ```
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
    Default,
    Serialize,
    Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// How long after `earlier` this is.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }

    /// The moment this much later.
    #[must_use]
    pub const fn plus(self, length: Millis) -> Self {
        Self(self.0.saturating_add(length.0))
    }
}

/// Sums and differences that stay within range, whatever the moments.
pub(crate) const fn add(a: Millis, b: Millis) -> Millis {
    Millis(a.0.saturating_add(b.0))
}

pub(crate) const fn sub(a: Millis, b: Millis) -> Millis {
    Millis(a.0.saturating_sub(b.0))
}

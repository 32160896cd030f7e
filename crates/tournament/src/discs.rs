//! Sums of discs over a whole tournament, in halves.

use outflank_rulebook::HalfDiscs;

/// Discs of many games, in half discs.
///
/// ```
/// use outflank_tournament::DiscCount;
/// assert_eq!(DiscCount(863).to_string(), "431.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscCount(pub u32);

impl DiscCount {
    pub const fn halves(self) -> u32 {
        self.0
    }

    /// These and the discs of one more game.
    #[must_use]
    pub fn and(self, discs: HalfDiscs) -> Self {
        Self(self.0 + u32::from(discs.0))
    }
}

impl std::fmt::Display for DiscCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let half = if self.0.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.0 / 2)
    }
}

/// A player's discs minus those of the opponents, in half discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscDifference(pub i32);

impl std::fmt::Display for DiscDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "+" };
        write!(f, "{sign}{}", DiscCount(self.0.unsigned_abs()))
    }
}

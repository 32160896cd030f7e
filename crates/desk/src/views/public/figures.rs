//! Figures without a language.

/// A number of halves: points and discs.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Default,
    serde::Serialize,
    schemars::JsonSchema,
)]
pub struct Halves(pub u32);

impl Halves {
    #[must_use]
    pub const fn whole(number: u32) -> Self {
        Self(2 * number)
    }
}

/// A fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Fraction {
    pub above: u64,
    /// The denominator; never 0.
    pub below: u64,
}

impl Fraction {
    /// The whole part, and what is left above the line.
    #[must_use]
    pub const fn mixed(self) -> (u64, u64) {
        match self.below {
            0 => (0, 0),
            below => (self.above / below, self.above % below),
        }
    }
}

//! The Brightwell Quotient as an exact number.

use std::cmp::Ordering;

use outflank_pairing::HalfPoints;
use outflank_rulebook::{Constant, SQUARES};

use crate::discs::DiscCount;

/// Points of many opponents, in half points.
///
/// ```
/// use outflank_tournament::PointSum;
/// assert_eq!(PointSum(185).to_string(), "92.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSum(pub u32);

impl PointSum {
    /// These and the points of one more opponent.
    #[must_use]
    pub fn and(self, points: HalfPoints) -> Self {
        Self(self.0 + u32::from(points.0))
    }
}

impl std::fmt::Display for PointSum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let half = if self.0.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.0 / 2)
    }
}

/// A Brightwell Quotient: a fraction in lowest terms, whole or half where C is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bq {
    numerator: u64,
    denominator: u64,
}

impl Bq {
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator; never 0.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The quotient in halves, if it is a number of halves.
    pub const fn halves(self) -> Option<u64> {
        match self.denominator {
            1 => Some(2 * self.numerator),
            2 => Some(self.numerator),
            _ => None,
        }
    }
}

/// The Brightwell Quotient: discs and C times the opponents' points of the games that count, and for
/// every substituted round half the board and C times the player's own points (WOC-A.3, BOF-gen-15,
/// SOC-A.3).
///
/// ```
/// use outflank_rulebook::Constant;
/// use outflank_tournament::{DiscCount, HalfPoints, PointSum, brightwell};
/// let nine = Constant { numerator: 9, denominator: 1 };
/// let bq = brightwell(nine, DiscCount(2 * 205), PointSum(2 * 24), HalfPoints(9), 1);
/// assert_eq!(bq.to_string(), "493.5");
/// ```
pub fn brightwell(
    constant: Constant,
    discs: DiscCount,
    opponents: PointSum,
    own: HalfPoints,
    substituted: u32,
) -> Bq {
    let substituted = u64::from(substituted);
    // Half discs and half points: half the board is as many halves as the board has squares.
    let discs = u64::from(discs.0) + substituted * u64::from(SQUARES);
    let points = u64::from(opponents.0) + substituted * u64::from(own.0);
    let below = u64::from(constant.denominator);
    let numerator = below * discs + u64::from(constant.numerator) * points;
    let common = greatest_common_divisor(numerator, 2 * below);
    Bq {
        numerator: numerator / common,
        denominator: 2 * below / common,
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Ord for Bq {
    fn cmp(&self, other: &Self) -> Ordering {
        let across =
            |one: &Self, two: &Self| u128::from(one.numerator) * u128::from(two.denominator);
        across(self, other).cmp(&across(other, self))
    }
}

impl PartialOrd for Bq {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Bq {
    /// `975`, `493.5`, or `3217/7` where C is no whole number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.denominator, self.numerator) {
            (1, whole) => write!(f, "{whole}"),
            (2, halves) => write!(f, "{}.5", halves / 2),
            (below, above) => write!(f, "{above}/{below}"),
        }
    }
}

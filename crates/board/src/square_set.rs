//! Sets of squares as 64 bits.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{ParseSquareError, Square};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// ```
/// # use outflank_board::SquareSet;
/// let corners: SquareSet = "a1 h1 a8 h8".parse()?;
/// assert_eq!(corners.len(), 4);
/// assert_eq!((!corners).len(), 60);
/// # Ok::<(), outflank_board::ParseSquareError>(())
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(try_from = "String", extend("pattern" = "^([a-h][1-8]([ ,]+[a-h][1-8])*)?$"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet(
    /// The bits.
    pub u64,
);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(u64::MAX);

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// How many squares are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Puts the square into the set; tells whether it is new there.
    pub const fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0 |= square.bit();
        new
    }

    /// Takes the square out of the set; tells whether it was there.
    pub const fn remove(&mut self, square: Square) -> bool {
        let old = self.contains(square);
        self.0 &= !square.bit();
        old
    }

    /// The first square in the order a1 to h8.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::lowest(self.0))
        }
    }

    /// The squares in the order a1 to h8.
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }

    /// Whether every square of this set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets have no square in common.
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }
}

/// The squares of a set in the order a1 to h8.
#[derive(Debug, Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = SquareSet(self.0).len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        Self(square.bit())
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for SquareSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for SquareSet {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for SquareSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, square) in self.iter().enumerate() {
            if n > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for SquareSet {
    type Err = ParseSquareError;

    /// Reads squares separated by blanks or commas, in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|name| !name.is_empty())
            .map(str::parse)
            .collect()
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> SquareSet {
        names.parse().unwrap()
    }

    #[test]
    fn a_set_is_walked_from_a1_to_h8() {
        assert_eq!(set("h8, a1 d3,c4").to_string(), "a1 d3 c4 h8");
        assert_eq!(
            SquareSet::FULL.iter().collect::<Vec<_>>(),
            Square::all().collect::<Vec<_>>()
        );
        assert_eq!(set("a1 b1").iter().len(), 2);
        assert_eq!(SquareSet::EMPTY.to_string(), "");
    }

    #[test]
    fn sets_are_joined_cut_and_subtracted() {
        let (a, b) = (set("a1 b1 c1"), set("c1 d1"));
        assert_eq!(a | b, set("a1 b1 c1 d1"));
        assert_eq!(a & b, set("c1"));
        assert_eq!(a - b, set("a1 b1"));
        assert_eq!(a ^ b, set("a1 b1 d1"));
        assert!(set("a1").is_subset(a) && !a.is_subset(b));
        assert!(set("h8").is_disjoint(a) && !a.is_disjoint(b));
        let mut c = a;
        c |= b;
        c -= set("a1");
        c &= set("b1 c1");
        c ^= set("b1");
        assert_eq!(c, set("c1"));
    }

    #[test]
    fn inserting_and_removing_tell_what_changed() {
        let mut squares = SquareSet::EMPTY;
        let a1 = "a1".parse().unwrap();
        assert!(squares.insert(a1) && !squares.insert(a1));
        assert!(squares.remove(a1) && !squares.remove(a1));
        assert!(squares.is_empty());
    }

    #[test]
    fn a_set_is_stored_as_its_names() {
        assert_eq!(serde_json::to_string(&set("c4 d3")).unwrap(), "\"d3 c4\"");
        assert_eq!(
            serde_json::from_str::<SquareSet>("\"c4 d3\"").unwrap(),
            set("d3 c4")
        );
    }
}

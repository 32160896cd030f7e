//! The 64 squares.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::SquareSet;

/// A square of the 8 by 8 board: a1 is index 0, h1 is 7, a2 is 8, h8 is 63; row 1 is at the top.
///
/// ```
/// # use outflank_board::Square;
/// let square: Square = "F5".parse()?;
/// assert_eq!((square.col(), square.row(), square.index()), (5, 4, 37));
/// assert_eq!(square.to_string(), "f5");
/// # Ok::<(), outflank_board::ParseSquareError>(())
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(try_from = "String", extend("pattern" = "^[a-hA-H][1-8]$"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares a board has.
    pub const COUNT: usize = 64;

    /// The square at a column and row counted from 0, if it is on the board.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < 8 && row < 8 {
            Some(Self(row * 8 + col))
        } else {
            None
        }
    }

    /// The square with this index, 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// All squares, a1 to h8, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 (a) to 7 (h).
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % 8
    }

    /// The row, 0 (row 1, the top) to 7 (row 8).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The squares that touch this one at a side or a corner.
    ///
    /// ```
    /// # use outflank_board::Square;
    /// let corner: Square = "a1".parse()?;
    /// assert_eq!(corner.neighbours().to_string(), "b1 a2 b2");
    /// # Ok::<(), outflank_board::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn neighbours(self) -> SquareSet {
        crate::Direction::ALL
            .iter()
            .filter_map(|direction| direction.step(self))
            .collect()
    }

    /// The set with this square alone as bits.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square of the lowest bit; `bits` must not be zero.
    pub(crate) const fn lowest(bits: u64) -> Self {
        debug_assert!(bits != 0, "an empty set has no lowest square");
        Self((bits.trailing_zeros() & 63) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.col(), b'1' + self.row()];
        f.pad(std::str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no name of a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a square. Write a column from a to h and a row from 1 to 8, such as f5.")]
pub struct ParseSquareError {
    /// What was read.
    pub text: String,
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = match text.as_bytes() {
            [col, row] => Self::from_letters(*col, *row),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError {
            text: text.to_owned(),
        })
    }
}

impl Square {
    /// Reads the two bytes of a name in either case.
    pub(crate) const fn from_letters(col: u8, row: u8) -> Option<Self> {
        Self::new((col | 0x20).wrapping_sub(b'a'), row.wrapping_sub(b'1'))
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// clauses: USOA-1.1, PAGE-equip-1
    #[test]
    fn the_board_has_64_squares_named_a1_to_h8_row_by_row() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(names.len(), 64);
        assert_eq!(names[..9].join(" "), "a1 b1 c1 d1 e1 f1 g1 h1 a2");
        assert_eq!(names[63], "h8");
        for (index, name) in names.iter().enumerate() {
            assert_eq!(sq(name).index(), index);
            assert_eq!(sq(&name.to_uppercase()).index(), index);
        }
        assert_eq!(Square::new(8, 0), None);
        assert_eq!(Square::new(0, 8), None);
        assert_eq!(Square::from_index(64), None);
    }

    /// clauses: PAGE-legal-2.f
    #[test]
    fn squares_that_touch_at_a_side_or_a_corner_are_neighbours() {
        assert_eq!(sq("a1").neighbours().to_string(), "b1 a2 b2");
        assert_eq!(sq("a4").neighbours().to_string(), "a3 b3 b4 a5 b5");
        assert_eq!(sq("d4").neighbours().to_string(), "c3 d3 e3 c4 e4 c5 d5 e5");
        for a in Square::all() {
            assert!(!a.neighbours().contains(a));
            for b in a.neighbours() {
                assert!(b.neighbours().contains(a), "{a} {b}");
                assert!(
                    a.col().abs_diff(b.col()) <= 1 && a.row().abs_diff(b.row()) <= 1,
                    "{a} {b}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_square_is_named() {
        for text in ["i9", "a9", "a0", "", "a", "a11", "é1", "5f", "@1", "\u{1}1"] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "`{text}` is not a square. Write a column from a to h and a row from 1 to 8, such as f5."
                )
            );
        }
    }

    #[test]
    fn a_square_is_stored_by_its_name() {
        assert_eq!(serde_json::to_string(&sq("f5")).unwrap(), "\"f5\"");
        assert_eq!(serde_json::from_str::<Square>("\"H8\"").unwrap(), sq("h8"));
        assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
    }
}

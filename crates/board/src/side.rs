//! The two sides, and a pair of values with one for each.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two sides of a game.
#[derive(
    schemars::JsonSchema,
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that starts.
    Black,
    /// The side that answers.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    ///
    /// ```
    /// # use outflank_board::Side;
    /// assert_eq!(Side::Black.other(), Side::White);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `B` or `W`, as diagrams and result lists write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// The text is no name of a side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a side. Write B, W, black or white.")]
pub struct ParseSideError {
    /// What was read.
    pub text: String,
}

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if ["b", "black"]
            .iter()
            .any(|name| text.eq_ignore_ascii_case(name))
        {
            Ok(Self::Black)
        } else if ["w", "white"]
            .iter()
            .any(|name| text.eq_ignore_ascii_case(name))
        {
            Ok(Self::White)
        } else {
            Err(ParseSideError {
                text: text.to_owned(),
            })
        }
    }
}

/// One value for each side.
///
/// ```
/// # use outflank_board::{BySide, Side};
/// let discs = BySide::new(33, 31);
/// assert_eq!(discs[Side::White], 31);
/// ```
#[derive(
    schemars::JsonSchema,
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
)]
pub struct BySide<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> BySide<T> {
    /// Black's value first.
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// `own` for one side, `others` for the other.
    pub fn of(side: Side, own: T, others: T) -> Self {
        match side {
            Side::Black => Self::new(own, others),
            Side::White => Self::new(others, own),
        }
    }

    /// The same value for both sides.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            black: value.clone(),
            white: value,
        }
    }

    /// Applies `f` to Black's value, then to White's.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            black: f(self.black),
            white: f(self.white),
        }
    }

    /// Both values with their side, Black first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Black, &self.black), (Side::White, &self.white)].into_iter()
    }

    /// Black's value where White's was, and the reverse.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            black: self.white,
            white: self.black,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_in_any_case() {
        for text in ["B", "b", "black", "BLACK", "Black"] {
            assert_eq!(text.parse(), Ok(Side::Black), "{text}");
        }
        for text in ["W", "w", "white", "WHITE", "White"] {
            assert_eq!(text.parse(), Ok(Side::White), "{text}");
        }
        let error = "red".parse::<Side>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`red` is not a side. Write B, W, black or white."
        );
    }

    #[test]
    fn sides_are_stored_in_lower_case() {
        assert_eq!(serde_json::to_string(&Side::Black).unwrap(), "\"black\"");
        assert_eq!(
            serde_json::to_string(&BySide::new(1, 2)).unwrap(),
            r#"{"black":1,"white":2}"#
        );
        assert_eq!(
            serde_json::from_str::<Side>("\"white\"").unwrap(),
            Side::White
        );
    }

    #[test]
    fn a_pair_is_addressed_by_side() {
        let mut pair = BySide::both(1);
        pair[Side::White] = 5;
        assert_eq!(pair.map(|n| n * 2), BySide::new(2, 10));
        assert_eq!(pair.swapped(), BySide::new(5, 1));
        assert_eq!(
            pair.iter()
                .map(|(side, n)| format!("{side} {n}"))
                .collect::<Vec<_>>(),
            ["Black 1", "White 5"]
        );
    }
}

//! What a side can do on its turn.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Square;

/// A disc on a square, or a pass.
///
/// ```
/// # use outflank_board::Move;
/// assert_eq!("F5".parse::<Move>()?.to_string(), "f5");
/// assert_eq!("PA".parse::<Move>()?, Move::Pass);
/// # Ok::<(), outflank_board::ParseMoveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc is placed.
    Disc(Square),
    /// The turn is lost because no disc can be placed.
    Pass,
}

impl Move {
    /// The square of the disc, if one is placed.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Disc(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Disc(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc(square) => fmt::Display::fmt(square, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

/// The text is neither a square nor a pass.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a move. Write a square such as f5, or pass.")]
pub struct ParseMoveError {
    /// What was read.
    pub text: String,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, or a pass as `pass`, `pa`, `ps` (either case) or `--`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if ["pass", "pa", "ps", "--"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
        {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Disc).map_err(|_| ParseMoveError {
            text: text.to_owned(),
        })
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_printed() {
        for text in ["pass", "PASS", "pa", "PA", "ps", "PS", "--"] {
            assert_eq!(text.parse(), Ok(Move::Pass), "{text}");
        }
        assert_eq!("D3".parse::<Move>().unwrap().to_string(), "d3");
        assert_eq!(Move::Pass.square(), None);
        let error = "p".parse::<Move>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`p` is not a move. Write a square such as f5, or pass."
        );
    }

    #[test]
    fn a_move_is_stored_as_its_text() {
        assert_eq!(
            serde_json::to_string(&[Move::Pass, "c4".parse().unwrap()]).unwrap(),
            r#"["pass","c4"]"#
        );
        assert_eq!(
            serde_json::from_str::<Move>("\"pass\"").unwrap(),
            Move::Pass
        );
    }
}

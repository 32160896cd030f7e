//! Discs counted in halves, because Japan halves the empty squares.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of discs in half discs: 77 is 38½.
///
/// ```
/// use outflank_rulebook::HalfDiscs;
/// assert_eq!(HalfDiscs(77).to_string(), "38.5");
/// assert_eq!(HalfDiscs::discs(61).to_string(), "61");
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(try_from = "f64", extend("minimum" = 0, "maximum" = 64, "multipleOf" = 0.5))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct HalfDiscs(pub u16);

impl HalfDiscs {
    /// Whole discs.
    pub const fn discs(discs: u16) -> Self {
        Self(discs * 2)
    }

    /// Whether the number is a whole number of discs.
    pub const fn is_whole(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl std::ops::Add for HalfDiscs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::fmt::Display for HalfDiscs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}{}",
            self.0 / 2,
            if self.is_whole() { "" } else { ".5" }
        )
    }
}

/// A text that is not a number of discs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a number of discs. Write a number from 0 to 64, with halves as 38.5.")]
pub struct DiscsError(String);

impl std::str::FromStr for HalfDiscs {
    type Err = DiscsError;

    fn from_str(text: &str) -> Result<Self, DiscsError> {
        let wrong = || DiscsError(text.chars().take(40).collect());
        let (whole, half) = match text.split_once('.') {
            None => (text, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return Err(wrong()),
        };
        if whole.is_empty() || whole.len() > 2 || !whole.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let whole: u16 = whole.parse().map_err(|_| wrong())?;
        let halves = whole * 2 + half;
        if halves > 128 {
            Err(wrong())
        } else {
            Ok(Self(halves))
        }
    }
}

impl Serialize for HalfDiscs {
    /// A JSON number: `61`, or `38.5`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() {
            serializer.serialize_u16(self.0 / 2)
        } else {
            let text = self.to_string();
            // The shortest way to a JSON number with .5 that needs no floating point of ours.
            serde_json::from_str::<serde_json::Number>(&text)
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for HalfDiscs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        number.to_string().parse().map_err(serde::de::Error::custom)
    }
}

//! Types that are stored as text.

/// A text that does not name what it should.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {what}. Write {expected}.")]
pub struct TextError {
    text: String,
    what: &'static str,
    expected: &'static str,
}

impl TextError {
    /// The text is cut to a length that can be shown.
    #[must_use]
    pub fn new(text: &str, what: &'static str, expected: &'static str) -> Self {
        Self {
            text: text.chars().take(40).collect(),
            what,
            expected,
        }
    }
}

/// Reads and stores a type as its text: what it prints, and what its function `from_text` reads. Use it with
/// `#[serde(into = "String", try_from = "String")]`.
///
/// ```
/// # use std::fmt;
/// #[derive(Debug, PartialEq)]
/// struct Seat(u8);
/// impl Seat {
///     fn from_text(text: &str) -> Option<Self> { text.strip_prefix("seat:")?.parse().ok().map(Self) }
/// }
/// impl fmt::Display for Seat {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "seat:{}", self.0) }
/// }
/// outflank_event::text_form! { Seat, "a seat", "seat:7" }
/// assert_eq!("seat:7".parse(), Ok(Seat(7)));
/// assert_eq!("7".parse::<Seat>().unwrap_err().to_string(), "'7' is not a seat. Write seat:7.");
/// ```
#[macro_export]
macro_rules! text_form {
    ($name:ident, $what:literal, $expected:literal) => {
        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::TextError;

            fn try_from(text: String) -> Result<Self, $crate::TextError> {
                text.parse()
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::TextError;

            fn from_str(text: &str) -> Result<Self, $crate::TextError> {
                Self::from_text(text).ok_or_else(|| $crate::TextError::new(text, $what, $expected))
            }
        }
    };
}

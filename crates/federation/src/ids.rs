//! The names of things in an office.

use serde::{Deserialize, Serialize};

/// Declares a number that names something.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $name {
            /// The number after the highest one so far.
            pub(crate) fn after<'a>(known: impl Iterator<Item = &'a Self>) -> Self {
                Self(known.map(|one| one.0).max().unwrap_or(0) + 1)
            }
        }
    };
}

number! {
    /// A person's number in his federation.
    PersonNumber
}
number! {
    DecisionNumber
}
number! {
    /// The number of an amendment of the rules.
    AmendmentNumber
}
number! {
    SanctionNumber
}
number! {
    /// The number of a general meeting.
    MeetingNumber
}

/// The short name of an event in its federation: `2024-cambridge`, or the id of the tournament.
#[derive(
    schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EventKey(String);

/// The most characters of an event's short name.
const KEY_CHARS_MAX: usize = 60;

impl EventKey {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it can stand in an address.
    pub(crate) fn is_fit(&self) -> bool {
        (1..=KEY_CHARS_MAX).contains(&self.0.len())
            && (self.0.bytes()).all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    }
}

impl From<&str> for EventKey {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl std::fmt::Display for EventKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

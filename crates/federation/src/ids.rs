//! The names of things in an office.

use outflank_event::{number, text_id};

number! {
    /// A person's number in the federation.
    pub struct PersonNumber(u32);
    pub struct DecisionNumber(u32);
    /// The number of an amendment of the rules.
    pub struct AmendmentNumber(u32);
    pub struct SanctionNumber(u32);
    /// The number of a general meeting.
    pub struct MeetingNumber(u32);
}

text_id! {
    /// The short name of an event in its federation: `2024-cambridge`, or the id of the tournament.
    pub struct EventKey(String);
}

/// The most characters of an event's short name.
const KEY_CHARS_MAX: usize = 60;

impl EventKey {
    /// Whether it can stand in an address.
    pub(crate) fn is_fit(&self) -> bool {
        (1..=KEY_CHARS_MAX).contains(&self.0.len())
            && (self.0.bytes()).all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    }
}

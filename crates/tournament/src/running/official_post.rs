//! The people who run the event.

use outflank_event::words;
use outflank_pairing::EntrantId;
use serde::{Deserialize, Serialize};

use super::paired::TableNumber;

/// The most officials of an event.
pub const OFFICIALS_MAX: usize = 500;

words! {
    /// The duty of an official.
    Post {
        Head = "head",
        /// A director with an area.
        Director = "director",
        /// An assistant with a task: pairing, broadcast.
        Assistant = "assistant",
        Judge = "judge",
    }
}

/// An official of the tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfficialPost {
    /// The name; a neutral name in log entries if a record has the name.
    pub name: String,
    /// The record that has the name, so that it can be erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The name in that record, if it is known when the log is replayed. It is never stored here.
    #[serde(skip)]
    pub called: Option<String>,
    pub post: Post,
    /// The official's area or task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// The tables the official is responsible for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableNumber>,
    /// Whether the official represents the host's local federation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
    /// The official's player number if they play too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
}

impl OfficialPost {
    /// A person who does not play.
    #[must_use]
    pub fn new(name: impl Into<String>, post: Post) -> Self {
        Self {
            name: name.into(),
            person: None,
            called: None,
            post,
            area: None,
            tables: Vec::new(),
            local: false,
            entrant: None,
        }
    }

    /// What people call them: the name in their record, or the one in the event.
    #[must_use]
    pub fn called(&self) -> &str {
        self.called.as_deref().unwrap_or(&self.name)
    }
}

//! A fact with its moment, its author and the command it came from, and the form it is stored in.

use serde::Serialize;
use serde_json::Value;

use super::by::By;
use super::command::CommandId;
use super::fact::{Fact, read};
use super::time::Timestamp;

/// Something that happened, when, on whose word and by which command.
///
/// ```
/// use outflank_tournament::running::{By, Event, Fact, Timestamp};
/// use outflank_tournament::RoundNumber;
/// let event = Event {
///     at: Timestamp(61_000),
///     by: By::Director,
///     command: "c7".into(),
///     fact: Fact::RoundStarted { round: RoundNumber(3) },
/// };
/// assert_eq!(event.kind(), "tournament.round_started");
/// assert_eq!(event.body(), r#"{"at":61000,"by":"director","command":"c7","round":3}"#);
/// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
/// # Ok::<(), outflank_tournament::running::StoredError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    /// When.
    pub at: Timestamp,
    /// On whose word.
    pub by: By,
    /// The command it came from; undoing one takes back all its events.
    pub command: CommandId,
    /// What.
    #[serde(flatten)]
    pub fact: Fact,
}

/// A stored event that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    /// No such kind.
    #[error("there is no event '{0}'; the log was written by a newer program")]
    Kind(String),
    /// The body does not fit the kind.
    #[error("the body of '{kind}' cannot be read: {problem}")]
    Body {
        /// The kind.
        kind: String,
        /// What is wrong.
        problem: String,
    },
}

impl Event {
    /// The name it is stored under.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.fact.kind()
    }

    /// The stored body: JSON with sorted keys.
    #[must_use]
    pub fn body(&self) -> String {
        let value: Value = serde_json::to_value(self).expect("facts have no map keys but texts");
        value.to_string()
    }

    /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
    ///
    /// # Errors
    /// [`StoredError`] names the kind and what is wrong.
    pub fn from_stored(kind: &str, body: &str) -> Result<Self, StoredError> {
        read(kind, body)
    }
}

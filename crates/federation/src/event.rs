//! A fact with its moment, its author and the command it came from, and the form it is stored in.

use outflank_rulebook::{StoredError, stored_body};
use outflank_tournament::running::{CommandId, Timestamp};
use serde::Serialize;

use crate::by::By;
use crate::fact::{Fact, read};

/// Something that happened, when, on whose word and by which command.
///
/// ```
/// use outflank_federation::{By, Event, Fact, PersonNumber};
/// use outflank_tournament::running::Timestamp;
/// let event = Event {
///     at: Timestamp(61_000),
///     by: By::Officer,
///     command: "c7".into(),
///     fact: Fact::PersonErased { person: PersonNumber(3) },
/// };
/// assert_eq!(event.kind(), "federation.person_erased");
/// assert_eq!(event.body(), r#"{"at":61000,"by":"officer","command":"c7","person":3}"#);
/// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
/// # Ok::<(), outflank_rulebook::StoredError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    pub at: Timestamp,
    pub by: By,
    /// The command it came from; undoing one takes back all its events.
    pub command: CommandId,
    #[serde(flatten)]
    pub fact: Fact,
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
        stored_body(self)
    }

    /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
    ///
    /// # Errors
    /// [`StoredError`] names the kind and what is wrong.
    pub fn from_stored(kind: &str, body: &str) -> Result<Self, StoredError> {
        read(kind, body)
    }
}

//! A fact with its moment and its author, and the form it is stored in.

use outflank_rulebook::{StoredError, stored_value};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::by::By;
use crate::fact::Fact;
use crate::time::Timestamp;

/// Something that happened, when, and on whose word.
///
/// Stored as a kind and a body: `game.clock_resumed` and `{"at":61000,"by":"director","player":"white"}`.
///
/// ```
/// use outflank_game::{By, Event, Fact, Timestamp};
/// let event = Event { at: Timestamp(61_000), by: By::Director, fact: Fact::StartSignalled {} };
/// assert_eq!(event.kind(), "game.start_signalled");
/// assert_eq!(event.body(), r#"{"at":61000,"by":"director"}"#);
/// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
/// # Ok::<(), outflank_game::StoredError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub at: Timestamp,
    pub by: By,
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
        let mut value = stored_value(self);
        if let Value::Object(fields) = &mut value {
            fields.remove("kind");
        }
        value.to_string()
    }

    /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
    ///
    /// # Errors
    /// [`StoredError`] names the kind and what is wrong.
    pub fn from_stored(kind: &str, body: &str) -> Result<Self, StoredError> {
        if !Fact::KINDS.contains(&kind) {
            return Err(StoredError::unknown(kind));
        }
        let wrong = |problem: serde_json::Error| StoredError::body(kind, problem);
        let mut value: Value = serde_json::from_str(body).map_err(wrong)?;
        match &mut value {
            Value::Object(fields) => {
                fields.insert("kind".to_owned(), Value::String(kind.to_owned()));
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => return Err(StoredError::body(kind, "it is no JSON object")),
        }
        serde_json::from_value(value).map_err(wrong)
    }
}

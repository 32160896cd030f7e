//! The shape of a stored event: a kind such as `game.disc_placed`, and a body of JSON with sorted keys.

use serde::Serialize;
use serde_json::Value;

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

impl StoredError {
    /// A kind that nobody knows, cut to a length that can be shown.
    #[must_use]
    pub fn unknown(kind: &str) -> Self {
        Self::Kind(kind.chars().take(60).collect())
    }

    /// A body that does not fit.
    #[must_use]
    pub fn body(kind: &str, problem: impl ToString) -> Self {
        Self::Body {
            kind: kind.to_owned(),
            problem: problem.to_string(),
        }
    }
}

/// The body of an event: its fields as JSON with sorted keys.
///
/// ```
/// use std::collections::HashMap;
/// let fields = HashMap::from([("round", 3), ("at", 61_000)]);
/// assert_eq!(outflank_rulebook::stored_body(&fields), r#"{"at":61000,"round":3}"#);
/// ```
#[must_use]
pub fn stored_body<E: Serialize>(event: &E) -> String {
    stored_value(event).to_string()
}

/// The same as a value.
#[must_use]
pub fn stored_value<E: Serialize>(event: &E) -> Value {
    serde_json::to_value(event).expect("facts have no map keys but texts")
}

//! What a person should be told about something that is allowed all the same.

use outflank_rulebook::ClauseId;
use serde::{Deserialize, Serialize};

/// A warning that goes with an event and never blocks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// A stable name: `short_notice`.
    pub code: String,
    /// The clause it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// What to know, in words.
    pub text: String,
}

impl Notice {
    /// A warning that follows from a clause.
    pub(crate) fn by(code: &str, clause: Option<ClauseId>, text: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            clause,
            text: text.into(),
        }
    }
}

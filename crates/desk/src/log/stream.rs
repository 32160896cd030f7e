//! The name of a stream.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// `game/ID`, `tournament/ID`, `federation/ID` or `access`.
///
/// ```
/// use outflank_desk::log::StreamName;
/// let stream: StreamName = "game/4k2m9x7q0b".parse()?;
/// assert_eq!(stream.id(), Some("4k2m9x7q0b"));
/// assert!("game/..".parse::<StreamName>().is_err());
/// # Ok::<(), outflank_desk::log::BadStreamError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StreamName(Arc<str>);

/// A text that names no stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no stream; write game/ID, tournament/ID, federation/ID or access")]
pub struct BadStreamError(String);

/// The most characters of an id in a stream's name.
const ID_CHARS_MAX: usize = 40;

impl StreamName {
    /// The stream of accounts, links and delegations.
    #[must_use]
    pub fn access() -> Self {
        Self("access".into())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What comes before the slash.
    #[must_use]
    pub fn family(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(family, _)| family)
    }

    /// What comes after the slash.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.0.split_once('/').map(|(_, id)| id)
    }
}

impl std::str::FromStr for StreamName {
    type Err = BadStreamError;

    fn from_str(text: &str) -> Result<Self, BadStreamError> {
        let is_id = |id: &str| {
            (1..=ID_CHARS_MAX).contains(&id.len())
                && (id.bytes()).all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        let is_stream = match text.split_once('/') {
            Some(("game" | "tournament" | "federation", id)) => is_id(id),
            Some(_) => false,
            None => text == "access",
        };
        if is_stream {
            Ok(Self(text.into()))
        } else {
            Err(BadStreamError(text.chars().take(60).collect()))
        }
    }
}

impl TryFrom<String> for StreamName {
    type Error = BadStreamError;

    fn try_from(text: String) -> Result<Self, BadStreamError> {
        text.parse()
    }
}

impl From<StreamName> for String {
    fn from(stream: StreamName) -> Self {
        stream.0.as_ref().to_owned()
    }
}

impl std::fmt::Display for StreamName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

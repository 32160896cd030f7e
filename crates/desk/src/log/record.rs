//! Records beside the log: what may be changed and erased without breaking a chain.

use crate::log::append::{NAME_BYTES_MAX, TEXT_BYTES_MAX, Unfit};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RecordKind {
    /// A person: names, birth date, contact, residence, special needs, fees.
    Person,
    /// A user with a password.
    User,
    Session,
    /// A link or API token; its id is the token's hash.
    Token,
    /// A device at a table: its last contact and offset.
    Device,
    /// A setting of the program: heartbeat, archive folder, format version.
    Setting,
}

impl RecordKind {
    pub const ALL: [Self; 6] = [
        Self::Person,
        Self::User,
        Self::Session,
        Self::Token,
        Self::Device,
        Self::Setting,
    ];

    /// The word it is stored under.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::User => "user",
            Self::Session => "session",
            Self::Token => "token",
            Self::Device => "device",
            Self::Setting => "setting",
        }
    }

    /// The kind with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordKey {
    pub kind: RecordKind,
    pub id: String,
}

impl RecordKey {
    #[must_use]
    pub fn new(kind: RecordKind, id: impl Into<String>) -> Self {
        Self {
            kind,
            id: id.into(),
        }
    }
}

/// A record that is written or erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordChange {
    pub key: RecordKey,
    /// Its new JSON text; `None` erases it.
    pub body: Option<String>,
}

impl RecordChange {
    /// Whether every store can hold it.
    pub fn check(&self) -> Result<(), Unfit> {
        if self.key.id.len() > NAME_BYTES_MAX {
            return Err(Unfit::Name);
        }
        match &self.body {
            Some(body) if body.len() > TEXT_BYTES_MAX => Err(Unfit::Text),
            Some(_) | None => Ok(()),
        }
    }
}

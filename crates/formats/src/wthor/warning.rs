//! What can be wrong with a WTHOR file.

/// What was read, and what is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorReading<T> {
    pub file: T,
    /// What is strange about it.
    pub strange: Vec<WthorWarning>,
}

/// Why a file is no WTHOR file at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// Not even a head.
    #[error(
        "The file has {bytes} bytes, but a WTHOR file has at least 16. It is cut off. Copy it again."
    )]
    TooShort {
        /// How many it has.
        bytes: usize,
    },
    #[error(
        "The file is for a board with {side} columns. Only games on 8 by 8 squares can be read."
    )]
    OtherBoard { side: u8 },
    /// A file of names where games were expected, or the reverse.
    #[error(
        "The file header says {games} games and {names} names, so this is not a {expected}. Files of games end in .wtb, players in .jou and tournaments in .trn."
    )]
    OtherKind {
        games: u32,
        names: u16,
        expected: &'static str,
    },
}

/// What is strange about a WTHOR file that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WthorWarning {
    /// The head's count is another.
    #[error("The file header says {said} records, but there are {found}. Those were read.")]
    Count {
        /// What the head says.
        said: u32,
        found: u32,
    },
    /// The last record is not whole.
    #[error(
        "The {bytes} bytes after the last record are not a complete record. The file is cut off. Copy it again."
    )]
    CutOff { bytes: usize },
    #[error("The file contains problems for one player, not games. They were read as games.")]
    Problems,
    /// A kind of contents newer than this reader.
    #[error(
        "The file header names contents of kind {0}, which this program does not know. They were read as games."
    )]
    UnknownContent(u8),
    #[error("Name {record} fills its whole field and may be cut off. Check it.")]
    NameWithoutEnd {
        /// Which, counted from 0 as games count.
        record: u32,
    },
}

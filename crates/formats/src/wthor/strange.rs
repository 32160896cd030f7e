//! What can be wrong with a WTHOR file.

/// What was read, and what is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorReading<T> {
    pub file: T,
    /// What is strange about it.
    pub strange: Vec<WthorStrange>,
}

/// Why a file is no WTHOR file at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// Not even a head.
    #[error(
        "the file has {bytes} bytes and a WTHOR file has at least 16; it was cut off, copy it again"
    )]
    TooShort {
        /// How many it has.
        bytes: usize,
    },
    #[error("the file is of a board with {side} columns; only games on 8 by 8 can be read")]
    OtherBoard { side: u8 },
    /// A file of names where games were expected, or the reverse.
    #[error(
        "the head of the file says {games} games and {names} names, which is no {expected}; games end in .wtb, players in .jou, tournaments in .trn"
    )]
    OtherKind {
        games: u32,
        names: u16,
        expected: &'static str,
    },
}

/// What is strange about a WTHOR file that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WthorStrange {
    /// The head's count is another.
    #[error("the head says {said} records and {found} are there; those that are there were read")]
    Count {
        /// What the head says.
        said: u32,
        found: u32,
    },
    /// The last record is not whole.
    #[error("{bytes} bytes after the last record are no whole record; the file was cut off")]
    CutOff { bytes: usize },
    #[error("the file holds problems for one, not games; they are read as games")]
    Problems,
    /// A kind of contents newer than this reader.
    #[error(
        "the head names contents {0}, which is newer than this program; they are read as games"
    )]
    UnknownContent(u8),
    #[error("name {record} fills its whole field and may have been cut")]
    NameWithoutEnd {
        /// Which, counted from 0 as games count.
        record: u32,
    },
}

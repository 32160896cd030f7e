//! One event as a single file: to keep, to hand on, to take over on another laptop.
//!
//! The file is text, one JSON value per line; `docs/archive.md` describes it. It carries every hash, so
//! that a reader can verify the chains without the log they came from.

mod admission;
mod compare;
mod event;
mod import;
mod lines;
mod read;
mod write;

use std::path::PathBuf;

use outflank_desk::log::{
    Answered, AppendError, Content, Fault, Head, RecordChange, RecordKey, Seq, StreamName,
    Timestamp,
};

pub use compare::{Comparison, Difference, Relation, compare};
pub use event::{EXTENSION, EventArchiver};
pub use import::{Choice, Imported, import};
pub use read::{read, read_file};
pub use write::{Written, write_file};

/// The version of the file this program writes, and the latest it reads.
pub const VERSION: u32 = 1;

/// What goes into an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The streams: the event's own, and those of its games. One that has no event is left out.
    pub streams: Vec<StreamName>,
    /// Whether what is not for everybody goes with it.
    pub private: Private,
    /// Records that are made for the archive alone.
    pub also: Vec<RecordChange>,
}

/// Whether an archive holds what is not for everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Private {
    /// Events only: for publication.
    LeftOut,
    /// Also these records and the answers to commands: for taking the event over.
    Included(Vec<RecordKey>),
}

/// An archive that was read and whose every hash is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    pub made_at: Timestamp,
    /// Its streams, whole, in the order of the file.
    pub streams: Vec<ArchivedStream>,
    /// Commands and what they were answered.
    pub commands: Vec<(String, Answered)>,
    pub records: Vec<RecordChange>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedStream {
    pub stream: StreamName,
    /// Its events from the first.
    pub events: Vec<Content>,
    pub hashes: Vec<outflank_desk::log::Hash>,
}

impl ArchivedStream {
    #[must_use]
    pub fn head(&self) -> Option<Head> {
        let (event, hash) = (self.events.last()?, self.hashes.last()?);
        Some(Head {
            seq: event.seq,
            hash: *hash,
        })
    }
}

/// An archive that cannot be written, read or taken in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be opened, read or written.
    #[error("{path}: {what}. Check the file name, the storage device and its free space.", path = .path.display())]
    File {
        path: PathBuf,
        /// What the system says.
        what: String,
    },
    /// A newer program wrote it.
    #[error(
        "The archive has version {found}, but this program reads versions up to {VERSION}. Use a newer version of the program."
    )]
    Newer { found: u32 },
    /// A line is not what the format says.
    #[error("Line {line} of the archive: {what}. Use another copy of the archive.")]
    Line {
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// An event does not follow the one before it.
    #[error("Line {line} of the archive: log entry {} of stream {stream} does not match its hash. Use another copy of the archive.", .seq.0)]
    Chain {
        line: usize,
        stream: StreamName,
        seq: Seq,
    },
    /// The file ends too early.
    #[error("The archive is cut off after line {0}. Use another copy of the archive.")]
    Cut(usize),
    /// Both copies went on.
    #[error("{0}. Choose the copy that counts. The other one is set aside, not erased.")]
    Parted(Box<Difference>),
    /// The log refused it.
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Fault(#[from] Fault),
}

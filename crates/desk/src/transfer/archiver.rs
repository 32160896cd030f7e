//! What writes an event's archive and takes one in: the store's work, as the desk asks for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use crate::ids::TournamentId;
use crate::log::{BoxFuture, Envelope, Fault, RecordChange, RecordKey, Seq, StreamName};

/// What belongs to one event, so that another desk can take it over: its streams, the records of its people, its
/// links and its devices, and the accounts with a role in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belongings {
    pub tournament: TournamentId,
    /// A name for its file.
    pub name: String,
    /// Its own stream and those of its games.
    pub streams: Vec<StreamName>,
    pub records: Vec<RecordKey>,
    /// Records that are made for the archive alone: the accounts.
    pub accounts: Vec<RecordChange>,
}

/// What happens if both copies of an event went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyChoice {
    /// Nothing is taken in; the first difference is named.
    Ask,
    /// Our copy counts; nothing is taken in.
    Ours,
    /// The archive counts. What we have beyond it is set aside, not erased.
    Theirs,
}

/// What was taken in of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenIn {
    /// The events that are new here.
    pub events: Vec<Arc<Envelope>>,
    /// Streams of which events were set aside, with the last event that stayed.
    pub set_aside: Vec<(StreamName, Seq)>,
    /// How many records came with them.
    pub records: usize,
}

/// One side of the first difference of two copies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CopiedEvent {
    /// What kind of event.
    pub kind: String,
    pub by: String,
    /// When it was written down, in milliseconds since 1970 UTC.
    pub at: i64,
    /// What happened, as it is stored.
    pub body: String,
}

/// The first place where two copies differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parting {
    pub stream: String,
    pub seq: u64,
    /// What is there here; nothing if our copy ends before it.
    pub ours: Option<CopiedEvent>,
    /// What is there in the archive; nothing if it ends before it.
    pub theirs: Option<CopiedEvent>,
}

impl std::fmt::Display for Parting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        fn side(side: Option<&CopiedEvent>) -> String {
            match side {
                Some(event) => format!("{} by {}", event.kind, event.by),
                None => "missing".to_owned(),
            }
        }
        let (ours, theirs) = (side(self.ours.as_ref()), side(self.theirs.as_ref()));
        let (seq, stream) = (self.seq, &self.stream);
        write!(
            f,
            "log entry {seq} of {stream} is {ours} here and {theirs} in the archive"
        )
    }
}

/// Why nothing was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotTakenIn {
    /// Both copies went on.
    Parted(Box<Parting>),
    /// The archive is not whole, or no archive.
    Unreadable(String),
    Fault(Fault),
}

/// Something that writes the archive of one event, whole or not at all, and takes one in.
pub trait Archiver: Send + Sync + 'static {
    /// Writes it into a folder and says where, or why not.
    fn write<'a>(
        &'a self,
        event: &'a Belongings,
        folder: &'a Path,
    ) -> BoxFuture<'a, Result<PathBuf, String>>;

    /// Takes in what an archive has beyond the log, whole or not at all.
    fn take_in<'a>(
        &'a self,
        archive: &'a [u8],
        choice: CopyChoice,
    ) -> BoxFuture<'a, Result<TakenIn, NotTakenIn>>;
}

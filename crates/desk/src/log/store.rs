//! What a store must do.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;
use tokio::sync::watch;

use crate::log::adopt::Adoption;
use crate::log::append::{Answer, Answered, Append, AppendError, Appended};
use crate::log::envelope::{Envelope, GlobalSeq, Seq};
use crate::log::hash::Hash;
use crate::log::record::{RecordChange, RecordKey, RecordKind};
use crate::log::stream::StreamName;

/// A boxed future, so that a store can be a trait object.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The end of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub seq: Seq,
    pub hash: Hash,
}

/// A store that cannot do what it should, in words for the director.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The disk is full.
    #[error("The disk is full: {0}. Free some space. No confirmed data is lost.")]
    Full(String),
    /// The file cannot be written.
    #[error("Cannot write to the log: {0}. Make it writable.")]
    ReadOnly(String),
    /// The file is damaged.
    #[error(
        "The log is damaged: {0}. Stop the server, keep the file and restore the latest backup."
    )]
    Damaged(String),
    /// Entries that were confirmed are missing.
    #[error(
        "{0} Restore the latest backup or the missing files. If this copy is the one that counts, start the server with --accept-log."
    )]
    Incomplete(String),
    /// A newer program wrote it.
    #[error(
        "The log has format {found}, but this program reads formats up to {known}. Use a newer version of the program."
    )]
    Newer {
        found: u32,
        /// The latest this program reads.
        known: u32,
    },
    /// Another program writes it.
    #[error("Another program is using the log: {0}. Stop that program first, or work there.")]
    InUse(String),
    /// The database does not answer now; it is tried again without end.
    #[error(
        "The database is unavailable ({0}). No confirmed data is lost, and the server reconnects automatically. Send the same request again in a moment."
    )]
    Away(String),
    /// The database is there and cannot be used as it is; the words say what to do.
    #[error("{0}")]
    Database(String),
    #[error("The log cannot be used: {0}.")]
    Unavailable(String),
}

/// Who works on a log besides us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Nobody: the log is ours alone.
    Alone,
    /// Others may, and the alarms are ours.
    OnDuty,
    /// Others may, and the alarms are theirs.
    Standby,
}

/// Where the last heartbeat is kept in a log that is ours alone.
const HEARTBEAT: &str = "heartbeat";

/// An append-only log with erasable records beside it.
///
/// What [`append`](Self::append) acknowledges survives the end of the process and of the power. Appends
/// are written whole, in one order; `global_seq` grows in that order without gaps (an event set aside
/// keeps its number).
pub trait Store: Send + Sync + 'static {
    /// Writes an append if every stream is where it was expected, and answers once it is durable.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>>;

    /// What a command was asked and answered; `None` if none of this name was ever written.
    fn command<'a>(&'a self, command_id: &'a str)
    -> BoxFuture<'a, Result<Option<Answered>, Fault>>;

    /// What was answered to a command that is written; `None` if no command has this id.
    ///
    /// The desk asks before it refuses, because a command that was written may be refused if it is
    /// decided once more. An id that was used for another request is [`AppendError::IdReused`].
    fn answered<'a>(
        &'a self,
        command_id: &'a str,
        request: [u8; 32],
    ) -> BoxFuture<'a, Result<Option<Answer>, AppendError>> {
        Box::pin(async move {
            match self.command(command_id).await? {
                None => Ok(None),
                Some(answered) if answered.request == request => Ok(Some(answered.answer)),
                Some(_) => Err(AppendError::IdReused),
            }
        })
    }

    /// Takes over events that another store wrote, whole or not at all, and answers once it is durable.
    fn adopt(&self, adoption: Adoption) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, AppendError>>;

    /// Events that gave way to another copy of their stream, in the order of `global_seq`.
    fn set_aside(&self) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>>;

    /// Events of a stream after `after`, at most `limit`, in order.
    fn read<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<Arc<Envelope>>, Fault>>;

    /// Events of all streams after `after`, at most `limit`, in the order of `global_seq`.
    fn read_all(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>>;

    /// Where a stream ends; `None` if it has no event.
    fn head<'a>(&'a self, stream: &'a StreamName) -> BoxFuture<'a, Result<Option<Head>, Fault>>;

    /// The streams whose names begin with `prefix`, in order.
    fn streams<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<StreamName>, Fault>>;

    /// The last durable event. It only wakes: readers then read what is after the last they saw.
    fn durable(&self) -> watch::Receiver<GlobalSeq>;

    fn record<'a>(&'a self, key: &'a RecordKey) -> BoxFuture<'a, Result<Option<String>, Fault>>;

    /// All records of a kind, by id.
    fn records(&self, kind: RecordKind) -> BoxFuture<'_, Result<Vec<(String, String)>, Fault>>;

    /// Changes records apart from any command (sessions, contacts), durably.
    fn put_records(&self, changes: Vec<RecordChange>) -> BoxFuture<'_, Result<(), Fault>>;

    /// Whether others work on this log too, and whether the alarms are ours.
    fn duty(&self) -> Duty {
        Duty::Alone
    }

    /// Records that the server is alive. In a shared log only the server on duty may end a long silence, so that no
    /// other server hides it.
    fn beat(&self, now: Timestamp) -> BoxFuture<'_, Result<(), Fault>> {
        let change = RecordChange {
            key: RecordKey::new(RecordKind::Setting, HEARTBEAT),
            body: Some(now.0.to_string()),
        };
        self.put_records(vec![change])
    }

    /// How many milliseconds ago a server was there; `None` if none ever was.
    fn silence(&self, now: Timestamp) -> BoxFuture<'_, Result<Option<Millis>, Fault>> {
        Box::pin(async move {
            let key = RecordKey::new(RecordKind::Setting, HEARTBEAT);
            let text = self.record(&key).await?;
            let last = text.and_then(|text| text.parse().ok()).map(Timestamp);
            Ok(last.map(|last| now.since(last)))
        })
    }
}

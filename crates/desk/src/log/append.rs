//! An append: events of several streams that are written whole or not at all.

use std::sync::Arc;

use outflank_tournament::running::Timestamp;

use super::envelope::{Envelope, Seq};
use super::record::RecordChange;
use super::store::Fault;
use super::stream::StreamName;

/// An event that has no place yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened.
    pub at: Timestamp,
    /// What kind.
    pub kind: String,
    /// Its JSON text.
    pub body: String,
}

/// What is added to one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamWrite {
    /// The stream.
    pub stream: StreamName,
    /// Its last event as the decision saw it.
    pub expected: Seq,
    /// The events, in order.
    pub events: Vec<NewEvent>,
}

/// Everything one command writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The command's name, given by whoever sent it.
    pub command_id: String,
    /// The hash of what was asked and by whom; the same name with another request is refused.
    pub request: [u8; 32],
    /// Who.
    pub actor: String,
    /// On which device.
    pub device: Option<String>,
    /// When it is written down.
    pub recorded_at: Timestamp,
    /// What is added to streams; each stream at most once.
    pub writes: Vec<StreamWrite>,
    /// Erasable records changed with it.
    pub records: Vec<RecordChange>,
    /// What the sender is told, kept so that a retry gets it again.
    pub answer: Answer,
}

/// What the sender of a command is told, as JSON text.
pub type Answer = Arc<str>;

/// An append that is durable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// Written now.
    Now(Vec<Arc<Envelope>>),
    /// The command was written before: the first answer again, and nothing was written.
    Before(Answer),
}

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// A stream has gone on.
    #[error("stream {stream} is at {actual:?}, not at {expected:?}; load it again")]
    Conflict {
        /// Which.
        stream: StreamName,
        /// Where the decision saw it.
        expected: Seq,
        /// Where it is.
        actual: Seq,
    },
    /// The name was used for another request.
    #[error("this command id was used for another command; give each command its own")]
    IdReused,
    /// The store failed; nothing of it was acknowledged.
    #[error(transparent)]
    Fault(#[from] Fault),
}

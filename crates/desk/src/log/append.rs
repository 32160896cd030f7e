//! An append: events of several streams that are written whole or not at all.

use std::sync::Arc;

use outflank_tournament::running::Timestamp;

use crate::log::envelope::{Envelope, Seq};
use crate::log::record::RecordChange;
use crate::log::store::Fault;
use crate::log::stream::StreamName;

/// An event that has no place yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub at: Timestamp,
    pub kind: String,
    pub body: String,
}

/// What is added to one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamWrite {
    pub stream: StreamName,
    /// Its last event as the decision saw it.
    pub expected: Seq,
    /// The events, in order.
    pub events: Vec<NewEvent>,
}

/// Everything one command writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The ID of the command, given by its sender.
    pub command_id: String,
    /// The hash of what was asked and by whom; the same name with another request is refused.
    pub request: [u8; 32],
    pub actor: String,
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

/// A command that was written: what was asked, and what its sender was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The hash of what was asked and by whom.
    pub request: [u8; 32],
    /// What the sender was told.
    pub answer: Answer,
}

/// The most events one append may hold.
pub const APPEND_EVENTS_MAX: usize = 10_000;
/// The most bytes the text of one event, record or answer may have.
pub const TEXT_BYTES_MAX: usize = 4 << 20;
/// The most bytes a command id, an actor, a device, a kind or the id of a record may have.
pub const NAME_BYTES_MAX: usize = 200;

impl Append {
    /// Whether every store can hold it; a store asks before it writes anything.
    pub fn check(&self) -> Result<(), Unfit> {
        let names = [&self.command_id, &self.actor];
        if self.command_id.is_empty() || names.iter().any(|name| is_long(name)) {
            return Err(Unfit::Name);
        }
        if self.device.as_deref().is_some_and(is_long) {
            return Err(Unfit::Name);
        }
        if self.answer.len() > TEXT_BYTES_MAX {
            return Err(Unfit::Text);
        }
        for (n, write) in self.writes.iter().enumerate() {
            if self.writes[..n].iter().any(|w| w.stream == write.stream) {
                return Err(Unfit::StreamTwice(write.stream.clone()));
            }
        }
        let events = || self.writes.iter().flat_map(|write| &write.events);
        if events().count() > APPEND_EVENTS_MAX {
            return Err(Unfit::Events);
        }
        if events().any(|event| is_long(&event.kind)) {
            return Err(Unfit::Name);
        }
        if events().any(|event| event.body.len() > TEXT_BYTES_MAX) {
            return Err(Unfit::Text);
        }
        self.records.iter().try_for_each(RecordChange::check)
    }
}

fn is_long(name: &str) -> bool {
    name.len() > NAME_BYTES_MAX
}

/// Why no store takes an append.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// More than [`APPEND_EVENTS_MAX`] events.
    #[error("it has more than {APPEND_EVENTS_MAX} log entries. Send it in parts")]
    Events,
    /// A text of more than [`TEXT_BYTES_MAX`] bytes.
    #[error("a text has more than {TEXT_BYTES_MAX} bytes. Shorten it")]
    Text,
    /// No command id, or a name of more than [`NAME_BYTES_MAX`] bytes.
    #[error(
        "a name has more than {NAME_BYTES_MAX} bytes, or the command ID is missing. Shorten the name or add an ID"
    )]
    Name,
    /// One stream is written twice; its events belong into one list.
    #[error("stream {0} is written twice. Put its log entries into one list")]
    StreamTwice(StreamName),
    /// Events that do not chain after what they are put behind.
    #[error("log entry {seq} of stream {stream} does not follow the one before it. Get a complete copy", seq = .seq.0)]
    Unchained { stream: StreamName, seq: Seq },
}

/// An append that is durable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    Now(Vec<Arc<Envelope>>),
    /// The command was written before: the first answer again, and nothing was written.
    Before(Answer),
}

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// A stream has gone on.
    #[error("Stream {stream} is at log entry {}, not at {}. Load it again.", .actual.0, .expected.0)]
    Conflict {
        stream: StreamName,
        /// Where the decision saw it.
        expected: Seq,
        actual: Seq,
    },
    /// The name was used for another request.
    #[error("This command ID was already used for another command. Give each command its own ID.")]
    IdReused,
    /// No store takes it.
    #[error("The command cannot be stored: {0}.")]
    Unfit(#[from] Unfit),
    /// The store failed; nothing of it was acknowledged.
    #[error(transparent)]
    Fault(#[from] Fault),
}

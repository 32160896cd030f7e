//! The event log: what is stored, how it is chained, and what a store must do.

mod adopt;
mod append;
mod envelope;
mod hash;
mod record;
mod store;
mod stream;

pub use crate::log::adopt::{Adoption, StreamAdoption};
pub use crate::log::append::{
    APPEND_EVENTS_MAX, Answer, Answered, Append, AppendError, Appended, NAME_BYTES_MAX, NewEvent,
    StreamWrite, TEXT_BYTES_MAX, Unfit,
};
pub use crate::log::envelope::{Content, Envelope, GlobalSeq, Seq};
pub use crate::log::hash::Hash;
pub use crate::log::record::{RecordChange, RecordKey, RecordKind};
pub use crate::log::store::{BoxFuture, Duty, Fault, Head, Store};
pub use crate::log::stream::{BadStreamError, StreamName};
pub use outflank_rulebook::Millis;
pub use outflank_tournament::running::Timestamp;

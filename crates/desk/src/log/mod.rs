//! The event log: what is stored, how it is chained, and what a store must do.

mod adopt;
mod append;
mod envelope;
mod hash;
mod record;
mod store;
mod stream;

pub use adopt::{Adoption, StreamAdoption};
pub use append::{
    APPEND_EVENTS_MAX, Answer, Answered, Append, AppendError, Appended, NAME_BYTES_MAX, NewEvent,
    StreamWrite, TEXT_BYTES_MAX, Unfit,
};
pub use envelope::{Content, Envelope, GlobalSeq, Seq};
pub use hash::Hash;
pub use outflank_rulebook::Millis;
pub use outflank_tournament::running::Timestamp;
pub use record::{RecordChange, RecordKey, RecordKind};
pub use store::{BoxFuture, Duty, Fault, Head, Store};
pub use stream::{BadStreamError, StreamName};

//! The event log: what is stored, how it is chained, and what a store must do.

mod append;
mod envelope;
mod hash;
mod record;
mod store;
mod stream;

pub use append::{Answer, Append, AppendError, Appended, NewEvent, StreamWrite};
pub use envelope::{Content, Envelope, GlobalSeq, Seq};
pub use hash::Hash;
pub use record::{RecordChange, RecordKey, RecordKind};
pub use store::{BoxFuture, Fault, Head, Store};
pub use stream::{BadStreamError, StreamName};

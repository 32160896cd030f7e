//! The event kit: what games, tournaments, federations and the desk share.
//!
//! A state is folded from events. [`events!`] declares the events with the names they are stored under,
//! [`Aggregate`] says how one changes the state, and [`History`] keeps the log beside the state and undoes
//! commands:
//!
//! ```
//! use outflank_event::{Aggregate, CommandId, History, Timestamp};
//! outflank_event::events! {
//!     /// Something that happened in the hall.
//!     pub struct Event { at: Timestamp, command: CommandId }
//!     pub enum Fact, FactKind;
//!     /// A lamp was switched on.
//!     "hall.lamp_lit" Whole LampLit { lamp: u8, }
//!     "hall.door_locked" Whole DoorLocked {}
//!     "hall.undone" ToOfficials Undone { undone: CommandId, }
//! }
//! outflank_event::undoable! { permanent: Fact::DoorLocked {} }
//! #[derive(Default)]
//! struct Hall { lamps: Vec<u8> }
//! impl Aggregate for Hall {
//!     type Event = Event;
//!     const FAMILY: &str = "hall";
//!     fn apply(&mut self, event: &Event) {
//!         if let Fact::LampLit { lamp } = event.fact { self.lamps.push(lamp) }
//!     }
//! }
//! let event = |command: &str, fact| Event { at: Timestamp(7), command: command.into(), fact };
//! let mut history = History::<Hall>::default();
//! history.apply(&event("c1", Fact::LampLit { lamp: 3 }));
//! assert_eq!(history.state().lamps, [3]);
//! assert_eq!(history.log()[0].body(), r#"{"at":7,"command":"c1","lamp":3}"#);
//! history.apply(&event("c2", Fact::Undone { undone: "c1".into() }));
//! assert!(history.state().lamps.is_empty());
//! ```
//!
//! [`number!`] and [`text_id!`] declare ids, [`words!`] closed lists of words, [`text_form!`] the text of a type
//! that is stored as text. Macros expand to derives of `serde` and `schemars`, which the using crate depends on.
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod events;
mod history;
mod id;
mod text;
mod time;
mod words;

#[doc(hidden)]
pub use events::__from_str;
pub use events::{Shown, StoredError, StoredEvent, stored_body};
pub use history::{Aggregate, COMMAND_ID_CHARS_MAX, EnvelopeError, History, UndoableEvent, replay};
pub use id::CommandId;
pub use text::TextError;
pub use time::{Millis, TimeError, Timestamp};

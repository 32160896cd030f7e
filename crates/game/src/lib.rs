//! The referee: one game between Black and White under a rulebook, from setting the clock to two signatures.
//!
//! [`decide`] looks at a [`Game`] and a [`Command`] and answers with [`Event`]s or a [`Rejection`]; [`apply`] records
//! events. Both are pure: the moment of a command is an argument, and clocks do not tick but say when they would fall.
//! Whatever depends on the rulebook is settled in `decide` and kept in the event.
//!
//! ```
//! use outflank_game::{Act, By, Command, Game, GameKind, Opening, Timestamp, apply, decide};
//! let rules = outflank_rulebook::shipped("usoa").expect("shipped");
//! let mut game = Game::new();
//! let opening = Opening { kind: GameKind::Casual, ..Opening::default() };
//! for (by, act, at) in [
//!     (By::Director, Act::Open(Box::new(opening)), 0),
//!     (By::White, Act::Press, 1000),
//!     (By::Black, Act::Play { square: "f5".parse()? }, 5200),
//! ] {
//!     for event in decide(rules, &game, Command::new(by, act), Timestamp(at))? {
//!         apply(&mut game, &event);
//!     }
//! }
//! assert_eq!(game.clock().charged().black.to_string(), "0:04.200");
//! let refused = decide(rules, &game, Command::new(By::White, Act::Pass), Timestamp(6000)).unwrap_err();
//! assert_eq!(refused.code(), "game.must_move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod apply;
mod by;
mod clock;
mod command;
mod decide;
mod fact;
mod game;
mod needs;
mod record;
mod recorded;
mod rejection;
mod result;
pub mod script;
mod setting;
mod table;

pub use outflank_event::{StoredError, Timestamp};

pub use by::By;
pub use clock::Clock;
pub use command::{
    Act, Command, Excuse, ExpelledFrom, ExpelledGame, Fault, GivingUp, Infringement, LatenessRule,
    TouchedWith,
};
pub use decide::{EVENTS_MAX, PLIES_MAX, TEXT_CHARS_MAX, TRANSCRIPTS_MAX, decide};
pub use fact::{
    Event, Fact, FactKind, FlagAt, FlagThen, LeaveKind, Pressed, StopCause, TranscriptCheck, Turn,
};
pub use game::{Game, apply};
pub use needs::{Help, Needs, Sight, Task};
pub use record::{HandedIn, Ply, Record, Replaced};
pub use rejection::{Reason, Rejection};
pub use result::{Ending, GameResult, Verdict};
pub use setting::{
    ClockKind, ClockPlace, ClockSide, Detection, GameKind, Hints, MoveEntry, Opening, Presence,
    Pressing, ScreenPlay, Seat, Setting, Stage, TableJudge, TimeAsked, Timekeeper, Transcribing,
};
pub use table::{Checks, Correction, Disturbed, FLAGS_MAX, Flags, Hand, LastMove, Phase, Table};

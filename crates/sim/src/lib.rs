//! Whole events played by seed: players of different strength, late, absent, leaving, missing
//! games; every round paired, every pairing proven and checked again from the finished event.
//!
//! ```
//! use outflank_sim::{Settings, Tally, Trouble, simulate};
//! let book = outflank_rulebook::shipped_file("bof").expect("shipped");
//! let mut settings = Settings::new(book, 17);
//! settings.trouble = Trouble::Usual;
//! let event = simulate(&settings).expect("every pairing is the best");
//! let mut tally = Tally::default();
//! tally.add(&event.tally);
//! assert_eq!((tally.rounds, tally.avoidable), (7, 0));
//! ```
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

pub mod demo;
mod failure;
pub mod federation;
mod field;
mod play;
mod simulate;
mod tally;
mod trouble;
mod verify;

pub use failure::{SimFailure, Wrong};
pub use simulate::{Settings, Simulated, simulate};
pub use tally::Tally;
pub use trouble::Trouble;

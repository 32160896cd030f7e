//! WTHOR: the French federation's archive of games (`.wtb`), with the names of players (`.jou`) and tournaments (`.trn`).
//!
//! Little-endian throughout: one head of 16 bytes, then records of one size. A game stores neither passes, dates,
//! rounds nor how it ended; its score gives the empty squares to the winner.

mod games;
mod header;
mod names;
mod of_sheets;
mod warning;

pub use crate::wthor::games::{WthorGame, WthorGames};
pub use crate::wthor::header::{WthorContent, WthorDay, WthorHeader};
pub use crate::wthor::names::{WthorNameKind, WthorNames};
pub use crate::wthor::of_sheets::{WthorFiles, WthorLeftOut, WthorLeftOutWhy, wthor_of_sheets};
pub use crate::wthor::warning::{WthorError, WthorReading, WthorWarning};

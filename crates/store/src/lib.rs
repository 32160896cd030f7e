//! The event log on SQLite, on PostgreSQL and in memory.
//!
//! All do what [`Store`](outflank_desk::log::Store) says, and one suite of tests holds them to it.

mod sealing;
mod sums;
mod whole_file;

pub mod archive;
pub mod chain;
pub mod memory;
pub mod postgres;
pub mod sqlite;

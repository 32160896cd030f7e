//! The event log on SQLite and in memory.
//!
//! Both do what [`Store`](outflank_desk::log::Store) says, and one suite of tests holds them to it.

mod sealing;
mod whole_file;

pub mod archive;
pub mod chain;
pub mod memory;
pub mod sqlite;

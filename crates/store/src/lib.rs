//! The event log on SQLite and in memory.

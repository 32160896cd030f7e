//! The tests of the engine, in one program.
#![expect(clippy::unwrap_used, reason = "test code")]

mod ffo;
mod plain;
mod search;
mod support;

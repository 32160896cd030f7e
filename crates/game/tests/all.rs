//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod acts;
mod cases;
mod flag_table;
mod flags_exhaustive;
mod golden;
mod properties;
mod script;
mod support;
mod vectors;

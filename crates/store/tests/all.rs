//! The tests of this crate, in one program: each file beside this one is a module of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archive;
mod backup;
mod faults;
mod format;
mod head;
mod postgres;
mod postgres_tls;
mod stores;
mod suite;
mod support;

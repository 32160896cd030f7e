//! The one way in: authorise, load, decide, append, publish.
//!
//! Every command by every person passes the desk; it is durable before anybody is told. The log it
//! is kept in is a [`Store`](log::Store), which other crates implement.

pub mod log;
pub mod views;

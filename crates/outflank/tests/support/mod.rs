//! What the tests of the running program share.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod folder;
pub mod http;
pub mod program;

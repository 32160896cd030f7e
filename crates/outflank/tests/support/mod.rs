//! What the tests of the running program share.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod folder;
pub mod hosted;
pub mod http;
pub mod instances;
pub mod program;

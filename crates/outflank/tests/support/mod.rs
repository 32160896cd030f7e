//! What the tests of the running program share.
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod championship;
pub(crate) mod folder;
pub(crate) mod forms;
pub(crate) mod hosted;
pub(crate) mod http;
pub(crate) mod instances;
pub(crate) mod program;
pub(crate) mod relay;

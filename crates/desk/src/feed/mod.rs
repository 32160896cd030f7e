pub(crate) mod hub;
pub(crate) mod looks;
pub(crate) mod tasks;
pub mod watching;

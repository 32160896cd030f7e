pub mod office;
pub(crate) mod public;
pub(crate) mod tournaments;

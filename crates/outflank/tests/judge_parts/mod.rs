//! The parts of a judge's journeys.

pub(crate) mod offline;
pub(crate) mod table;
pub(crate) mod twin;

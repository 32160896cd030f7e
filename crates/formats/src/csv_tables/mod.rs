pub(crate) mod cell;
pub(crate) mod placings;
pub(crate) mod players;
pub(crate) mod ratings;
pub(crate) mod results;
pub(crate) mod table;
pub(crate) mod warning;

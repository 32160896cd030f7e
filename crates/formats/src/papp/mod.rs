pub(crate) mod commands;
pub(crate) mod line;
pub(crate) mod players;
pub(crate) mod warning;
pub(crate) mod workfile;

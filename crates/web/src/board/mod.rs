pub(crate) mod play;
pub(crate) mod table;
pub(crate) mod watch;

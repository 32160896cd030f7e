pub mod table;
pub mod watch;

pub(crate) mod alarm;
pub mod device;
pub(crate) mod online;
pub(crate) mod play;
pub(crate) mod restart;

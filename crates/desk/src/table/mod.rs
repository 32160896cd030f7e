pub(crate) mod alarm;
pub(crate) mod contact;
pub mod device;
pub(crate) mod online;
pub(crate) mod play;
pub(crate) mod restart;
pub(crate) mod stall;

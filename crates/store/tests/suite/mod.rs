//! What any store must do.

mod adopting;
mod appending;
mod concurrent;
mod reading;
mod recording;

pub(crate) use adopting::*;
pub(crate) use appending::*;
pub(crate) use concurrent::*;
pub(crate) use reading::*;
pub(crate) use recording::*;

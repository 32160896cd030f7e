//! GGF, the Generic Game Format: games with clocks, as game servers and NBoard write them.
//!
//! `(;` properties `;)`, a property being letters and a value in brackets: `B[F5//4.20]` is Black to f5 in 4.2 seconds.

mod clock;
mod day;
mod number;
mod read;
mod tags;
mod warning;
mod write;

pub use crate::ggf::read::{GgfGame, GgfReading, read_ggf};
pub use crate::ggf::warning::GgfWarning;
pub use crate::ggf::write::{GgfLeftOut, write_ggf};

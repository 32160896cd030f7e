//! The engine: exact endgames, an evaluation that anybody can recompute, midgame search and analysis.
//!
//! Nothing here reads a clock. Limits are numbers of positions, so that the same question has the same answer on every
//! machine. The caller turns time into positions.
#![warn(missing_docs)]
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod children;
mod empties;
mod exact;
mod last;
mod solve;
mod stability;
mod table;

pub use empties::Empties;
pub use solve::{Solution, SolveOptions, solve, solve_moves};

//! The engine: exact endgames, an evaluation that anybody can recompute, midgame search and analysis.
//!
//! Nothing here reads a clock. Limits are numbers of positions, so that the same question has the same answer on every
//! machine. The caller turns time into positions.
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod children;
mod cuts;
mod empties;
mod evaluate;
mod exact;
mod last;
mod levels;
mod midgame;
mod openings;
mod patterns;
mod protocol;
mod review;
mod solve;
mod stability;
mod table;
mod think;
mod weights;

pub use cuts::{CUT_DEPTH_MAX, CUT_DEPTH_MIN, Cut, Cuts};
pub use empties::Empties;
pub use evaluate::{Contribution, TENTHS, evaluate, explain, weight_numbers};
pub use levels::{Level, choose};
pub use midgame::value_at_depth;
pub use openings::{opening_name, opening_of_game};
pub use patterns::FEATURES;
pub use protocol::{Answer, Gtp, NBoard};
pub use review::{MoveReview, ReviewOptions, review};
pub use solve::{Solution, SolveOptions, solve, solve_moves, solve_score};
pub use think::{Certainty, MoveValue, ThinkOptions, Thought, think, think_about_moves};
pub use weights::{NotWeights, Origin, PHASES, Weights, phase, weights_per_phase};

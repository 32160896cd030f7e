//! Exact minimum-cost perfect matching with costs in levels, and a proof of every answer.
//!
//! A problem is an even number of vertices and, for every two of them, a cost: a list of values,
//! one per [`Level`], compared in order. [`solve`] finds the perfect matching whose total is the
//! smallest in that order. It packs the levels into one wide number, runs a primal-dual blossom
//! method on a few cheap pairs per vertex, and then prices every other pair until none could help.
//! The dual solution comes along as a [`Proof`], and [`check::verify`] has accepted it before the
//! answer is given.
//!
//! For reasons there are [`check::at_least_worse`] (what a pair would cost at least, at once),
//! [`solve_with`] (the best with some pairs forced or forbidden) and [`rings`] (who moves between
//! two matchings).

mod candidates;
pub mod check;
mod costs;
mod forest;
mod graph;
mod integer;
mod number;
mod packing;
mod price;
mod proof;
mod ring;
mod solve;
mod solver;
mod tree;
mod watch;
mod wishes;

pub use costs::{Costs, LEVELS_MAX, Level, VERTICES_MAX, matching_levels, pair_levels};
pub use integer::{Integer, NotHexadecimal};
pub use proof::{Blossom, Proof};
pub use ring::rings;
pub use solve::{Solution, Unsolvable, solve, solve_watched, width_bits};
pub use watch::{Progress, Watch, unwatched};
pub use wishes::{Wishes, WishesRefused, solve_with};

//! Ratings by the World Othello Federation's public method: all results together, newer ones with
//! more weight, one strength per player that makes them most likely (Bradley–Terry).
//!
//! The same games give the same list to the last digit on every machine: players and pairs are taken
//! in the order of their numbers, `exp` and `ln` come from `libm`, and what leaves is integers.
//!
//! ```
//! use outflank_federation::rating::{Method, Outcome, PlayerNumber, RatedGame, rate};
//! let day = "2024-05-04".parse()?;
//! let game = |a, b, outcome| RatedGame { day, a: PlayerNumber(a), b: PlayerNumber(b), outcome };
//! let games = [
//!     game(1, 2, Outcome::AWins),
//!     game(1, 2, Outcome::AWins),
//!     game(1, 2, Outcome::AWins),
//!     game(1, 2, Outcome::BWins),
//! ];
//! let list = rate(&Method::WOF, &games, "2024-06-01".parse()?, &mut |_| {})?;
//! // Three wins of four are 200 points.
//! assert_eq!(list.rows[0].rating - list.rows[1].rating, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod age;
mod game;
mod list;
mod method;
mod pairs;
mod rateable;
mod solve;

pub use age::months_between;
pub use game::{BadGame, Outcome, PlayerNumber, RatedGame};
pub use list::{NotRated, RatingList, RatingRow, Unrated, rate};
pub use method::{Method, WeightStep};
pub use solve::Progress;

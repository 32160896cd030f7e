//! Who meets whom: the best pairing the rules allow, with a proof that it is.
//!
//! [`matching`] is the exact solver underneath: it knows vertices and costs in levels, not players
//! and rules.

#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod check_pairing;
mod costs;
mod digest;
mod entrant;
mod field;
mod fold;
mod hand;
mod history;
mod ids;
mod input;
mod ladder;
mod level;
mod lots;
pub mod matching;
mod pair_round;
mod round;
mod tables;

pub use check_pairing::{Checked, Difference, NotAPairing, OtherFloats, check_pairing};
pub use costs::{ColourReason, RoundCosts};
pub use digest::{InputHash, input_hash};
pub use entrant::{Entrant, Float, Meeting, Past};
pub use hand::{FixedPair, Hand};
pub use history::{GameKind, History, PlayedGame, PlayedRound, RoundRefused};
pub use ids::{Colour, EntrantId, HalfPoints, Place, RoundNumber, Seed, SeedTooLarge};
pub use input::{ENTRANTS_MAX, Refusal, RoundInput};
pub use level::{Basis, LevelCost, LevelKind};
pub use lots::{Lots, PairLot, pair_lot};
pub use pair_round::{Bent, NotProven, Pairing, pair_round, verify_pairing};
pub use tables::{Pair, Tables};

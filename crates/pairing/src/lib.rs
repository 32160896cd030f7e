//! Who meets whom: the best pairing the rules allow, with a proof that it is.
//!
//! - [`pair_round`] pairs the second and later rounds of a Swiss: every rule of the rulebook is a
//!   level of one comparison, and the answer is the best of all pairings, with a proof that
//!   [`verify_pairing`] checks without solving. Hard rules are the top levels, so there is always an
//!   answer; what had to bend is named and needs the director's consent.
//! - [`first_round`] draws the first one; [`RoundRobin`] is everybody against everybody.
//! - [`reasons`], [`why_not`], [`at_least`] and [`next_best`] answer questions about a round;
//!   [`check_pairing`] measures one made elsewhere.
//! - [`look_ahead`] tells whether the rounds left can be paired at all.
//! - [`History`] makes what pairing needs to know from rounds that were played.
//!
//! [`matching`] is the exact solver underneath: it knows vertices and costs in levels, not players
//! and rules. Everything that is drawn can be drawn again from the recorded [`Seed`]; how is written
//! at [`Lots`] and [`pair_lot`].

#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod check_pairing;
mod costs;
mod digest;
mod entrant;
mod field;
mod first_round;
mod fold;
mod hand;
mod history;
mod ids;
mod input;
mod ladder;
mod level;
mod look_ahead;
mod lots;
pub mod matching;
mod pair_round;
mod reasons;
mod round;
mod round_robin;
mod tables;
mod why_not;

pub use check_pairing::{
    Checked, Difference, NotAPairing, OtherFloats, check_pairing, check_pairing_watched,
};
pub use costs::{ColourReason, RoundCosts};
pub use digest::{InputHash, input_hash};
pub use entrant::{Entrant, Float, Meeting, Past};
pub use first_round::{
    Draw, DrawFault, SemiFinals, check_first_round, first_round, first_round_by_hand, is_in_group_a,
};
pub use hand::{FixedPair, Hand};
pub use history::{GameKind, History, PlayedGame, PlayedRound, RoundRefused};
pub use ids::{Colour, EntrantId, HalfPoints, Place, RoundNumber, Seed, SeedTooLarge};
pub use input::{ENTRANTS_MAX, Refusal, RoundInput};
pub use level::{Basis, LevelCost, LevelKind};
pub use look_ahead::{Obstacle, Outlook, look_ahead};
pub use lots::{Lots, PairLot, pair_lot};
pub use pair_round::{Bent, NotProven, Pairing, pair_round, pair_round_watched, verify_pairing};
pub use reasons::{ByeReason, Floated, PassedOver, TableReason, reasons};
pub use round_robin::{Cycles, RobinRound, RoundRobin, berger, rounds_by_day};
pub use tables::{Pair, Tables};
pub use why_not::{Against, Alternative, Bound, NoAnswer, at_least, next_best, why_not, without};

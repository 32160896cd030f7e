//! Who meets whom: the best pairing the rules allow, with a proof that it is.
//!
//! [`matching`] is the exact solver underneath: it knows vertices and costs in levels, not players
//! and rules.

#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

pub mod matching;

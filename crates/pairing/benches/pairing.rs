//! Rounds with real levels: see the pairing crate.
fn main() {}

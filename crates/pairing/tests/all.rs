//! The tests of this crate, in one program: each file beside this one is a module of it.

mod brute;
mod director;
mod event;
mod first_rounds;
mod history;
mod lots;
mod matching_classic;
mod matching_flaws;
mod matching_oracles;
mod matching_reasons;
mod matching_small;
mod round_robins;
mod small_events;
mod support;
mod vectors;

//! How fast a round is paired, proof included, on one core, beside `integer-blossom`.
//!
//! `cargo bench -p outflank-pairing --bench matching [-- SIZE…]` prints for every size and set of
//! levels the width of the costs, the best and median time of several seeds, and at sizes where the
//! other solver ends in reasonable time the ratio of the two in this same run. To time other levels,
//! give `measure` something else that implements `Costs`.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints what the clock says"
)]
#![allow(dead_code, reason = "the tests use the rest of these modules")]

#[path = "../tests/support/dice.rs"]
mod dice;
#[path = "../tests/support/oracle.rs"]
mod oracle;
#[path = "../tests/support/swiss.rs"]
mod swiss;

use integer_blossom::{Weight, min_weight_perfect_matching};
use outflank_pairing::matching::{Costs, matching_levels, solve, width_bits};
use std::time::{Duration, Instant};
use swiss::{Round, Rules};

/// Rounds played before the one that is paired.
const PLAYED: usize = 8;

/// The largest field the dense solver is asked to pair.
const REFERENCE_MAX: usize = 1000;

fn main() {
    let asked: Vec<usize> = (std::env::args().skip(1))
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let sizes = if asked.is_empty() {
        vec![100, 200, 500, 1000, 2000, 5000]
    } else {
        asked
    };
    for rules in [Rules::TotalFirst, Rules::TopFirst] {
        for &size in &sizes {
            measure(rules, size);
        }
    }
}

fn measure(rules: Rules, size: usize) {
    let seeds = if size <= 1000 { 7 } else { 3 };
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut bits = 0;
    for seed in 0..seeds {
        let round = Round::new(seed, size, PLAYED, rules);
        bits = bits.max(width_bits(&round));
        let (solution, time) = timed(3, || solve(&round).expect("the field is even"));
        ours.push(time);
        if size <= REFERENCE_MAX && (size < 1000 || seed < 2) {
            let (mates, time) = reference(&round);
            assert_eq!(matching_levels(&round, &mates), solution.total);
            theirs.push((time, ours[ours.len() - 1]));
        }
    }
    ours.sort_unstable();
    let median = ours[ours.len() / 2];
    print!(
        "{rules:?} {size:>5} entrants {bits:>5} bits: median {median:>9.3?} (best {:.3?}, worst {:.3?})",
        ours[0],
        ours[ours.len() - 1]
    );
    if !theirs.is_empty() {
        let their: Duration = theirs.iter().map(|&(time, _)| time).sum();
        let our: Duration = theirs.iter().map(|&(_, time)| time).sum();
        let ratio = their.as_nanos() / our.as_nanos().max(1);
        print!(
            "; integer-blossom {:.3?}, ratio 1 : {ratio}",
            their / u32::try_from(theirs.len()).unwrap_or(1)
        );
    }
    println!();
}

fn timed<A>(times: usize, mut run: impl FnMut() -> A) -> (A, Duration) {
    let mut best: Option<(A, Duration)> = None;
    for _ in 0..times {
        let start = Instant::now();
        let answer = run();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(_, least)| time < *least) {
            best = Some((answer, time));
        }
    }
    best.expect("at least one run")
}

/// `integer-blossom` with the narrowest weights that hold the costs; its table is built outside the
/// clock.
fn reference(round: &Round) -> (Vec<usize>, Duration) {
    fn with<W: Weight>(round: &Round, number: impl Fn(&[u64]) -> W) -> (Vec<usize>, Duration) {
        let table = oracle::table(round, number);
        let times = if round.vertices() < 500 { 3 } else { 1 };
        timed(times, || {
            min_weight_perfect_matching(&table, round.vertices())
        })
    }
    match (width_bits(round) + 8).div_ceil(64) {
        0..=1 => with(round, oracle::i64_of),
        2 => with(round, oracle::i128_of),
        3 => with(round, oracle::fixed::<3>),
        4 => with(round, oracle::fixed::<4>),
        5 => with(round, oracle::fixed::<5>),
        6 => with(round, oracle::fixed::<6>),
        7 => with(round, oracle::fixed::<7>),
        8 => with(round, oracle::fixed::<8>),
        9 => with(round, oracle::fixed::<9>),
        10 => with(round, oracle::fixed::<10>),
        11..=12 => with(round, oracle::fixed::<12>),
        13..=16 => with(round, oracle::fixed::<16>),
        17..=24 => with(round, oracle::fixed::<24>),
        _ => with(round, oracle::fixed::<40>),
    }
}

//! The other solver on the same costs, and the clock both are timed by.

use std::time::{Duration, Instant};

use integer_blossom::{Weight, min_weight_perfect_matching};
use outflank_pairing::matching::{Costs, width_bits};

use super::oracle;

/// The best of several runs.
pub(crate) fn timed<A>(times: usize, mut run: impl FnMut() -> A) -> (A, Duration) {
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
pub(crate) fn reference(costs: &impl Costs) -> (Vec<usize>, Duration) {
    match (width_bits(costs) + 8).div_ceil(64) {
        0..=1 => with(costs, oracle::i64_of),
        2 => with(costs, oracle::i128_of),
        3 => with(costs, oracle::fixed::<3>),
        4 => with(costs, oracle::fixed::<4>),
        5 => with(costs, oracle::fixed::<5>),
        6 => with(costs, oracle::fixed::<6>),
        7 => with(costs, oracle::fixed::<7>),
        8 => with(costs, oracle::fixed::<8>),
        9 => with(costs, oracle::fixed::<9>),
        10 => with(costs, oracle::fixed::<10>),
        11..=12 => with(costs, oracle::fixed::<12>),
        13..=16 => with(costs, oracle::fixed::<16>),
        17..=24 => with(costs, oracle::fixed::<24>),
        _ => with(costs, oracle::fixed::<40>),
    }
}

fn with<W: Weight>(costs: &impl Costs, number: impl Fn(&[u64]) -> W) -> (Vec<usize>, Duration) {
    let table = oracle::table(costs, number);
    let times = if costs.vertices() < 500 { 3 } else { 1 };
    timed(times, || {
        min_weight_perfect_matching(&table, costs.vertices())
    })
}

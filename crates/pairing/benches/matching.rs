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
mod reference;
#[path = "../tests/support/swiss.rs"]
mod swiss;

use outflank_pairing::matching::{matching_levels, solve, width_bits};
use reference::{reference, timed};
use std::time::Duration;
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

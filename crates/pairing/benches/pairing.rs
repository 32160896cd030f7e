//! How fast a round is paired with the real levels of the rulebooks, proof included, on one core.
//!
//! `cargo bench -p outflank-pairing --bench pairing [-- SIZE…]` prints for every rulebook and size
//! the width of the costs, the best and median time from entrants to proven pairing over several
//! seeds, and at 1,000 entrants of the World Championship's levels the ratio to `integer-blossom`
//! on the same costs in this same run. The round is the ninth of an event played by halves of the
//! score groups, with draws.

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

use dice::Dice;
use outflank_pairing::matching::{matching_levels, solve, width_bits};
use outflank_pairing::{
    Entrant, EntrantId, GameKind, HalfPoints, Hand, History, Place, PlayedGame, PlayedRound,
    RoundCosts, RoundInput, RoundNumber, Seed, pair_round,
};
use outflank_rulebook::{Rulebook, System, shipped};
use reference::{reference, timed};
use std::time::Duration;

/// Rounds played before the one that is paired.
const PLAYED: u16 = 8;

fn main() {
    let asked: Vec<u32> = (std::env::args().skip(1))
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let sizes = if asked.is_empty() {
        vec![100, 200, 1000]
    } else {
        asked
    };
    for id in ["wof", "bof", "soc"] {
        let rules = shipped(id).expect("shipped");
        for &size in &sizes {
            measure(rules, size);
        }
    }
}

fn measure(rules: &Rulebook, size: u32) {
    let (seeds, times) = if size <= 1000 { (7, 3) } else { (2, 1) };
    let mut whole = Vec::new();
    let mut solver = Vec::new();
    let mut ratios = Vec::new();
    let mut bits = 0;
    for seed in 0..seeds {
        let input = ninth_round(rules, size, seed);
        let costs = RoundCosts::of(rules, &input).expect("a proper round");
        bits = bits.max(width_bits(&costs));
        let (_, time) = timed(times, || pair_round(rules, &input).expect("a proper round"));
        whole.push(time);
        let (solution, time) = timed(times, || solve(&costs).expect("an even number"));
        solver.push(time);
        if size == 1000 && rules.about.id == "wof" && seed < 2 {
            let (mates, theirs) = reference(&costs);
            assert_eq!(matching_levels(&costs, &mates), solution.total);
            ratios.push((theirs, whole[whole.len() - 1]));
        }
    }
    whole.sort_unstable();
    solver.sort_unstable();
    print!(
        "{} {size:>5} entrants {bits:>5} bits: median {:>9.3?} (best {:.3?}, worst {:.3?}), matcher alone {:.3?}",
        rules.about.id,
        whole[whole.len() / 2],
        whole[0],
        whole[whole.len() - 1],
        solver[solver.len() / 2],
    );
    if !ratios.is_empty() {
        let theirs: Duration = ratios.iter().map(|&(time, _)| time).sum();
        let ours: Duration = ratios.iter().map(|&(_, time)| time).sum();
        let ratio = theirs.as_nanos() / ours.as_nanos().max(1);
        print!("; integer-blossom {:.3?}, ratio 1 : {ratio}", theirs / 2);
    }
    println!();
}

/// An event after eight rounds: neighbours of equal points who have not met play each other.
fn ninth_round(rules: &Rulebook, size: u32, seed: u64) -> RoundInput {
    let mut dice = Dice(seed);
    let mut history = History::default();
    let mut met = vec![Vec::new(); size as usize + 1];
    for _ in 0..PLAYED {
        let mut order: Vec<(u16, u64, u32)> = (1..=size)
            .map(|id| (u16::MAX - history.points(EntrantId(id)).0, dice.roll(), id))
            .collect();
        order.sort_unstable();
        let mut left: Vec<u32> = order.into_iter().map(|(_, _, id)| id).collect();
        let mut round = PlayedRound::default();
        while left.len() > 1 {
            let one = left.remove(0);
            let unmet = left
                .iter()
                .position(|other| !met[one as usize].contains(other));
            let other = left.remove(unmet.unwrap_or(0));
            met[one as usize].push(other);
            met[other as usize].push(one);
            let (black, white) = if dice.up_to(1) == 0 {
                (one, other)
            } else {
                (other, one)
            };
            let points = [0, 0, 0, 0, 2, 2, 2, 2, 2, 1][dice.up_to(9) as usize];
            round.games.push(PlayedGame {
                black: EntrantId(black),
                white: EntrantId(white),
                black_points: HalfPoints(points),
                white_points: HalfPoints(2 - points),
                kind: GameKind::Played,
            });
        }
        round.byes.extend(left.first().map(|&id| EntrantId(id)));
        history.add(rules, &round).expect("everybody plays once");
    }
    let countries = 40;
    let entrants = (1..=size).map(|id| Entrant {
        points: history.points(EntrantId(id)),
        past: history.past(EntrantId(id)),
        rating: Some(1000 + dice.up_to(999) as i32),
        country: Some(format!("C{}", dice.up_to(countries))),
        ..Entrant::newcomer(EntrantId(id), Place(id))
    });
    RoundInput {
        round: RoundNumber(PLAYED + 1),
        system: System::Swiss,
        seed: Seed::new(seed).expect("a small seed"),
        entrants: entrants.collect(),
        hand: Hand::default(),
    }
}

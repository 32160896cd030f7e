//! Standings with quotients for a large event, and what pairing gets from it.

use divan::Bencher;
use outflank_rulebook::{HalfDiscs, System, shipped};
use outflank_tournament::{
    Entrant, EntrantId, Event, Game, GameResult, Round, bq_sum, round_input, standings,
};

fn main() {
    divan::main();
}

/// How far opponents sit apart, round by round; no divisor in common with the numbers of entrants.
const STEPS: [u32; 13] = [7, 9, 11, 13, 17, 19, 21, 23, 27, 29, 31, 33, 37];

/// Everybody plays in every round; the results follow from the numbers.
fn event(entrants: u32, rounds: u16) -> Event {
    let rules = shipped("wof").expect("shipped").clone();
    let mut event = Event::new(rules, System::Swiss, rounds);
    event.entrants = (1..=entrants)
        .map(|id| Entrant::new(EntrantId(id), format!("Player {id}")))
        .collect();
    event.played = STEPS[..usize::from(rounds)]
        .iter()
        .map(|step| {
            let id = |place: u32| EntrantId(place * step % entrants + 1);
            let seats: Vec<EntrantId> = (0..entrants).map(id).collect();
            let games = seats.chunks_exact(2).map(|pair| {
                let black = ((pair[0].0 * 31 + pair[1].0 * 17 + step * 13) % 65) as u16;
                Game {
                    black: pair[0],
                    white: pair[1],
                    result: GameResult::played(
                        HalfDiscs::discs(black),
                        HalfDiscs::discs(64 - black),
                    ),
                    of: None,
                }
            });
            Round {
                games: games.collect(),
                ..Round::default()
            }
        })
        .collect();
    event
}

/// The table after the last round; asked for: 1,000 entrants and 13 rounds under 5 ms.
#[divan::bench(args = [100, 1000])]
fn table_after_13_rounds(bencher: Bencher<'_, '_>, entrants: u32) {
    let event = event(entrants, 13);
    bencher.bench_local(|| standings(&event, 13));
}

/// The sum behind one quotient.
#[divan::bench]
fn arithmetic_of_one_of_1000(bencher: Bencher<'_, '_>) {
    let event = event(1000, 13);
    bencher.bench_local(|| bq_sum(&event, 13, EntrantId(1)));
}

/// What the next round is paired from.
#[divan::bench]
fn round_input_of_1000(bencher: Bencher<'_, '_>) {
    let event = event(1000, 12);
    bencher.bench_local(|| round_input(&event));
}

//! How far values are from exact scores, on positions that no training has seen.
//!
//! Positions come from games with random openings of 8 to 20 moves, then played by the engine. They are not filtered. The first
//! argument that is a number says how many positions (2000 if there is none).

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use outflank_board::{Instructions, Position, perft_split};
use outflank_engine::{
    SolveOptions, TENTHS, ThinkOptions, Weights, evaluate, solve_score, think, value_at_depth,
};

fn main() {
    let count = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(2_000);
    let origin = Weights::shipped().origin();
    println!("weights: seed {}, {} games", origin.seed, origin.positions);
    report("static, 14 empty", 14, count, |position| {
        evaluate(position, Weights::shipped())
    });
    report(
        "static, 18 empty (target: at most 5.5)",
        18,
        count,
        |position| evaluate(position, Weights::shipped()),
    );
    report(
        "6 plies, 20 empty (target: at most 3.0)",
        20,
        count,
        |position| value_at_depth(position, 6, Weights::shipped(), Instructions::detected()),
    );
}

/// The mean distance from the exact scores and its standard error.
fn report(title: &str, empties: usize, count: usize, value: impl Fn(&Position) -> i32) {
    let start = Instant::now();
    let mut random = Random(0x5eed_0000 + empties as u64);
    let (mut sum, mut squares, mut done) = (0.0, 0.0, 0);
    while done < count {
        let Some(position) = position(&mut random, empties) else {
            continue;
        };
        let exact = TENTHS * solve_score(&position, &SolveOptions::default()).expect("no limit");
        let distance = f64::from((value(&position) - exact).abs()) / 10.0;
        sum += distance;
        squares += distance * distance;
        done += 1;
    }
    let mean = sum / done as f64;
    let error = ((squares / done as f64 - mean * mean) / done as f64).sqrt();
    println!(
        "{title}: {mean:.2} ± {error:.2} discs over {done} positions, {:.1} s",
        start.elapsed().as_secs_f64()
    );
}

/// A position of a game with this many empty squares and a legal move.
fn position(random: &mut Random, empties: usize) -> Option<Position> {
    let opening = 8 + random.below(13);
    let mut position = Position::start();
    let mut plies = 0;
    while position.empties().len() > empties {
        let options = perft_split(&position);
        let (mv, next) = *options.get(random.below(options.len().max(1)))?;
        position = if plies < opening || mv.square().is_none() {
            next
        } else {
            let thought = think(&position, &ThinkOptions::nodes(400));
            position.play(*thought.line.first()?).ok()?
        };
        plies += 1;
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }
}

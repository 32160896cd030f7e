//! FFO positions 40 to 44 in one thread, beside perft 11 in the same run.
//!
//! The argument `all` solves 20 to 59 as well, 45 to 59 in two threads.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::{Duration, Instant};

use outflank_board::{Obf, Position, perft, simd_in_use};
use outflank_engine::{SolveOptions, solve};

const SECOND: &str = include_str!("../tests/ffo/fforum-20-39.obf");
const THIRD: &str = include_str!("../tests/ffo/fforum-40-59.obf");

fn main() {
    let is_all = std::env::args().any(|argument| argument == "all");
    println!("instructions: {}", simd_in_use());
    let perft_time = perft_11();
    println!("perft 11: {:.3} s", perft_time.as_secs_f64());
    if is_all {
        let (nodes, time) = solve_all(20, SECOND.lines().take(20), false);
        println!(
            "20-39, one thread: {nodes} positions, {:.2} s",
            time.as_secs_f64()
        );
    }
    let (nodes, time) = solve_all(40, THIRD.lines().take(5), false);
    let perft_time = perft_time.min(perft_11());
    println!(
        "40-44, one thread: {nodes} positions (target: at most 145000000), {:.2} s, {:.1} million/s",
        time.as_secs_f64(),
        nodes as f64 / time.as_secs_f64() / 1e6
    );
    println!(
        "40-44 : perft 11: ratio {:.1} (target: at most 40)",
        time.as_secs_f64() / perft_time.as_secs_f64()
    );
    if is_all {
        solve_all(40, THIRD.lines(), true);
    }
}

fn perft_11() -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        assert_eq!(perft(&Position::start(), 11), 212_258_800);
        best = best.min(start.elapsed());
    }
    best
}

fn solve_all<'a>(
    from: usize,
    lines: impl Iterator<Item = &'a str>,
    two_threads: bool,
) -> (u64, Duration) {
    let options = SolveOptions {
        two_threads,
        ..SolveOptions::default()
    };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, line) in lines.enumerate() {
        let obf: Obf = line.parse().expect("the file is an OBF file");
        let start = Instant::now();
        let solution = solve(&obf.position, &options).expect("there is no limit");
        let took = start.elapsed();
        nodes += solution.nodes;
        time += took;
        println!(
            "{:>3}  {:>2} empty  score {:>+3}  {:?}  {:>12} positions  {:>8.3} s",
            from + number,
            obf.position.empties().len(),
            solution.score,
            solution.best,
            solution.nodes,
            took.as_secs_f64()
        );
    }
    (nodes, time)
}

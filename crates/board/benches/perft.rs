//! Perft from the starting position: a plain textbook generator against the portable and the vector code.
//!
//! All run in turn in one thread; the best of several rounds counts, since other work on the machine only ever slows one down.
//! The argument is the depth (10 if there is none).

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use outflank_board::{Position, perft_ways};

type Count<'a> = &'a dyn Fn(&Position, u8) -> u64;

const ROUNDS: usize = 7;

fn main() {
    let depth = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(10);
    let start = Position::start();
    let plain =
        |position: &Position, depth| plain::perft(position.black().0, position.white().0, depth);
    let ours = perft_ways();
    let mut ways: Vec<(&str, Count<'_>)> = vec![("plain", &plain)];
    ways.extend(ours.iter().map(|(name, count)| (*name, count as Count<'_>)));
    let mut best = vec![Duration::MAX; ways.len()];
    let mut lines = vec![0; ways.len()];
    for _ in 0..ROUNDS {
        for (way, (_, count)) in ways.iter().enumerate() {
            let from = Instant::now();
            lines[way] = count(&start, black_box(depth));
            best[way] = best[way].min(from.elapsed());
        }
    }
    assert!(
        lines.iter().all(|count| *count == lines[0]),
        "the counts differ: {lines:?}"
    );
    println!("perft {depth}: {} lines, best of {ROUNDS}", lines[0]);
    for ((name, _), time) in ways.iter().zip(&best) {
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        let rate = lines[0] as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{name:>9}  {:>9.3} ms  {rate:>8.1} million lines/s  {ratio:>6.2} : 1 plain",
            time.as_secs_f64() * 1e3
        );
    }
}

/// What a programmer writes who knows bitboards: loops over the eight directions, no tables.
mod plain {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// A step as a shift to the left (right if negative) and the squares it can land on.
    const DIRECTIONS: [(i32, u64); 8] = [
        (1, NOT_A),
        (-1, NOT_H),
        (8, u64::MAX),
        (-8, u64::MAX),
        (9, NOT_A),
        (-9, NOT_H),
        (7, NOT_H),
        (-7, NOT_A),
    ];

    #[inline(always)]
    fn step(bits: u64, (shift, landing): (i32, u64)) -> u64 {
        landing
            & if shift > 0 {
                bits << shift
            } else {
                bits >> -shift
            }
    }

    fn moves(own: u64, hostile: u64) -> u64 {
        let empty = !(own | hostile);
        let mut moves = 0;
        for direction in DIRECTIONS {
            let mut line = step(own, direction) & hostile;
            for _ in 0..5 {
                line |= step(line, direction) & hostile;
            }
            moves |= step(line, direction) & empty;
        }
        moves
    }

    fn flips(own: u64, hostile: u64, square: u64) -> u64 {
        let mut flips = 0;
        for direction in DIRECTIONS {
            let mut line = 0;
            let mut next = step(square, direction);
            while next & hostile != 0 {
                line |= next;
                next = step(next, direction);
            }
            if next & own != 0 {
                flips |= line;
            }
        }
        flips
    }

    pub(super) fn perft(own: u64, hostile: u64, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut left = moves(own, hostile);
        if left == 0 {
            return if moves(hostile, own) == 0 {
                1
            } else {
                perft(hostile, own, depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(left.count_ones());
        }
        let mut lines = 0;
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            let flips = flips(own, hostile, square);
            lines += perft(hostile ^ flips, own | square | flips, depth - 1);
        }
        lines
    }
}

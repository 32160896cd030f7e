//! `outflank perft`: counting lines of play, on several threads if asked.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use outflank_board::{Move, Obf, Position, perft, perft_portable, perft_split, simd_in_use};
use serde::Serialize;

use crate::cli::PerftArgs;
use crate::failure::{Answer, Failure};
use crate::lines;

/// The documented shape of `perft --json`.
#[derive(Serialize)]
struct PerftJson {
    depth: u8,
    count: u64,
    seconds: f64,
    threads: usize,
    instructions: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<DivideJson>,
}

#[derive(Serialize)]
struct DivideJson {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

/// One part of the work: a position some plies down, and the first move that leads to it.
struct Part {
    first: Option<Move>,
    position: Position,
    depth: u8,
}

pub(crate) fn run(args: &PerftArgs) -> Result<Answer, Failure> {
    let start = match &args.board {
        Some(text) => {
            text.parse::<Obf>()
                .map_err(|error| Failure::say(format!("--board: {error}")))?
                .position
        }
        None => Position::start(),
    };
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads.min(256),
    };
    let started = Instant::now();
    let parts = split(start, args.depth, args.divide);
    let counts = count(&parts, threads, args.portable);
    let seconds = started.elapsed().as_secs_f64();
    let total: u64 = counts.iter().sum();
    let divide = if args.divide {
        by_first_move(&parts, &counts)
    } else {
        Vec::new()
    };
    let instructions = if args.portable {
        "portable"
    } else {
        simd_in_use()
    };
    if args.json {
        let shape = PerftJson {
            depth: args.depth,
            count: total,
            seconds,
            threads,
            instructions,
            divide,
        };
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
        return Ok(Answer::Yes);
    }
    for line in &divide {
        println!("{:>5}  {}", line.mv, line.count);
    }
    println!("{total}");
    eprintln!(
        "lines of {} plies (a pass counts as a ply, a finished game counts as one line), {seconds:.2} s, {instructions}",
        args.depth
    );
    Ok(Answer::Yes)
}

/// Plies split off before the fast count, so that there is progress to show and work to share.
const SPLIT_PLIES: u8 = 4;

/// Below this depth the count is over before a split pays.
const SPLIT_FROM_DEPTH: u8 = 6;

fn split(start: Position, depth: u8, divide: bool) -> Vec<Part> {
    let mut parts = vec![Part {
        first: None,
        position: start,
        depth,
    }];
    for ply in 0..SPLIT_PLIES.min(depth) {
        if depth - ply < SPLIT_FROM_DEPTH && !(divide && ply == 0) {
            break;
        }
        parts = parts.iter().flat_map(split_once).collect();
    }
    parts
}

fn split_once(part: &Part) -> Vec<Part> {
    let next = perft_split(&part.position);
    if next.is_empty() {
        // A finished game stays one line at any depth.
        return vec![Part {
            depth: part.depth - 1,
            ..*part
        }];
    }
    next.into_iter()
        .map(|(mv, position)| Part {
            first: part.first.or(Some(mv)),
            position,
            depth: part.depth - 1,
        })
        .collect()
}

fn count(parts: &[Part], threads: usize, portable: bool) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let bar = lines::progress(parts.len() as u64);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(at) else {
                return done;
            };
            let count = if portable {
                perft_portable(&part.position, part.depth)
            } else {
                perft(&part.position, part.depth)
            };
            bar.inc(1);
            done.push((at, count));
        }
    };
    let mut counts = vec![0; parts.len()];
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        for other in others {
            found.extend(other.join().expect("counting does not panic"));
        }
        for (at, count) in found {
            counts[at] = count;
        }
    });
    bar.finish_and_clear();
    counts
}

fn by_first_move(parts: &[Part], counts: &[u64]) -> Vec<DivideJson> {
    let mut lines: Vec<DivideJson> = Vec::new();
    for (part, count) in parts.iter().zip(counts) {
        let mv = part
            .first
            .map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        match lines.iter_mut().find(|line| line.mv == mv) {
            Some(line) => line.count += count,
            None => lines.push(DivideJson { mv, count: *count }),
        }
    }
    lines
}

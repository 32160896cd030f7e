//! Replaying complete games of 60 moves: the fast replay, with vector code and without, against the one that keeps every position.
//!
//! One thread, the best of several rounds that take turns.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use outflank_board::{
    Position, Transcript, fast_replay, fast_replay_portable, perft_split, replay, simd_in_use,
};

type Run<'a> = &'a dyn Fn(&str) -> u8;

const GAMES: usize = 20_000;
const ROUNDS: usize = 7;

fn main() {
    let games = random_games();
    let ways: [(&str, Run<'_>); 3] = [
        ("every position", &|text| {
            slow(text).expect("the games are legal")
        }),
        ("portable", &|text| {
            fast_replay_portable(text.as_bytes())
                .expect("the games are legal")
                .count()
                .black
        }),
        (simd_in_use(), &|text| {
            fast_replay(text.as_bytes())
                .expect("the games are legal")
                .count()
                .black
        }),
    ];
    let mut best = [Duration::MAX; 3];
    let mut discs = [0_u64; 3];
    for _ in 0..ROUNDS {
        for (way, (_, run)) in ways.iter().enumerate() {
            let from = Instant::now();
            discs[way] = games
                .iter()
                .map(|game| u64::from(run(black_box(game))))
                .sum();
            best[way] = best[way].min(from.elapsed());
        }
    }
    assert!(
        discs.iter().all(|sum| *sum == discs[0]),
        "the results differ: {discs:?}"
    );
    println!("{GAMES} complete games of 60 moves, passes omitted, best of {ROUNDS}");
    for ((name, _), time) in ways.iter().zip(best) {
        let rate = GAMES as f64 / time.as_secs_f64();
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        println!("{name:>14}  {rate:>9.0} games/s  {ratio:>6.2} : 1");
    }
}

fn slow(text: &str) -> Option<u8> {
    let game = replay(&Transcript::parse(text).ok()?, Position::start()).ok()?;
    Some(game.count().black)
}

/// Games of random moves that fill the board, always the same ones.
fn random_games() -> Vec<String> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut games = Vec::with_capacity(GAMES);
    while games.len() < GAMES {
        let mut position = Position::start();
        let mut text = String::new();
        loop {
            let options = perft_split(&position);
            if options.is_empty() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (mv, next) = options[(random % options.len() as u64) as usize];
            text.extend(mv.square().map(|square| square.to_string()));
            position = next;
        }
        if text.len() == 120 {
            games.push(text);
        }
    }
    games
}

//! The FFO positions with known scores: every score and best move must be found.

use outflank_board::{Instructions, Move, Obf, ObfItem};
use outflank_engine::{SolveOptions, solve, solve_moves};

use crate::support::is_soak;

const FIRST: &str = include_str!("ffo/fforum-1-19.obf");
const SECOND: &str = include_str!("ffo/fforum-20-39.obf");
const THIRD: &str = include_str!("ffo/fforum-40-59.obf");

fn positions(text: &str) -> Vec<Obf> {
    text.lines().map(|line| line.parse().unwrap()).collect()
}

fn scored(obf: &Obf) -> Vec<(Move, i32)> {
    let items = obf.items.iter().filter_map(|item| match item {
        ObfItem::Scored { mv, score } => Some((*mv, i32::from(*score))),
        ObfItem::Filler => None,
    });
    items.collect()
}

/// The score is the best in the list, and the move is the first in board order among those that have it.
#[track_caller]
fn check(obf: &Obf, options: &SolveOptions) {
    let scored = scored(obf);
    let score = scored.iter().map(|(_, score)| *score).max().unwrap();
    let best = scored.iter().filter(|(_, value)| *value == score);
    let best = best
        .map(|(mv, _)| *mv)
        .min_by_key(|mv| mv.square().map(|square| square.index()));
    let solution = solve(&obf.position, options).unwrap();
    assert_eq!((solution.score, solution.best), (score, best), "{obf}");
}

#[test]
fn the_positions_1_to_39_are_solved() {
    let options = SolveOptions::default();
    for obf in positions(FIRST).iter().chain(&positions(SECOND)) {
        check(obf, &options);
    }
}

#[test]
fn the_score_of_every_move_of_the_first_19_positions_is_found() {
    for obf in positions(FIRST) {
        let mut expected = scored(&obf);
        expected.sort_by_key(|(mv, _)| mv.square().map(|square| square.index()));
        let found = solve_moves(&obf.position, &SolveOptions::default()).unwrap();
        let found: Vec<(Move, i32)> = found
            .into_iter()
            .map(|(square, score)| (Move::Disc(square), score))
            .collect();
        for (mv, score) in expected {
            assert!(
                found.contains(&(mv, score)),
                "{obf} {mv:?} {score} {found:?}"
            );
        }
    }
}

#[test]
fn the_positions_40_to_59_are_solved() {
    // The first is quick enough for every run.
    let count = if is_soak() { 20 } else { 1 };
    let options = SolveOptions {
        two_threads: true,
        ..SolveOptions::default()
    };
    for obf in positions(THIRD).iter().take(count) {
        check(obf, &options);
    }
}

#[test]
fn all_instructions_give_the_same_answer_with_the_same_number_of_positions() {
    for obf in &positions(SECOND)[..6] {
        let mut answers = Instructions::available().into_iter().map(|instructions| {
            let options = SolveOptions {
                instructions,
                ..SolveOptions::default()
            };
            solve(&obf.position, &options).unwrap()
        });
        let first = answers.next().unwrap();
        assert!(answers.all(|answer| answer == first), "{obf}");
    }
}

#[test]
fn a_limit_ends_the_search_in_the_same_place_each_time() {
    let obf = &positions(THIRD)[1];
    let limited = |limit| {
        let options = SolveOptions {
            node_limit: Some(limit),
            two_threads: true,
            ..SolveOptions::default()
        };
        solve(&obf.position, &options)
    };
    assert_eq!(limited(10_000), None);
    let easy = &positions(SECOND)[0];
    let options = SolveOptions {
        node_limit: Some(1_000_000),
        ..SolveOptions::default()
    };
    let first = solve(&easy.position, &options);
    assert!(first.is_some());
    assert_eq!(first, solve(&easy.position, &options));
}

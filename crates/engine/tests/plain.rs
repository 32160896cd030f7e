//! The solver against a plain negamax that knows no cuts, tables or bit tricks.

use outflank_board::{Move, Position, perft_split};
use outflank_engine::{Empties, SolveOptions, solve};

use crate::support::{Random, is_soak, random_position};

fn final_difference(position: &Position, convention: Empties) -> i32 {
    let count = position.count();
    let own = i32::from(count[position.to_move()]);
    let hostile = i32::from(count[position.to_move().other()]);
    let empty = 64 - own - hostile;
    match convention {
        Empties::ToWinner => own - hostile + (own - hostile).signum() * empty,
        Empties::Ignored | Empties::Halved => own - hostile,
    }
}

fn negamax(position: &Position, convention: Empties) -> i32 {
    let scores = perft_split(position)
        .into_iter()
        .map(|(_, next)| -negamax(&next, convention));
    scores
        .max()
        .unwrap_or_else(|| final_difference(position, convention))
}

fn first_best(position: &Position, convention: Empties, score: i32) -> Option<Move> {
    let options = perft_split(position).into_iter();
    let mut best = options.filter(|(_, next)| -negamax(next, convention) == score);
    best.next().map(|(mv, _)| mv)
}

#[test]
fn random_positions_are_solved_like_a_plain_negamax_solves_them() {
    // Few empty squares often, many seldom: a plain search of ten takes milliseconds.
    let count = if is_soak() { 1_000_000 } else { 10_000 };
    let mut random = Random(28);
    for number in 0..count {
        let empties = match number % 100 {
            0 if is_soak() || number % 1_000 == 0 => 10,
            0..=1 => 9,
            2..=9 => 8,
            _ => random.below(8),
        };
        let position = random_position(&mut random, empties);
        let convention = [Empties::ToWinner, Empties::Ignored, Empties::Halved][random.below(3)];
        let options = SolveOptions {
            empties: convention,
            ..SolveOptions::default()
        };
        let solution = solve(&position, &options).unwrap();
        let score = negamax(&position, convention);
        assert_eq!(solution.score, score, "{position} {convention:?}");
        assert_eq!(
            solution.best,
            first_best(&position, convention, score),
            "{position} {convention:?}"
        );
    }
}

//! The midgame search against a plain one, and what is built on it.

use outflank_board::{Instructions, Move, Position, perft_split};
use outflank_engine::{
    Certainty, ReviewOptions, SolveOptions, TENTHS, ThinkOptions, Weights, evaluate, review, solve,
    solve_moves, think, think_about_moves, value_at_depth,
};

use crate::support::{Random, random_position};

/// The value without any cuts; a pass costs no depth, and a finished game has its score.
fn plain(position: &Position, depth: u32) -> i32 {
    if position.is_over() {
        let count = position.count();
        let (own, hostile) = (count[position.to_move()], count[position.to_move().other()]);
        let difference = i32::from(own) - i32::from(hostile);
        let empty = 64 - i32::from(own) - i32::from(hostile);
        return TENTHS * (difference + empty * difference.signum());
    }
    if position.must_pass() {
        return -plain(&position.play(Move::Pass).unwrap(), depth);
    }
    if depth == 0 {
        return evaluate(position, Weights::shipped());
    }
    let next = perft_split(position).into_iter();
    next.map(|(_, next)| -plain(&next, depth - 1))
        .max()
        .unwrap()
}

#[test]
fn a_search_of_a_few_plies_finds_the_value_of_a_plain_search() {
    let mut random = Random(4);
    for number in 0..300 {
        let empties = 1 + random.below(59);
        let position = random_position(&mut random, empties);
        let depth = number % 4;
        for instructions in Instructions::available() {
            let value = value_at_depth(&position, depth, Weights::shipped(), instructions);
            assert_eq!(value, plain(&position, depth), "{position} depth {depth}");
        }
    }
}

#[test]
fn thinking_gives_the_same_answer_with_all_instructions_and_every_time() {
    let mut random = Random(5);
    for _ in 0..20 {
        let empties = 12 + random.below(45);
        let position = random_position(&mut random, empties);
        let mut answers =
            Instructions::available()
                .into_iter()
                .cycle()
                .take(3)
                .map(|instructions| {
                    let options = ThinkOptions {
                        instructions,
                        ..ThinkOptions::nodes(30_000)
                    };
                    think(&position, &options)
                });
        let first = answers.next().unwrap();
        assert!(answers.all(|answer| answer == first), "{position}");
        let mut here = position;
        for mv in first.line {
            here = here.play(mv).unwrap();
        }
    }
}

#[test]
fn near_the_end_thinking_is_exact() {
    let mut random = Random(6);
    for _ in 0..30 {
        let position = random_position(&mut random, 9);
        let thought = think(&position, &ThinkOptions::nodes(1_000_000));
        let solution = solve(&position, &SolveOptions::default()).unwrap();
        assert_eq!(thought.certainty, Certainty::Exact);
        assert_eq!(thought.tenths, TENTHS * solution.score);
        assert_eq!(thought.line.first().copied(), solution.best);
        // The line is played to the end and has the score that was promised.
        let mut here = position;
        for mv in &thought.line {
            here = here.play(*mv).unwrap();
        }
        assert!(here.is_over());
        let (values, certainty) = think_about_moves(&position, &ThinkOptions::nodes(1_000_000));
        assert_eq!(certainty, Certainty::Exact);
        let expected = solve_moves(&position, &SolveOptions::default()).unwrap();
        let found: Vec<_> = values
            .iter()
            .map(|value| (value.square, value.tenths / TENTHS))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_limit_on_positions_is_kept() {
    let position = random_position(&mut Random(7), 40);
    for limit in [1_000, 10_000, 100_000] {
        let thought = think(&position, &ThinkOptions::nodes(limit));
        assert!(
            thought.nodes < limit + limit / 4,
            "{} of {limit}",
            thought.nodes
        );
        assert!(matches!(thought.certainty, Certainty::Depth(depth) if depth >= 2));
    }
}

#[test]
fn a_review_finds_what_a_game_lost() {
    let mut random = Random(8);
    let mut position = Position::start();
    let mut moves = Vec::new();
    loop {
        let options = perft_split(&position);
        if options.is_empty() {
            break;
        }
        let (mv, next) = options[random.below(options.len())];
        moves.push(mv);
        position = next;
    }
    let options = ReviewOptions {
        exact_empties: 12,
        nodes_per_move: 2_000,
        ..ReviewOptions::default()
    };
    let reviews = review(&Position::start(), &moves, &options);
    assert_eq!(reviews.len(), moves.len());
    let mut here = Position::start();
    for review in &reviews {
        let is_late = here.empties().len() <= 12;
        assert_eq!(review.certainty == Certainty::Exact, is_late, "{here}");
        if is_late {
            let best = solve(&here, &SolveOptions::default()).unwrap();
            let next = here.play(review.played).unwrap();
            let after = solve(&next, &SolveOptions::default()).unwrap();
            assert_eq!(review.tenths, TENTHS * best.score);
            assert_eq!(review.loss_tenths, TENTHS * (best.score + after.score));
        }
        assert!(review.loss_tenths >= 0);
        here = here.play(review.played).unwrap();
    }
}

//! Matches from random openings: level 12 against a player that counts moves, and each level against the one below.
//!
//! Every opening of 8 random moves is played twice, with colours exchanged. Arguments: `mobility` or `levels`, and the number of
//! games of each match (200 if there is none).

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use outflank_board::{Move, Position, Side, perft_split};
use outflank_engine::{Level, choose};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games = (arguments.iter())
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(200);
    let is_wanted = |name: &str| {
        let others = ["mobility", "levels"]
            .iter()
            .filter(|other| **other != name);
        !others
            .into_iter()
            .any(|other| arguments.iter().any(|argument| argument == other))
    };
    if is_wanted("mobility") {
        let strongest = |position: &Position, seed| choose(position, Level::MAX, seed);
        report(
            "level 12 against mobility (target: at least 95 %)",
            games,
            strongest,
            by_moves,
        );
    }
    if is_wanted("levels") {
        let levels: Vec<Level> = Level::all().collect();
        for pair in levels.windows(2) {
            let title = format!(
                "level {} against level {} (target: 70 to 80 %)",
                pair[1].number(),
                pair[0].number()
            );
            report(
                &title,
                games,
                |position: &Position, seed| choose(position, pair[1], seed),
                |position: &Position, seed| choose(position, pair[0], seed),
            );
        }
    }
}

/// The score of the first player with its 95 % interval.
fn report(
    title: &str,
    games: u64,
    first: impl Fn(&Position, u64) -> Option<Move> + Sync,
    second: impl Fn(&Position, u64) -> Option<Move> + Sync,
) {
    let threads = 2;
    let results: Vec<f64> = std::thread::scope(|scope| {
        let play = |thread| {
            let (first, second) = (&first, &second);
            scope.spawn(move || {
                let games = (0..games).filter(move |game| game / 2 % threads == thread);
                games
                    .map(|game| play(game, first, second))
                    .collect::<Vec<f64>>()
            })
        };
        let handles: Vec<_> = (0..threads).map(play).collect();
        let results = handles.into_iter().map(|handle| handle.join());
        results
            .flat_map(|result| result.expect("no game panics"))
            .collect()
    });
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count;
    let variance = results
        .iter()
        .map(|result| (result - mean) * (result - mean))
        .sum::<f64>();
    let interval = 1.96 * (variance / count / count).sqrt();
    println!(
        "{title}: {:.1} % ± {:.1} over {count} games",
        100.0 * mean,
        100.0 * interval
    );
}

/// 1 if the first player wins, ½ for a draw. The first player has Black in even games.
fn play(
    game: u64,
    first: &impl Fn(&Position, u64) -> Option<Move>,
    second: &impl Fn(&Position, u64) -> Option<Move>,
) -> f64 {
    let mut position = opening(game / 2);
    let side = Side::BOTH[(game % 2) as usize];
    while !position.is_over() {
        let mv = if position.to_move() == side {
            first(&position, game)
        } else {
            second(&position, game ^ 1 << 40)
        };
        let mv = mv.expect("the game is not over");
        position = position.play(mv).expect("players make legal moves");
    }
    let count = position.count();
    match count[side].cmp(&count[side.other()]) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// Eight random moves.
fn opening(number: u64) -> Position {
    let mut state = number;
    let mut position = Position::start();
    for _ in 0..8 {
        let options = perft_split(&position);
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        position = options[((word ^ (word >> 31)) % options.len() as u64) as usize].1;
    }
    position
}

/// Takes a corner if there is one, otherwise leaves the opponent as few moves as possible.
fn by_moves(position: &Position, _: u64) -> Option<Move> {
    let options = perft_split(position);
    let worth = |(mv, next): &&(Move, Position)| {
        let is_corner = mv
            .square()
            .is_some_and(|square| matches!(square.col(), 0 | 7) && matches!(square.row(), 0 | 7));
        (!is_corner, next.legal_moves().len())
    };
    options.iter().min_by_key(worth).map(|(mv, _)| *mv)
}

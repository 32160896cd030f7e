//! The referee's speed: commands decided and applied per second, and the replay of a whole judged game.
//!
//! All run in turn in one thread; the best of several rounds counts, since other work on the machine only ever slows
//! one down. The reference is the board alone: the same moves checked and played by `Position::play`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use outflank_board::{Move, Position, Side, SquareSet, Transcript};
use outflank_game::{Act, By, Command, Event, Game, Timestamp, TouchedWith, apply, decide};
use outflank_rulebook::{Rulebook, shipped};

/// A full-board game without a pass.
const GAME: &str = "f5f4f3f6d3f2g6c3b3b2g4g3b1d2c4c5f1g2g1g5c6a1h6a2b5c7f7d6c2h5b8e7d1a4a3g7h4e3e6h1d8e1e8b4f8h2c1h8a6b6h3g8a5h7b7c8d7a7a8e2";
const ROUNDS: usize = 200;

fn main() {
    let rules = shipped("wof").expect("shipped");
    let moves: Vec<Move> = Transcript::parse(GAME)
        .expect("a transcript")
        .moves()
        .collect();
    let whole = commands(&moves, whole_move);
    let parts = commands(&moves, in_parts);
    let judged = events_of(rules, &parts);

    let board = best(|| black_box(board_only(&moves)));
    let plays = best(|| black_box(drive(rules, &whole)));
    let touches = best(|| black_box(drive(rules, &parts)));
    let replays = best(|| black_box(Game::replay(&judged).events()));

    let rate = |count: usize, time: Duration| count as f64 / time.as_secs_f64() / 1e6;
    println!("a game of {} moves, best of {ROUNDS} rounds", moves.len());
    println!(
        "board alone             {:>9.2} us",
        board.as_secs_f64() * 1e6
    );
    report("whole moves", plays, whole.len(), rate(whole.len(), plays));
    report(
        "touch, disc, flips, press",
        touches,
        parts.len(),
        rate(parts.len(), touches),
    );
    println!(
        "replay of the judged game ({} events) {:>9.2} us, asked for less than 100 us: ratio {:.2} : 1",
        judged.len(),
        replays.as_secs_f64() * 1e6,
        100.0 / (replays.as_secs_f64() * 1e6)
    );
    println!(
        "ratio ours : board alone (whole moves) {:.1} : 1",
        plays.as_secs_f64() / board.as_secs_f64()
    );
}

fn report(what: &str, time: Duration, commands: usize, millions: f64) {
    println!(
        "{what}: {commands} commands in {:.2} us, {millions:.2} million decide+apply per second, asked for 1: ratio {millions:.2} : 1",
        time.as_secs_f64() * 1e6
    );
}

fn best<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let from = Instant::now();
        black_box(run());
        best = best.min(from.elapsed());
    }
    best
}

fn board_only(moves: &[Move]) -> Position {
    let mut position = Position::start();
    for mv in moves {
        position = position.play(*mv).expect("a legal game");
    }
    position
}

type InParts = fn(Side, Move, SquareSet) -> Vec<Act>;

fn whole_move(_: Side, mv: Move, _: SquareSet) -> Vec<Act> {
    vec![match mv {
        Move::Disc(square) => Act::Play { square },
        Move::Pass => Act::Pass,
    }]
}

fn in_parts(_: Side, mv: Move, flips: SquareSet) -> Vec<Act> {
    match mv {
        Move::Disc(square) => vec![
            Act::Touch {
                first: square,
                also: SquareSet::EMPTY,
                with: TouchedWith::Hand,
            },
            Act::Place { square },
            Act::Flip { squares: flips },
            Act::Press,
        ],
        Move::Pass => vec![Act::Pass],
    }
}

/// The commands of a game, a second apart.
fn commands(moves: &[Move], acts: InParts) -> Vec<(By, Act)> {
    let mut position = Position::start();
    let mut list = Vec::new();
    for mv in moves {
        let side = position.to_move();
        let flips = mv
            .square()
            .map_or(SquareSet::EMPTY, |square| position.flips(side, square));
        for act in acts(side, *mv, flips) {
            list.push((By::from(side), act));
        }
        position = position.play(*mv).expect("a legal game");
    }
    list
}

fn started(rules: &Rulebook) -> (Game, Vec<Event>) {
    let mut game = Game::new();
    let mut events = Vec::new();
    for (by, act) in [
        (By::Director, Act::Open(Box::default())),
        (By::Judge, Act::ConfirmReady),
        (By::Director, Act::Signal),
        (By::White, Act::Press),
    ] {
        for event in decide(rules, &game, Command::new(by, act), Timestamp(0)).expect("accepted") {
            apply(&mut game, &event);
            events.push(event);
        }
    }
    (game, events)
}

fn drive(rules: &Rulebook, commands: &[(By, Act)]) -> usize {
    // The game is opened outside the time that is counted in a long run; here it is part of every round.
    let (mut game, _) = started(rules);
    let mut at = 0;
    for (by, act) in commands {
        at += 1000;
        let command = Command::new(*by, act.clone());
        for event in decide(rules, &game, command, Timestamp(at)).expect("accepted") {
            apply(&mut game, &event);
        }
    }
    game.events()
}

fn events_of(rules: &Rulebook, commands: &[(By, Act)]) -> Vec<Event> {
    let (mut game, mut events) = started(rules);
    let mut at = 0;
    for (by, act) in commands {
        at += 1000;
        let command = Command::new(*by, act.clone());
        for event in decide(rules, &game, command, Timestamp(at)).expect("accepted") {
            apply(&mut game, &event);
            events.push(event);
        }
    }
    events
}

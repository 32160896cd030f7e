//! The fast generators against a slow one that walks square by square, as the rules are told to a beginner.

use crate::blocks::Blocks;
use crate::simd::{self, Path, Task};
use crate::{Direction, Position, Side, Square, SquareSet, perft_split};

/// A tenth of the full number of positions, unless the environment asks for all.
const POSITIONS: usize = 100_000;

#[expect(clippy::disallowed_methods, reason = "only tests read the environment")]
fn positions_wanted() -> usize {
    if std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1") {
        POSITIONS * 10
    } else {
        POSITIONS
    }
}

/// The slow generator: a line counts when it has a hostile disc and ends on a friendly one.
mod slow {
    use super::*;

    pub(super) fn flips(position: &Position, side: Side, square: Square) -> SquareSet {
        let mut flips = SquareSet::EMPTY;
        if position.at(square).is_some() {
            return flips;
        }
        for direction in Direction::ALL {
            let mut line = SquareSet::EMPTY;
            let mut next = direction.step(square);
            while let Some(here) = next
                && position.at(here) == Some(side.other())
            {
                line.insert(here);
                next = direction.step(here);
            }
            if next.is_some_and(|end| position.at(end) == Some(side)) {
                flips |= line;
            }
        }
        flips
    }

    pub(super) fn moves(position: &Position, side: Side) -> SquareSet {
        Square::all()
            .filter(|square| !flips(position, side, *square).is_empty())
            .collect()
    }
}

/// SplitMix64, so that a failure can be repeated from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Half from random games, half any discs on any squares, from nearly empty to nearly full.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count + 128);
    while positions.len() < count / 2 {
        let mut position = Position::start();
        loop {
            positions.push(position);
            let options = perft_split(&position);
            if options.is_empty() {
                break;
            }
            position = options[random.below(options.len())].1;
        }
    }
    while positions.len() < count {
        let words = [random.next(), random.next(), random.next()];
        let filled = [
            words[0],
            words[0] | words[1],
            words[0] & words[1],
            words[0] | words[1] | words[2],
        ][random.below(4)];
        let colour = random.next();
        let side = Side::BOTH[random.below(2)];
        positions.push(Position::from_own_and_hostile(
            filled & colour,
            filled & !colour,
            side,
        ));
    }
    positions.truncate(count);
    positions
}

/// clauses: USOA-3.2
#[test]
fn legal_moves_and_flips_are_those_of_the_slow_generator() {
    for position in positions(1, positions_wanted()) {
        for side in Side::BOTH {
            assert_eq!(
                position.legal_moves_of(side),
                slow::moves(&position, side),
                "{position:?} {side}"
            );
        }
        let mut random = Random(position.black().0);
        let square = Square::all().nth(random.below(64)).unwrap();
        let side = position.to_move();
        for square in position.legal_moves().iter().chain([square]) {
            assert_eq!(
                position.flips(side, square),
                slow::flips(&position, side, square),
                "{position:?} {square}"
            );
        }
    }
}

#[test]
fn every_path_makes_moves_like_the_slow_generator() {
    let mut random = Random(2);
    let positions = positions(3, positions_wanted());
    let (mut own, mut hostile, mut square) = (Vec::new(), Vec::new(), Vec::new());
    let mut expected = Vec::new();
    for position in &positions {
        let side = position.to_move();
        // A legal move, or else the pass, which is no square.
        let moves: Vec<Square> = position.legal_moves().iter().collect();
        let disc = if moves.is_empty() {
            None
        } else {
            Some(moves[random.below(moves.len())])
        };
        let flips = disc.map_or(SquareSet::EMPTY, |disc| slow::flips(position, side, disc));
        let after = disc.map_or(*position, |disc| {
            position.with_discs(side, flips | disc.into())
        });
        let next = side.other();
        expected.push([
            after.discs(next).0,
            after.discs(side).0,
            slow::moves(&after, next).0,
        ]);
        let (mine, theirs) = position.own_and_hostile();
        own.push(mine);
        hostile.push(theirs);
        square.push(disc.map_or(0, Square::bit));
    }
    for path in Path::available() {
        let mut reached = Vec::new();
        let blocks = Blocks {
            own: &own,
            hostile: &hostile,
            square: &square,
        };
        simd::run_on(
            path,
            Task::Steps {
                blocks,
                reached: &mut reached,
            },
        );
        assert_eq!(reached.len(), positions.len(), "{path:?}");
        for ((reached, expected), position) in reached.iter().zip(&expected).zip(&positions) {
            assert_eq!(reached, expected, "{path:?} {position:?}");
        }
    }
}

#[test]
fn every_path_flips_for_one_disc_like_the_slow_generator() {
    let mut random = Random(4);
    for position in positions(5, positions_wanted()) {
        let side = position.to_move();
        let (own, hostile) = position.own_and_hostile();
        let empties: Vec<Square> = position.empties().iter().collect();
        if empties.is_empty() {
            continue;
        }
        let square = empties[random.below(empties.len())];
        let expected = slow::flips(&position, side, square);
        for path in Path::available() {
            let mut flips = 0;
            simd::run_on(
                path,
                Task::Flips {
                    own,
                    hostile,
                    square: square.bit(),
                    flips: &mut flips,
                },
            );
            assert_eq!(SquareSet(flips), expected, "{path:?} {position:?} {square}");
        }
    }
}

/// The legal moves of a position, as a computation on single positions sees them.
struct Mobility(u64, u64);

impl crate::Computation for Mobility {
    type Output = u64;

    #[inline(always)]
    fn run(
        self,
        _: impl Fn(u64, u64, u64) -> u64 + Copy,
        mobility: impl Fn(u64, u64) -> u64 + Copy,
    ) -> u64 {
        mobility(self.0, self.1)
    }
}

#[test]
fn every_path_finds_the_legal_moves_of_one_position_like_the_slow_generator() {
    for position in positions(6, positions_wanted()) {
        let (own, hostile) = position.own_and_hostile();
        let expected = slow::moves(&position, position.to_move());
        for instructions in crate::Instructions::available() {
            let moves = instructions.run(Mobility(own, hostile));
            assert_eq!(SquareSet(moves), expected, "{instructions:?} {position:?}");
        }
    }
}

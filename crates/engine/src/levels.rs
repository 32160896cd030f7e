//! Twelve playing levels, defined by the discs they give away per move.
//!
//! A level looks a few plies ahead at every move, draws by lot how many discs it gives away this time, and plays the move
//! that comes closest. The seed decides the lots, so that the same question has the same answer.

use outflank_board::{Instructions, Move, Position};

use crate::Empties;
use crate::think::{MoveValue, ThinkOptions, think, think_about_moves};

/// A playing level from 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const MAX: Self = Self(12);

    /// The level with this number, if it is 1 to 12.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX.0).map(Self)
    }

    /// Its number, 1 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How much it gives away per move on average where the choice allows it, in hundredths of a disc.
    #[must_use]
    pub const fn loss_hundredths(self) -> i32 {
        LOSSES[self.0 as usize - 1]
    }
}

/// Mean losses of the levels, in hundredths of a disc.
const LOSSES: [i32; 12] = [1200, 900, 700, 560, 450, 360, 285, 220, 160, 105, 50, 0];

/// Plies that a level below the strongest looks ahead.
const DEPTH: u32 = 3;

/// Positions that a level below the strongest may look at for a move; three plies take fewer.
const NODES: u64 = 20_000;

/// Positions that the strongest level may look at for a move.
const STRONGEST_NODES: u64 = 400_000;

/// 64 equally likely values of an exponential distribution with mean 100.
const LOTS: [i32; 64] = [
    485, 375, 324, 291, 265, 245, 229, 214, 202, 191, 181, 172, 163, 156, 148, 142, 136, 130, 124,
    119, 114, 109, 105, 100, 96, 92, 88, 84, 81, 77, 74, 71, 68, 65, 62, 59, 56, 53, 51, 48, 46,
    43, 41, 39, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 11, 9, 7, 6, 4, 2, 1,
];

/// The move that a level plays; nothing if the game is over.
///
/// ```
/// use outflank_board::Position;
/// use outflank_engine::{Level, choose};
/// let level = Level::new(4).expect("there are twelve levels");
/// let mv = choose(&Position::start(), level, 1);
/// assert_eq!(mv, choose(&Position::start(), level, 1));
/// ```
#[must_use]
pub fn choose(position: &Position, level: Level, seed: u64) -> Option<Move> {
    if position.is_over() {
        return None;
    }
    if position.must_pass() {
        return Some(Move::Pass);
    }
    if level == Level::MAX {
        let thought = think(position, &ThinkOptions::nodes(STRONGEST_NODES));
        return thought.line.first().copied();
    }
    let options = ThinkOptions {
        node_limit: NODES,
        depth_limit: DEPTH,
        empties: Empties::ToWinner,
        instructions: Instructions::detected(),
    };
    let (values, _) = think_about_moves(position, &options);
    let wanted = lot(position, seed) * level.loss_hundredths() / 1_000;
    closest(&values, wanted).map(Move::Disc)
}

/// The move whose loss is closest to the one wanted, in tenths of a disc; the first in board order if several are.
fn closest(values: &[MoveValue], wanted: i32) -> Option<outflank_board::Square> {
    let best = values.iter().map(|value| value.tenths).max()?;
    let distance = |value: &&MoveValue| (best - value.tenths - wanted).abs();
    values.iter().min_by_key(distance).map(|value| value.square)
}

/// A lot for this position and seed: exponentially distributed with mean 100.
fn lot(position: &Position, seed: u64) -> i32 {
    let mut word = seed ^ position.black().0.rotate_left(17) ^ position.white().0;
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        word = (word ^ word >> 30)
            .wrapping_add(0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(factor);
    }
    LOTS[((word ^ word >> 31) >> 20) as usize % LOTS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_have_the_mean_100() {
        let sum: i32 = LOTS.iter().sum();
        assert!((sum / 64 - 100).abs() <= 1, "{sum}");
    }

    #[test]
    fn stronger_levels_give_away_less() {
        let losses: Vec<i32> = Level::all().map(Level::loss_hundredths).collect();
        assert!(losses.is_sorted_by(|a, b| a > b));
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(13), None);
    }

    #[test]
    fn the_move_with_the_closest_loss_is_played() {
        let value = |square: &str, tenths| MoveValue {
            square: square.parse().unwrap(),
            tenths,
        };
        let values = [value("a1", -40), value("b1", 60), value("c1", 10)];
        let played = |wanted| closest(&values, wanted).map(|square| square.to_string());
        assert_eq!(played(0), Some("b1".to_owned()));
        assert_eq!(played(45), Some("c1".to_owned()));
        assert_eq!(played(500), Some("a1".to_owned()));
    }

    #[test]
    fn every_level_answers_with_a_legal_move() {
        for level in Level::all().filter(|level| *level < Level::MAX) {
            let mut position = Position::start();
            for seed in 0..60 {
                let Some(mv) = choose(&position, level, seed) else {
                    break;
                };
                position = position.play(mv).unwrap();
            }
            assert!(position.empties().len() < 8, "{level:?}");
        }
    }
}

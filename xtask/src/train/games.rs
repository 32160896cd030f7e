//! Games from random openings, and the positions taken from them.

use outflank_board::{Move, Position, Square};
use outflank_engine::{PHASES, Weights, evaluate};

use crate::train::workers;

/// The longest random opening.
const OPENING_MAX: usize = 30;

/// One move in so many is random after the opening as well.
const RANDOM_MOVE: usize = 16;

/// Who plays the games.
pub(crate) enum Player {
    /// Takes corners, leaves the opponent few moves.
    ByMoves,
    /// Takes the best value after one move.
    ByValue(Box<Weights>),
}

/// The games of one generation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Games {
    pub(crate) seed: u64,
    pub(crate) generation: u32,
    pub(crate) count: u32,
}

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// A generator for one purpose, one number.
    pub(crate) fn new(seed: u64, purpose: u64, number: u64) -> Self {
        let mut random = Self(seed);
        random.0 = random.next() ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93);
        random.0 = random.next() ^ number.wrapping_mul(0xa076_1d64_78bd_642f);
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

impl Games {
    /// Plays all games; the positions of each phase in the order of the games.
    pub(crate) fn play(self, player: &Player) -> Vec<Vec<Position>> {
        let numbers: Vec<u64> = (0..self.count.into()).collect();
        let games = workers::map(&numbers, |number| {
            let mut random = Random::new(self.seed, self.generation.into(), *number);
            play_one(&mut random, player, 0, OPENING_MAX)
        });
        let mut phases = vec![Vec::new(); PHASES];
        for (phase, position) in games.into_iter().flatten() {
            phases[phase].push(position);
        }
        phases
    }
}

/// One game: at most one position of each phase, none from the random opening.
pub(crate) fn play_one(
    random: &mut Random,
    player: &Player,
    opening_min: usize,
    opening_max: usize,
) -> Vec<(usize, Position)> {
    let opening = opening_min + random.below(opening_max - opening_min + 1);
    // The number of empty squares at which each phase gives its position.
    let wanted: Vec<usize> = (0..PHASES)
        .map(|phase| 8 + 4 * phase + random.below(4))
        .collect();
    let mut positions = Vec::new();
    let mut position = Position::start();
    loop {
        if position.must_pass() {
            position = position.with_to_move(position.to_move().other());
        }
        let moves: Vec<Square> = position.legal_moves().iter().collect();
        let empties = position.empties().len();
        if moves.is_empty() || empties < 8 {
            return positions;
        }
        let played = 60 - empties.min(60);
        if played >= opening
            && let Some(phase) = wanted.iter().position(|at| *at == empties)
        {
            positions.push((phase, position));
        }
        let is_random = played < opening || random.below(RANDOM_MOVE) == 0;
        let chosen = if is_random {
            moves[random.below(moves.len())]
        } else {
            player.choose(&position, &moves)
        };
        position = position
            .play(Move::Disc(chosen))
            .expect("a legal move was chosen");
    }
}

impl Player {
    /// The first of the best moves.
    pub(crate) fn choose(&self, position: &Position, moves: &[Square]) -> Square {
        let worth = |square: &Square| {
            let next = position
                .play(Move::Disc(*square))
                .expect("only legal moves are asked");
            match self {
                Self::ByMoves => by_moves(*square, &next),
                Self::ByValue(weights) => -evaluate(&next, weights),
            }
        };
        let mut best = (i32::MIN, moves[0]);
        for square in moves {
            let worth = worth(square);
            if worth > best.0 {
                best = (worth, *square);
            }
        }
        best.1
    }
}

fn by_moves(square: Square, next: &Position) -> i32 {
    let is_corner = |square: Square| matches!(square.col(), 0 | 7) && matches!(square.row(), 0 | 7);
    let answers = next.legal_moves();
    let corners = answers.iter().filter(|square| is_corner(*square)).count();
    let own = next.legal_moves_of(next.to_move().other());
    let mut worth = own.len() as i32 - 2 * answers.len() as i32 - 6 * corners as i32;
    if is_corner(square) {
        worth += 8;
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_repeatable_and_positions_have_moves_and_their_phase() {
        let games = Games {
            seed: 1,
            generation: 0,
            count: 40,
        };
        let phases = games.play(&Player::ByMoves);
        assert_eq!(phases, games.play(&Player::ByMoves));
        for (phase, positions) in phases.iter().enumerate() {
            for position in positions {
                assert_eq!(
                    outflank_engine::phase(position.empties().len() as u32),
                    phase
                );
                assert!(!position.legal_moves().is_empty());
            }
        }
        assert!(phases[0].len() > 20);
    }
}

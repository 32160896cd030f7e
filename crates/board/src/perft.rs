//! Perft: how many lines of play of a given length a position has.
//!
//! The convention: a pass is one ply, and a finished game keeps counting as one line.

use crate::{Move, Position, bits};

/// Counts the lines of play of `depth` plies.
///
/// ```
/// # use outflank_board::{perft, Position};
/// assert_eq!(perft(&Position::start(), 6), 8200);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    perft_portable(position, depth)
}

/// [`perft`] without special instructions of the machine.
#[must_use]
pub fn perft_portable(position: &Position, depth: u8) -> u64 {
    let (own, hostile) = position.own_and_hostile();
    count(own, hostile, depth)
}

fn count(own: u64, hostile: u64, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = bits::mobility(own, hostile);
    if depth == 1 {
        return u64::from(moves.count_ones()).max(1);
    }
    if moves == 0 {
        return if bits::mobility(hostile, own) == 0 {
            1
        } else {
            count(hostile, own, depth - 1)
        };
    }
    let mut sum = 0;
    while moves != 0 {
        let square = moves & moves.wrapping_neg();
        moves ^= square;
        let flips = bits::flips(own, hostile, square);
        sum += count(hostile ^ flips, own | square | flips, depth - 1);
    }
    sum
}

/// The plies from a position and where they lead: discs in the order a1 to h8, or the pass; nothing if the game is over.
///
/// `perft(p, d)` is the sum of `perft(next, d - 1)` over them, or 1 if there are none: the caller can spread the sum over
/// threads and show how far it is.
#[must_use]
pub fn perft_split(position: &Position) -> Vec<(Move, Position)> {
    let discs = position.legal_moves().iter().map(Move::Disc);
    discs
        .chain([Move::Pass])
        .filter_map(|mv| Some((mv, position.play(mv).ok()?)))
        .collect()
}

/// The name of the instructions that [`perft`] and [`fast_replay`](crate::fast_replay()) use on this machine.
#[must_use]
pub fn simd_in_use() -> &'static str {
    "portable"
}

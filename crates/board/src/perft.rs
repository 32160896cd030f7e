//! Perft: how many lines of play of a given length a position has.
//!
//! The convention: a pass is one ply, and a finished game keeps counting as one line.

use crate::simd::{self, Path, Task};
use crate::{Move, Position};

/// Counts the lines of play of `depth` plies.
///
/// ```
/// # use outflank_board::{perft, Position};
/// assert_eq!(perft(&Position::start(), 6), 8200);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    perft_on(Path::detected(), position, depth)
}

/// [`perft`] without special instructions of the machine.
#[must_use]
pub fn perft_portable(position: &Position, depth: u8) -> u64 {
    perft_on(Path::Portable, position, depth)
}

fn perft_on(path: Path, position: &Position, depth: u8) -> u64 {
    let (own, hostile) = position.own_and_hostile();
    let mut lines = 0;
    simd::run_on(
        path,
        Task::Perft {
            own,
            hostile,
            depth,
            lines: &mut lines,
        },
    );
    lines
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
    Path::detected().name()
}

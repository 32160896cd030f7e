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

/// Every way to count that this machine has, by name, the portable one first and the one [`perft`] takes last.
///
/// For tests and benchmarks; all give the same answers.
#[must_use]
pub fn perft_ways() -> Vec<(&'static str, impl Fn(&Position, u8) -> u64)> {
    let ways = Path::available();
    ways.into_iter()
        .map(|path| {
            (path.name(), move |position: &Position, depth| {
                perft_on(path, position, depth)
            })
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of 1, 2, 3, … plies from the starting position; a pass is a ply and a finished game stays one line.
    const FROM_START: [u64; 11] = [
        4,
        12,
        56,
        244,
        1396,
        8200,
        55_092,
        390_216,
        3_005_288,
        24_571_284,
        212_258_800,
    ];

    /// clauses: USOA-3.2, USOA-3.7
    #[test]
    fn the_known_numbers_of_lines_are_found_in_every_way() {
        for (name, perft) in perft_ways() {
            // The portable way is taken a ply less far, to keep the tests quick.
            let depths = if name == "portable" { 10 } else { 11 };
            assert_eq!(perft(&Position::start(), 0), 1);
            for (depth, lines) in (1..=depths).zip(FROM_START) {
                assert_eq!(
                    perft(&Position::start(), depth),
                    lines,
                    "{name} depth {depth}"
                );
            }
        }
    }

    #[test]
    fn a_finished_game_stays_one_line_and_a_pass_is_a_ply() {
        let over: Position =
            "B......./......../......../......../......../......../......../........ W"
                .parse()
                .unwrap();
        let pass: Position =
            "BW....../......../......../......../......../......../......../........ W"
                .parse()
                .unwrap();
        for (name, perft) in perft_ways() {
            for depth in 0..=u8::MAX {
                assert_eq!(perft(&over, depth), 1, "{name} depth {depth}");
                assert_eq!(perft(&pass, depth), 1, "{name} depth {depth}");
            }
        }
        assert_eq!(perft_split(&over), []);
        assert_eq!(
            perft_split(&pass),
            [(Move::Pass, pass.with_to_move(crate::Side::Black))]
        );
    }

    #[test]
    fn an_endgame_is_counted_to_its_end_in_every_way() {
        // Ten empty squares: every line ends before depth 30, so that deeper counts are the same.
        let end: Position =
            "..WWWWW./.WWWWWWB/WWBWWBBB/WBWBBWBB/WWBWBBBB/WWWBWBBB/.BWWWB../..WWWW.. B"
                .parse()
                .unwrap();
        let [(_, portable), ways @ ..] = &perft_ways()[..] else {
            panic!("there is always one way")
        };
        let lines = portable(&end, 30);
        assert!(lines > 10_000);
        assert_eq!(portable(&end, 40), lines);
        for (name, perft) in ways {
            assert_eq!(perft(&end, 30), lines, "{name}");
        }
    }
}

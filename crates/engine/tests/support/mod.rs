//! Chance that can be repeated, and how large a run is.

use outflank_board::{Position, perft_split};

/// Whether the full counts are wanted.
pub(crate) fn is_soak() -> bool {
    std::env::var_os("OUTFLANK_SOAK").is_some()
}

/// SplitMix64, so that a failure can be repeated from its seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
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

/// A position of a random game with so many empty squares, or the end of that game.
pub(crate) fn random_position(random: &mut Random, empties: usize) -> Position {
    let mut position = Position::start();
    while position.empties().len() > empties {
        let options = perft_split(&position);
        if options.is_empty() {
            break;
        }
        position = options[random.below(options.len())].1;
    }
    position
}

//! Running a longer computation with the best instructions of the machine.
//!
//! A search makes many moves, and each is quick only if it is compiled for the machine's vector instructions together with
//! the loop around it. A [`Computation`] is such a loop. It is given flips and legal moves as functions and is compiled once
//! for every kind of instructions.

use crate::simd::{self, DetectedPath, Path};

/// A kind of instructions that this machine has.
///
/// All kinds give the same answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instructions(DetectedPath);

/// Work that makes moves on bit boards.
pub trait Computation {
    /// What the work returns.
    type Output;

    /// Does the work.
    ///
    /// `flips` takes the discs of the mover, those of the opponent and an empty square as one bit, and returns the discs
    /// turned over. `mobility` takes the discs of the mover and of the opponent and returns the legal moves. Mark the
    /// implementation and what it calls with `#[inline(always)]`: only what is inlined uses the machine's instructions.
    fn run(
        self,
        flips: impl Fn(u64, u64, u64) -> u64 + Copy,
        mobility: impl Fn(u64, u64) -> u64 + Copy,
    ) -> Self::Output;
}

impl Instructions {
    /// The best that this machine has.
    #[must_use]
    pub fn detected() -> Self {
        Self(DetectedPath::at_most(Path::detected()))
    }

    /// Plain words, which every machine has.
    #[must_use]
    pub fn portable() -> Self {
        Self(DetectedPath::at_most(Path::Portable))
    }

    /// All that this machine has, the portable ones first and the best last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let paths = Path::available().into_iter();
        paths
            .map(|path| Self(DetectedPath::at_most(path)))
            .collect()
    }

    /// The name people are shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.path().name()
    }

    /// Does the work with these instructions.
    pub fn run<C: Computation>(self, computation: C) -> C::Output {
        simd::compute_on(self.0, computation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// Counts the positions after two moves and the flips on the way.
    struct TwoMoves(Position);

    impl Computation for TwoMoves {
        type Output = (u32, u32);

        #[inline(always)]
        fn run(
            self,
            flips: impl Fn(u64, u64, u64) -> u64 + Copy,
            mobility: impl Fn(u64, u64) -> u64 + Copy,
        ) -> (u32, u32) {
            let (own, hostile) = self.0.own_and_hostile();
            let (mut positions, mut turned) = (0, 0);
            let mut left = mobility(own, hostile);
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                let flipped = flips(own, hostile, square);
                turned += flipped.count_ones();
                positions += mobility(hostile ^ flipped, own | square | flipped).count_ones();
            }
            (positions, turned)
        }
    }

    #[test]
    fn every_kind_of_instructions_gives_the_same_answer() {
        for instructions in Instructions::available() {
            let answer = instructions.run(TwoMoves(Position::start()));
            assert_eq!(answer, (12, 4), "{}", instructions.name());
        }
    }
}

//! The weights of the evaluation, as they are in the file and as they are looked up.

use std::sync::LazyLock;

use crate::cuts::{CUT_BYTES, Cuts};
use crate::patterns::LAYOUT;

/// Phases of the game, by empty squares: 8 to 11, 12 to 15 and so on to 56 to 59.
pub const PHASES: usize = 13;

/// The first bytes of the file: what it is and the version of its form.
const MAGIC: &[u8; 8] = b"OUTFLW01";

/// Where a file comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The seed of the training.
    pub seed: u64,
    /// Positions for each phase.
    pub positions: u32,
}

const ORIGIN_BYTES: usize = 12;

/// The weights of all phases and the parameters of the selective cuts.
#[derive(Clone)]
pub struct Weights {
    origin: Origin,
    /// For each phase, each content of each table: tenths of a disc.
    phases: Vec<Vec<i8>>,
    /// As in the file: each weight once.
    folded: Vec<Vec<i8>>,
    pub(crate) cuts: Cuts,
}

/// The bytes are not a file of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotWeights;

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::from_bytes(include_bytes!("weights.bin")).expect("the tests read the shipped weights")
});

/// The phase of a position with so many empty squares.
#[must_use]
pub const fn phase(empties: u32) -> usize {
    let phase = (empties / 4).saturating_sub(2) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// How many weights a phase has.
#[must_use]
pub fn weights_per_phase() -> usize {
    LAYOUT.weights
}

impl Weights {
    /// The weights that are part of the program.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Weights that are all zero.
    #[must_use]
    pub fn zero(origin: Origin) -> Self {
        Self {
            origin,
            phases: vec![vec![0; LAYOUT.fold.len()]; PHASES],
            folded: vec![vec![0; LAYOUT.weights]; PHASES],
            cuts: Cuts::NONE,
        }
    }

    /// Where the weights come from.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Replaces the weights of a phase.
    ///
    /// # Panics
    /// If there are not exactly [`weights_per_phase`] weights.
    pub fn set_phase(&mut self, phase: usize, weights: &[i8]) {
        assert_eq!(weights.len(), LAYOUT.weights);
        self.folded[phase] = weights.to_vec();
        self.phases[phase] = LAYOUT.fold.iter().map(|at| weights[*at as usize]).collect();
    }

    /// Replaces the parameters of the selective cuts.
    pub fn set_cuts(&mut self, cuts: Cuts) {
        self.cuts = cuts;
    }

    #[inline]
    pub(crate) fn table(&self, phase: usize) -> &[i8] {
        &self.phases[phase]
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If the bytes have another form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotWeights> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NotWeights)?;
        let (head, rest) = rest.split_at_checked(ORIGIN_BYTES).ok_or(NotWeights)?;
        let (seed, positions) = head.split_at(8);
        let origin = Origin {
            seed: u64::from_le_bytes(seed.try_into().map_err(|_| NotWeights)?),
            positions: u32::from_le_bytes(positions.try_into().map_err(|_| NotWeights)?),
        };
        let (cuts, rest) = rest.split_at_checked(CUT_BYTES).ok_or(NotWeights)?;
        if rest.len() != PHASES * LAYOUT.weights {
            return Err(NotWeights);
        }
        let mut weights = Self::zero(origin);
        weights.cuts = Cuts::from_bytes(cuts).ok_or(NotWeights)?;
        for (phase, bytes) in rest.chunks_exact(LAYOUT.weights).enumerate() {
            let folded: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
            weights.set_phase(phase, &folded);
        }
        Ok(weights)
    }

    /// The file of these weights.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.origin.seed.to_le_bytes());
        bytes.extend(self.origin.positions.to_le_bytes());
        bytes.extend(self.cuts.to_bytes());
        for phase in &self.folded {
            bytes.extend(phase.iter().map(|weight| weight.cast_unsigned()));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let origin = Origin {
            seed: 7,
            positions: 9,
        };
        let mut weights = Weights::zero(origin);
        let values: Vec<i8> = (0..LAYOUT.weights).map(|n| (n % 251) as u8 as i8).collect();
        weights.set_phase(3, &values);
        let bytes = weights.to_bytes();
        let read = Weights::from_bytes(&bytes).expect("it was just written");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.origin(), origin);
        assert!(Weights::from_bytes(&bytes[1..]).is_err());
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn the_shipped_weights_are_at_most_two_megabytes() {
        assert!(Weights::shipped().to_bytes().len() <= 2_000_000);
    }

    #[test]
    fn phases_follow_the_empty_squares() {
        assert_eq!(
            [0, 7, 11, 12, 19, 59, 60].map(phase),
            [0, 0, 0, 1, 2, 12, 12]
        );
    }
}

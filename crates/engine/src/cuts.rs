//! Parameters of the selective cuts: how well a shallow search predicts a deeper one.

use crate::weights::PHASES;

/// The deepest search with parameters of its own; deeper ones use these.
pub const CUT_DEPTH_MAX: usize = 10;

/// The least depth at which a shallow search may replace a deep one.
pub const CUT_DEPTH_MIN: usize = 3;

const DEPTHS: usize = CUT_DEPTH_MAX - CUT_DEPTH_MIN + 1;

/// Bytes of the parameters in a file.
pub(crate) const CUT_BYTES: usize = PHASES * DEPTHS * 4;

/// How far a deep search is from a shallow one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The mean difference, deep minus shallow, in tenths of a disc.
    pub mean: i16,
    /// The usual distance from that mean (standard deviation), in tenths of a disc; 0 if there are no cuts.
    pub spread: i16,
}

/// The parameters of all phases and depths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cuts([[Cut; DEPTHS]; PHASES]);

impl Cuts {
    /// No cuts at all.
    pub const NONE: Self = Self([[Cut { mean: 0, spread: 0 }; DEPTHS]; PHASES]);

    /// The depth of the shallow search that stands in for a deep one.
    #[must_use]
    pub const fn shallow_depth(depth: u32) -> u32 {
        // Half as deep, and an even number of plies less: values swing with the side that moves last.
        let half = depth / 2;
        if (depth - half).is_multiple_of(2) {
            half
        } else {
            half - 1
        }
    }

    /// The parameters for a phase and a depth.
    #[must_use]
    pub fn cut(&self, phase: usize, depth: u32) -> Option<Cut> {
        let at = (depth as usize)
            .min(CUT_DEPTH_MAX)
            .checked_sub(CUT_DEPTH_MIN)?;
        Some(self.0[phase][at]).filter(|cut| cut.spread > 0)
    }

    /// Sets the parameters for a phase and a depth from [`CUT_DEPTH_MIN`] to [`CUT_DEPTH_MAX`].
    pub fn set(&mut self, phase: usize, depth: usize, cut: Cut) {
        self.0[phase][depth - CUT_DEPTH_MIN] = cut;
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let cuts = self.0.iter().flatten();
        cuts.flat_map(|cut| [cut.mean.to_le_bytes(), cut.spread.to_le_bytes()])
            .flatten()
            .collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut cuts = Self::NONE;
        if bytes.len() != CUT_BYTES {
            return None;
        }
        for (cut, bytes) in cuts.0.iter_mut().flatten().zip(bytes.chunks_exact(4)) {
            cut.mean = i16::from_le_bytes([bytes[0], bytes[1]]);
            cut.spread = i16::from_le_bytes([bytes[2], bytes[3]]);
        }
        Some(cuts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shallow_search_is_an_even_number_of_plies_less_deep() {
        let depths: Vec<u32> = (3..=10).map(Cuts::shallow_depth).collect();
        assert_eq!(depths, [1, 2, 1, 2, 3, 4, 3, 4]);
    }

    #[test]
    fn parameters_survive_their_bytes() {
        let mut cuts = Cuts::NONE;
        let cut = Cut {
            mean: -3,
            spread: 41,
        };
        cuts.set(2, 8, cut);
        let read = Cuts::from_bytes(&cuts.to_bytes()).unwrap();
        assert_eq!((read.cut(2, 8), read.cut(2, 9)), (Some(cut), None));
        assert_eq!(read, cuts);
    }
}

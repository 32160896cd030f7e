//! Where each level stands in the one number all levels make.

use crate::matching::Level;

/// The places of the levels, worked out from their promises alone.
pub(super) struct Scale {
    /// The power of two each level counts, doubling included.
    pub(super) places: Vec<usize>,
    /// The first total too large for each level's field, as a power of two.
    pub(super) widths: Vec<usize>,
    /// Bits of all fields together.
    pub(super) bits: usize,
}

impl Scale {
    pub(super) fn of(levels: &[Level], vertices: usize) -> Self {
        let pairs = (vertices / 2) as u128;
        let widths: Vec<usize> = levels
            .iter()
            .map(|level| {
                let most = u128::from(level.max_pair) * pairs.min(u128::from(level.max_pairs));
                (0..)
                    .find(|&bits| bits == 128 || most >> bits == 0)
                    .unwrap_or(128)
            })
            .collect();
        let bits = widths.iter().sum();
        let mut above = 0;
        let places = widths
            .iter()
            .map(|width| {
                above += width;
                bits - above + 1
            })
            .collect();
        Self {
            places,
            widths,
            bits,
        }
    }
}

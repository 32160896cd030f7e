//! Problems for the matcher's tests: random tables of costs and the slowest right answer.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod dice;
pub(crate) mod oracle;
pub(crate) mod swiss;

pub(crate) use dice::Dice;
use outflank_pairing::matching::{Costs, Level};
use std::ops::ControlFlow;

/// Counts are a tenth of the full figure unless a soak run is asked for.
pub(crate) fn count(full: u64) -> u64 {
    if std::env::var_os("OUTFLANK_SOAK").is_some() {
        full
    } else {
        full / 10
    }
}

/// Costs written out for every pair.
pub(crate) struct Table {
    pub(crate) size: usize,
    pub(crate) levels: Vec<Level>,
    pub(crate) blocks: Vec<usize>,
    /// For each pair in the order (0,1), (0,2), (1,2), (0,3), …: its values.
    pub(crate) values: Vec<Vec<u64>>,
}

impl Table {
    pub(crate) fn index(a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        high * (high - 1) / 2 + low
    }

    pub(crate) fn values(&self, a: usize, b: usize) -> &[u64] {
        &self.values[Self::index(a, b)]
    }

    pub(crate) fn from_fn(
        size: usize,
        levels: Vec<Level>,
        mut value: impl FnMut(usize, usize, usize) -> u64,
    ) -> Self {
        let mut values = Vec::new();
        for b in 0..size {
            for a in 0..b {
                values.push((0..levels.len()).map(|level| value(a, b, level)).collect());
            }
        }
        Self {
            size,
            levels,
            blocks: vec![0; size],
            values,
        }
    }

    /// A random problem: levels of all kinds, many ties, some values rare, random blocks.
    pub(crate) fn random(dice: &mut Dice, size: usize, levels_max: u64) -> Self {
        let count = 1 + dice.up_to(levels_max - 1);
        let levels: Vec<Level> = (0..count)
            .map(|_| {
                let most = match dice.up_to(5) {
                    0 => 0,
                    1 => 1,
                    2 => 3,
                    3 => 1000,
                    4 => u64::from(u32::MAX),
                    _ => u64::MAX,
                };
                Level::up_to(most)
            })
            .collect();
        let rare: Vec<u64> = levels.iter().map(|_| dice.up_to(3)).collect();
        let few: Vec<bool> = levels.iter().map(|_| dice.up_to(1) == 0).collect();
        let bounds = levels.clone();
        let mut table = Self::from_fn(size, levels, |_, _, level| {
            let most = bounds[level].max_pair;
            if dice.up_to(rare[level]) > 0 {
                0
            } else if few[level] {
                most / 4 * dice.up_to(3) + dice.up_to(most.min(1))
            } else {
                dice.up_to(most)
            }
        });
        let blocks = dice.up_to(size as u64 / 3);
        for block in &mut table.blocks {
            *block = dice.up_to(blocks) as usize;
        }
        table
    }

    /// A problem in which players near each other are cheap, as in a real round.
    pub(crate) fn swiss(dice: &mut Dice, size: usize) -> Self {
        let points: Vec<u64> = (0..size)
            .map(|_| (0..9).map(|_| dice.up_to(2)).sum())
            .collect();
        let levels = [1, 18, 324, 40, 2, 1, u64::from(u32::MAX)].map(Level::up_to);
        let colour: Vec<u64> = (0..size).map(|_| dice.up_to(2)).collect();
        let mut table = Self::from_fn(size, levels.to_vec(), |a, b, level| {
            let gap = points[a].abs_diff(points[b]);
            match level {
                0 => u64::from(dice.up_to(12) == 0),
                1 => gap,
                2 => gap * gap,
                3 => (colour[a] + colour[b] + 4 * u64::from(gap > 0)) % 7,
                4 => dice.up_to(2),
                5 => u64::from(dice.up_to(9) == 0),
                _ => dice.up_to(u64::from(u32::MAX)),
            }
        });
        table.blocks = points.iter().map(|&points| 18 - points as usize).collect();
        table
    }
}

impl Costs for Table {
    fn vertices(&self) -> usize {
        self.size
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        assert!(a < b);
        for (level, &value) in self.values(a, b).iter().enumerate() {
            if value > 0 {
                emit(level, value)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn block(&self, vertex: usize) -> usize {
        self.blocks[vertex]
    }
}

/// The smallest total over all perfect matchings, by trying them all (subset by subset).
pub(crate) fn brute_force(table: &Table) -> Vec<u128> {
    let mut best: Vec<Option<Vec<u128>>> = vec![None; 1 << table.size];
    best[0] = Some(vec![0; table.levels.len()]);
    for matched in 0..best.len() - 1 {
        let Some(so_far) = best[matched].clone() else {
            continue;
        };
        let a = (!matched).trailing_zeros() as usize;
        for b in a + 1..table.size {
            if matched >> b & 1 == 1 {
                continue;
            }
            let next = matched | 1 << a | 1 << b;
            let pair = table.values(a, b).iter();
            let total: Vec<u128> = (so_far.iter().zip(pair))
                .map(|(sum, &value)| sum + u128::from(value))
                .collect();
            if best[next].as_ref().is_none_or(|known| total < *known) {
                best[next] = Some(total);
            }
        }
    }
    best.pop().flatten().expect("an even number can be matched")
}

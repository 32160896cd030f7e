//! What a problem is made of: an even number of vertices and a cost for every pair.

use std::ops::ControlFlow;

/// The most vertices one problem may have.
pub const VERTICES_MAX: usize = 1 << 16;

/// The most levels one problem may have.
pub const LEVELS_MAX: usize = 1 << 12;

/// One place in the lexicographic order of costs; a lower level never outweighs a higher one.
///
/// Both numbers are promises the costs keep. The solver computes from them how many bits the level
/// needs, so tighter promises make faster rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The largest value one pair can have in this level.
    pub max_pair: u64,
    /// How many pairs of one matching can have a value above zero in this level.
    pub max_pairs: u64,
}

impl Level {
    /// A level in which every pair may count, each up to `max_pair`.
    #[must_use]
    pub const fn up_to(max_pair: u64) -> Self {
        Self {
            max_pair,
            max_pairs: u64::MAX,
        }
    }

    /// A level in which at most `max_pairs` pairs of a matching count, such as one score group.
    #[must_use]
    pub const fn in_at_most(max_pairs: u64, max_pair: u64) -> Self {
        Self {
            max_pair,
            max_pairs,
        }
    }
}

/// The costs of a problem: every two vertices can be matched, at a price in levels.
///
/// ```
/// use outflank_pairing::matching::{Costs, Level, solve};
/// use std::ops::ControlFlow;
///
/// /// Four people on a line; neighbours cost least.
/// struct Line;
///
/// impl Costs for Line {
///     fn vertices(&self) -> usize {
///         4
///     }
///     fn levels(&self) -> &[Level] {
///         const { &[Level::up_to(3)] }
///     }
///     fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
///     where
///         F: FnMut(usize, u64) -> ControlFlow<()>,
///     {
///         emit(0, a.abs_diff(b) as u64)
///     }
/// }
///
/// let solution = solve(&Line).expect("four is even");
/// assert_eq!(solution.mates, [1, 0, 3, 2]);
/// assert_eq!(solution.total, [2]);
/// ```
pub trait Costs {
    /// How many vertices there are, numbered from 0.
    fn vertices(&self) -> usize;

    /// The levels, the one that decides first at index 0.
    fn levels(&self) -> &[Level];

    /// Emits the value of the pair in each level where it is not zero, highest level first.
    ///
    /// Called with `a < b`. The caller may stop as soon as it has seen enough, so
    /// pass its answer on with `?`. Values of one level emitted twice add up.
    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>;

    /// The block of a vertex: a hint that cheap partners are in the same block or one with a near
    /// number, such as a score group. It makes the solver faster, never wrong.
    fn block(&self, vertex: usize) -> usize {
        let _ = vertex;
        0
    }
}

/// The value of a pair in every level.
pub fn pair_levels(costs: &impl Costs, a: usize, b: usize) -> Vec<u128> {
    let mut values = vec![0; costs.levels().len()];
    add_pair(costs, a, b, &mut values);
    values
}

/// What a whole matching costs, level by level; `mates[v]` is the partner of `v`.
pub fn matching_levels(costs: &impl Costs, mates: &[usize]) -> Vec<u128> {
    let mut total = vec![0; costs.levels().len()];
    for (vertex, &mate) in mates.iter().enumerate() {
        if vertex < mate {
            add_pair(costs, vertex, mate, &mut total);
        }
    }
    total
}

fn add_pair(costs: &impl Costs, a: usize, b: usize, total: &mut [u128]) {
    let _ = costs.pair(a.min(b), a.max(b), &mut |level, value| {
        total[level] += u128::from(value);
        ControlFlow::Continue(())
    });
}

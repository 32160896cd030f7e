//! Pairs that must be made and pairs that must not.

use super::costs::{Costs, Level, matching_levels};
use super::solve::{Solution, Unsolvable, solve};
use std::ops::ControlFlow;

/// What is decided before the matching is sought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Pairs that are made whatever they cost; their vertices leave the problem.
    pub forced: Vec<(usize, usize)>,
    /// Pairs that are made only if there is no way without: they cost more than everything else.
    pub forbidden: Vec<(usize, usize)>,
}

/// Wishes that cannot all hold, or a problem without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WishesRefused {
    /// A forced pair names a vertex that does not exist, is in another forced pair, or is its own
    /// partner.
    #[error("The forced pair {a}-{b} cannot be made. Name each vertex once.")]
    CannotForce {
        /// One vertex.
        a: usize,
        /// The other.
        b: usize,
    },
    /// The problem has no answer in any case.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
}

/// The best matching that has the forced pairs and, if possible, none of the forbidden ones.
///
/// The mates and the total are those of the whole problem. The proof is the proof for what is left
/// when the forced pairs are gone, its vertices being the remaining ones in ascending order, with
/// one level for forbidden pairs above all others.
///
/// # Errors
///
/// [`WishesRefused`] when the forced pairs are not possible together or the problem is no proper one.
pub fn solve_with(costs: &impl Costs, wishes: &Wishes) -> Result<Solution, WishesRefused> {
    let size = costs.vertices();
    let mut mates: Vec<Option<usize>> = vec![None; size];
    for &(a, b) in &wishes.forced {
        if a == b || a.max(b) >= size || mates[a].is_some() || mates[b].is_some() {
            return Err(WishesRefused::CannotForce { a, b });
        }
        mates[a] = Some(b);
        mates[b] = Some(a);
    }
    let rest = Rest::new(costs, &mates, &wishes.forbidden);
    let solution = solve(&rest)?;
    for (a, b) in solution.pairs() {
        mates[rest.vertices[a]] = Some(rest.vertices[b]);
        mates[rest.vertices[b]] = Some(rest.vertices[a]);
    }
    let mates: Vec<usize> = mates.into_iter().flatten().collect();
    Ok(Solution {
        total: matching_levels(costs, &mates),
        mates,
        proof: solution.proof,
    })
}

/// The problem without its forced pairs, with a level for forbidden ones on top.
struct Rest<'c, C> {
    costs: &'c C,
    vertices: Vec<usize>,
    levels: Vec<Level>,
    /// Forbidden pairs in the numbering of the whole problem, lower vertex first, sorted.
    forbidden: Vec<(usize, usize)>,
}

impl<'c, C: Costs> Rest<'c, C> {
    fn new(costs: &'c C, mates: &[Option<usize>], forbidden: &[(usize, usize)]) -> Self {
        let mut levels = vec![Level::up_to(1)];
        levels.extend_from_slice(costs.levels());
        let lower_first = forbidden.iter().map(|&(a, b)| (a.min(b), a.max(b)));
        let mut forbidden: Vec<_> = lower_first.collect();
        forbidden.sort_unstable();
        Self {
            costs,
            vertices: (0..mates.len()).filter(|&v| mates[v].is_none()).collect(),
            levels,
            forbidden,
        }
    }
}

impl<C: Costs> Costs for Rest<'_, C> {
    fn vertices(&self) -> usize {
        self.vertices.len()
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        let (a, b) = (self.vertices[a], self.vertices[b]);
        if self.forbidden.binary_search(&(a, b)).is_ok() {
            emit(0, 1)?;
        }
        self.costs
            .pair(a, b, &mut |level, value| emit(level + 1, value))
    }

    fn block(&self, vertex: usize) -> usize {
        self.costs.block(self.vertices[vertex])
    }
}

//! The way in: from costs to a matching that has been proven the cheapest.

use super::candidates::Breadth;
use super::check::{self, Flaw};
use super::costs::{Costs, LEVELS_MAX, VERTICES_MAX, matching_levels};
use super::number::{Vast, Wide};
use super::packing::{Packing, Priced, PricedCosts};
use super::proof::Proof;
use super::solver::{self, Solved, Start};
use super::watch::{Watch, unwatched};

/// The cheapest perfect matching and the proof that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The mate of each vertex.
    pub mates: Vec<usize>,
    /// What the matching costs in each level.
    pub total: Vec<u128>,
    /// Why nothing is cheaper; the checker has accepted it.
    pub proof: Proof,
}

impl Solution {
    /// The pairs, each with its lower vertex first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = self.mates.iter().enumerate();
        pairs.filter_map(|(a, &b)| (a < b).then_some((a, b)))
    }
}

/// A problem that has no answer because it is not a proper problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// Nobody can be left over.
    #[error("{vertices} vertices cannot all be matched. Add one for the bye.")]
    OddVertices {
        /// How many there are.
        vertices: usize,
    },
    /// More vertices than [`VERTICES_MAX`].
    #[error(
        "There are {vertices} vertices, which is more than {VERTICES_MAX}. Split the tournament."
    )]
    TooManyVertices {
        /// How many there are.
        vertices: usize,
    },
    /// More levels than [`LEVELS_MAX`].
    #[error("There are {levels} levels, which is more than {LEVELS_MAX}. Combine some of them.")]
    TooManyLevels {
        /// How many there are.
        levels: usize,
    },
    /// The costs do not keep what their levels promise.
    #[error("A level does not keep its bound: {0}.")]
    BrokenPromise(Flaw),
    /// The watch ended the search.
    #[error("The search was cancelled. Start it again.")]
    Cancelled,
}

/// Finds the perfect matching with the smallest total, level by level, and proves it.
///
/// The same costs give the same answer on every machine.
///
/// # Errors
///
/// [`Unsolvable`] when the problem is not a proper one; a proper problem always has an answer.
///
/// # Panics
///
/// When neither the fast nor the plain run passes the checker, which would be a fault in this
/// crate: no answer is better than an unproven one.
pub fn solve(costs: &impl Costs) -> Result<Solution, Unsolvable> {
    solve_watched(costs, &unwatched)
}

/// The same, with a watch that hears how far it has come and may end it.
///
/// # Errors
///
/// [`Unsolvable`] as [`solve`], and [`Unsolvable::Cancelled`] if the watch ends it.
///
/// # Panics
///
/// As [`solve`].
pub fn solve_watched(costs: &impl Costs, watch: Watch<'_>) -> Result<Solution, Unsolvable> {
    let vertices = costs.vertices();
    let levels = costs.levels().len();
    if vertices > VERTICES_MAX {
        return Err(Unsolvable::TooManyVertices { vertices });
    }
    if vertices % 2 == 1 {
        return Err(Unsolvable::OddVertices { vertices });
    }
    if levels > LEVELS_MAX {
        return Err(Unsolvable::TooManyLevels { levels });
    }
    let packing = Packing::new(costs.levels(), vertices);
    let priced = PricedCosts {
        costs,
        packing: &packing,
    };
    let mut flaw = None;
    for start in [Start::Sparse(Breadth::USUAL), Start::Dense] {
        let Some(Solved { mates, proof }) = run(&priced, start, watch) else {
            return Err(Unsolvable::Cancelled);
        };
        match check::verify(costs, &mates, &proof) {
            Ok(()) => {
                return Ok(Solution {
                    total: matching_levels(costs, &mates),
                    mates,
                    proof,
                });
            }
            Err(broken @ (Flaw::AboveBound { .. } | Flaw::TotalAboveBound { .. })) => {
                return Err(Unsolvable::BrokenPromise(broken));
            }
            Err(other) => {
                debug_assert!(false, "{start:?} run: {other}");
                flaw = Some(other);
            }
        }
    }
    panic!("the matcher could not prove its answer: {flaw:?}");
}

/// How many bits the packed levels of a problem take.
pub fn width_bits(costs: &impl Costs) -> u32 {
    Packing::new(costs.levels(), costs.vertices()).bits
}

/// Runs with the narrowest number that holds the problem.
fn run(costs: &dyn Priced, start: Start, watch: Watch<'_>) -> Option<Solved> {
    match costs.packing().limbs {
        0..=1 => solver::run::<Wide<1>>(costs, start, watch),
        2 => solver::run::<Wide<2>>(costs, start, watch),
        3 => solver::run::<Wide<3>>(costs, start, watch),
        4 => solver::run::<Wide<4>>(costs, start, watch),
        5..=6 => solver::run::<Wide<6>>(costs, start, watch),
        7..=8 => solver::run::<Wide<8>>(costs, start, watch),
        9..=12 => solver::run::<Wide<12>>(costs, start, watch),
        13..=16 => solver::run::<Wide<16>>(costs, start, watch),
        17..=24 => solver::run::<Wide<24>>(costs, start, watch),
        25..=40 => solver::run::<Wide<40>>(costs, start, watch),
        _ => solver::run::<Vast>(costs, start, watch),
    }
}

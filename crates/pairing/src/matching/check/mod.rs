//! The independent checker: is this matching perfect, and does this proof show it is the cheapest?
//!
//! It shares the types of a problem and of a proof with the solver and nothing else: it packs costs
//! itself, has its own arithmetic, and looks at every pair. When it finds no flaw, the matching is
//! the cheapest whatever the solver did.

mod limbs;
mod nesting;
mod scale;
mod worse;

pub use worse::at_least_worse;

use super::{Costs, Level, Proof};
use nesting::Nesting;
use scale::Scale;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Why a matching with its proof was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The matching or the proof is for another number of vertices.
    #[error("the problem has {expected} vertices, but {found} are listed")]
    WrongSize {
        /// Vertices of the problem.
        expected: usize,
        /// Entries in the matching or the proof.
        found: usize,
    },
    /// A vertex is matched to itself, to nobody, or to one that is matched elsewhere.
    #[error("vertex {vertex} is not matched to exactly one other vertex")]
    NotPerfect { vertex: usize },
    /// The proof was made for levels of another width.
    #[error("the levels take {expected} bits, but the proof says {found}")]
    WrongWidth {
        /// Bits the levels take.
        expected: usize,
        /// Bits the proof states.
        found: u32,
    },
    /// A blossom has an even number of vertices, or fewer than three.
    #[error("blossom {blossom} is not an odd set of three or more")]
    BlossomNotOdd {
        /// Its index in the proof.
        blossom: usize,
    },
    /// A blossom's vertices are not in ascending order or do not exist.
    #[error("blossom {blossom} does not list vertices of the problem in ascending order")]
    BlossomNotASet {
        /// Its index in the proof.
        blossom: usize,
    },
    /// A blossom's dual is negative.
    #[error("blossom {blossom} has a negative dual")]
    NegativeBlossom {
        /// Its index in the proof.
        blossom: usize,
    },
    /// A blossom overlaps another without one holding the other.
    #[error("blossom {blossom} crosses another")]
    BlossomsCross {
        /// Its index in the proof.
        blossom: usize,
    },
    /// A pair costs less than the duals say any pair must.
    #[error("the pair {a}-{b} has a negative reduced cost")]
    TooCheap {
        /// One vertex.
        a: usize,
        /// The other.
        b: usize,
    },
    /// A pair breaks the promise of a level, or names a level that does not exist.
    #[error("the pair {a}-{b} has a value in level {level} that the level does not allow")]
    AboveBound {
        /// One vertex.
        a: usize,
        /// The other.
        b: usize,
        /// The level's index.
        level: usize,
    },
    /// The matching's total in a level breaks the level's promise.
    #[error("the matching's total in level {level} is larger than the level allows")]
    TotalAboveBound {
        /// The level's index.
        level: usize,
    },
    /// The matching costs something else than the bound the duals prove.
    #[error("the cost of the matching differs from the proven bound")]
    NotTheBound,
}

/// Checks that `mates` is a perfect matching and that `proof` shows no other costs less.
///
/// # Errors
///
/// The first [`Flaw`] found.
pub fn verify(costs: &impl Costs, mates: &[usize], proof: &Proof) -> Result<(), Flaw> {
    let size = costs.vertices();
    check_mates(mates, size)?;
    if proof.vertices.len() != size {
        return Err(Flaw::WrongSize {
            expected: size,
            found: proof.vertices.len(),
        });
    }
    let scale = Scale::of(costs.levels(), size);
    if proof.bits as usize != scale.bits {
        return Err(Flaw::WrongWidth {
            expected: scale.bits,
            found: proof.bits,
        });
    }
    let ledger = Ledger::of(costs, &scale, proof)?;
    ledger.check_bound(costs, &scale, mates, proof)?;
    ledger.check_pairs(costs, &scale)
}

fn check_mates(mates: &[usize], size: usize) -> Result<(), Flaw> {
    if mates.len() != size {
        return Err(Flaw::WrongSize {
            expected: size,
            found: mates.len(),
        });
    }
    for (vertex, &mate) in mates.iter().enumerate() {
        if mate == vertex || mates.get(mate) != Some(&vertex) {
            return Err(Flaw::NotPerfect { vertex });
        }
    }
    Ok(())
}

/// The proof's numbers, all written at one width.
struct Ledger {
    width: usize,
    duals: Vec<u64>,
    nesting: Nesting,
}

impl Ledger {
    fn of(costs: &impl Costs, scale: &Scale, proof: &Proof) -> Result<Self, Flaw> {
        let numbers = (proof.vertices.iter()).chain(proof.blossoms.iter().map(|b| &b.dual));
        let longest = numbers
            .map(|number| number.limbs().len())
            .max()
            .unwrap_or(1);
        // One limb more than any number needs: sums of all of them stay far below its top.
        let width = longest.max((scale.bits + 1).div_ceil(64)) + 1;
        let size = costs.vertices();
        let mut duals = vec![0; size * width];
        for (number, into) in proof.vertices.iter().zip(duals.chunks_exact_mut(width)) {
            limbs::write(number, into);
        }
        let mut listed: Vec<usize> = (0..size).collect();
        listed.sort_by_key(|&vertex| costs.block(vertex));
        let nesting = Nesting::of(&proof.blossoms, &listed, width)?;
        Ok(Self {
            width,
            duals,
            nesting,
        })
    }

    fn dual(&self, vertex: usize) -> &[u64] {
        &self.duals[vertex * self.width..][..self.width]
    }

    /// The matching must cost exactly what the duals say every matching costs at least.
    fn check_bound(
        &self,
        costs: &impl Costs,
        scale: &Scale,
        mates: &[usize],
        proof: &Proof,
    ) -> Result<(), Flaw> {
        let totals = totals(costs, mates)?;
        let mut rest = vec![0; self.width];
        for (level, &total) in totals.iter().enumerate() {
            let width = scale.widths[level];
            if width < 128 && total >> width != 0 {
                return Err(Flaw::TotalAboveBound { level });
            }
            limbs::add_at(&mut rest, total, scale.places[level]);
        }
        for dual in self.duals.chunks_exact(self.width) {
            limbs::subtract(&mut rest, dual);
        }
        let mut number = vec![0; self.width];
        for blossom in &proof.blossoms {
            limbs::write(&blossom.dual, &mut number);
            limbs::times(&mut number, blossom.vertices.len() as u64 / 2);
            limbs::add(&mut rest, &number);
        }
        if rest.iter().all(|&limb| limb == 0) {
            Ok(())
        } else {
            Err(Flaw::NotTheBound)
        }
    }

    /// No pair may have a negative reduced cost.
    fn check_pairs(&self, costs: &impl Costs, scale: &Scale) -> Result<(), Flaw> {
        let mut listener = Listener::new(costs.levels(), scale, self.width);
        let head = |number: &[u64]| limbs::head(number, listener.head_place);
        let heads: Vec<i128> = self.duals.chunks_exact(self.width).map(head).collect();
        let nesting = &self.nesting;
        let mut reach = vec![0; self.width];
        for (place, &vertex) in nesting.order.iter().enumerate() {
            let mut next = place + 1;
            let mut around = nesting.innermost[vertex];
            while let Some(blossom) = around {
                reach.copy_from_slice(self.dual(vertex));
                limbs::subtract(&mut reach, &nesting.shared[blossom]);
                let end = nesting.end[blossom];
                let reach_head = limbs::head(&reach, listener.head_place);
                for &other in &nesting.order[next.min(end)..end] {
                    if listener.is_plainly_enough(costs, vertex, other, reach_head + heads[other]) {
                        continue;
                    }
                    listener.check(costs, vertex, other, &reach, self.dual(other))?;
                }
                next = next.max(end);
                around = nesting.around[blossom];
            }
            reach.copy_from_slice(self.dual(vertex));
            for &other in &nesting.order[next..] {
                if listener.is_plainly_enough(costs, vertex, other, heads[vertex] + heads[other]) {
                    continue;
                }
                listener.check(costs, vertex, other, &reach, self.dual(other))?;
            }
        }
        Ok(())
    }
}

/// Hears a pair's levels one by one and stops when it has heard enough.
struct Listener<'s> {
    levels: &'s [Level],
    scale: &'s Scale,
    /// Where the upper part of costs begins that most pairs are settled by.
    head_place: usize,
    cost: Vec<u64>,
    least: Vec<u64>,
}

/// How many of a cost's upper bits are looked at first.
const HEAD_BITS: usize = 100;

impl<'s> Listener<'s> {
    fn new(levels: &'s [Level], scale: &'s Scale, width: usize) -> Self {
        Self {
            levels,
            scale,
            head_place: (scale.bits + 1).saturating_sub(HEAD_BITS),
            cost: vec![0; width],
            least: vec![0; width],
        }
    }

    /// Whether the upper part of a pair's cost alone is enough for the two numbers it must reach
    /// together, `heads` being the sum of their upper parts.
    ///
    /// Both were rounded down, so the numbers are less than `heads + 2` and what lies below. Pairs
    /// of one block mostly differ further down and are not tried.
    fn is_plainly_enough(&self, costs: &impl Costs, a: usize, b: usize, heads: i128) -> bool {
        let enough = heads + 2;
        if enough <= 0 {
            return true;
        }
        if costs.block(a) == costs.block(b) {
            return false;
        }
        let mut head = 0;
        let heard = costs.pair(a.min(b), a.max(b), &mut |level, value| {
            let known = self.levels.get(level);
            if known.is_none_or(|known| value > known.max_pair) {
                // The full check will name the broken promise.
                return ControlFlow::Continue(());
            }
            match self.scale.places[level].checked_sub(self.head_place) {
                Some(place) => head += i128::from(value) << place,
                None => return ControlFlow::Break(()),
            }
            if head >= enough {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        heard.is_break() && head >= enough
    }

    /// The pair must cost at least `reach + dual`. Values only add, so a partial cost that is
    /// enough settles it.
    fn check(
        &mut self,
        costs: &impl Costs,
        a: usize,
        b: usize,
        reach: &[u64],
        dual: &[u64],
    ) -> Result<(), Flaw> {
        self.least.copy_from_slice(reach);
        limbs::add(&mut self.least, dual);
        if limbs::is_negative(&self.least) {
            return Ok(());
        }
        self.cost.fill(0);
        let (a, b) = (a.min(b), a.max(b));
        let mut breach = None;
        let mut same_from = self.cost.len();
        let heard = costs.pair(a, b, &mut |level, value| {
            if self
                .levels
                .get(level)
                .is_none_or(|known| value > known.max_pair)
            {
                breach = Some(Flaw::AboveBound { a, b, level });
                return ControlFlow::Break(());
            }
            let place = self.scale.places[level];
            limbs::add_at(&mut self.cost, u128::from(value), place);
            // Fields do not run over, so limbs above the field's two are as they were.
            same_from = same_from.max((place / 64 + 2).min(self.cost.len()));
            while same_from > place / 64 {
                match self.cost[same_from - 1].cmp(&self.least[same_from - 1]) {
                    Ordering::Greater => return ControlFlow::Break(()),
                    Ordering::Less => break,
                    Ordering::Equal => same_from -= 1,
                }
            }
            ControlFlow::Continue(())
        });
        if let Some(flaw) = breach {
            return Err(flaw);
        }
        if heard.is_break() || limbs::compare_sizes(&self.cost, &self.least).is_ge() {
            Ok(())
        } else {
            Err(Flaw::TooCheap { a, b })
        }
    }
}

/// The matching's total in each level, every value checked against its level's promise.
fn totals(costs: &impl Costs, mates: &[usize]) -> Result<Vec<u128>, Flaw> {
    let levels = costs.levels();
    let mut totals = vec![0_u128; levels.len()];
    for (a, &b) in mates.iter().enumerate().filter(|&(a, &b)| a < b) {
        let mut breach = None;
        let _ = costs.pair(a, b, &mut |level, value| {
            if levels.get(level).is_none_or(|known| value > known.max_pair) {
                breach = Some(Flaw::AboveBound { a, b, level });
                return ControlFlow::Break(());
            }
            totals[level] += u128::from(value);
            ControlFlow::Continue(())
        });
        if let Some(flaw) = breach {
            return Err(flaw);
        }
    }
    Ok(totals)
}

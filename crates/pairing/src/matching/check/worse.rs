//! What a proof says at once about a pair that was not made.

use super::scale::Scale;
use super::{Flaw, Ledger, limbs};
use crate::matching::{Costs, Proof};
use std::ops::ControlFlow;

/// How much worse every matching with the pair `a`-`b` is than the proven one, at least.
///
/// One number per level, to be read like the levels: the first that is not zero decides. The
/// difference between any matching that has the pair and the cheapest one, level by level, is this
/// list or comes after it in lexicographic order. The exact difference takes a new run with the
/// pair forced.
///
/// # Errors
///
/// When the proof is not one for these costs. The answer is true only if [`super::verify`] accepts
/// the proof.
pub fn at_least_worse(
    costs: &impl Costs,
    proof: &Proof,
    a: usize,
    b: usize,
) -> Result<Vec<i128>, Flaw> {
    let size = costs.vertices();
    if proof.vertices.len() != size || a == b || a.max(b) >= size {
        return Err(Flaw::WrongSize {
            expected: size,
            found: proof.vertices.len(),
        });
    }
    let scale = Scale::of(costs.levels(), size);
    let ledger = Ledger::of(costs, &scale, proof)?;
    let mut reduced = vec![0; ledger.width];
    let _ = costs.pair(a.min(b), a.max(b), &mut |level, value| {
        limbs::add_at(&mut reduced, u128::from(value), scale.places[level]);
        ControlFlow::Continue(())
    });
    limbs::subtract(&mut reduced, ledger.dual(a));
    limbs::subtract(&mut reduced, ledger.dual(b));
    for blossom in &proof.blossoms {
        let holds = |vertex: usize| blossom.vertices.binary_search(&vertex).is_ok();
        if holds(a) && holds(b) {
            let mut dual = vec![0; ledger.width];
            limbs::write(&blossom.dual, &mut dual);
            limbs::add(&mut reduced, &dual);
        }
    }
    Ok(in_levels(halved_up(reduced), &scale))
}

/// Costs are doubled in a proof; a difference of matchings is whole, so half is rounded up.
fn halved_up(mut number: Vec<u64>) -> Vec<u64> {
    limbs::add_at(&mut number, 1, 0);
    limbs::split_at(&number, 1).0
}

fn in_levels(mut number: Vec<u64>, scale: &Scale) -> Vec<i128> {
    (scale.places.iter())
        .map(|place| {
            let (units, rest) = limbs::split_at(&number, place - 1);
            number = rest;
            limbs::lowest(&units)
        })
        .collect()
}

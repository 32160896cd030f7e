//! Levels packed into one number, highest level in the top bits.

use super::costs::{Costs, Level};
use super::number::Number;
use std::ops::ControlFlow;

/// Where each level sits in a packed cost.
pub(super) struct Packing {
    fields: Vec<Field>,
    /// Bits of all levels together, before doubling.
    pub(super) bits: u32,
    /// Limbs that hold costs, duals and sums of duals.
    pub(super) limbs: usize,
}

/// One level's place.
#[derive(Clone, Copy)]
struct Field {
    /// How far values are shifted; one more than the bits below, because packed costs are doubled
    /// so that half of a slack is a whole number.
    shift: u32,
    /// What the level promises. Larger values would run into other fields, so they are cut down
    /// here; the checker names them.
    max_pair: u64,
}

impl Packing {
    pub(super) fn new(levels: &[Level], vertices: usize) -> Self {
        let mut bits = 0;
        let mut fields = Vec::with_capacity(levels.len());
        for level in levels.iter().rev() {
            fields.push(Field {
                shift: bits + 1,
                max_pair: level.max_pair,
            });
            bits += field_bits(level, vertices);
        }
        fields.reverse();
        // The dual objective never exceeds the optimum, so duals stay within a small multiple of
        // the largest total; repairs between pricing rounds may add a factor of the field's size.
        let headroom = 2 * (usize::BITS - vertices.leading_zeros()) + 6;
        Self {
            fields,
            bits,
            limbs: (bits + headroom).div_ceil(64) as usize,
        }
    }

    /// The packed cost of a pair.
    pub(super) fn cost<T: Number>(&self, costs: &impl Costs, a: usize, b: usize) -> T {
        let mut cost = T::zero(self.limbs);
        let _ = costs.pair(a.min(b), a.max(b), &mut |level, value| {
            if let Some(field) = self.fields.get(level) {
                cost.add_shifted(value.min(field.max_pair), field.shift);
            }
            ControlFlow::Continue(())
        });
        cost
    }

    /// The packed cost of a pair if it is below `bound`; stops listening as soon as it is not.
    #[inline]
    pub(super) fn cost_below<T: Number>(
        &self,
        costs: &impl Costs,
        a: usize,
        b: usize,
        bound: &T,
    ) -> Option<T> {
        if bound.is_negative() {
            return None;
        }
        let mut cost = T::zero(self.limbs);
        // All limbs above this one are equal in cost and bound.
        let mut equal_above = bound.limbs().len() - 1;
        let flow = costs.pair(a.min(b), a.max(b), &mut |level, value| {
            let Some(field) = self.fields.get(level) else {
                return ControlFlow::Continue(());
            };
            let reached = cost.add_shifted(value.min(field.max_pair), field.shift);
            let lowest = (field.shift / 64) as usize;
            equal_above = equal_above.max(reached);
            loop {
                let (mine, limit) = (cost.limbs()[equal_above], bound.limbs()[equal_above]);
                if mine > limit {
                    return ControlFlow::Break(());
                }
                if mine < limit || equal_above <= lowest {
                    return ControlFlow::Continue(());
                }
                equal_above -= 1;
            }
        });
        (flow.is_continue() && cost < *bound).then_some(cost)
    }
}

/// Bits that hold the level's total over any matching.
fn field_bits(level: &Level, vertices: usize) -> u32 {
    let pairs = level.max_pairs.min(vertices as u64 / 2);
    let total = u128::from(level.max_pair) * u128::from(pairs);
    u128::BITS - total.leading_zeros()
}

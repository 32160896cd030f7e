//! Levels packed into one number, highest level in the top bits.

use super::costs::{Costs, Level};
use super::number::{Number, add_shifted, compare};
use std::ops::ControlFlow;

/// Where each level sits in a packed cost.
pub(super) struct Packing {
    fields: Vec<Field>,
    /// Where the upper part of packed costs begins that tells most pairs apart.
    head_shift: u32,
    /// Bits of all levels together, before doubling.
    pub(super) bits: u32,
    /// Limbs that hold costs, duals and sums of duals.
    pub(super) limbs: usize,
}

/// How many upper bits of a packed cost its head has; duals have a few more.
const HEAD_BITS: u32 = 90;

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
            head_shift: (bits + 1).saturating_sub(HEAD_BITS),
            bits,
            limbs: (bits + headroom).div_ceil(64) as usize,
        }
    }

    /// The upper part of a number, rounded down.
    pub(super) fn head<T: Number>(&self, number: &T) -> i128 {
        let limbs = number.limbs();
        let fill = if number.is_negative() { u64::MAX } else { 0 };
        let (first, offset) = ((self.head_shift / 64) as usize, self.head_shift % 64);
        let limb = |index: usize| u128::from(limbs.get(first + index).copied().unwrap_or(fill));
        let low = limb(1) << 64 | limb(0);
        let head = match offset {
            0 => low,
            _ => low >> offset | limb(2) << (128 - offset),
        };
        head.cast_signed()
    }
}

/// The packed costs of a problem without their type, so that the solver is compiled once per width of number and not
/// once more for every type of costs. Numbers are slices of limbs here, wide enough for the packing.
pub(super) trait Priced {
    fn vertices(&self) -> usize;

    fn block(&self, vertex: usize) -> usize;

    fn packing(&self) -> &Packing;

    /// Adds the packed cost of a pair to zero.
    fn add_cost(&self, a: usize, b: usize, cost: &mut [u64]);

    /// Adds the packed cost of a pair to zero and says whether it is below `bound`, which is not negative; stops
    /// listening as soon as it is not.
    fn is_cost_below(&self, a: usize, b: usize, bound: &[u64], cost: &mut [u64]) -> bool;

    /// Whether a pair's upper part alone makes its cost at least the sum of two numbers with these
    /// heads.
    fn is_head_enough(&self, a: usize, b: usize, heads: i128) -> bool;
}

impl dyn Priced + '_ {
    /// The packed cost of a pair.
    pub(super) fn cost<T: Number>(&self, a: usize, b: usize) -> T {
        let mut cost = T::zero(self.packing().limbs);
        self.add_cost(a, b, cost.limbs_mut());
        cost
    }

    /// The packed cost of a pair if it is below `bound`.
    #[inline]
    pub(super) fn cost_below<T: Number>(&self, a: usize, b: usize, bound: &T) -> Option<T> {
        if bound.is_negative() {
            return None;
        }
        let mut cost = T::zero(self.packing().limbs);
        self.is_cost_below(a, b, bound.limbs(), cost.limbs_mut())
            .then_some(cost)
    }
}

pub(super) struct PricedCosts<'c, C> {
    pub(super) costs: &'c C,
    pub(super) packing: &'c Packing,
}

impl<C: Costs> Priced for PricedCosts<'_, C> {
    fn vertices(&self) -> usize {
        self.costs.vertices()
    }

    fn block(&self, vertex: usize) -> usize {
        self.costs.block(vertex)
    }

    fn packing(&self) -> &Packing {
        self.packing
    }

    fn add_cost(&self, a: usize, b: usize, cost: &mut [u64]) {
        let _ = self.costs.pair(a.min(b), a.max(b), &mut |level, value| {
            if let Some(field) = self.packing.fields.get(level) {
                add_shifted(cost, value.min(field.max_pair), field.shift);
            }
            ControlFlow::Continue(())
        });
    }

    fn is_cost_below(&self, a: usize, b: usize, bound: &[u64], cost: &mut [u64]) -> bool {
        // All limbs above this one are equal in cost and bound.
        let mut equal_above = bound.len() - 1;
        let flow = self.costs.pair(a.min(b), a.max(b), &mut |level, value| {
            let Some(field) = self.packing.fields.get(level) else {
                return ControlFlow::Continue(());
            };
            if value == 0 {
                return ControlFlow::Continue(());
            }
            let reached = add_shifted(cost, value.min(field.max_pair), field.shift);
            let lowest = (field.shift / 64) as usize;
            equal_above = equal_above.max(reached);
            loop {
                let (mine, limit) = (cost[equal_above], bound[equal_above]);
                if mine > limit {
                    return ControlFlow::Break(());
                }
                if mine < limit || equal_above <= lowest {
                    return ControlFlow::Continue(());
                }
                equal_above -= 1;
            }
        });
        flow.is_continue() && compare(cost, bound).is_lt()
    }

    fn is_head_enough(&self, a: usize, b: usize, heads: i128) -> bool {
        let enough = heads + 2;
        if enough <= 0 {
            return true;
        }
        let mut head = 0;
        let _ = self.costs.pair(a.min(b), a.max(b), &mut |level, value| {
            let Some(field) = self.packing.fields.get(level) else {
                return ControlFlow::Continue(());
            };
            let Some(shift) = field.shift.checked_sub(self.packing.head_shift) else {
                return ControlFlow::Break(());
            };
            head += i128::from(value.min(field.max_pair)) << shift;
            if head >= enough {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        head >= enough
    }
}

/// Bits that hold the level's total over any matching.
fn field_bits(level: &Level, vertices: usize) -> u32 {
    let pairs = level.max_pairs.min(vertices as u64 / 2);
    let total = u128::from(level.max_pair) * u128::from(pairs);
    u128::BITS - total.leading_zeros()
}

//! The two other solvers, on the same costs.

use integer_blossom::{Weight, min_weight_perfect_matching};
use outflank_pairing::matching::{Costs, matching_levels, pair_levels, width_bits};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A wide number for `integer-blossom`, which takes any type that adds and compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed<const N: usize>([u64; N]);

impl<const N: usize> Ord for Fixed<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let last = N - 1;
        let mut order = self.0[last].cast_signed().cmp(&other.0[last].cast_signed());
        for index in (0..last).rev() {
            if order != Ordering::Equal {
                break;
            }
            order = self.0[index].cmp(&other.0[index]);
        }
        order
    }
}

impl<const N: usize> PartialOrd for Fixed<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for Fixed<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Fixed<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> AddAssign for Fixed<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            (*mine, carry) = mine.carrying_add(theirs, carry);
        }
    }
}

impl<const N: usize> SubAssign for Fixed<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            (*mine, borrow) = mine.borrowing_sub(theirs, borrow);
        }
    }
}

impl<const N: usize> Weight for Fixed<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut one = [0; N];
        one[0] = 1;
        Self(one)
    };

    fn inf() -> Self {
        let mut inf = [u64::MAX; N];
        inf[N - 1] = u64::MAX >> 3;
        Self(inf)
    }

    fn double(self) -> Self {
        self + self
    }

    fn half(mut self) -> Self {
        for index in 0..N - 1 {
            self.0[index] = self.0[index] >> 1 | self.0[index + 1] << 63;
        }
        self.0[N - 1] = (self.0[N - 1].cast_signed() >> 1).cast_unsigned();
        self
    }
}

/// The places of the levels in one number, worked out here once more.
fn places(costs: &impl Costs) -> Vec<u32> {
    let pairs = costs.vertices() as u128 / 2;
    let mut place = 0;
    let mut places: Vec<u32> = (costs.levels().iter().rev())
        .map(|level| {
            let here = place;
            let most = u128::from(level.max_pair) * pairs.min(u128::from(level.max_pairs));
            place += u128::BITS - most.leading_zeros();
            here
        })
        .collect();
    places.reverse();
    places
}

/// The costs as the square table `integer-blossom` wants.
pub(crate) fn table<W: Weight>(costs: &impl Costs, number: impl Fn(&[u64]) -> W) -> Vec<W> {
    let size = costs.vertices();
    let places = places(costs);
    let mut table = vec![W::ZERO; size * size];
    let limbs = (width_bits(costs) as usize).div_ceil(64) + 2;
    for a in 0..size {
        for b in a + 1..size {
            let mut packed = vec![0_u64; limbs];
            for (value, place) in pair_levels(costs, a, b).into_iter().zip(&places) {
                let (limb, offset) = ((place / 64) as usize, place % 64);
                packed[limb] |= (value << offset) as u64;
                packed[limb + 1] |= (value << offset >> 64) as u64;
            }
            table[a * size + b] = number(&packed);
            table[b * size + a] = table[a * size + b];
        }
    }
    table
}

pub(crate) fn fixed<const N: usize>(packed: &[u64]) -> Fixed<N> {
    Fixed(std::array::from_fn(|index| {
        packed.get(index).copied().unwrap_or(0)
    }))
}

pub(crate) fn i128_of(packed: &[u64]) -> i128 {
    i128::from(packed[0]) | i128::from(packed[1]) << 64
}

pub(crate) fn i64_of(packed: &[u64]) -> i64 {
    packed[0].cast_signed()
}

/// The total `integer-blossom` finds, with the narrowest weights that hold the costs.
pub(crate) fn integer_blossom_total(costs: &impl Costs) -> Vec<u128> {
    let size = costs.vertices();
    let mates = match width_bits(costs) {
        0..=56 => min_weight_perfect_matching(&table(costs, i64_of), size),
        57..=120 => min_weight_perfect_matching(&table(costs, i128_of), size),
        121..=248 => min_weight_perfect_matching(&table(costs, fixed::<4>), size),
        249..=504 => min_weight_perfect_matching(&table(costs, fixed::<8>), size),
        505..=1016 => min_weight_perfect_matching(&table(costs, fixed::<16>), size),
        _ => min_weight_perfect_matching(&table(costs, fixed::<80>), size),
    };
    matching_levels(costs, &mates)
}

/// The total `rustworkx-core` finds, if its weights are wide enough.
pub(crate) fn rustworkx_total(costs: &impl Costs) -> Option<Vec<u128>> {
    if width_bits(costs) > 112 {
        return None;
    }
    let size = costs.vertices();
    let table = table(costs, i128_of);
    let most = table.iter().copied().max().unwrap_or(0);
    let mut graph = UnGraph::<(), i128>::new_undirected();
    let nodes: Vec<_> = (0..size).map(|_| graph.add_node(())).collect();
    for a in 0..size {
        for b in a + 1..size {
            graph.add_edge(nodes[a], nodes[b], most - table[a * size + b]);
        }
    }
    let weight = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
        Ok::<_, std::convert::Infallible>(*edge.weight())
    };
    let Ok(pairs) = max_weight_matching(&graph, true, weight, false);
    let mut mates = vec![0; size];
    for (a, b) in pairs {
        mates[a] = b;
        mates[b] = a;
    }
    Some(matching_levels(costs, &mates))
}

//! Which pairs the searches start from.

use super::costs::Costs;
use super::graph::Graph;
use super::number::Number;
use super::packing::Packing;

/// How many pairs to start from. More make the searches slower and pricing rounds fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Breadth {
    /// Problems up to this size start from every pair.
    dense_max: usize,
    /// Cheapest partners kept per vertex in its own block.
    near: usize,
    /// Cheapest partners kept per vertex in each neighbouring block.
    far: usize,
    /// Neighbouring blocks are looked at until this many vertices were in them.
    far_seen: usize,
}

impl Breadth {
    /// What was fastest on rounds of 100 to 5000 entrants.
    pub(super) const USUAL: Self = Self {
        dense_max: 24,
        near: 12,
        far: 3,
        far_seen: 8,
    };

    /// Too few pairs on purpose.
    #[cfg(test)]
    pub(super) const fn starved(near: usize, far: usize) -> Self {
        Self {
            dense_max: 0,
            near,
            far,
            far_seen: 1,
        }
    }
}

/// Every pair.
pub(super) fn all<T: Number>(costs: &impl Costs, packing: &Packing) -> Graph<T> {
    let size = costs.vertices();
    let mut graph = Graph::new(size);
    for a in 0..size {
        for b in a + 1..size {
            graph.add(a, b, packing.cost(costs, a, b));
        }
    }
    graph
}

/// The cheapest pairs of each vertex inside its block and into the blocks around it.
pub(super) fn cheap<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    breadth: Breadth,
) -> Graph<T> {
    if costs.vertices() <= breadth.dense_max {
        return all(costs, packing);
    }
    let blocks = blocks(costs);
    let mut graph = Graph::new(costs.vertices());
    for (at, block) in blocks.iter().enumerate() {
        keep_inside(costs, packing, block, breadth.near, &mut graph);
        let mut seen = 0;
        for below in &blocks[at + 1..] {
            keep_between(costs, packing, (block, below), breadth.far, &mut graph);
            seen += below.len();
            if seen >= breadth.far_seen {
                break;
            }
        }
    }
    graph
}

/// The vertices of each block, blocks in ascending order.
fn blocks(costs: &impl Costs) -> Vec<Vec<usize>> {
    let mut order: Vec<(usize, usize)> = (0..costs.vertices())
        .map(|vertex| (costs.block(vertex), vertex))
        .collect();
    order.sort_unstable();
    order
        .chunk_by(|a, b| a.0 == b.0)
        .map(|chunk| chunk.iter().map(|&(_, vertex)| vertex).collect())
        .collect()
}

/// The cheapest few partners of one vertex, unordered but for the worst being known.
struct Shortlist<T> {
    kept: Vec<(T, usize)>,
    worst: usize,
    most: usize,
}

impl<T: Number> Shortlist<T> {
    fn new(most: usize) -> Self {
        Self {
            kept: Vec::with_capacity(most),
            worst: 0,
            most,
        }
    }

    /// Partners must be cheaper than this to be kept; no bound while there is room.
    fn bound(&self) -> Option<&T> {
        if self.kept.len() < self.most {
            return None;
        }
        self.kept.get(self.worst).map(|(cost, _)| cost)
    }

    fn offer(&mut self, cost: &T, partner: usize) {
        if self.most == 0 {
            return;
        }
        if self.kept.len() < self.most {
            self.kept.push((cost.clone(), partner));
        } else if *cost < self.kept[self.worst].0 {
            self.kept[self.worst] = (cost.clone(), partner);
        } else {
            return;
        }
        if self.kept.len() == self.most {
            let places = 0..self.most;
            self.worst = places
                .max_by(|&a, &b| self.kept[a].cmp(&self.kept[b]))
                .unwrap_or(0);
        }
    }
}

fn keep_inside<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    block: &[usize],
    most: usize,
    graph: &mut Graph<T>,
) {
    let mut lists: Vec<_> = block.iter().map(|_| Shortlist::new(most)).collect();
    for (at, &a) in block.iter().enumerate() {
        let (left, right) = lists.split_at_mut(at + 1);
        let own = &mut left[at];
        for (other, &b) in right.iter_mut().zip(&block[at + 1..]) {
            offer_pair(costs, packing, (own, a), (other, b));
        }
    }
    take_in(block, lists, graph);
}

fn keep_between<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    (above, below): (&[usize], &[usize]),
    most: usize,
    graph: &mut Graph<T>,
) {
    let mut uppers: Vec<_> = above.iter().map(|_| Shortlist::new(most)).collect();
    let mut lowers: Vec<_> = below.iter().map(|_| Shortlist::new(most)).collect();
    for (upper, &a) in uppers.iter_mut().zip(above) {
        for (lower, &b) in lowers.iter_mut().zip(below) {
            offer_pair(costs, packing, (upper, a), (lower, b));
        }
    }
    take_in(above, uppers, graph);
    take_in(below, lowers, graph);
}

fn offer_pair<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    (left, a): (&mut Shortlist<T>, usize),
    (right, b): (&mut Shortlist<T>, usize),
) {
    let cost = match (left.bound(), right.bound()) {
        (Some(one), Some(other)) => packing.cost_below(costs, a, b, one.max(other)),
        (None, _) | (_, None) => Some(packing.cost(costs, a, b)),
    };
    if let Some(cost) = cost {
        left.offer(&cost, b);
        right.offer(&cost, a);
    }
}

fn take_in<T: Number>(block: &[usize], lists: Vec<Shortlist<T>>, graph: &mut Graph<T>) {
    for (&vertex, list) in block.iter().zip(lists) {
        for (cost, partner) in list.kept {
            if !graph.contains(vertex, partner) {
                graph.add(vertex, partner, cost);
            }
        }
    }
}

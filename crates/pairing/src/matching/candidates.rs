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
    /// Cheapest partners kept per vertex among its partners' partners.
    rival: usize,
    /// Cheapest partners kept per vertex in each neighbouring block.
    far: usize,
    /// Neighbouring blocks are looked at until this many vertices were in them.
    far_seen: usize,
}

impl Breadth {
    /// What was fastest on rounds of 100 to 5000 entrants.
    pub(super) const USUAL: Self = Self {
        dense_max: 24,
        near: 8,
        rival: 3,
        far: 2,
        far_seen: 40,
    };

    /// Too few pairs on purpose.
    #[cfg(test)]
    pub(super) const fn starved(near: usize, far: usize) -> Self {
        Self {
            dense_max: 0,
            near,
            rival: 0,
            far,
            far_seen: 1,
        }
    }
}

/// Where a run starts.
pub(super) struct Start<T> {
    pub(super) graph: Graph<T>,
    /// A dual for each vertex that no candidate pair is too cheap for.
    pub(super) duals: Vec<T>,
}

/// Every pair.
pub(super) fn all<T: Number>(costs: &impl Costs, packing: &Packing) -> Start<T> {
    let size = costs.vertices();
    let mut graph = Graph::new(size);
    let mut least = vec![None; size];
    for a in 0..size {
        for b in a + 1..size {
            let cost = packing.cost(costs, a, b);
            note_least(&mut least, a, b, &cost);
            graph.add(a, b, cost);
        }
    }
    let duals = halves(least, packing);
    Start { graph, duals }
}

/// The cheapest pairs of each vertex inside its block and into the blocks around it.
///
/// Cheap is meant against the duals: a vertex that is expensive with everybody must not be
/// nobody's candidate.
pub(super) fn cheap<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    breadth: Breadth,
) -> Start<T> {
    let size = costs.vertices();
    if size <= breadth.dense_max {
        return all(costs, packing);
    }
    let blocks = blocks(costs);
    let near_blocks = near_blocks(&blocks, breadth);
    let mut least: Vec<Option<T>> = vec![None; size];
    for &(above, below) in &near_blocks {
        each_pair(&blocks, above, below, |a, b| {
            let cost = match (&least[a], &least[b]) {
                (Some(one), Some(other)) => packing.cost_below(costs, a, b, one.max(other)),
                (None, _) | (_, None) => Some(packing.cost(costs, a, b)),
            };
            if let Some(cost) = cost {
                note_least(&mut least, a, b, &cost);
            }
        });
    }
    let duals = halves(least, packing);
    let mut graph = Graph::new(size);
    let mut lists: Vec<Shortlist<T>> = (0..size).map(|_| Shortlist::new()).collect();
    for &(above, below) in &near_blocks {
        let most = if above == below {
            breadth.near
        } else {
            breadth.far
        };
        each_pair(&blocks, above, below, |a, b| {
            offer_pair(costs, packing, &duals, &mut lists, most, (a, b));
        });
        take_in(&blocks[above], &mut lists, &duals, &mut graph);
        take_in(&blocks[below], &mut lists, &duals, &mut graph);
        if above == below {
            offer_rivals(
                costs,
                packing,
                &duals,
                &mut lists,
                breadth,
                &blocks[above],
                &graph,
            );
            take_in(&blocks[above], &mut lists, &duals, &mut graph);
        }
    }
    Start { graph, duals }
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

/// Each block with itself and with those after it that are near.
fn near_blocks(blocks: &[Vec<usize>], breadth: Breadth) -> Vec<(usize, usize)> {
    let mut near = Vec::new();
    for above in 0..blocks.len() {
        near.push((above, above));
        let mut seen = 0;
        for (below, block) in blocks.iter().enumerate().skip(above + 1) {
            near.push((above, below));
            seen += block.len();
            if seen >= breadth.far_seen {
                break;
            }
        }
    }
    near
}

fn each_pair(
    blocks: &[Vec<usize>],
    above: usize,
    below: usize,
    mut visit: impl FnMut(usize, usize),
) {
    for (at, &a) in blocks[above].iter().enumerate() {
        let first = if above == below { at + 1 } else { 0 };
        for &b in &blocks[below][first..] {
            visit(a, b);
        }
    }
}

fn note_least<T: Number>(least: &mut [Option<T>], a: usize, b: usize, cost: &T) {
    for vertex in [a, b] {
        if least[vertex].as_ref().is_none_or(|known| cost < known) {
            least[vertex] = Some(cost.clone());
        }
    }
}

/// Half of its cheapest pair is a dual no pair can be too cheap for.
fn halves<T: Number>(least: Vec<Option<T>>, packing: &Packing) -> Vec<T> {
    let half = |cost: Option<T>| cost.map_or_else(|| T::zero(packing.limbs), |cost| cost.half());
    least.into_iter().map(half).collect()
}

/// The cheapest few partners of one vertex, by slack, unordered but for the worst being known.
struct Shortlist<T> {
    kept: Vec<(T, usize)>,
    worst: usize,
}

impl<T: Number> Shortlist<T> {
    fn new() -> Self {
        Self {
            kept: Vec::new(),
            worst: 0,
        }
    }

    /// Partners must be cheaper than this to be kept; no bound while there is room.
    fn bound(&self, most: usize) -> Option<&T> {
        if self.kept.len() < most {
            return None;
        }
        self.kept.get(self.worst).map(|(slack, _)| slack)
    }

    fn offer(&mut self, slack: &T, partner: usize, most: usize) {
        if most == 0 {
            return;
        }
        if self.kept.len() < most {
            self.kept.push((slack.clone(), partner));
        } else if *slack < self.kept[self.worst].0 {
            self.kept[self.worst] = (slack.clone(), partner);
        } else {
            return;
        }
        if self.kept.len() == most {
            let worst = (0..most).max_by(|&a, &b| self.kept[a].cmp(&self.kept[b]));
            self.worst = worst.unwrap_or(0);
        }
    }
}

fn offer_pair<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    duals: &[T],
    lists: &mut [Shortlist<T>],
    most: usize,
    (a, b): (usize, usize),
) {
    let paid = duals[a].plus(&duals[b]);
    let cost = match (lists[a].bound(most), lists[b].bound(most)) {
        (Some(one), Some(other)) => packing.cost_below(costs, a, b, &one.max(other).plus(&paid)),
        (None, _) | (_, None) => Some(packing.cost(costs, a, b)),
    };
    if let Some(cost) = cost {
        let slack = cost.less(&paid);
        lists[a].offer(&slack, b, most);
        lists[b].offer(&slack, a, most);
    }
}

/// Offers each vertex those who share a partner with it.
///
/// Where half of a block wants the other half, for instance by colour, the cheapest pairs never
/// join two of the same half; but when a half is too large by one, such a pair decides.
fn offer_rivals<T: Number>(
    costs: &impl Costs,
    packing: &Packing,
    duals: &[T],
    lists: &mut [Shortlist<T>],
    breadth: Breadth,
    block: &[usize],
    graph: &Graph<T>,
) {
    let mut is_inside = vec![false; duals.len()];
    for &vertex in block {
        is_inside[vertex] = true;
    }
    let partners = |vertex: usize| {
        let partners = graph.arcs(vertex).iter().map(|arc| arc.to as usize);
        partners.filter(|&partner| is_inside[partner])
    };
    let mut seen_by: Vec<Option<usize>> = vec![None; duals.len()];
    for &vertex in block {
        for partner in partners(vertex) {
            seen_by[partner] = Some(vertex);
        }
        for partner in partners(vertex) {
            for rival in partners(partner) {
                if rival > vertex && seen_by[rival] != Some(vertex) {
                    seen_by[rival] = Some(vertex);
                    let pair = (vertex, rival);
                    offer_pair(costs, packing, duals, lists, breadth.rival, pair);
                }
            }
        }
    }
}

fn take_in<T: Number>(
    block: &[usize],
    lists: &mut [Shortlist<T>],
    duals: &[T],
    graph: &mut Graph<T>,
) {
    for &vertex in block {
        lists[vertex].worst = 0;
        for (slack, partner) in lists[vertex].kept.drain(..) {
            if !graph.contains(vertex, partner) {
                let cost = slack.plus(&duals[vertex]).plus(&duals[partner]);
                graph.add(vertex, partner, cost);
            }
        }
    }
}

//! Which pairs the searches start from.

use super::graph::Graph;
use super::number::Number;
use super::packing::{Packing, Priced};

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
    /// Neighbouring blocks are looked at until this many vertices were in them, and a small part
    /// of all.
    far_seen: usize,
}

impl Breadth {
    /// What was fastest on rounds of 100 to 5000 entrants.
    pub(super) const USUAL: Self = Self {
        dense_max: 24,
        near: 8,
        rival: 3,
        far: 2,
        far_seen: 6,
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

/// Larger blocks are taken in parts, for the memory's sake.
const BLOCK_MAX: usize = 1200;

/// At most this many vertices of another block are looked at for each vertex.
const FAR_WINDOW: usize = 150;

/// Where a run starts.
pub(super) struct Start<T> {
    pub(super) graph: Graph<T>,
    /// A dual for each vertex that no candidate pair is too cheap for.
    pub(super) duals: Vec<T>,
}

pub(super) fn all<T: Number>(costs: &dyn Priced) -> Start<T> {
    let size = costs.vertices();
    let mut graph = Graph::new(size);
    let mut least = vec![None; size];
    for a in 0..size {
        for b in a + 1..size {
            let cost = costs.cost(a, b);
            note_least(&mut least, a, b, &cost);
            graph.add(a, b, cost);
        }
    }
    let duals = halves(least, costs.packing());
    Start { graph, duals }
}

/// The cheapest pairs of each vertex inside its block and into the blocks around it.
///
/// Cheap is meant against the duals: a vertex that is expensive with everybody must not be
/// nobody's candidate.
pub(super) fn cheap<T: Number>(costs: &dyn Priced, breadth: Breadth) -> Start<T> {
    let size = costs.vertices();
    if size <= breadth.dense_max {
        return all(costs);
    }
    let blocks = blocks(costs);
    let mut least = vec![None; size];
    let mut inside = Graph::new(size);
    for block in &blocks {
        let square = Square::new(costs, block);
        square.note_least(&mut least);
        square.keep_cheapest(&least, breadth, &mut inside);
    }
    // A vertex alone in its block has no dual yet; any will do for choosing partners.
    let duals = halves(least.clone(), costs.packing());
    let mut graph = inside;
    let mut lists: Vec<Shortlist<T>> = (0..size).map(|_| Shortlist::new()).collect();
    for (above, below) in near_blocks(&blocks, breadth, size) {
        let (upper, lower) = (&blocks[above], &blocks[below]);
        for (at, &a) in upper.iter().enumerate() {
            let first = at * lower.len() / upper.len();
            for &b in lower
                .iter()
                .cycle()
                .skip(first)
                .take(lower.len().min(FAR_WINDOW))
            {
                offer_pair(costs, &duals, &mut lists, breadth.far, (a, b));
            }
        }
        for block in [&blocks[above], &blocks[below]] {
            take_in(block, &mut lists, &duals, &mut graph);
        }
    }
    for (vertex, least) in least.iter_mut().enumerate() {
        let cheapest = graph.arcs(vertex).iter().map(|&arc| graph.cost(arc)).min();
        if let Some(cheapest) = cheapest.filter(|&cost| least.as_ref().is_none_or(|l| cost < l)) {
            *least = Some(cheapest.clone());
        }
    }
    let duals = halves(least, costs.packing());
    Start { graph, duals }
}

/// The vertices of each block, blocks in ascending order, large ones in parts.
fn blocks(costs: &dyn Priced) -> Vec<Vec<usize>> {
    let mut order: Vec<(usize, usize)> = (0..costs.vertices())
        .map(|vertex| (costs.block(vertex), vertex))
        .collect();
    order.sort_unstable();
    order
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|block| block.chunks(BLOCK_MAX))
        .map(|block| block.iter().map(|&(_, vertex)| vertex).collect())
        .collect()
}

/// Each block with those after it that are near.
fn near_blocks(blocks: &[Vec<usize>], breadth: Breadth, size: usize) -> Vec<(usize, usize)> {
    let enough = breadth.far_seen.max(size / 25);
    let mut near = Vec::new();
    for above in 0..blocks.len() {
        let mut seen = 0;
        for (below, block) in blocks.iter().enumerate().skip(above + 1) {
            near.push((above, below));
            seen += block.len();
            if seen >= enough {
                break;
            }
        }
    }
    near
}

/// The costs of all pairs of one block.
struct Square<'b, T> {
    block: &'b [usize],
    /// Of the block's places (0,1), (0,2), (1,2), (0,3), …
    costs: Vec<T>,
}

impl<'b, T: Number> Square<'b, T> {
    fn new(costs: &dyn Priced, block: &'b [usize]) -> Self {
        let places = 0..block.len();
        let pairs = places.flat_map(|high| (0..high).map(move |low| (low, high)));
        Self {
            block,
            costs: pairs
                .map(|(low, high)| costs.cost(block[low], block[high]))
                .collect(),
        }
    }

    fn cost(&self, one: usize, other: usize) -> &T {
        let (low, high) = (one.min(other), one.max(other));
        &self.costs[high * (high.max(1) - 1) / 2 + low]
    }

    fn note_least(&self, least: &mut [Option<T>]) {
        for high in 0..self.block.len() {
            for low in 0..high {
                let cost = self.cost(low, high);
                note_least(least, self.block[low], self.block[high], cost);
            }
        }
    }

    /// Adds the cheapest pairs inside the block, then those of rivals.
    fn keep_cheapest(&self, least: &[Option<T>], breadth: Breadth, graph: &mut Graph<T>) {
        let count = self.block.len();
        let duals: Vec<T> = (self.block.iter())
            .filter_map(|&vertex| least[vertex].as_ref().map(Number::half))
            .collect();
        if duals.len() < count {
            return;
        }
        let mut lists: Vec<Shortlist<T>> = (0..count).map(|_| Shortlist::new()).collect();
        for high in 0..count {
            for low in 0..high {
                self.offer(&duals, &mut lists, breadth.near, low, high);
            }
        }
        let near: Vec<Vec<usize>> = (lists.iter_mut())
            .map(|list| list.take().map(|(_, partner)| partner).collect())
            .collect();
        self.take_in(&near, graph);
        self.offer_rivals(&near, &duals, &mut lists, breadth.rival);
        let rivals: Vec<Vec<usize>> = (lists.iter_mut())
            .map(|list| list.take().map(|(_, partner)| partner).collect())
            .collect();
        self.take_in(&rivals, graph);
    }

    fn offer(&self, duals: &[T], lists: &mut [Shortlist<T>], most: usize, low: usize, high: usize) {
        let mut slack = self.cost(low, high).less(&duals[low]);
        slack.subtract(&duals[high]);
        lists[low].offer(&slack, high, most);
        lists[high].offer(&slack, low, most);
    }

    /// Offers each vertex those who share a partner with it.
    ///
    /// Where half of a block wants the other half, for instance by colour, the cheapest pairs never
    /// join two of the same half; but when a half is too large by one, such a pair decides.
    fn offer_rivals(
        &self,
        near: &[Vec<usize>],
        duals: &[T],
        lists: &mut [Shortlist<T>],
        most: usize,
    ) {
        let mut partners = vec![Vec::new(); near.len()];
        for (place, chosen) in near.iter().enumerate() {
            for &partner in chosen {
                partners[place].push(partner);
                partners[partner].push(place);
            }
        }
        let mut seen_by: Vec<Option<usize>> = vec![None; near.len()];
        for (place, own) in partners.iter().enumerate() {
            for &partner in own {
                seen_by[partner] = Some(place);
            }
            for &rival in own.iter().flat_map(|&partner| &partners[partner]) {
                if rival > place && seen_by[rival] != Some(place) {
                    seen_by[rival] = Some(place);
                    self.offer(duals, lists, most, place, rival);
                }
            }
        }
    }

    fn take_in(&self, chosen: &[Vec<usize>], graph: &mut Graph<T>) {
        for (place, partners) in chosen.iter().enumerate() {
            for &partner in partners {
                let (a, b) = (self.block[place], self.block[partner]);
                if !graph.contains(a, b) {
                    graph.add(a, b, self.cost(place, partner).clone());
                }
            }
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

    fn take(&mut self) -> std::vec::Drain<'_, (T, usize)> {
        self.worst = 0;
        self.kept.drain(..)
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
    costs: &dyn Priced,
    duals: &[T],
    lists: &mut [Shortlist<T>],
    most: usize,
    (a, b): (usize, usize),
) {
    let paid = duals[a].plus(&duals[b]);
    let cost = match (lists[a].bound(most), lists[b].bound(most)) {
        (Some(one), Some(other)) => costs.cost_below(a, b, &one.max(other).plus(&paid)),
        (None, _) | (_, None) => Some(costs.cost(a, b)),
    };
    if let Some(cost) = cost {
        let slack = cost.less(&paid);
        lists[a].offer(&slack, b, most);
        lists[b].offer(&slack, a, most);
    }
}

fn take_in<T: Number>(
    block: &[usize],
    lists: &mut [Shortlist<T>],
    duals: &[T],
    graph: &mut Graph<T>,
) {
    for &vertex in block {
        for (slack, partner) in lists[vertex].take() {
            if !graph.contains(vertex, partner) {
                let cost = slack.plus(&duals[vertex]).plus(&duals[partner]);
                graph.add(vertex, partner, cost);
            }
        }
    }
}

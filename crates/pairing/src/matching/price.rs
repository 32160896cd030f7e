//! Pricing: every pair against the duals, candidate or not.

use super::forest::Forest;
use super::number::Number;
use super::packing::Priced;

/// At most this many too cheap pairs are reported per vertex and round; the next round sees the
/// rest, most of which the first few have put right by then.
const PER_VERTEX: usize = 6;

/// Pairs that are cheaper than the duals allow, the worst first.
///
/// Pairs of which neither end has moved since the last time were seen then and are passed over.
pub(super) fn violated<T: Number>(
    forest: &mut Forest<T>,
    costs: &dyn Priced,
) -> Vec<(usize, usize, T)> {
    let size = forest.size;
    let packing = costs.packing();
    let heads: Vec<i128> = (forest.dual[..size].iter())
        .map(|dual| packing.head(dual))
        .collect();
    let blocks: Vec<usize> = (0..size).map(|vertex| costs.block(vertex)).collect();
    let mut by_block: Vec<usize> = (0..size).collect();
    by_block.sort_by_key(|&vertex| blocks[vertex]);
    let nesting = Nesting::of(forest, &by_block);
    let mut all = Vec::new();
    let mut found = Vec::new();
    let mut unfinished = Vec::new();
    for (place, &vertex) in nesting.order.iter().enumerate() {
        let mut next = place + 1;
        let mut look = |from: usize, to: usize, limit: &T| {
            let head = packing.head(limit);
            let has_moved = forest.has_moved[vertex];
            for &other in &nesting.order[from..to] {
                if !has_moved && !forest.has_moved[other] {
                    continue;
                }
                if blocks[other] != blocks[vertex]
                    && costs.is_head_enough(vertex, other, head + heads[other])
                {
                    continue;
                }
                let bound = limit.plus(&forest.dual[other]);
                if let Some(cost) = costs.cost_below(vertex, other, &bound) {
                    found.push((cost.less(&bound), vertex, other, cost));
                }
            }
        };
        let mut within = forest.parent[vertex];
        while let Some(blossom) = within {
            let end = nesting.end[blossom];
            if next < end {
                look(
                    next,
                    end,
                    &forest.dual[vertex].less(&nesting.shared[blossom]),
                );
                next = end;
            }
            within = forest.parent[blossom];
        }
        look(next, size, &forest.dual[vertex]);
        if found.len() > PER_VERTEX {
            found.select_nth_unstable(PER_VERTEX);
            found.truncate(PER_VERTEX);
            unfinished.push(vertex);
        }
        all.append(&mut found);
    }
    forest.has_moved.fill(false);
    for vertex in unfinished {
        forest.has_moved[vertex] = true;
    }
    all.sort_unstable();
    all.into_iter()
        .map(|(_, vertex, other, cost)| (vertex, other, cost))
        .collect()
}

/// Vertices in an order in which every blossom is one stretch.
struct Nesting<T> {
    order: Vec<usize>,
    /// Where the stretch of each blossom ends.
    end: Vec<usize>,
    /// The duals of each blossom and all that hold it, added up.
    shared: Vec<T>,
}

impl<T: Number> Nesting<T> {
    /// Vertices of one block stay together where blossoms let them: neighbours then behave alike,
    /// which the processor likes.
    fn of(forest: &Forest<T>, by_block: &[usize]) -> Self {
        let mut nesting = Self {
            order: Vec::with_capacity(forest.size),
            end: vec![0; forest.dual.len()],
            shared: forest.dual.clone(),
        };
        let mut seen = vec![false; forest.dual.len()];
        for &vertex in by_block {
            let top = forest.top[vertex];
            if !seen[top] {
                seen[top] = true;
                nesting.visit(forest, top);
            }
        }
        nesting
    }

    fn visit(&mut self, forest: &Forest<T>, node: usize) {
        if !forest.is_blossom(node) {
            self.order.push(node);
            return;
        }
        for &child in &forest.children[node] {
            if forest.is_blossom(child) {
                let outer = self.shared[node].clone();
                self.shared[child].add(&outer);
            }
            self.visit(forest, child);
        }
        self.end[node] = self.order.len();
    }
}

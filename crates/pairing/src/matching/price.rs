//! Pricing: every pair against the duals, candidate or not.

use super::costs::Costs;
use super::forest::Forest;
use super::number::Number;
use super::packing::Packing;

/// At most this many too cheap pairs are reported per vertex and round; the next round sees the
/// rest, most of which the first few have put right by then.
const PER_VERTEX: usize = 6;

/// Pairs that are cheaper than the duals allow, the worst first.
pub(super) fn violated<T: Number>(
    forest: &Forest<T>,
    costs: &impl Costs,
    packing: &Packing,
) -> Vec<(usize, usize, T)> {
    let nesting = Nesting::of(forest);
    let size = forest.size;
    let mut all = Vec::new();
    let mut found = Vec::new();
    for (place, &vertex) in nesting.order.iter().enumerate() {
        let mut next = place + 1;
        let mut look = |from: usize, to: usize, limit: &T| {
            for &other in &nesting.order[from..to] {
                let bound = limit.plus(&forest.dual[other]);
                if let Some(cost) = packing.cost_below(costs, vertex, other, &bound) {
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
        }
        all.append(&mut found);
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
    fn of(forest: &Forest<T>) -> Self {
        let mut nesting = Self {
            order: Vec::with_capacity(forest.size),
            end: vec![0; forest.dual.len()],
            shared: forest.dual.clone(),
        };
        let mut seen = vec![false; forest.dual.len()];
        for vertex in 0..forest.size {
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

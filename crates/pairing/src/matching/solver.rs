//! The run: candidates, a first matching, searches, pricing of all other pairs, repairs.

use super::Integer;
use super::candidates::{self, Breadth};
use super::forest::Forest;
use super::graph::Graph;
use super::number::Number;
use super::packing::Priced;
use super::price;
use super::proof::{Blossom, Proof};
use super::tree::Tree;
use super::watch::{Progress, Watch};

/// Which pairs the searches may use from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A few cheap partners per vertex; pricing finds what is missing.
    Sparse(Breadth),
    /// Every pair, so that nothing needs pricing: slower, and simpler.
    Dense,
}

/// A matching with the duals that prove it.
pub(super) struct Solved {
    pub(super) mates: Vec<usize>,
    pub(super) proof: Proof,
}

/// Finds the cheapest perfect matching of an even number of vertices; none if the watch ends the search.
pub(super) fn run<T: Number>(costs: &dyn Priced, start: Start, watch: Watch<'_>) -> Option<Solved> {
    let size = costs.vertices();
    let zero = T::zero(costs.packing().limbs);
    let candidates::Start { graph, duals } = match start {
        Start::Sparse(breadth) => candidates::cheap(costs, breadth),
        Start::Dense => candidates::all(costs),
    };
    let mut solver = Solver {
        forest: Forest::new(duals, &zero),
        tree: Tree::new(size, &zero),
        graph,
        costs,
        watch,
    };
    solver.match_greedily();
    loop {
        solver.search_all()?;
        if start == Start::Dense {
            break;
        }
        let violated = price::violated(&mut solver.forest, costs);
        if violated.is_empty() {
            break;
        }
        solver.repair(violated);
    }
    Some(solver.solved())
}

struct Solver<'c, T> {
    forest: Forest<T>,
    tree: Tree<T>,
    graph: Graph<T>,
    costs: &'c dyn Priced,
    watch: Watch<'c>,
}

impl<T: Number> Solver<'_, T> {
    /// Raises each free vertex until a pair is tight and takes that pair if both are free.
    fn match_greedily(&mut self) {
        for vertex in 0..self.forest.size {
            if self.forest.mate[vertex].is_some() {
                continue;
            }
            let slack_to = |to: usize, cost: &T| cost.less(&self.forest.dual[to]);
            let least = self
                .graph
                .arcs(vertex)
                .iter()
                .map(|&arc| {
                    let to = arc.to as usize;
                    let taken = self.forest.mate[to].is_some();
                    (slack_to(to, self.graph.cost(arc)), taken, to)
                })
                .min();
            if let Some((dual, taken, to)) = least {
                self.forest.dual[vertex] = dual;
                if !taken {
                    self.forest.mate[vertex] = Some(to);
                    self.forest.mate[to] = Some(vertex);
                }
            }
        }
    }

    /// Matches every free vertex; none if the watch ends it.
    fn search_all(&mut self) -> Option<()> {
        self.report()?;
        let mut free: Vec<usize> = (0..self.forest.size).rev().collect();
        while let Some(root) = free.pop() {
            if self.forest.mate[root].is_some() {
                continue;
            }
            self.report()?;
            let violated = self
                .tree
                .grow(root, &mut self.forest, &mut self.graph, self.costs);
            if !violated.is_empty() {
                free.push(root);
                free.extend(self.repair(violated));
            }
        }
        Some(())
    }

    /// Tells the watch how far it is; none if that ends the search.
    fn report(&self) -> Option<()> {
        let matched = self.forest.mate.iter().flatten().count();
        let of = self.forest.size;
        (self.watch)(Progress { matched, of }).then_some(())
    }

    /// Takes in pairs that are cheaper than the duals allow: one vertex of each gives way until the
    /// pair is no longer too cheap, and is free again. Returns the vertices that may be free now.
    fn repair(&mut self, violated: Vec<(usize, usize, T)>) -> Vec<usize> {
        let mut freed = Vec::new();
        for (a, b, cost) in violated {
            if !self.graph.contains(a, b) {
                self.graph.add(a, b, cost.clone());
            }
            if self.forest.top[a] != self.forest.top[b] && !self.slack(a, b, &cost).is_negative() {
                continue;
            }
            let yielding = self.cheaper_to_free(a, b);
            loop {
                let top = self.forest.top[yielding];
                if !self.forest.is_blossom(top) {
                    break;
                }
                let base = self.forest.base[top];
                freed.push(base);
                freed.extend(self.forest.mate[base]);
                self.forest.dissolve(top);
            }
            let slack = self.slack(a, b, &cost);
            if slack.is_negative() {
                self.forest.add_inside(yielding, &slack);
                freed.push(yielding);
                freed.extend(self.forest.mate[yielding]);
                self.forest.part(yielding);
            }
        }
        freed
    }

    /// The slack of a pair no blossom holds both ends of.
    fn slack(&self, a: usize, b: usize, cost: &T) -> T {
        let mut slack = cost.less(&self.forest.dual[a]);
        slack.subtract(&self.forest.dual[b]);
        slack
    }

    fn cheaper_to_free(&self, a: usize, b: usize) -> usize {
        let price = |vertex: usize| {
            let in_blossom = self.forest.is_blossom(self.forest.top[vertex]);
            (in_blossom, self.forest.mate[vertex].is_some(), vertex)
        };
        if price(a) <= price(b) { a } else { b }
    }

    fn solved(self) -> Solved {
        let size = self.forest.size;
        let integer = |number: &T| Integer::from_limbs(number.limbs());
        let mut blossoms = Vec::new();
        for node in size..self.forest.dual.len() {
            if self.forest.children[node].is_empty() || self.forest.dual[node].is_zero() {
                continue;
            }
            let mut vertices = self.forest.members(&node).to_vec();
            vertices.sort_unstable();
            blossoms.push(Blossom {
                vertices,
                dual: integer(&self.forest.dual[node]),
            });
        }
        Solved {
            mates: (self.forest.mate.iter())
                .map(|mate| mate.expect("searches match every vertex"))
                .collect(),
            proof: Proof {
                bits: self.costs.packing().bits,
                vertices: self.forest.dual[..size].iter().map(integer).collect(),
                blossoms,
            },
        }
    }
}

#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;

#[cfg(test)]
mod tests {
    use super::super::check::verify;
    use super::super::costs::{Costs, Level};
    use super::super::number::{Vast, Wide};
    use super::super::packing::{Packing, PricedCosts};
    use super::super::watch::unwatched;
    use super::dice::Dice;
    use super::*;
    use std::ops::ControlFlow;

    /// Vertices in blocks, cheap inside a block, with ties and a few expensive pairs.
    struct Blocks {
        seed: u64,
        blocks: Vec<usize>,
    }

    impl Blocks {
        fn new(seed: u64, size: usize) -> Self {
            let mut dice = Dice(seed);
            let most = size as u64 / 5;
            let blocks = (0..size).map(|_| dice.up_to(most) as usize).collect();
            Self { seed, blocks }
        }
    }

    impl Costs for Blocks {
        fn vertices(&self) -> usize {
            self.blocks.len()
        }

        fn levels(&self) -> &[Level] {
            const {
                &[
                    Level::up_to(1),
                    Level::up_to(1000),
                    Level::up_to(50),
                    Level::up_to(7),
                ]
            }
        }

        fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
        where
            F: FnMut(usize, u64) -> ControlFlow<()>,
        {
            let mut dice = Dice(self.seed ^ (a as u64) << 20 ^ (b as u64) << 40);
            emit(0, u64::from(dice.up_to(3) == 0))?;
            emit(1, self.blocks[a].abs_diff(self.blocks[b]) as u64)?;
            emit(2, dice.up_to(50))?;
            emit(3, dice.up_to(7))
        }

        fn block(&self, vertex: usize) -> usize {
            self.blocks[vertex]
        }
    }

    /// However few pairs a run starts from, pricing and repairs bring it to the same proven total.
    #[test]
    fn starved_starts_end_in_the_same_optimum() {
        for seed in 0..300 {
            let costs = Blocks::new(seed, 6 + 2 * (seed as usize % 40));
            let packing = Packing::new(costs.levels(), costs.vertices());
            let priced = PricedCosts {
                costs: &costs,
                packing: &packing,
            };
            let dense = run::<Wide<2>>(&priced, Start::Dense, &unwatched).unwrap();
            assert_eq!(verify(&costs, &dense.mates, &dense.proof), Ok(()), "{seed}");
            for (near, far) in [(0, 0), (1, 0), (2, 1)] {
                let start = Start::Sparse(Breadth::starved(near, far));
                let solved = run::<Wide<2>>(&priced, start, &unwatched).unwrap();
                assert_eq!(
                    verify(&costs, &solved.mates, &solved.proof),
                    Ok(()),
                    "{seed}"
                );
                let vast = run::<Vast>(&priced, start, &unwatched).unwrap();
                assert_eq!(
                    (vast.mates, vast.proof),
                    (solved.mates, solved.proof),
                    "{seed}"
                );
            }
        }
    }
}

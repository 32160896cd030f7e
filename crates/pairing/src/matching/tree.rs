//! One search: an alternating tree grown from a free vertex until it reaches another.
//!
//! Duals inside the tree move together, so they are not touched step by step: while a node is in
//! the tree its stored dual is the one it had less (outer) or plus (inner) the tree's `delta` at
//! the moment it joined. Every event then has a key that does not change: the `delta` at which it
//! happens.

use super::forest::{Forest, Link};
use super::graph::{Graph, index};
use super::number::Number;
use super::packing::Priced;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// What a node is in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An even number of links from the root: its duals rise.
    Outer,
    /// An odd number of links from the root: its duals fall.
    Inner,
}

/// What happens when `delta` reaches an event's key.
#[derive(Clone, Copy)]
enum Act {
    /// The pair from an outer vertex to one outside the tree becomes tight.
    Reach { from: u32, to: u32 },
    /// The pair between two outer vertices becomes tight.
    Meet { from: u32, to: u32 },
    /// An inner blossom's dual reaches zero.
    Expand { blossom: u32 },
}

struct Event<T> {
    key: T,
    /// Equal keys come in the order they were seen, so that runs repeat.
    order: u64,
    act: Act,
}

impl<T: Ord> Ord for Event<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key
            .cmp(&other.key)
            .then_with(|| self.order.cmp(&other.order))
    }
}

impl<T: Ord> PartialOrd for Event<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> PartialEq for Event<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Ord> Eq for Event<T> {}

/// The working memory of searches, reused from one to the next.
pub(super) struct Tree<T> {
    zero: T,
    delta: T,
    /// The key of the cheapest known way to a free vertex; later events cannot matter.
    limit: Option<T>,
    events: BinaryHeap<Reverse<Event<T>>>,
    /// Events pushed so far, over all searches.
    order: u64,
    /// The `order` at which a vertex last left the tree; its dual moved while it was inner, so
    /// older events that reach it no longer hold.
    left_at: Vec<u64>,
    role: Vec<Option<Role>>,
    /// The link through which a node joined the tree; the root has none.
    entry: Vec<Option<Link>>,
    /// Every node that had a role in this search.
    touched: Vec<usize>,
    /// Outer vertices whose pairs have not been looked at.
    unscanned: Vec<usize>,
    /// The cheapest key seen to each node outside the tree, and the search it was seen in.
    best: Vec<(u32, T)>,
    mark: Vec<u32>,
    search: u32,
    walk: u32,
}

impl<T: Number> Tree<T> {
    pub(super) fn new(size: usize, zero: &T) -> Self {
        let nodes = size + size / 2 + 1;
        Self {
            zero: zero.clone(),
            delta: zero.clone(),
            limit: None,
            events: BinaryHeap::new(),
            order: 0,
            left_at: vec![0; size],
            role: vec![None; nodes],
            entry: vec![None; nodes],
            touched: Vec::new(),
            unscanned: Vec::new(),
            best: vec![(0, zero.clone()); nodes],
            mark: vec![0; nodes],
            search: 0,
            walk: 0,
        }
    }

    /// Matches the free vertex `root` by growing a tree until it reaches another free vertex.
    ///
    /// Stops short when it needs pairs that are not candidates yet and one of them is cheaper than
    /// the duals allow; those pairs are returned and `root` stays free.
    pub(super) fn grow(
        &mut self,
        root: usize,
        forest: &mut Forest<T>,
        graph: &mut Graph<T>,
        costs: &dyn Priced,
    ) -> Vec<(usize, usize, T)> {
        self.search += 1;
        self.delta = self.zero.clone();
        self.limit = None;
        self.join_outer(forest, forest.top[root], None);
        loop {
            while let Some(vertex) = self.unscanned.pop() {
                self.scan(forest, graph, vertex);
            }
            let Some(Reverse(event)) = self.events.pop() else {
                let violated = self.widen(forest, graph, costs);
                if violated.is_empty() {
                    continue;
                }
                self.finish(forest);
                return violated;
            };
            match event.act {
                Act::Reach { from, to } => {
                    let link = Link::new(from as usize, to as usize);
                    let node = forest.top[link.to];
                    if self.role[node].is_some() || event.order <= self.left_at[link.to] {
                        continue;
                    }
                    self.advance(event.key);
                    if forest.is_free(node) {
                        self.augment(forest, link);
                        self.finish(forest);
                        return Vec::new();
                    }
                    self.extend(forest, link, node);
                }
                Act::Meet { from, to } => {
                    let link = Link::new(from as usize, to as usize);
                    if forest.top[link.from] != forest.top[link.to] {
                        self.advance(event.key);
                        self.contract(forest, link);
                    }
                }
                Act::Expand { blossom } => {
                    let blossom = blossom as usize;
                    if self.role[blossom] == Some(Role::Inner) {
                        self.advance(event.key);
                        self.expand(forest, graph, blossom);
                    }
                }
            }
        }
    }

    fn push(&mut self, key: T, act: Act) {
        if self.limit.as_ref().is_none_or(|limit| key < *limit) {
            self.order += 1;
            self.events.push(Reverse(Event {
                key,
                order: self.order,
                act,
            }));
        }
    }

    fn advance(&mut self, key: T) {
        debug_assert!(self.delta <= key, "events come in order");
        self.delta = key;
    }

    fn twice_delta(&self) -> T {
        self.delta.plus(&self.delta)
    }

    /// Makes a node outer. Its vertices are scanned later.
    fn join_outer(&mut self, forest: &mut Forest<T>, node: usize, entry: Option<Link>) {
        self.role[node] = Some(Role::Outer);
        self.entry[node] = entry;
        self.touched.push(node);
        self.unscanned.extend_from_slice(forest.members(&node));
        forest.subtract_inside(node, &self.delta);
        if forest.is_blossom(node) {
            forest.dual[node].subtract(&self.twice_delta());
        }
    }

    /// Makes a node inner; a blossom will be taken apart when its dual is used up.
    fn join_inner(&mut self, forest: &mut Forest<T>, node: usize, entry: Link) {
        self.role[node] = Some(Role::Inner);
        self.entry[node] = Some(entry);
        self.touched.push(node);
        forest.add_inside(node, &self.delta);
        if forest.is_blossom(node) {
            forest.dual[node].add(&self.twice_delta());
            let key = forest.dual[node].half();
            self.push(
                key,
                Act::Expand {
                    blossom: index(node),
                },
            );
        }
    }

    /// Adds a matched node and its mate's node to the tree.
    fn extend(&mut self, forest: &mut Forest<T>, link: Link, node: usize) {
        self.join_inner(forest, node, link);
        let base = forest.base[node];
        let mate = forest.mate[base].expect("a free node ends the search");
        self.join_outer(forest, forest.top[mate], Some(Link::new(base, mate)));
    }

    /// Looks at the candidate pairs of an outer vertex.
    fn scan(&mut self, forest: &Forest<T>, graph: &Graph<T>, vertex: usize) {
        let own = forest.top[vertex];
        let dual = &forest.dual[vertex];
        for &arc in graph.arcs(vertex) {
            let to = arc.to as usize;
            let node = forest.top[to];
            if node == own {
                continue;
            }
            match self.role[node] {
                Some(Role::Inner) => {}
                Some(Role::Outer) => {
                    let mut key = graph.cost(arc).less(dual);
                    key.subtract(&forest.dual[to]);
                    debug_assert!(key.limbs()[0] & 1 == 0, "costs are doubled");
                    self.push(
                        key.half(),
                        Act::Meet {
                            from: index(vertex),
                            to: arc.to,
                        },
                    );
                }
                None => {
                    let mut key = graph.cost(arc).less(dual);
                    key.subtract(&forest.dual[to]);
                    self.sight(forest, key, vertex, to, node);
                }
            }
        }
    }

    /// Notes a pair from an outer vertex to a node outside the tree.
    fn sight(&mut self, forest: &Forest<T>, key: T, from: usize, to: usize, node: usize) {
        let (seen_in, best) = &self.best[node];
        if *seen_in == self.search && *best <= key {
            return;
        }
        if self.limit.as_ref().is_some_and(|limit| *limit <= key) {
            return;
        }
        self.best[node] = (self.search, key.clone());
        let reach = Act::Reach {
            from: index(from),
            to: index(to),
        };
        self.push(key.clone(), reach);
        if forest.is_free(node) {
            self.limit = Some(key);
        }
    }

    /// Closes the ring that a tight pair between two outer nodes makes.
    fn contract(&mut self, forest: &mut Forest<T>, link: Link) {
        let (left, right) = (forest.top[link.from], forest.top[link.to]);
        let apex = self.common_ancestor(forest, left, right);
        let mut children = Vec::new();
        let mut links = Vec::new();
        let mut node = left;
        while node != apex {
            children.push(node);
            let entry = self.entry[node].expect("only the root has no entry");
            links.push(entry);
            node = forest.top[entry.from];
        }
        children.push(apex);
        children.reverse();
        links.reverse();
        links.push(link);
        let mut node = right;
        while node != apex {
            children.push(node);
            let entry = self.entry[node].expect("only the root has no entry");
            links.push(entry.reversed());
            node = forest.top[entry.from];
        }
        self.leave_for_ring(forest, &children);
        let entry = self.entry[apex];
        let blossom = forest.close_ring(children, links);
        forest.dual[blossom] = self.zero.less(&self.twice_delta());
        self.role[blossom] = Some(Role::Outer);
        self.entry[blossom] = entry;
        self.touched.push(blossom);
    }

    /// Nodes about to become children of an outer blossom lose their roles: blossom duals are
    /// settled, and inner vertices become outer ones to be scanned.
    fn leave_for_ring(&mut self, forest: &mut Forest<T>, children: &[usize]) {
        let twice = self.twice_delta();
        for &child in children {
            match self.role[child].take() {
                Some(Role::Outer) => {
                    if forest.is_blossom(child) {
                        forest.dual[child].add(&twice);
                    }
                }
                Some(Role::Inner) => {
                    if forest.is_blossom(child) {
                        forest.dual[child].subtract(&twice);
                    }
                    self.unscanned.extend_from_slice(forest.members(&child));
                    forest.subtract_inside(child, &twice);
                }
                None => unreachable!("every node of a ring is in the tree"),
            }
        }
    }

    fn common_ancestor(&mut self, forest: &Forest<T>, left: usize, right: usize) -> usize {
        self.walk += 1;
        let mut ends = [Some(left), Some(right)];
        let mut turn = 0;
        loop {
            if let Some(node) = ends[turn] {
                if self.mark[node] == self.walk {
                    return node;
                }
                self.mark[node] = self.walk;
                ends[turn] = self.entry[node].map(|entry| forest.top[entry.from]);
            }
            turn = 1 - turn;
        }
    }

    /// Takes apart an inner blossom whose dual is zero. The even way round the ring from where the
    /// tree enters to the base stays in the tree; the other children leave it.
    fn expand(&mut self, forest: &mut Forest<T>, graph: &Graph<T>, blossom: usize) {
        let entry = self.entry[blossom].expect("inner nodes have an entry");
        let start = forest.child_index(blossom, entry.to);
        self.role[blossom] = None;
        forest.subtract_inside(blossom, &self.delta);
        forest.dual[blossom] = self.zero.clone();
        let (children, links) = forest.open_ring(blossom);
        let count = children.len();
        self.join_inner(forest, children[start], entry);
        if start % 2 == 1 {
            for at in (start..count).step_by(2) {
                self.join_outer(forest, children[at + 1], Some(links[at]));
                self.join_inner(forest, children[(at + 2) % count], links[at + 1]);
            }
        } else {
            for at in (2..=start).rev().step_by(2) {
                self.join_outer(forest, children[at - 1], Some(links[at - 1].reversed()));
                self.join_inner(forest, children[at - 2], links[at - 2].reversed());
            }
        }
        for &child in &children {
            if self.role[child].is_none() {
                self.sight_from_tree(forest, graph, child);
            }
        }
    }

    /// A node that was inside an inner blossom is outside the tree now: pairs from outer vertices,
    /// passed over while it was inner, count again.
    fn sight_from_tree(&mut self, forest: &Forest<T>, graph: &Graph<T>, node: usize) {
        let inside = forest.members(&node);
        for &vertex in inside {
            self.left_at[vertex] = self.order;
        }
        for &vertex in inside {
            for &arc in graph.arcs(vertex) {
                let outer = arc.to as usize;
                if self.role[forest.top[outer]] == Some(Role::Outer) {
                    let mut key = graph.cost(arc).less(&forest.dual[outer]);
                    key.subtract(&forest.dual[vertex]);
                    self.sight(forest, key, outer, vertex, node);
                }
            }
        }
    }

    /// Swaps matched and unmatched pairs along the way from the root to a free node.
    fn augment(&mut self, forest: &mut Forest<T>, link: Link) {
        forest.rebase(forest.top[link.to], link.to);
        let mut link = link;
        loop {
            let outer = forest.top[link.from];
            forest.rebase(outer, link.from);
            forest.mate[link.from] = Some(link.to);
            forest.mate[link.to] = Some(link.from);
            let Some(entry) = self.entry[outer] else {
                return;
            };
            let inner = forest.top[entry.from];
            link = self.entry[inner].expect("inner nodes have an entry");
            forest.rebase(inner, link.to);
        }
    }

    /// Settles every dual in the tree and forgets it.
    fn finish(&mut self, forest: &mut Forest<T>) {
        let twice = self.twice_delta();
        while let Some(node) = self.touched.pop() {
            let Some(role) = self.role[node].take() else {
                continue;
            };
            match role {
                Role::Outer => {
                    forest.add_inside(node, &self.delta);
                    if forest.is_blossom(node) {
                        forest.dual[node].add(&twice);
                    }
                }
                Role::Inner => {
                    forest.subtract_inside(node, &self.delta);
                    if forest.is_blossom(node) {
                        forest.dual[node].subtract(&twice);
                    }
                }
            }
        }
        self.events.clear();
        self.unscanned.clear();
    }

    /// No candidate pair leads on: gives every outer vertex its cheapest missing pair, and returns
    /// those that are too cheap for the duals instead of adding them.
    ///
    /// All pairs exist and the number of vertices is even, so there is always one to add.
    fn widen(
        &mut self,
        forest: &Forest<T>,
        graph: &mut Graph<T>,
        costs: &dyn Priced,
    ) -> Vec<(usize, usize, T)> {
        let twice = self.twice_delta();
        let mut violated = Vec::new();
        for vertex in 0..forest.size {
            if self.role[forest.top[vertex]] != Some(Role::Outer) {
                continue;
            }
            if let Some(found) = self.cheapest_missing(forest, graph, costs, vertex) {
                if found.twice_key < twice {
                    violated.push((vertex, found.to, found.cost));
                } else {
                    graph.add(vertex, found.to, found.cost);
                    self.unscanned.push(vertex);
                }
            }
        }
        violated
    }

    fn cheapest_missing(
        &self,
        forest: &Forest<T>,
        graph: &Graph<T>,
        costs: &dyn Priced,
        vertex: usize,
    ) -> Option<Missing<T>> {
        let own = forest.top[vertex];
        let mut best: Option<Missing<T>> = None;
        for to in 0..forest.size {
            let node = forest.top[to];
            let role = self.role[node];
            if node == own || role == Some(Role::Inner) || graph.contains(vertex, to) {
                continue;
            }
            let duals = forest.dual[vertex].plus(&forest.dual[to]);
            let cost = match &best {
                None => costs.cost(vertex, to),
                // The slack alone decides, or counts twice: either way it must be below the best.
                Some(best) => {
                    let bound = best.twice_key.plus(&duals);
                    match costs.cost_below(vertex, to, &bound) {
                        Some(cost) => cost,
                        None => continue,
                    }
                }
            };
            let slack = cost.less(&duals);
            let twice_key = match role {
                Some(_) => slack,
                None => slack.plus(&slack),
            };
            if best.as_ref().is_none_or(|best| twice_key < best.twice_key) {
                best = Some(Missing {
                    to,
                    cost,
                    twice_key,
                });
            }
        }
        best
    }
}

/// A pair that is no candidate yet.
struct Missing<T> {
    to: usize,
    cost: T,
    /// Twice the `delta` at which it becomes tight.
    twice_key: T,
}

//! Matched vertices and nested blossoms: the structure every search walks and reshapes.

use super::number::Number;

/// An edge between two vertices, seen from its first end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Link {
    pub(super) fn new(from: usize, to: usize) -> Self {
        Self { from, to }
    }

    pub(super) fn reversed(self) -> Self {
        Self::new(self.to, self.from)
    }
}

/// Vertices are nodes `0..n`; blossoms are the nodes after them.
///
/// A blossom is an odd ring of nodes. Its first child holds the base, the one vertex matched
/// outside (or free); the other children are matched in twos along the ring.
pub(super) struct Forest<T> {
    pub(super) size: usize,
    pub(super) mate: Vec<Option<usize>>,
    /// The dual of each vertex, and of each blossom from index `size` on.
    pub(super) dual: Vec<T>,
    /// The outermost node that holds each vertex.
    pub(super) top: Vec<usize>,
    /// Whether a vertex's dual, or that of a blossom around it, may have moved since all its pairs
    /// were last priced.
    pub(super) has_moved: Vec<bool>,
    pub(super) parent: Vec<Option<usize>>,
    pub(super) base: Vec<usize>,
    pub(super) children: Vec<Vec<usize>>,
    /// The vertices inside each blossom.
    members: Vec<Vec<usize>>,
    /// `links[b][i]` joins child `i` of `b` to the next one round the ring.
    pub(super) links: Vec<Vec<Link>>,
    spare: Vec<usize>,
}

impl<T: Number> Forest<T> {
    pub(super) fn new(duals: Vec<T>, zero: &T) -> Self {
        let size = duals.len();
        // Odd sets of at least three that nest or lie apart: fewer than half as many as vertices.
        let nodes = size + size / 2 + 1;
        let mut dual = duals;
        dual.resize(nodes, zero.clone());
        Self {
            size,
            mate: vec![None; size],
            dual,
            top: (0..size).collect(),
            has_moved: vec![true; size],
            parent: vec![None; nodes],
            base: (0..nodes).collect(),
            children: vec![Vec::new(); nodes],
            members: vec![Vec::new(); nodes],
            links: vec![Vec::new(); nodes],
            spare: (size..nodes).rev().collect(),
        }
    }

    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node >= self.size
    }

    pub(super) fn is_free(&self, node: usize) -> bool {
        self.mate[self.base[node]].is_none()
    }

    /// The vertices inside a node.
    pub(super) fn members<'s>(&'s self, node: &'s usize) -> &'s [usize] {
        if self.is_blossom(*node) {
            &self.members[*node]
        } else {
            std::slice::from_ref(node)
        }
    }

    /// Adds to the dual of every vertex inside a node.
    /// Every way into or out of a tree comes through here or [`Self::subtract_inside`].
    pub(super) fn add_inside(&mut self, node: usize, amount: &T) {
        if self.is_blossom(node) {
            for &vertex in &self.members[node] {
                self.dual[vertex].add(amount);
                self.has_moved[vertex] = true;
            }
        } else {
            self.dual[node].add(amount);
            self.has_moved[node] = true;
        }
    }

    /// Subtracts from the dual of every vertex inside a node.
    pub(super) fn subtract_inside(&mut self, node: usize, amount: &T) {
        if self.is_blossom(node) {
            for &vertex in &self.members[node] {
                self.dual[vertex].subtract(amount);
                self.has_moved[vertex] = true;
            }
        } else {
            self.dual[node].subtract(amount);
            self.has_moved[node] = true;
        }
    }

    /// Closes a ring of nodes into a new blossom with the base of the first.
    pub(super) fn close_ring(&mut self, children: Vec<usize>, links: Vec<Link>) -> usize {
        let blossom = self.spare.pop().expect("nested odd sets are few");
        self.base[blossom] = self.base[children[0]];
        self.parent[blossom] = None;
        let mut members = std::mem::take(&mut self.members[blossom]);
        for child in &children {
            self.parent[*child] = Some(blossom);
            members.extend_from_slice(self.members(child));
        }
        for &vertex in &members {
            self.top[vertex] = blossom;
        }
        self.members[blossom] = members;
        self.children[blossom] = children;
        self.links[blossom] = links;
        blossom
    }

    /// Takes an outermost blossom apart; its children become outermost and are returned with the
    /// ring's links.
    pub(super) fn open_ring(&mut self, blossom: usize) -> (Vec<usize>, Vec<Link>) {
        let children = std::mem::take(&mut self.children[blossom]);
        let links = std::mem::take(&mut self.links[blossom]);
        for &child in &children {
            self.parent[child] = None;
            if self.is_blossom(child) {
                for &vertex in &self.members[child] {
                    self.top[vertex] = child;
                }
            } else {
                self.top[child] = child;
            }
        }
        self.members[blossom].clear();
        self.spare.push(blossom);
        (children, links)
    }

    /// Which child of `blossom` holds `vertex`.
    pub(super) fn child_index(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while let Some(parent) = self.parent[node] {
            if parent == blossom {
                break;
            }
            node = parent;
        }
        self.children[blossom]
            .iter()
            .position(|&child| child == node)
            .expect("the vertex is inside the blossom")
    }

    /// Rearranges the matching inside `node` so that `vertex` becomes its base.
    pub(super) fn rebase(&mut self, node: usize, vertex: usize) {
        if !self.is_blossom(node) || self.base[node] == vertex {
            return;
        }
        let at = self.child_index(node, vertex);
        let count = self.children[node].len();
        self.rebase(self.children[node][at], vertex);
        if at % 2 == 1 {
            for index in (at + 1..count).step_by(2) {
                self.match_ring(node, index);
            }
        } else {
            for index in (0..at).step_by(2) {
                self.match_ring(node, index);
            }
        }
        self.children[node].rotate_left(at);
        self.links[node].rotate_left(at);
        self.base[node] = vertex;
    }

    /// Matches child `index` of a ring with the next one.
    fn match_ring(&mut self, blossom: usize, index: usize) {
        let next = (index + 1) % self.children[blossom].len();
        let link = self.links[blossom][index];
        self.rebase(self.children[blossom][index], link.from);
        self.rebase(self.children[blossom][next], link.to);
        self.mate[link.from] = Some(link.to);
        self.mate[link.to] = Some(link.from);
    }

    /// Takes an outermost blossom apart between searches without breaking any pair's bound: its
    /// dual moves, halved, onto its vertices. The pair that left it is no longer tight and is
    /// parted.
    pub(super) fn dissolve(&mut self, blossom: usize) {
        let half = self.dual[blossom].half();
        if !half.is_zero() {
            self.subtract_inside(blossom, &half);
            self.part(self.base[blossom]);
        }
        self.open_ring(blossom);
    }

    /// Unmatches a vertex and its mate, if it has one.
    pub(super) fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mate[vertex].take() {
            self.mate[mate] = None;
        }
    }
}

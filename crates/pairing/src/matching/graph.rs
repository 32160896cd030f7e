//! The pairs the searches look at: a few cheap ones per vertex, more when pricing asks.

/// One end of a candidate pair.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    pub(super) to: u32,
    /// Index of the pair's cost.
    pub(super) pair: u32,
}

/// Candidate pairs with their packed costs.
pub(super) struct Graph<T> {
    arcs: Vec<Vec<Arc>>,
    costs: Vec<T>,
}

impl<T> Graph<T> {
    pub(super) fn new(size: usize) -> Self {
        Self {
            arcs: vec![Vec::new(); size],
            costs: Vec::new(),
        }
    }

    pub(super) fn arcs(&self, vertex: usize) -> &[Arc] {
        &self.arcs[vertex]
    }

    pub(super) fn cost(&self, arc: Arc) -> &T {
        &self.costs[arc.pair as usize]
    }

    pub(super) fn contains(&self, a: usize, b: usize) -> bool {
        let (few, other) = if self.arcs[a].len() <= self.arcs[b].len() {
            (a, b)
        } else {
            (b, a)
        };
        self.arcs[few].iter().any(|arc| arc.to as usize == other)
    }

    /// Adds a pair that is not there yet.
    pub(super) fn add(&mut self, a: usize, b: usize, cost: T) {
        let pair = index(self.costs.len());
        self.costs.push(cost);
        self.arcs[a].push(Arc { to: index(b), pair });
        self.arcs[b].push(Arc { to: index(a), pair });
    }
}

/// Vertices are bounded by `VERTICES_MAX`, candidate pairs by memory.
pub(super) fn index(value: usize) -> u32 {
    u32::try_from(value).expect("candidate pairs are far fewer than 2^32")
}

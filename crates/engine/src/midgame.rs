//! The midgame search: alpha-beta over the evaluation, with selective cuts if wanted.

use outflank_board::Instructions;

use crate::Empties;
use crate::children::{Child, Expand, Mobility, OrderWeights};
use crate::cuts::{CUT_DEPTH_MIN, Cuts};
use crate::evaluate::{TENTHS, VALUE_MAX, value};
use crate::exact::Exact;
use crate::last::LAST_EMPTIES;
use crate::patterns::Contents;
use crate::table::{Entry, Key, NO_SQUARE, Table};
use crate::weights::{Weights, phase};

/// From this depth on, moves are ordered by the evaluation.
const ORDER_BY_VALUE_DEPTH: u32 = 3;

/// From this depth on, the table is used.
const TABLE_DEPTH: u32 = 2;

/// A search that reaches the end of the game from at most so many empty squares is done by the exact search.
const EXACT_EMPTIES: u32 = 11;

const MIDGAME_ORDER: OrderWeights = OrderWeights {
    answer: 10,
    corner_answer: 20,
    odd: 1,
    corner: 40,
};

/// How daring the selective cuts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Selectivity {
    /// A shallow search must be clear by 1.2 times the usual distance.
    Daring,
    /// No cuts.
    None,
}

impl Selectivity {
    /// The factor on the usual distance, in tenths.
    const fn factor(self) -> Option<i32> {
        match self {
            Self::Daring => Some(12),
            Self::None => None,
        }
    }
}

/// A position in the search.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) own: u64,
    pub(crate) hostile: u64,
    pub(crate) moves: u64,
    /// Numbers of moves of both sides, the side to move first.
    pub(crate) counts: [u8; 2],
    pub(crate) empties: u32,
    pub(crate) contents: Contents,
}

impl Node {
    pub(crate) fn new(own: u64, hostile: u64, instructions: Instructions) -> Self {
        let moves = instructions.run(Mobility { own, hostile });
        let answers = instructions.run(Mobility {
            own: hostile,
            hostile: own,
        });
        Self {
            own,
            hostile,
            moves,
            counts: [moves.count_ones() as u8, answers.count_ones() as u8],
            empties: (!(own | hostile)).count_ones(),
            contents: Contents::new(own, hostile),
        }
    }

    #[inline]
    pub(crate) fn child(&self, child: &Child) -> Self {
        Self {
            own: child.own,
            hostile: child.hostile,
            moves: child.moves,
            counts: child.counts,
            empties: self.empties - 1,
            contents: self.contents.after(child.square, child.turned),
        }
    }

    /// After a pass.
    pub(crate) fn passed(&self, instructions: Instructions) -> Self {
        Self {
            own: self.hostile,
            hostile: self.own,
            moves: instructions.run(Mobility {
                own: self.hostile,
                hostile: self.own,
            }),
            counts: [self.counts[1], self.counts[0]],
            empties: self.empties,
            contents: self.contents.after_pass(),
        }
    }

    #[inline]
    pub(crate) fn value(&self, weights: &Weights) -> i32 {
        let [moves, answers] = self.counts;
        value(
            &self.contents,
            moves.into(),
            answers.into(),
            self.empties,
            weights,
        )
    }
}

/// One midgame search.
pub(crate) struct Midgame<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) instructions: Instructions,
    pub(crate) convention: Empties,
    pub(crate) table: &'a Table,
    pub(crate) exact_table: &'a Table,
    pub(crate) selectivity: Selectivity,
    pub(crate) nodes: u64,
    pub(crate) node_limit: u64,
    pub(crate) is_stopped: bool,
    children: Vec<Child>,
}

impl<'a> Midgame<'a> {
    pub(crate) fn new(
        weights: &'a Weights,
        instructions: Instructions,
        convention: Empties,
        table: &'a Table,
        exact_table: &'a Table,
    ) -> Self {
        Self {
            weights,
            instructions,
            convention,
            table,
            exact_table,
            selectivity: Selectivity::None,
            nodes: 0,
            node_limit: u64::MAX,
            is_stopped: false,
            children: Vec::with_capacity(512),
        }
    }

    /// The value of a position searched so many plies deep, within a window: at most `alpha`, at least `beta`, or exact.
    pub(crate) fn search(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        if node.moves == 0 {
            return self.after_pass(node, depth, alpha, beta);
        }
        self.nodes += 1;
        if depth == 0 {
            return node.value(self.weights);
        }
        if self.nodes > self.node_limit {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        if depth >= node.empties && (LAST_EMPTIES - 3..=EXACT_EMPTIES).contains(&node.empties) {
            return self.exact(node, alpha, beta);
        }
        let key = Key::of(node.own, node.hostile);
        let known = if depth >= TABLE_DEPTH {
            self.table.probe(key)
        } else {
            None
        };
        let deep_enough = known.filter(|entry| {
            u32::from(entry.depth) >= depth && entry.certainty >= self.selectivity as u8
        });
        if let Some(entry) = deep_enough {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        if beta - alpha == 1
            && let Some(value) = self.selective_cut(node, depth, alpha)
        {
            return value;
        }
        let first = self.children.len();
        self.instructions.run(Expand {
            own: node.own,
            hostile: node.hostile,
            moves: node.moves,
            weights: MIDGAME_ORDER,
            count_both: true,
            list: &mut self.children,
        });
        self.order(
            node,
            first,
            depth,
            known.map_or(NO_SQUARE, |entry| entry.best),
        );
        let (best, square) = self.try_children(node, first, depth, alpha, beta);
        self.children.truncate(first);
        if self.is_stopped {
            return 0;
        }
        if depth >= TABLE_DEPTH {
            self.table.store(
                key,
                Entry {
                    lower: if best > alpha {
                        best as i16
                    } else {
                        -VALUE_MAX as i16
                    },
                    upper: if best < beta {
                        best as i16
                    } else {
                        VALUE_MAX as i16
                    },
                    best: square,
                    depth: depth as u8,
                    certainty: self.selectivity as u8,
                },
            );
        }
        best
    }

    fn after_pass(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        let passed = node.passed(self.instructions);
        if passed.moves == 0 {
            self.nodes += 1;
            let difference =
                (self.convention).difference(node.own.count_ones(), node.hostile.count_ones());
            return TENTHS * difference;
        }
        -self.search(&passed, depth, -beta, -alpha)
    }

    /// The rest of the game, exactly.
    fn exact(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let limit = self.node_limit.saturating_sub(self.nodes);
        let mut exact = Exact::new(
            self.exact_table,
            self.instructions,
            self.convention,
            limit,
            None,
        );
        let (mut lower, mut upper) = (-64, 64);
        let mut guess = alpha.div_euclid(TENTHS);
        while lower < upper && lower * TENTHS < beta && upper * TENTHS > alpha {
            let Some(score) = exact.score_above(node.own, node.hostile, guess) else {
                self.is_stopped = true;
                break;
            };
            if score > guess {
                lower = score;
                guess = score;
            } else {
                upper = score;
                guess = score - 1;
            }
        }
        self.nodes += exact.nodes;
        TENTHS
            * if upper * TENTHS <= alpha {
                upper
            } else {
                lower
            }
    }

    /// A value that a shallow search makes almost certain.
    fn selective_cut(&mut self, node: &Node, depth: u32, alpha: i32) -> Option<i32> {
        let factor = self.selectivity.factor()?;
        if (depth as usize) < CUT_DEPTH_MIN {
            return None;
        }
        let cut = self.weights.cuts.cut(phase(node.empties), depth)?;
        let margin = factor * i32::from(cut.spread) / 10;
        let shallow = Cuts::shallow_depth(depth);
        let now = node.value(self.weights);
        let (mean, beta) = (i32::from(cut.mean), alpha + 1);
        let high = beta - mean + margin;
        if now >= beta && high < VALUE_MAX {
            let value = self.search(node, shallow, high - 1, high);
            if self.is_stopped || value >= high {
                return Some(beta);
            }
        }
        let low = alpha - mean - margin;
        if now <= alpha && low > -VALUE_MAX {
            let value = self.search(node, shallow, low, low + 1);
            if self.is_stopped || value <= low {
                return Some(alpha);
            }
        }
        None
    }

    fn order(&mut self, node: &Node, first: usize, depth: u32, known_best: u8) {
        for index in first..self.children.len() {
            let child = self.children[index];
            self.children[index].order = if child.square == known_best {
                i32::MAX
            } else if depth >= ORDER_BY_VALUE_DEPTH {
                self.nodes += 1;
                -node.child(&child).value(self.weights) + child.order
            } else {
                child.order
            };
        }
    }

    fn try_children(
        &mut self,
        node: &Node,
        first: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        let (mut best, mut square, mut alpha) = (-VALUE_MAX - 1, NO_SQUARE, alpha);
        let end = self.children.len();
        for next in first..end {
            bring_best_to(&mut self.children, next, end);
            let child = self.children[next];
            let there = node.child(&child);
            let mut value;
            if next == first || beta - alpha == 1 {
                value = -self.search(&there, depth - 1, -beta, -alpha);
            } else {
                value = -self.search(&there, depth - 1, -alpha - 1, -alpha);
                if value > alpha && value < beta {
                    value = -self.search(&there, depth - 1, -beta, -alpha);
                }
            }
            if self.is_stopped {
                return (0, NO_SQUARE);
            }
            if value > best {
                (best, square) = (value, child.square);
                alpha = alpha.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        (best, square)
    }
}

/// Swaps the child with the largest order to the front.
pub(crate) fn bring_best_to(children: &mut [Child], next: usize, end: usize) {
    let mut best = next;
    for index in next + 1..end {
        if children[index].order > children[best].order {
            best = index;
        }
    }
    children.swap(next, best);
}

/// The value of a position searched so many plies deep with all moves, in tenths of a disc.
#[must_use]
pub fn value_at_depth(
    position: &outflank_board::Position,
    depth: u32,
    weights: &Weights,
    instructions: Instructions,
) -> i32 {
    let bits = 8 + depth.min(8);
    let (table, exact_table) = (Table::new(bits), Table::new(8));
    let mut search = Midgame::new(
        weights,
        instructions,
        Empties::ToWinner,
        &table,
        &exact_table,
    );
    let (own, hostile) = crate::solve::discs(position);
    let node = Node::new(own, hostile, instructions);
    search.search(&node, depth, -VALUE_MAX, VALUE_MAX)
}

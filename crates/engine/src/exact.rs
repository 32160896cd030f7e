//! The exact search: null windows to the end of the game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use outflank_board::Instructions;

use crate::Empties;
use crate::children::{Child, Expand, Mobility, OrderWeights};
use crate::evaluate::VALUE_MAX;
use crate::last::{LAST_EMPTIES, LastSquares};
use crate::midgame::{Midgame, Node, bring_best_to};
use crate::stability::stable_discs;
use crate::table::{Entry, Key, NO_SQUARE, Table};

/// From so many empty squares on, the children are looked up in the table before any of them is searched.
const ENHANCED_CUT_EMPTIES: u32 = 12;

/// From so many empty squares on, threads tell each other which positions they search.
const SHARED_EMPTIES: u32 = 12;

/// From so many empty squares on, moves are ordered by the evaluation.
pub(crate) const VALUE_ORDER_EMPTIES: u32 = 12;

/// Positions that the ordering searches remember.
pub(crate) const ORDER_TABLE_BITS: u32 = 14;

pub(crate) const ENDGAME_ORDER: OrderWeights = OrderWeights {
    answer: 16,
    corner_answer: 16,
    odd: 8,
    corner: 12,
};

/// The largest score.
pub(crate) const SCORE_MAX: i32 = 64;

/// Positions that another thread is searching at the moment.
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..1 << 12).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 20) as usize & 0xfff]
    }
}

/// What two threads share besides the table.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) busy: &'a Busy,
    pub(crate) done: &'a AtomicBool,
}

/// One thread's exact search.
pub(crate) struct Exact<'a> {
    table: &'a Table,
    instructions: Instructions,
    convention: Empties,
    pub(crate) nodes: u64,
    node_limit: u64,
    shared: Option<Shared<'a>>,
    /// Orders the moves of positions with many empty squares.
    midgame: Option<Midgame<'a>>,
    children: Vec<Child>,
    is_stopped: bool,
}

impl<'a> Exact<'a> {
    pub(crate) fn new(
        table: &'a Table,
        instructions: Instructions,
        convention: Empties,
        node_limit: u64,
        shared: Option<Shared<'a>>,
    ) -> Self {
        Self {
            table,
            instructions,
            convention,
            nodes: 0,
            node_limit,
            shared,
            midgame: None,
            children: Vec::with_capacity(512),
            is_stopped: false,
        }
    }

    /// The same search with moves ordered by an evaluation where there are many empty squares.
    pub(crate) fn ordered_by(self, midgame: Midgame<'a>) -> Self {
        Self {
            midgame: Some(midgame),
            ..self
        }
    }

    /// A bound of the score that is above `alpha`, or one that is not; nothing if the search was stopped.
    pub(crate) fn score_above(&mut self, own: u64, hostile: u64, alpha: i32) -> Option<i32> {
        let empties = (!(own | hostile)).count_ones();
        let score = if self.midgame.is_some() && empties >= VALUE_ORDER_EMPTIES {
            let node = Node::new(own, hostile, self.instructions);
            self.null_window_ordered(&node, alpha)
        } else {
            let moves = self.mobility(own, hostile);
            self.null_window(own, hostile, moves, empties, alpha)
        };
        (!self.is_stopped).then_some(score)
    }

    pub(crate) fn mobility(&self, own: u64, hostile: u64) -> u64 {
        self.instructions.run(Mobility { own, hostile })
    }

    fn null_window(&mut self, own: u64, hostile: u64, moves: u64, empties: u32, alpha: i32) -> i32 {
        if empties <= LAST_EMPTIES {
            return self.instructions.run(LastSquares {
                own,
                hostile,
                alpha,
                convention: self.convention,
                nodes: &mut self.nodes,
            });
        }
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        if moves == 0 {
            let answers = self.mobility(hostile, own);
            if answers == 0 {
                return (self.convention).difference(own.count_ones(), hostile.count_ones());
            }
            return -self.null_window(hostile, own, answers, empties, -alpha - 1);
        }
        let key = Key::of(own, hostile);
        let known = match self.look_up(own, hostile, key, empties, alpha) {
            Ok(score) => return score,
            Err(known) => known,
        };
        let first = self.children.len();
        self.expand(own, hostile, moves, false);
        let found = self.enhanced_cut(first, empties, alpha).unwrap_or_else(|| {
            put_first(&mut self.children[first..], known);
            self.try_children(first, empties, alpha, |search, child, alpha| {
                search.null_window(child.own, child.hostile, child.moves, empties - 1, alpha)
            })
        });
        self.children.truncate(first);
        self.remember(key, known, found, empties, alpha)
    }

    /// As [`Self::null_window`], for many empty squares.
    fn null_window_ordered(&mut self, node: &Node, alpha: i32) -> i32 {
        let Node {
            own,
            hostile,
            moves,
            empties,
            ..
        } = *node;
        if empties < VALUE_ORDER_EMPTIES {
            return self.null_window(own, hostile, moves, empties, alpha);
        }
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        if moves == 0 {
            let passed = node.passed(self.instructions);
            if passed.moves == 0 {
                return (self.convention).difference(own.count_ones(), hostile.count_ones());
            }
            return -self.null_window_ordered(&passed, -alpha - 1);
        }
        let key = Key::of(own, hostile);
        let known = match self.look_up(own, hostile, key, empties, alpha) {
            Ok(score) => return score,
            Err(known) => known,
        };
        let first = self.children.len();
        self.expand(own, hostile, moves, true);
        let found = self.enhanced_cut(first, empties, alpha).unwrap_or_else(|| {
            self.order_by_value(node, first);
            put_first(&mut self.children[first..], known);
            self.try_children(first, empties, alpha, |search, child, alpha| {
                search.null_window_ordered(&node.child(child), alpha)
            })
        });
        self.children.truncate(first);
        self.remember(key, known, found, empties, alpha)
    }

    /// The score if stable discs or the table settle the question; else what the table knows.
    fn look_up(
        &self,
        own: u64,
        hostile: u64,
        key: Key,
        empties: u32,
        alpha: i32,
    ) -> Result<i32, Option<Entry>> {
        if alpha >= stability_threshold(empties) {
            let most = SCORE_MAX - 2 * stable_discs(hostile, own).count_ones().cast_signed();
            if most <= alpha {
                return Ok(most);
            }
        }
        let known = self.table.probe(key);
        match known {
            Some(entry) if i32::from(entry.lower) > alpha => Ok(entry.lower.into()),
            Some(entry) if i32::from(entry.upper) <= alpha => Ok(entry.upper.into()),
            known => Err(known),
        }
    }

    fn expand(&mut self, own: u64, hostile: u64, moves: u64, count_both: bool) {
        self.instructions.run(Expand {
            own,
            hostile,
            moves,
            weights: ENDGAME_ORDER,
            count_both,
            list: &mut self.children,
        });
    }

    /// Stores what was found about a position.
    fn remember(
        &self,
        key: Key,
        known: Option<Entry>,
        (best, square): (i32, u8),
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if self.is_stopped {
            return 0;
        }
        let (mut lower, mut upper) = known.map_or((-64, 64), |entry| (entry.lower, entry.upper));
        if best > alpha {
            lower = best as i16;
        } else {
            upper = best as i16;
        }
        self.table.store(
            key,
            Entry {
                lower,
                upper,
                best: square,
                depth: empties as u8,
                certainty: 0,
            },
        );
        best
    }

    /// Whether the limit is reached or another thread has the answer.
    fn must_stop(&mut self) -> bool {
        if self.nodes > self.node_limit
            || self.shared.is_some_and(|shared| shared.done.load(Relaxed))
        {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// A child that is known to be bad enough for the opponent.
    fn enhanced_cut(&self, first: usize, empties: u32, alpha: i32) -> Option<(i32, u8)> {
        if empties < ENHANCED_CUT_EMPTIES {
            return None;
        }
        self.children[first..].iter().find_map(|child| {
            let entry = self.table.probe(Key::of(child.own, child.hostile))?;
            let score = -i32::from(entry.upper);
            (score > alpha).then_some((score, child.square))
        })
    }

    /// Orders the children by a search of a few plies, and by how few moves they leave the opponent.
    fn order_by_value(&mut self, node: &Node, first: usize) {
        let Some(midgame) = &mut self.midgame else {
            return;
        };
        let depth = order_depth(node.empties);
        let before = midgame.nodes;
        for child in &mut self.children[first..] {
            let there = node.child(child);
            let value = midgame.search(&there, depth, -VALUE_MAX, VALUE_MAX);
            child.order = child.order * MOVES_IN_ORDER / 16 - value;
        }
        self.nodes += midgame.nodes - before;
    }

    /// Searches the children, the most promising first; the best score and its move.
    fn try_children(
        &mut self,
        first: usize,
        empties: u32,
        alpha: i32,
        search: impl Fn(&mut Self, &Child, i32) -> i32,
    ) -> (i32, u8) {
        let mut best = (-SCORE_MAX - 1, NO_SQUARE);
        let mut deferred: Vec<Child> = Vec::new();
        let end = self.children.len();
        for next in first..end {
            bring_best_to(&mut self.children, next, end);
            let child = self.children[next];
            let announcement = self.announce(&child, empties, next > first);
            if announcement == Announcement::SearchedElsewhere {
                deferred.push(child);
                continue;
            }
            let score = -search(self, &child, -alpha - 1);
            self.withdraw(&child, announcement);
            if self.is_stopped {
                return best;
            }
            if score > best.0 {
                best = (score, child.square);
                if score > alpha {
                    return best;
                }
            }
        }
        for child in deferred {
            let score = -search(self, &child, -alpha - 1);
            if self.is_stopped || score > best.0 {
                best = (score, child.square);
                if self.is_stopped || score > alpha {
                    break;
                }
            }
        }
        best
    }

    /// Tells the other thread that a child is searched here, unless the other thread has told so first.
    fn announce(&self, child: &Child, empties: u32, may_defer: bool) -> Announcement {
        let Some(shared) = self.shared.filter(|_| empties >= SHARED_EMPTIES) else {
            return Announcement::None;
        };
        let key = Key::of(child.own, child.hostile).number();
        let place = shared.busy.place(key);
        if place.load(Relaxed) == key {
            return if may_defer {
                Announcement::SearchedElsewhere
            } else {
                Announcement::None
            };
        }
        place.store(key, Relaxed);
        Announcement::Made
    }

    fn withdraw(&self, child: &Child, announcement: Announcement) {
        if let (Some(shared), Announcement::Made) = (self.shared, announcement) {
            let key = Key::of(child.own, child.hostile).number();
            shared.busy.place(key).store(0, Relaxed);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Announcement {
    None,
    Made,
    SearchedElsewhere,
}

/// Stable discs are counted only where the answer is likely to help.
const fn stability_threshold(empties: u32) -> i32 {
    2 * empties.cast_signed() - 10
}

/// Plies of the search that orders moves.
const fn order_depth(empties: u32) -> u32 {
    match empties {
        0..=14 => 0,
        15..=17 => 1,
        18..=20 => 2,
        21..=24 => 3,
        _ => 4,
    }
}

/// How much the number of the opponent's moves counts beside the value, in sixteenths.
const MOVES_IN_ORDER: i32 = 16;

/// Puts the best move of an earlier search first, and before it a move that takes all discs.
fn put_first(children: &mut [Child], known: Option<Entry>) {
    for child in children {
        if child.own == 0 {
            child.order = i32::MAX;
        } else if known.is_some_and(|entry| entry.best == child.square) {
            child.order = i32::MAX - 1;
        }
    }
}

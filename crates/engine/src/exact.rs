//! The exact search: null windows to the end of the game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use outflank_board::Instructions;

use crate::Empties;
use crate::children::{Child, Expand, Mobility, OrderWeights};
use crate::last::{LAST_EMPTIES, LastSquares};
use crate::stability::stable_discs;
use crate::table::{Entry, Key, NO_SQUARE, Table};

/// From so many empty squares on, the children are looked up in the table before any of them is searched.
const ENHANCED_CUT_EMPTIES: u32 = 10;

/// From so many empty squares on, threads tell each other which positions they search.
const SHARED_EMPTIES: u32 = 12;

const WEIGHTS: OrderWeights = OrderWeights {
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
    pub(crate) table: &'a Table,
    pub(crate) instructions: Instructions,
    pub(crate) convention: Empties,
    pub(crate) nodes: u64,
    pub(crate) node_limit: u64,
    pub(crate) shared: Option<Shared<'a>>,
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
            children: Vec::with_capacity(512),
            is_stopped: false,
        }
    }

    /// A bound of the score that is above `alpha`, or one that is not; nothing if the search was stopped.
    pub(crate) fn score_above(&mut self, own: u64, hostile: u64, alpha: i32) -> Option<i32> {
        let empties = (!(own | hostile)).count_ones();
        let moves = self.mobility(own, hostile);
        let score = self.null_window(own, hostile, moves, empties, alpha);
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
        if alpha >= stability_threshold(empties) {
            let most = SCORE_MAX - 2 * stable_discs(hostile, own).count_ones().cast_signed();
            if most <= alpha {
                return most;
            }
        }
        let key = Key::of(own, hostile);
        let known = self.table.probe(key);
        if let Some(entry) = known {
            if i32::from(entry.lower) > alpha {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
        }
        let first = self.children.len();
        self.instructions.run(Expand {
            own,
            hostile,
            moves,
            weights: WEIGHTS,
            list: &mut self.children,
        });
        let (best, best_square) = match self.enhanced_cut(first, empties, alpha) {
            Some(found) => found,
            None => {
                self.order(first, empties, known.map_or(NO_SQUARE, |entry| entry.best));
                self.try_children(first, empties, alpha)
            }
        };
        self.children.truncate(first);
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
                best: best_square,
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

    fn order(&mut self, first: usize, _empties: u32, known_best: u8) {
        for child in &mut self.children[first..] {
            if child.square == known_best {
                child.order = i32::MAX;
            } else if child.own == 0 {
                child.order = i32::MAX - 1;
            }
        }
    }

    /// Searches the children, the most promising first; the best score and its move.
    fn try_children(&mut self, first: usize, empties: u32, alpha: i32) -> (i32, u8) {
        let mut best = -SCORE_MAX - 1;
        let mut best_square = NO_SQUARE;
        let mut deferred: Vec<Child> = Vec::new();
        let end = self.children.len();
        for next in first..end {
            self.bring_best_to(next, end);
            let child = self.children[next];
            let busy = self.announce(&child, empties, next > first);
            if busy == Announcement::SearchedElsewhere {
                deferred.push(child);
                continue;
            }
            let score = -self.null_window(
                child.own,
                child.hostile,
                child.moves,
                empties - 1,
                -alpha - 1,
            );
            self.withdraw(&child, busy);
            if self.is_stopped {
                return (0, NO_SQUARE);
            }
            if score > best {
                (best, best_square) = (score, child.square);
                if best > alpha {
                    return (best, best_square);
                }
            }
        }
        for child in deferred {
            let score = -self.null_window(
                child.own,
                child.hostile,
                child.moves,
                empties - 1,
                -alpha - 1,
            );
            if self.is_stopped {
                return (0, NO_SQUARE);
            }
            if score > best {
                (best, best_square) = (score, child.square);
                if best > alpha {
                    break;
                }
            }
        }
        (best, best_square)
    }

    fn bring_best_to(&mut self, next: usize, end: usize) {
        let mut best = next;
        for index in next + 1..end {
            if self.children[index].order > self.children[best].order {
                best = index;
            }
        }
        self.children.swap(next, best);
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

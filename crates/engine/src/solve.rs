//! Solving a position: its exact score and the best move.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use outflank_board::{Instructions, Move, Position, Square};

use crate::Empties;
use crate::evaluate::{TENTHS, VALUE_MAX};
use crate::exact::{Busy, Exact, ORDER_TABLE_BITS, SCORE_MAX, Shared, VALUE_ORDER_EMPTIES};
use crate::last::LAST_EMPTIES;
use crate::midgame::{Midgame, Node};
use crate::table::Table;
use crate::weights::Weights;

/// How a position is solved.
#[derive(Debug, Clone, Copy)]
pub struct SolveOptions {
    /// What empty squares count for.
    pub empties: Empties,
    /// The search stops after about so many positions. With a limit, one thread is used and the answer is repeatable.
    pub node_limit: Option<u64>,
    /// Two threads share the work. Score and move are the same; the number of positions is not repeatable.
    pub two_threads: bool,
    /// The machine's instructions; all give the same answer.
    pub instructions: Instructions,
}

impl Default for SolveOptions {
    /// To the end, in one thread, with empty squares to the winner.
    fn default() -> Self {
        Self {
            empties: Empties::ToWinner,
            node_limit: None,
            two_threads: false,
            instructions: Instructions::detected(),
        }
    }
}

/// The solution of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The disc difference at the end for the side to move, if both sides play their best.
    pub score: i32,
    /// The best move, the first in board order if several are equally good; nothing if the game is over.
    pub best: Option<Move>,
    /// How many positions were looked at: those with at least two empty squares, and those evaluated to order moves.
    pub nodes: u64,
}

/// Solves a position; nothing if the limit was reached first.
///
/// ```
/// use outflank_engine::{SolveOptions, solve};
/// let obf: outflank_board::Obf =
///     "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;".parse()?;
/// let solution = solve(&obf.position, &SolveOptions::default()).expect("there is no limit");
/// assert_eq!((solution.score, solution.best), (6, Some("h5".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(position: &Position, options: &SolveOptions) -> Option<Solution> {
    let mut solver = Solver::new(position.empties().len() as u32, options);
    let best = solver.best(position)?;
    Some(Solution {
        nodes: solver.nodes,
        ..best
    })
}

/// The exact score of a position for the side to move; nothing if the limit was reached first.
///
/// Quicker than [`solve`], which also finds the first of the best moves.
#[must_use]
pub fn solve_score(position: &Position, options: &SolveOptions) -> Option<i32> {
    Solver::new(position.empties().len() as u32, options).score(position)
}

/// The exact score of every legal move, in board order; nothing if the limit was reached first.
#[must_use]
pub fn solve_moves(position: &Position, options: &SolveOptions) -> Option<Vec<(Square, i32)>> {
    let mut solver = Solver::new(position.empties().len() as u32, options);
    let mut scores = Vec::new();
    for square in position.legal_moves().iter() {
        let next = position.play(Move::Disc(square)).ok()?;
        scores.push((square, -solver.score(&next)?));
    }
    Some(scores)
}

/// Solves positions of one game one after another, and remembers what it has found.
pub(crate) struct Solver {
    table: Table,
    busy: Busy,
    options: SolveOptions,
    pub(crate) nodes: u64,
}

impl Solver {
    /// A solver for positions with at most so many empty squares.
    pub(crate) fn new(empties: u32, options: &SolveOptions) -> Self {
        let bits = match empties {
            0..=7 => 4,
            8..=10 => 8,
            11..=12 => 12,
            13..=14 => 14,
            15..=16 => 16,
            17..=18 => 18,
            19 => 20,
            _ => 22,
        };
        Self {
            table: Table::new(bits),
            busy: Busy::new(),
            options: *options,
            nodes: 0,
        }
    }

    pub(crate) fn best(&mut self, position: &Position) -> Option<Solution> {
        let score = self.score(position)?;
        let best = if position.must_pass() {
            Some(Move::Pass)
        } else {
            self.first_best(position, score)?
        };
        Some(Solution {
            score,
            best,
            nodes: self.nodes,
        })
    }

    /// The first move in board order that keeps the score; `Some(None)` if the game is over.
    fn first_best(&mut self, position: &Position, score: i32) -> Option<Option<Move>> {
        for square in position.legal_moves().iter() {
            let next = position.play(Move::Disc(square)).ok()?;
            let (own, hostile) = discs(&next);
            if self.score_above(own, hostile, -score)? <= -score {
                return Some(Some(Move::Disc(square)));
            }
        }
        Some(None)
    }

    /// The exact score, found by asking again and again whether it is above a guess.
    pub(crate) fn score(&mut self, position: &Position) -> Option<i32> {
        let (own, hostile) = discs(position);
        let (mut lower, mut upper) = (-SCORE_MAX, SCORE_MAX);
        let mut guess = self.guess(own, hostile);
        while lower < upper {
            let alpha = if guess == lower { guess } else { guess - 1 };
            guess = self.score_above(own, hostile, alpha)?;
            if guess > alpha {
                lower = guess;
            } else {
                upper = guess;
            }
        }
        Some(lower)
    }

    /// Where to begin: an even number near the value of a short search.
    fn guess(&mut self, own: u64, hostile: u64) -> i32 {
        let empties = (!(own | hostile)).count_ones();
        if empties < VALUE_ORDER_EMPTIES {
            return 0;
        }
        let (table, exact_table) = (Table::new(ORDER_TABLE_BITS), Table::new(4));
        let mut midgame = self.midgame(&table, &exact_table);
        let node = Node::new(own, hostile, self.options.instructions);
        let depth = (empties / 2).saturating_sub(4);
        let value = midgame.search(&node, depth, -VALUE_MAX, VALUE_MAX);
        self.nodes += midgame.nodes;
        (value / (2 * TENTHS)) * 2
    }

    fn midgame<'a>(&self, table: &'a Table, exact_table: &'a Table) -> Midgame<'a> {
        Midgame::new(
            Weights::shipped(),
            self.options.instructions,
            self.options.empties,
            table,
            exact_table,
        )
    }

    fn score_above(&mut self, own: u64, hostile: u64, alpha: i32) -> Option<i32> {
        let empties = (!(own | hostile)).count_ones();
        if empties < 4 {
            return Some(self.plain(own, hostile));
        }
        if self.options.two_threads
            && self.options.node_limit.is_none()
            && empties > LAST_EMPTIES + 7
        {
            return self.score_above_in_two_threads(own, hostile, alpha);
        }
        let limit = self.options.node_limit.unwrap_or(u64::MAX);
        let (order_table, no_table) = order_tables(empties);
        let mut search = Exact::new(
            &self.table,
            self.options.instructions,
            self.options.empties,
            limit.saturating_sub(self.nodes),
            None,
        )
        .ordered_by(self.midgame(&order_table, &no_table));
        let score = search.score_above(own, hostile, alpha);
        self.nodes += search.nodes;
        score
    }

    fn score_above_in_two_threads(&mut self, own: u64, hostile: u64, alpha: i32) -> Option<i32> {
        let done = AtomicBool::new(false);
        let shared = Shared {
            busy: &self.busy,
            done: &done,
        };
        let (table, options) = (&self.table, &self.options);
        let run = || {
            let (order_table, no_table) = order_tables(u32::MAX);
            let mut search = Exact::new(
                table,
                options.instructions,
                options.empties,
                u64::MAX,
                Some(shared),
            )
            .ordered_by(self.midgame(&order_table, &no_table));
            let score = search.score_above(own, hostile, alpha);
            if score.is_some() {
                done.store(true, Relaxed);
            }
            (score, search.nodes)
        };
        let (here, there) = std::thread::scope(|scope| {
            let other = scope.spawn(run);
            let here = run();
            (here, other.join().unwrap_or((None, 0)))
        });
        self.nodes += here.1 + there.1;
        here.0.or(there.0)
    }

    /// The score of a position with at most three empty squares.
    fn plain(&mut self, own: u64, hostile: u64) -> i32 {
        self.nodes += 1;
        let position = position_of(own, hostile);
        let moves = position.legal_moves();
        if moves.is_empty() {
            if position.is_over() {
                return (self.options.empties).difference(own.count_ones(), hostile.count_ones());
            }
            return -self.plain(hostile, own);
        }
        let next = moves
            .iter()
            .filter_map(|square| position.play(Move::Disc(square)).ok());
        let scores = next.map(|next| {
            let (own, hostile) = discs(&next);
            -self.plain(own, hostile)
        });
        scores.max().unwrap_or(-SCORE_MAX)
    }
}

/// The tables of the searches that order moves, small where they are not needed.
fn order_tables(empties: u32) -> (Table, Table) {
    let bits = if empties < VALUE_ORDER_EMPTIES + 3 {
        4
    } else {
        ORDER_TABLE_BITS
    };
    (Table::new(bits), Table::new(4))
}

/// The discs of the side to move and of the opponent.
pub(crate) const fn discs(position: &Position) -> (u64, u64) {
    let side = position.to_move();
    (position.discs(side).0, position.discs(side.other()).0)
}

/// A position with Black to move.
fn position_of(own: u64, hostile: u64) -> Position {
    use outflank_board::{Side, SquareSet};
    Position::empty()
        .with_discs(Side::Black, SquareSet(own))
        .with_discs(Side::White, SquareSet(hostile))
}

//! The value of a position within a number of positions looked at: exact if that is enough, otherwise as deep as it goes.

use outflank_board::{Instructions, Move, Position, Square};

use crate::Empties;
use crate::evaluate::{TENTHS, VALUE_MAX};
use crate::midgame::{Midgame, Node, Selectivity};
use crate::solve::{SolveOptions, Solver, discs};
use crate::table::{NO_SQUARE, Table};
use crate::weights::Weights;

/// How long to think.
#[derive(Debug, Clone, Copy)]
pub struct ThinkOptions {
    /// The search ends after about so many positions.
    pub node_limit: u64,
    /// The search is at most so many plies deep, unless it is exact.
    pub depth_limit: u32,
    /// What empty squares count for.
    pub empties: Empties,
    /// The machine's instructions; all give the same answer.
    pub instructions: Instructions,
}

impl ThinkOptions {
    /// A limit on positions only.
    #[must_use]
    pub fn nodes(node_limit: u64) -> Self {
        Self {
            node_limit,
            depth_limit: 60,
            empties: Empties::ToWinner,
            instructions: Instructions::detected(),
        }
    }
}

/// How sure a value is. A graph should show which of its points are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The score with best play to the end.
    Exact,
    /// A search of so many plies with selective cuts.
    Depth(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub square: Square,
    /// Its value for the side that plays it, in tenths of a disc.
    pub tenths: i32,
}

/// What thinking about a position found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The value for the side to move, in tenths of a disc.
    pub tenths: i32,
    /// How sure the value is.
    pub certainty: Certainty,
    /// The best moves of both sides, as far as they are known. The first is the move to play; if the value is exact, each
    /// is the first of the best in board order.
    pub line: Vec<Move>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// The value of a position and the best line.
///
/// ```
/// use outflank_engine::{ThinkOptions, think};
/// let start = outflank_board::Position::start();
/// let thought = think(&start, &ThinkOptions::nodes(20_000));
/// assert!(start.play(thought.line[0]).is_ok());
/// ```
#[must_use]
pub fn think(position: &Position, options: &ThinkOptions) -> Thought {
    if let Some(thought) = think_exactly(position, options) {
        return thought;
    }
    let mut search = Deepening::new(position, options);
    let mut found = (0, 0);
    for depth in 1..=search.depth_max(position) {
        match search.value(position, depth) {
            Some(value) => found = (value, depth),
            None => break,
        }
    }
    Thought {
        tenths: found.0,
        certainty: Certainty::Depth(found.1),
        line: search.line(position),
        nodes: search.nodes,
    }
}

/// The value of every legal move, in board order, and how sure they are.
#[must_use]
pub fn think_about_moves(
    position: &Position,
    options: &ThinkOptions,
) -> (Vec<MoveValue>, Certainty) {
    let next: Vec<(Square, Position)> = (position.legal_moves().iter())
        .filter_map(|square| Some((square, position.play(Move::Disc(square)).ok()?)))
        .collect();
    if let Some(values) = exact_values(position, &next, options) {
        return (values, Certainty::Exact);
    }
    let mut search = Deepening::new(position, options);
    let mut found = (Vec::new(), 0);
    for depth in 1..=search.depth_max(position) {
        let values: Option<Vec<MoveValue>> = (next.iter())
            .map(|(square, next)| {
                Some(MoveValue {
                    square: *square,
                    tenths: -search.value(next, depth - 1)?,
                })
            })
            .collect();
        match values {
            Some(values) => found = (values, depth),
            None => break,
        }
    }
    (found.0, Certainty::Depth(found.1))
}

/// About how many positions an exact solution takes.
fn exact_cost(empties: usize) -> u64 {
    // Measured: about 60,000 at 14 empty squares, and 2.4 times as many for each further one.
    let mut cost = 60_000_u64;
    for _ in 14..empties {
        cost = cost.saturating_mul(12) / 5;
    }
    for _ in empties..14 {
        cost = cost * 5 / 12;
    }
    cost
}

fn solve_options(options: &ThinkOptions) -> SolveOptions {
    SolveOptions {
        empties: options.empties,
        node_limit: Some(options.node_limit),
        two_threads: false,
        instructions: options.instructions,
    }
}

fn think_exactly(position: &Position, options: &ThinkOptions) -> Option<Thought> {
    let empties = position.empties().len();
    if exact_cost(empties) > options.node_limit && !position.is_over() {
        return None;
    }
    let mut solver = Solver::new(empties as u32, &solve_options(options));
    let solution = solver.best(position)?;
    let mut line = Vec::new();
    let mut here = *position;
    let mut best = solution.best;
    while let Some(mv) = best {
        line.push(mv);
        here = here.play(mv).ok()?;
        // What is left of the limit may end the line early; the value is exact all the same.
        best = solver.best(&here).and_then(|solution| solution.best);
    }
    Some(Thought {
        tenths: TENTHS * solution.score,
        certainty: Certainty::Exact,
        line,
        nodes: solver.nodes,
    })
}

fn exact_values(
    position: &Position,
    next: &[(Square, Position)],
    options: &ThinkOptions,
) -> Option<Vec<MoveValue>> {
    let empties = position.empties().len();
    if exact_cost(empties).saturating_mul(next.len() as u64) / 2 > options.node_limit {
        return None;
    }
    let mut solver = Solver::new(empties as u32, &solve_options(options));
    let values = next.iter().map(|(square, next)| {
        Some(MoveValue {
            square: *square,
            tenths: -TENTHS * solver.score(next)?,
        })
    });
    values.collect()
}

/// Searches that go one ply deeper each time and share a table.
struct Deepening<'a> {
    options: &'a ThinkOptions,
    table: Table,
    exact_table: Table,
    nodes: u64,
}

impl<'a> Deepening<'a> {
    fn new(position: &Position, options: &'a ThinkOptions) -> Self {
        let bits = (options.node_limit.max(1).ilog2()).clamp(10, 20);
        let exact_bits = if position.empties().len() < 30 {
            bits.min(16)
        } else {
            4
        };
        Self {
            options,
            table: Table::new(bits),
            exact_table: Table::new(exact_bits),
            nodes: 0,
        }
    }

    fn depth_max(&self, position: &Position) -> u32 {
        self.options
            .depth_limit
            .min(position.empties().len() as u32)
            .max(1)
    }

    /// The value at this depth; nothing if the limit was reached first. The first depth has no limit.
    fn value(&mut self, position: &Position, depth: u32) -> Option<i32> {
        let mut search = Midgame::new(
            Weights::shipped(),
            self.options.instructions,
            self.options.empties,
            &self.table,
            &self.exact_table,
        );
        search.selectivity = Selectivity::Daring;
        if depth > 1 {
            search.node_limit = self.options.node_limit.saturating_sub(self.nodes);
        }
        let (own, hostile) = discs(position);
        let node = Node::new(own, hostile, self.options.instructions);
        let value = search.search(&node, depth, -VALUE_MAX, VALUE_MAX);
        self.nodes += search.nodes;
        (!search.is_stopped).then_some(value)
    }

    /// The best moves that the table remembers; at least one move if there is one.
    fn line(&mut self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut here = *position;
        while !here.is_over() && line.len() < 64 {
            let known = self.remembered(&here);
            let mv = match known {
                Some(mv) => mv,
                None if here.must_pass() => Move::Pass,
                None if line.is_empty() => match self.best_after_one_ply(&here) {
                    Some(mv) => mv,
                    None => break,
                },
                None => break,
            };
            let Ok(next) = here.play(mv) else { break };
            line.push(mv);
            here = next;
        }
        line
    }

    fn remembered(&self, position: &Position) -> Option<Move> {
        let (own, hostile) = discs(position);
        let entry = self.table.probe(crate::table::Key::of(own, hostile))?;
        if entry.best == NO_SQUARE {
            return None;
        }
        Square::from_index(entry.best).map(Move::Disc)
    }

    fn best_after_one_ply(&mut self, position: &Position) -> Option<Move> {
        let mut best: Option<(i32, Move)> = None;
        for square in position.legal_moves().iter() {
            let next = position.play(Move::Disc(square)).ok()?;
            let value = -self.value(&next, 0).unwrap_or(VALUE_MAX);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, Move::Disc(square)));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

//! A finished game, move by move: what each move was worth and what it lost.

use outflank_board::{Move, Position};

use crate::Empties;
use crate::evaluate::TENTHS;
use crate::solve::{SolveOptions, Solver};
use crate::think::{Certainty, ThinkOptions, think};

/// How a game is reviewed.
#[derive(Debug, Clone, Copy)]
pub struct ReviewOptions {
    /// Positions with at most so many empty squares are solved exactly.
    pub exact_empties: usize,
    /// Positions looked at for each move before that.
    pub nodes_per_move: u64,
    /// What empty squares count for.
    pub empties: Empties,
}

impl Default for ReviewOptions {
    /// The last 20 moves exactly.
    fn default() -> Self {
        Self {
            exact_empties: 20,
            nodes_per_move: 1_000_000,
            empties: Empties::ToWinner,
        }
    }
}

/// What is known about one move of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveReview {
    /// The move that was played.
    pub played: Move,
    pub best: Option<Move>,
    /// The value of the position before the move for the side to move, in tenths of a disc.
    pub tenths: i32,
    /// How sure that value is.
    pub certainty: Certainty,
    /// What the move lost, in tenths of a disc; never negative. Exact if this value and the next one are.
    pub loss_tenths: i32,
}

/// Reviews a game; the moves after one that cannot be played are left out.
///
/// The end of the game is looked at first, so that each position finds what is known about the later ones.
#[must_use]
pub fn review(start: &Position, moves: &[Move], options: &ReviewOptions) -> Vec<MoveReview> {
    let mut positions = vec![*start];
    for mv in moves {
        match positions.last().map(|position| position.play(*mv)) {
            Some(Ok(next)) => positions.push(next),
            Some(Err(_)) | None => break,
        }
    }
    let mut solver = Solver::new(
        options.exact_empties as u32,
        &SolveOptions {
            empties: options.empties,
            ..SolveOptions::default()
        },
    );
    let mut values: Vec<(i32, Certainty, Option<Move>)> = positions
        .iter()
        .rev()
        .map(|position| value(position, options, &mut solver))
        .collect();
    values.reverse();
    let pairs = values
        .iter()
        .zip(values.iter().skip(1))
        .zip(moves.iter().zip(&positions));
    let reviews = pairs.map(|((here, next), (played, _))| MoveReview {
        played: *played,
        best: here.2,
        tenths: here.0,
        certainty: here.1,
        loss_tenths: if here.2 == Some(*played) {
            0
        } else {
            (here.0 + next.0).max(0)
        },
    });
    reviews.collect()
}

fn value(
    position: &Position,
    options: &ReviewOptions,
    solver: &mut Solver,
) -> (i32, Certainty, Option<Move>) {
    if position.empties().len() <= options.exact_empties
        && let Some(solution) = solver.best(position)
    {
        return (TENTHS * solution.score, Certainty::Exact, solution.best);
    }
    let think_options = ThinkOptions {
        empties: options.empties,
        ..ThinkOptions::nodes(options.nodes_per_move)
    };
    let thought = think(position, &think_options);
    (
        thought.tenths,
        thought.certainty,
        thought.line.first().copied(),
    )
}

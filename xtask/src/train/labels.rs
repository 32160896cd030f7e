//! What the positions are worth.

use outflank_board::{Instructions, Position};
use outflank_engine::{
    FEATURES, SolveOptions, TENTHS, Weights, solve_score, value_at_depth, weight_numbers,
};

use crate::train::workers;

/// Positions with at most so many empty squares are labelled with exact scores.
///
/// Exact scores further from the end cost more than they bring: the error of a label is small beside what a sum of patterns
/// cannot express, so that more positions help more than better labels.
const EXACT_EMPTIES: usize = 13;

/// Plies of the search before that; four reach the phase below from every position.
const PLIES: u32 = 4;

/// A position as the fit sees it.
pub(crate) struct Labelled {
    /// The numbers of its weights.
    pub(crate) numbers: [u32; FEATURES],
    /// Its value for the side to move, in tenths of a disc.
    pub(crate) value: i32,
}

pub(crate) fn label(positions: &[Position], weights: &Weights) -> Vec<Labelled> {
    let options = SolveOptions::default();
    workers::map(positions, |position| {
        let value = if position.empties().len() <= EXACT_EMPTIES {
            TENTHS * solve_score(position, &options).expect("there is no limit")
        } else {
            value_at_depth(position, PLIES, weights, Instructions::detected())
        };
        Labelled {
            numbers: weight_numbers(position),
            value,
        }
    })
}

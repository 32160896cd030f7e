//! The value of a position without looking ahead: a sum of weights, so that every part of it can be shown.

use outflank_board::{Position, SquareSet};

use crate::patterns::{Contents, FEATURES, LAYOUT, MOVE_COUNTS, PLACES};
use crate::solve::discs;
use crate::weights::{Weights, phase};

/// Values are tenths of a disc.
pub const TENTHS: i32 = 10;

/// The largest value: 64 discs.
pub(crate) const VALUE_MAX: i32 = 64 * TENTHS;

/// A part of the value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// What it is, for people.
    pub name: &'static str,
    /// The squares it looks at; empty for the numbers of moves and of empty squares.
    pub squares: SquareSet,
    /// What it adds to the value for the side to move, in tenths of a disc.
    pub tenths: i32,
}

/// The value of a position for the side to move, in tenths of a disc.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let (own, hostile) = discs(position);
    let moves = position.legal_moves().len() as u32;
    let answers = position.legal_moves_of(position.to_move().other()).len() as u32;
    let empties = position.empties().len() as u32;
    value(
        &Contents::new(own, hostile),
        moves,
        answers,
        empties,
        weights,
    )
}

/// The value of a position, part by part; the sum of the parts is the value, limited to 64 discs.
#[must_use]
pub fn explain(position: &Position, weights: &Weights) -> Vec<Contribution> {
    let table = weights.table(phase(position.empties().len() as u32));
    let places = LAYOUT.places.iter();
    let mut names: Vec<(&'static str, SquareSet)> =
        places.map(|place| (place.name, place.squares)).collect();
    for name in ["own moves", "opponent's moves", "empty squares"] {
        names.push((name, SquareSet::EMPTY));
    }
    (names.into_iter().zip(entries(position)))
        .map(|((name, squares), entry)| Contribution {
            name,
            squares,
            tenths: table[entry].into(),
        })
        .collect()
}

/// For each feature of a position, the number of its weight within the phase: what a training needs.
#[must_use]
pub fn weight_numbers(position: &Position) -> [u32; FEATURES] {
    entries(position).map(|entry| LAYOUT.fold[entry])
}

/// For each feature of a position, its entry in the tables of a phase.
fn entries(position: &Position) -> [usize; FEATURES] {
    let (own, hostile) = discs(position);
    let indices = Contents::new(own, hostile).indices();
    let moves = position.legal_moves().len() as u32;
    let answers = position.legal_moves_of(position.to_move().other()).len() as u32;
    let counted = counted_entries(moves, answers, position.empties().len() as u32);
    std::array::from_fn(|feature| {
        if feature < PLACES {
            LAYOUT.places[feature].table + usize::from(indices[feature])
        } else {
            counted[feature - PLACES]
        }
    })
}

#[inline]
fn counted_entries(moves: u32, answers: u32, empties: u32) -> [usize; 3] {
    let start = CONTENTS;
    let count = |moves: u32| (moves as usize).min(MOVE_COUNTS - 1);
    [
        start + count(moves),
        start + MOVE_COUNTS + count(answers),
        start + 2 * MOVE_COUNTS + empties as usize % 64,
    ]
}

/// Contents of all tables of a phase.
const CONTENTS: usize = 226_314;

/// Where the table of each place begins.
const TABLES: [u32; PLACES] = {
    // Contents of the shapes and how many places each has, in the order of the shapes.
    let shapes: [(u32, usize); 12] = [
        (19_683, 4),
        (59_049, 4),
        (59_049, 4),
        (59_049, 8),
        (6_561, 4),
        (6_561, 4),
        (6_561, 4),
        (6_561, 2),
        (2_187, 4),
        (729, 4),
        (243, 4),
        (81, 4),
    ];
    let mut tables = [0; PLACES];
    let (mut shape, mut place, mut start) = (0, 0, 0);
    while shape < shapes.len() {
        let mut count = 0;
        while count < shapes[shape].1 {
            tables[place] = start;
            place += 1;
            count += 1;
        }
        start += shapes[shape].0;
        shape += 1;
    }
    assert!(start as usize == CONTENTS);
    tables
};

/// The value from parts that a search already has.
#[inline]
pub(crate) fn value(
    contents: &Contents,
    moves: u32,
    answers: u32,
    empties: u32,
    weights: &Weights,
) -> i32 {
    let table = weights.table(phase(empties));
    let indices = contents.indices();
    let mut sum = 0_i32;
    for (start, index) in TABLES.iter().zip(indices) {
        sum += i32::from(table[*start as usize + usize::from(index)]);
    }
    for entry in counted_entries(moves, answers, empties) {
        sum += i32::from(table[entry]);
    }
    sum.clamp(-VALUE_MAX, VALUE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_begin_where_the_layout_says() {
        for (place, start) in LAYOUT.places.iter().zip(TABLES) {
            assert_eq!(place.table, start as usize);
        }
    }

    #[test]
    fn the_parts_add_up_to_the_value() {
        let mut position = Position::start();
        while let Some((_, next)) = outflank_board::perft_split(&position).pop() {
            let parts = explain(&position, Weights::shipped());
            let sum: i32 = parts.iter().map(|part| part.tenths).sum();
            let value = evaluate(&position, Weights::shipped());
            assert_eq!(value, sum.clamp(-VALUE_MAX, VALUE_MAX));
            position = next;
        }
    }
}

//! The patterns of the evaluation: groups of squares whose contents are looked up in tables.
//!
//! A shape is a list of squares. Turned and mirrored it appears in two to eight places of the board, and all of them share
//! one table. A shape that is its own mirror image needs only one weight for a content and its mirror image.

use std::sync::LazyLock;

use outflank_board::{Square, SquareSet, Symmetry};

/// The shapes: a name for people, and the squares of the first place.
const SHAPES: [(&str, &str); 12] = [
    ("corner block", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    ("edge with X squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    ("edge centre block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    ("corner two by five", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    ("second row", "a2 b2 c2 d2 e2 f2 g2 h2"),
    ("third row", "a3 b3 c3 d3 e3 f3 g3 h3"),
    ("fourth row", "a4 b4 c4 d4 e4 f4 g4 h4"),
    ("diagonal of eight", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ("diagonal of seven", "b1 c2 d3 e4 f5 g6 h7"),
    ("diagonal of six", "c1 d2 e3 f4 g5 h6"),
    ("diagonal of five", "d1 e2 f3 g4 h5"),
    ("diagonal of four", "e1 f2 g3 h4"),
];

/// Places of all shapes together.
pub(crate) const PLACES: usize = 50;

/// Places rounded up to whole vector registers.
const WIDTH: usize = 56;

/// Numbers of legal moves that are told apart.
pub(crate) const MOVE_COUNTS: usize = 32;

/// Weights of one phase that belong to no pattern: legal moves of both sides, and the number of empty squares.
const COUNTED: usize = 2 * MOVE_COUNTS + 64;

/// Features of a position: its places, the two numbers of moves, and the number of empty squares.
pub const FEATURES: usize = PLACES + 3;

/// One place of a shape.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) name: &'static str,
    pub(crate) squares: SquareSet,
    /// Where the table of the shape begins among all tables of a phase.
    pub(crate) table: usize,
}

/// What follows from the shapes.
pub(crate) struct Layout {
    pub(crate) places: Vec<Place>,
    /// What a disc on a square adds to the index of each place.
    adds: [[u16; WIDTH]; 64],
    /// From the number of a content in all tables of a phase to the number of its weight.
    pub(crate) fold: Vec<u32>,
    /// How many weights a phase has.
    pub(crate) weights: usize,
}

pub(crate) static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

impl Layout {
    fn new() -> Self {
        let mut layout = Self {
            places: Vec::new(),
            adds: [[0; WIDTH]; 64],
            fold: Vec::new(),
            weights: 0,
        };
        for (name, squares) in SHAPES {
            let squares: Vec<Square> = squares
                .split(' ')
                .map(|square| square.parse().expect("the shapes name squares"))
                .collect();
            layout.add_places(name, &squares);
            layout.add_table(&squares);
        }
        assert_eq!(layout.places.len(), PLACES);
        let counted = layout.weights as u32..(layout.weights + COUNTED) as u32;
        layout.fold.extend(counted);
        layout.weights += COUNTED;
        layout
    }

    fn add_places(&mut self, name: &'static str, squares: &[Square]) {
        let table = self.fold.len();
        let first = self.places.len();
        for symmetry in Symmetry::ALL {
            let there: Vec<Square> = squares.iter().map(|at| symmetry.square(*at)).collect();
            let set: SquareSet = there.iter().copied().collect();
            if self.places[first..]
                .iter()
                .any(|place| place.squares == set)
            {
                continue;
            }
            let number = self.places.len();
            for (digit, square) in there.iter().enumerate() {
                self.adds[square.index()][number] += 3_u16.pow(digit as u32);
            }
            self.places.push(Place {
                name,
                squares: set,
                table,
            });
        }
    }

    fn add_table(&mut self, squares: &[Square]) {
        let mirror = mirror_of(squares);
        let start = self.fold.len();
        for content in 0..3_usize.pow(squares.len() as u32) {
            let mirrored = mirror.as_ref().map_or(content, |order| {
                let digits = order.iter().enumerate();
                digits
                    .map(|(to, from)| {
                        content / 3_usize.pow(*from as u32) % 3 * 3_usize.pow(to as u32)
                    })
                    .sum()
            });
            if mirrored < content {
                self.fold.push(self.fold[start + mirrored]);
            } else {
                self.fold.push(self.weights as u32);
                self.weights += 1;
            }
        }
    }
}

/// The order of the squares after the symmetry that leaves the shape in its place, if there is one that moves squares.
fn mirror_of(squares: &[Square]) -> Option<Vec<usize>> {
    Symmetry::ALL.iter().find_map(|symmetry| {
        let order: Option<Vec<usize>> = (squares.iter())
            .map(|from| squares.iter().position(|to| *to == symmetry.square(*from)))
            .collect();
        order.filter(|order| order.iter().enumerate().any(|(to, from)| to != *from))
    })
}

/// The contents of all places: for each, the sum over the discs of each side, to be combined to an index in base three.
#[derive(Clone, Copy)]
pub(crate) struct Contents {
    own: [u16; WIDTH],
    hostile: [u16; WIDTH],
}

impl Contents {
    pub(crate) fn new(own: u64, hostile: u64) -> Self {
        Self {
            own: sum_of(own),
            hostile: sum_of(hostile),
        }
    }

    /// After a move, seen by the opponent.
    #[inline]
    pub(crate) fn after(&self, square: u8, turned: u64) -> Self {
        let layout = &*LAYOUT;
        let changed = sum_in(layout, turned);
        let placed = &layout.adds[square as usize & 63];
        let mut next = Self {
            own: self.hostile,
            hostile: self.own,
        };
        for place in 0..WIDTH {
            next.own[place] -= changed[place];
            next.hostile[place] += changed[place] + placed[place];
        }
        next
    }

    pub(crate) const fn after_pass(&self) -> Self {
        Self {
            own: self.hostile,
            hostile: self.own,
        }
    }

    /// The indices of all places, each within its own table.
    #[inline]
    pub(crate) fn indices(&self) -> [u16; WIDTH] {
        let mut indices = self.own;
        for (index, hostile) in indices.iter_mut().zip(&self.hostile) {
            *index += 2 * hostile;
        }
        indices
    }
}

fn sum_of(discs: u64) -> [u16; WIDTH] {
    sum_in(&LAYOUT, discs)
}

#[inline]
fn sum_in(layout: &Layout, discs: u64) -> [u16; WIDTH] {
    let mut sum = [0_u16; WIDTH];
    let mut left = discs;
    while left != 0 {
        let adds = &layout.adds[left.trailing_zeros() as usize & 63];
        left &= left - 1;
        for place in 0..WIDTH {
            sum[place] += adds[place];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_positions_have_the_same_weights() {
        let (own, hostile) = (0x0012_3c18_1008_0400, 0x8100_0024_2c14_3800);
        let weights = |own, hostile| {
            let contents = Contents::new(own, hostile).indices();
            let mut weights: Vec<u32> = (LAYOUT.places.iter().zip(contents))
                .map(|(place, index)| LAYOUT.fold[place.table + usize::from(index)])
                .collect();
            weights.sort_unstable();
            weights
        };
        let expected = weights(own, hostile);
        for symmetry in Symmetry::ALL {
            let turn = |discs| symmetry.squares(SquareSet(discs)).0;
            assert_eq!(weights(turn(own), turn(hostile)), expected, "{symmetry:?}");
        }
    }

    #[test]
    fn the_contents_after_a_move_are_those_of_the_position_after_it() {
        let (own, hostile) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let next = Contents::new(own, hostile).after(19, 1 << 27);
        let there = Contents::new(hostile ^ 1 << 27, own | 1 << 27 | 1 << 19);
        assert_eq!(next.indices(), there.indices());
    }

    #[test]
    fn contents_and_their_mirror_images_share_weights() {
        assert_eq!(LAYOUT.fold.len(), 226_314 + COUNTED);
        assert_eq!(LAYOUT.weights, 143_523 + COUNTED);
    }
}

//! The eight ways to turn and mirror a board.

use crate::{Position, Side, Square, SquareSet};

/// One of the eight symmetries of the square board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Every square stays.
    Identity,
    /// A quarter turn clockwise: a1 goes to h1.
    QuarterTurn,
    /// A half turn: a1 goes to h8. The two players see each other's board like this.
    HalfTurn,
    /// Three quarter turns clockwise: a1 goes to a8.
    ThreeQuarterTurn,
    /// Left and right change places: a1 goes to h1, a8 to h8.
    MirrorColumns,
    /// Top and bottom change places: a1 goes to a8, h1 to h8.
    MirrorRows,
    /// Mirrored in the diagonal a1 to h8: h1 and a8 change places.
    MirrorMainDiagonal,
    /// Mirrored in the diagonal h1 to a8: a1 and h8 change places.
    MirrorOtherDiagonal,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::MirrorMainDiagonal,
        Self::MirrorOtherDiagonal,
    ];

    /// Where the square goes.
    ///
    /// ```
    /// # use outflank_board::{Square, Symmetry};
    /// let f5: Square = "f5".parse()?;
    /// assert_eq!(Symmetry::MirrorMainDiagonal.square(f5).to_string(), "e6");
    /// # Ok::<(), outflank_board::ParseSquareError>(())
    /// ```
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        Square::lowest(self.bits(square.bit()))
    }

    /// Where the squares of the set go.
    #[must_use]
    pub const fn squares(self, set: SquareSet) -> SquareSet {
        SquareSet(self.bits(set.0))
    }

    /// The position with every disc moved; the side to move stays.
    #[must_use]
    pub const fn position(self, position: &Position) -> Position {
        let black = self.bits(position.black().0);
        let white = self.bits(position.white().0);
        Position::from_own_and_hostile(black, white, Side::Black).with_to_move(position.to_move())
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            Self::Identity
            | Self::HalfTurn
            | Self::MirrorColumns
            | Self::MirrorRows
            | Self::MirrorMainDiagonal
            | Self::MirrorOtherDiagonal => self,
        }
    }

    /// The symmetry that does what this one does and then what `next` does.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // Each symmetry is "mirror the columns or not, then turn"; a mirror that follows reverses the turn before it.
        let before = if next.is_mirror() {
            4 - self.quarters()
        } else {
            self.quarters()
        };
        let quarters = before + next.quarters();
        if self.is_mirror() == next.is_mirror() {
            Self::turn(quarters)
        } else {
            Self::mirror_and_turn(quarters)
        }
    }

    const fn is_mirror(self) -> bool {
        match self {
            Self::Identity | Self::QuarterTurn | Self::HalfTurn | Self::ThreeQuarterTurn => false,
            Self::MirrorColumns
            | Self::MirrorRows
            | Self::MirrorMainDiagonal
            | Self::MirrorOtherDiagonal => true,
        }
    }

    /// Quarter turns after mirroring the columns or not.
    const fn quarters(self) -> u8 {
        match self {
            Self::Identity | Self::MirrorColumns => 0,
            Self::QuarterTurn | Self::MirrorOtherDiagonal => 1,
            Self::HalfTurn | Self::MirrorRows => 2,
            Self::ThreeQuarterTurn | Self::MirrorMainDiagonal => 3,
        }
    }

    const fn turn(quarters: u8) -> Self {
        match quarters % 4 {
            1 => Self::QuarterTurn,
            2 => Self::HalfTurn,
            3 => Self::ThreeQuarterTurn,
            _ => Self::Identity,
        }
    }

    const fn mirror_and_turn(quarters: u8) -> Self {
        match quarters % 4 {
            1 => Self::MirrorOtherDiagonal,
            2 => Self::MirrorRows,
            3 => Self::MirrorMainDiagonal,
            _ => Self::MirrorColumns,
        }
    }

    const fn bits(self, bits: u64) -> u64 {
        match self {
            Self::Identity => bits,
            Self::QuarterTurn => mirror_columns(mirror_main_diagonal(bits)),
            Self::HalfTurn => bits.reverse_bits(),
            Self::ThreeQuarterTurn => mirror_rows(mirror_main_diagonal(bits)),
            Self::MirrorColumns => mirror_columns(bits),
            Self::MirrorRows => mirror_rows(bits),
            Self::MirrorMainDiagonal => mirror_main_diagonal(bits),
            Self::MirrorOtherDiagonal => mirror_main_diagonal(bits.reverse_bits()),
        }
    }
}

/// The representative of the positions that are equal up to symmetry: the one whose discs come first as numbers.
///
/// ```
/// # use outflank_board::{canonical, Move, Position};
/// let start = Position::start();
/// let one = start.play("d3".parse::<Move>()?)?;
/// let other = start.play("f5".parse::<Move>()?)?;
/// assert_eq!(canonical(&one), canonical(&other));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn canonical(position: &Position) -> Position {
    Symmetry::ALL
        .iter()
        .map(|symmetry| symmetry.position(position))
        .fold(*position, Position::min)
}

const fn mirror_rows(bits: u64) -> u64 {
    bits.swap_bytes()
}

const fn mirror_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Swaps ever larger blocks across the diagonal: 1 by 1, 2 by 2, 4 by 4.
const fn mirror_main_diagonal(mut bits: u64) -> u64 {
    let mut swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ (swap << 7);
    swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ (swap << 14);
    swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ (swap << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_the_map_its_name_says() {
        for square in Square::all() {
            let (col, row) = (square.col(), square.row());
            for symmetry in Symmetry::ALL {
                let (to_col, to_row) = match symmetry {
                    Symmetry::Identity => (col, row),
                    Symmetry::QuarterTurn => (7 - row, col),
                    Symmetry::HalfTurn => (7 - col, 7 - row),
                    Symmetry::ThreeQuarterTurn => (row, 7 - col),
                    Symmetry::MirrorColumns => (7 - col, row),
                    Symmetry::MirrorRows => (col, 7 - row),
                    Symmetry::MirrorMainDiagonal => (row, col),
                    Symmetry::MirrorOtherDiagonal => (7 - row, 7 - col),
                };
                assert_eq!(
                    Some(symmetry.square(square)),
                    Square::new(to_col, to_row),
                    "{symmetry:?} {square}"
                );
            }
        }
    }

    #[test]
    fn symmetries_form_a_group() {
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), Symmetry::Identity);
            for b in Symmetry::ALL {
                for square in Square::all() {
                    assert_eq!(
                        a.then(b).square(square),
                        b.square(a.square(square)),
                        "{a:?} {b:?} {square}"
                    );
                }
            }
        }
    }
}

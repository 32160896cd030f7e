//! A pair of values, one for each colour.

use std::ops::{Index, IndexMut};

use outflank_pairing::Colour;

/// One value for Black and one for White.
///
/// ```
/// use outflank_tournament::{ByColour, Colour};
/// let discs = ByColour { black: 40, white: 24 };
/// assert_eq!(discs[Colour::White], 24);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColour<T> {
    pub black: T,
    pub white: T,
}

impl<T> ByColour<T> {
    /// `mine` for one colour, `theirs` for the other.
    pub fn of(colour: Colour, mine: T, theirs: T) -> Self {
        match colour {
            Colour::Black => Self {
                black: mine,
                white: theirs,
            },
            Colour::White => Self {
                black: theirs,
                white: mine,
            },
        }
    }
}

impl<T: Copy> ByColour<T> {
    /// The same for both.
    pub const fn both(value: T) -> Self {
        Self {
            black: value,
            white: value,
        }
    }
}

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    fn index(&self, colour: Colour) -> &T {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

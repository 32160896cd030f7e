//! What the empty squares of a finished board count for.

/// The convention for empty squares at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Empties {
    /// The winner gets them.
    ToWinner,
    /// They count for neither side.
    Ignored,
    /// Each side gets half of them, which changes no difference.
    Halved,
}

impl Empties {
    /// The disc difference of a finished board, for the side with `own` discs.
    #[inline]
    pub(crate) const fn difference(self, own: u32, hostile: u32) -> i32 {
        let difference = own.cast_signed() - hostile.cast_signed();
        let empty = 64 - own.cast_signed() - hostile.cast_signed();
        match self {
            Self::ToWinner => difference + empty * difference.signum(),
            Self::Ignored | Self::Halved => difference,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_convention_decides_the_difference() {
        assert_eq!(Empties::ToWinner.difference(40, 20), 24);
        assert_eq!(Empties::ToWinner.difference(20, 40), -24);
        assert_eq!(Empties::ToWinner.difference(30, 30), 0);
        assert_eq!(Empties::Ignored.difference(40, 20), 20);
        assert_eq!(Empties::Halved.difference(20, 40), -20);
    }
}

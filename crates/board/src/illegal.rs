//! Why a move is refused, so that people can be told.

use std::fmt;

use crate::{Line, Side, Square, SquareSet};

/// A move that the rules do not allow in its position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// A disc was placed where it may not be.
    Disc {
        /// Whose disc.
        side: Side,
        square: Square,
        why: WhyNot,
    },
    /// A pass was made although the side has a legal move.
    PassWithMoves {
        /// Who passed.
        side: Side,
        /// Where that side can move.
        moves: SquareSet,
    },
    /// A pass was made although the game is over.
    PassAfterEnd {
        /// Who passed.
        side: Side,
    },
}

/// The test a placed disc failed, in the order in which a person looks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum WhyNot {
    /// A disc of this side is there already.
    Occupied(Side),
    /// None of the neighbouring squares holds an opposing disc.
    NoHostileNeighbour,
    /// Lines of opposing discs begin here, but none ends on a disc of the mover.
    FlanksNothing {
        /// The lines looked at.
        lines: Vec<Line>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc {
                square,
                why: WhyNot::Occupied(by),
                ..
            } => {
                write!(f, "{square} is occupied by a {} disc", colour(*by))
            }
            Self::Disc {
                side,
                square,
                why: WhyNot::NoHostileNeighbour,
            } => {
                write!(f, "{square} has no {} disc beside it", colour(side.other()))
            }
            Self::Disc {
                square,
                why: WhyNot::FlanksNothing { lines },
                ..
            } => {
                write!(f, "{square} flanks nothing: ")?;
                for (n, line) in lines.iter().enumerate() {
                    if n > 0 {
                        f.write_str("; ")?;
                    }
                    write!(f, "{line}")?;
                }
                Ok(())
            }
            Self::PassWithMoves { side, moves } => {
                write!(
                    f,
                    "{side} cannot pass, because there is a legal move at {moves}"
                )
            }
            Self::PassAfterEnd { side } => write!(
                f,
                "{side} does not need to pass, because the game is over: neither side can move"
            ),
        }
    }
}

impl std::error::Error for Illegal {}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

//! Positions: discs on squares and a side to move.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    BySide, DiagramError, Illegal, Move, ParseSideError, Side, Square, SquareSet, bits, explain,
};

/// Anything one could write down for a board; squares may be claimed by both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The squares said to hold black discs.
    pub black: SquareSet,
    /// The squares said to hold white discs.
    pub white: SquareSet,
    pub to_move: Side,
}

/// The set-up is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{both} would hold both a black and a white disc. Put only one disc on each square.")]
pub struct SetupError {
    /// The squares claimed by both sides.
    pub both: SquareSet,
}

/// A position: at most one disc on a square, and a side to move.
///
/// Legal play need not be able to reach it: an accepted wrong flip stands, so such positions must exist.
///
/// ```
/// # use outflank_board::{Position, Setup, Side};
/// let setup = Setup { black: "a1".parse()?, white: "b1 c1".parse()?, to_move: Side::Black };
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.legal_moves().to_string(), "d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(try_from = "String", extend("pattern" = "^[-XO*.]{64} [XO]$"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    black: SquareSet,
    white: SquareSet,
    to_move: Side,
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let both = setup.black & setup.white;
        if both.is_empty() {
            Ok(Self {
                black: setup.black,
                white: setup.white,
                to_move: setup.to_move,
            })
        } else {
            Err(SetupError { both })
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            black: position.black,
            white: position.white,
            to_move: position.to_move,
        }
    }
}

impl Position {
    /// The starting position: Black on d5 and e4, White on d4 and e5, Black to move (USOA 2.1).
    #[must_use]
    pub const fn start() -> Self {
        Self {
            black: SquareSet(0x0000_0008_1000_0000),
            white: SquareSet(0x0000_0010_0800_0000),
            to_move: Side::Black,
        }
    }

    /// The board without a disc, Black to move.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            black: SquareSet::EMPTY,
            white: SquareSet::EMPTY,
            to_move: Side::Black,
        }
    }

    /// The squares with black discs.
    #[must_use]
    pub const fn black(&self) -> SquareSet {
        self.black
    }

    /// The squares with white discs.
    #[must_use]
    pub const fn white(&self) -> SquareSet {
        self.white
    }

    /// The squares with discs of this side.
    #[must_use]
    pub const fn discs(&self, side: Side) -> SquareSet {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The squares without a disc.
    #[must_use]
    pub const fn empties(&self) -> SquareSet {
        SquareSet(!(self.black.0 | self.white.0))
    }

    /// How many discs each side has on the board.
    #[must_use]
    pub const fn count(&self) -> BySide<u8> {
        BySide::new(
            self.black.0.count_ones() as u8,
            self.white.0.count_ones() as u8,
        )
    }

    /// The side whose disc is on the square.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Side> {
        if self.black.contains(square) {
            Some(Side::Black)
        } else if self.white.contains(square) {
            Some(Side::White)
        } else {
            None
        }
    }

    /// Where the side to move may place a disc.
    #[must_use]
    pub const fn legal_moves(&self) -> SquareSet {
        self.legal_moves_of(self.to_move)
    }

    /// Where this side could place a disc if it were its turn.
    #[must_use]
    pub const fn legal_moves_of(&self, side: Side) -> SquareSet {
        SquareSet(bits::mobility(
            self.discs(side).0,
            self.discs(side.other()).0,
        ))
    }

    /// The opposing discs that a disc of `side` on `square` turns over; empty if it may not be placed there.
    #[must_use]
    pub const fn flips(&self, side: Side, square: Square) -> SquareSet {
        if self.empties().contains(square) {
            SquareSet(bits::flips(
                self.discs(side).0,
                self.discs(side.other()).0,
                square.bit(),
            ))
        } else {
            SquareSet::EMPTY
        }
    }

    /// Whether the side to move has no legal move while the opponent has one (USOA 3.7).
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.legal_moves_of(self.to_move.other()).is_empty()
    }

    /// Whether neither side has a legal move (USOA 4.1).
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.legal_moves_of(self.to_move.other()).is_empty()
    }

    /// The position after the side to move places a disc and turns over what it flanks, or passes.
    ///
    /// ```
    /// # use outflank_board::{Move, Position};
    /// let after = Position::start().play("d3".parse::<Move>()?)?;
    /// assert_eq!(after.black().to_string(), "d3 d4 e4 d5");
    /// let refused = after.play(Move::Pass).unwrap_err();
    /// assert_eq!(refused.to_string(), "White cannot pass, because there is a legal move at c3 e3 c5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Illegal`] says why the move may not be made.
    pub fn play(&self, mv: Move) -> Result<Self, Illegal> {
        match mv {
            Move::Disc(square) => self.place(square),
            Move::Pass => self.pass(),
        }
    }

    fn place(&self, square: Square) -> Result<Self, Illegal> {
        let side = self.to_move;
        let flips = self.flips(side, square);
        if flips.is_empty() {
            explain(self, side, square)?;
        }
        Ok(self
            .with_turned(side, flips)
            .with_disc(side, square)
            .with_to_move(side.other()))
    }

    fn pass(&self) -> Result<Self, Illegal> {
        let side = self.to_move;
        let moves = self.legal_moves();
        if !moves.is_empty() {
            Err(Illegal::PassWithMoves { side, moves })
        } else if self.is_over() {
            Err(Illegal::PassAfterEnd { side })
        } else {
            Ok(self.with_to_move(side.other()))
        }
    }

    /// The same discs with this side to move.
    #[must_use]
    pub const fn with_to_move(self, to_move: Side) -> Self {
        Self { to_move, ..self }
    }

    /// The position with a disc of `side` on `square`, whatever was there; nothing else changes.
    #[must_use]
    pub fn with_disc(self, side: Side, square: Square) -> Self {
        self.with_discs(side, square.into())
    }

    /// The position with discs of `side` on all `squares`, whatever was there; nothing else changes.
    #[must_use]
    pub fn with_discs(self, side: Side, squares: SquareSet) -> Self {
        match side {
            Side::Black => Self {
                black: self.black | squares,
                white: self.white - squares,
                ..self
            },
            Side::White => Self {
                black: self.black - squares,
                white: self.white | squares,
                ..self
            },
        }
    }

    /// The position with those of `squares` that hold a disc showing `side`; empty squares stay empty.
    #[must_use]
    pub fn with_turned(self, side: Side, squares: SquareSet) -> Self {
        self.with_discs(side, squares - self.empties())
    }

    /// The position with no disc on `squares`.
    #[must_use]
    pub fn without_discs(self, squares: SquareSet) -> Self {
        Self {
            black: self.black - squares,
            white: self.white - squares,
            ..self
        }
    }

    /// The discs of the side to move and of the other one as bits.
    pub(crate) const fn own_and_hostile(&self) -> (u64, u64) {
        (
            self.discs(self.to_move).0,
            self.discs(self.to_move.other()).0,
        )
    }

    /// The reverse of [`Self::own_and_hostile`]; the caller keeps the two sets apart.
    pub(crate) const fn from_own_and_hostile(own: u64, hostile: u64, to_move: Side) -> Self {
        debug_assert!(own & hostile == 0, "a square holds one disc");
        match to_move {
            Side::Black => Self {
                black: SquareSet(own),
                white: SquareSet(hostile),
                to_move,
            },
            Side::White => Self {
                black: SquareSet(hostile),
                white: SquareSet(own),
                to_move,
            },
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// One line: the rows from 1 to 8 separated by `/`, a blank, and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            self.diagram_in_one_line(),
            self.to_move.letter()
        )
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is no position in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// The side to move is missing.
    #[error("The side to move is missing. Write a space and B or W after the eight rows.")]
    NoSide,
    /// The side to move is no side.
    #[error(transparent)]
    Side(#[from] ParseSideError),
    /// The discs could not be read.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads what [`Display`](fmt::Display) prints: a diagram, a blank, and the side to move.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (rows, side) = text
            .trim()
            .rsplit_once(char::is_whitespace)
            .ok_or(ParsePositionError::NoSide)?;
        Ok(Self::from_diagram(rows, side.parse()?)?)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

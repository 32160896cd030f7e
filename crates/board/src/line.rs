//! Lines of discs as a person looks at them: eight directions, the discs passed, and where the line ends.

use std::fmt;

use crate::{Illegal, Position, Side, Square, SquareSet, WhyNot};

/// One of the eight directions from a square; north is towards row 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards a1.
    NorthWest,
    /// Up the column.
    North,
    /// Towards h1.
    NorthEast,
    /// Left along the row.
    West,
    /// Right along the row.
    East,
    /// Towards a8.
    SouthWest,
    /// Down the column.
    South,
    /// Towards h8.
    SouthEast,
}

impl Direction {
    /// The eight directions in the order in which their first squares come.
    pub const ALL: [Self; 8] = [
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
        Self::West,
        Self::East,
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
    ];

    /// The next square in this direction, if the board goes on.
    ///
    /// ```
    /// # use outflank_board::{Direction, Square};
    /// let h1: Square = "h1".parse()?;
    /// assert_eq!(Direction::East.step(h1), None);
    /// assert_eq!(Direction::South.step(h1), Some("h2".parse()?));
    /// # Ok::<(), outflank_board::ParseSquareError>(())
    /// ```
    #[must_use]
    pub const fn step(self, from: Square) -> Option<Square> {
        let (cols, rows) = match self {
            Self::NorthWest => (-1, -1),
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::West => (-1, 0),
            Self::East => (1, 0),
            Self::SouthWest => (-1, 1),
            Self::South => (0, 1),
            Self::SouthEast => (1, 1),
        };
        // A step off the low edge wraps to 255, which is no column or row.
        Square::new(
            from.col().wrapping_add_signed(cols),
            from.row().wrapping_add_signed(rows),
        )
    }
}

/// How a line of opposing discs ends (PAGE legal-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineEnd {
    /// On an empty square: nothing is enclosed.
    Empty(Square),
    /// At the edge of the board: nothing is enclosed.
    Edge,
    /// On a disc of the mover: the discs passed are enclosed.
    Friendly(Square),
}

/// A straight line from a square that begins with an opposing disc.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line {
    /// Which way the line runs.
    pub direction: Direction,
    /// The opposing discs passed, nearest first; at least one.
    pub passed: Vec<Square>,
    pub end: LineEnd,
}

impl Line {
    /// Whether a disc at the start of the line encloses the discs passed.
    #[must_use]
    pub const fn flanks(&self) -> bool {
        matches!(self.end, LineEnd::Friendly(_))
    }

    /// The discs passed as a set.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        self.passed.iter().copied().collect()
    }

    fn look(position: &Position, side: Side, from: Square, direction: Direction) -> Option<Self> {
        let mut passed = Vec::new();
        let mut here = from;
        let end = loop {
            let Some(next) = direction.step(here) else {
                break LineEnd::Edge;
            };
            match position.at(next) {
                None => break LineEnd::Empty(next),
                Some(disc) if disc == side => break LineEnd::Friendly(next),
                Some(_) => passed.push(next),
            }
            here = next;
        };
        (!passed.is_empty()).then_some(Self {
            direction,
            passed,
            end,
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the line")?;
        for square in &self.passed {
            write!(f, " {square}")?;
        }
        match self.end {
            LineEnd::Empty(square) => write!(f, " ends on the empty square {square}"),
            LineEnd::Edge => f.write_str(" runs to the edge of the board"),
            LineEnd::Friendly(square) => write!(f, " is closed by the disc on {square}"),
        }
    }
}

/// Why a disc of `side` may or may not be placed on `square`: the lines that begin with an opposing disc, or the refusal.
///
/// The lines of a legal square include those that flank nothing.
///
/// ```
/// # use outflank_board::{explain, Position, Side};
/// let start = Position::start();
/// let lines = explain(&start, Side::Black, "d3".parse()?)?;
/// assert_eq!(lines[0].to_string(), "the line d4 is closed by the disc on d5");
/// let refusal = explain(&start, Side::Black, "e3".parse()?).unwrap_err();
/// assert_eq!(refusal.to_string(), "e3 flanks nothing: the line d4 ends on the empty square c5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Illegal::Disc`] when the square is not legal for `side`.
pub fn explain(position: &Position, side: Side, square: Square) -> Result<Vec<Line>, Illegal> {
    let refuse = |why| Err(Illegal::Disc { side, square, why });
    if let Some(by) = position.at(square) {
        return refuse(WhyNot::Occupied(by));
    }
    let lines: Vec<Line> = Direction::ALL
        .iter()
        .filter_map(|&direction| Line::look(position, side, square, direction))
        .collect();
    if lines.is_empty() {
        refuse(WhyNot::NoHostileNeighbour)
    } else if lines.iter().any(Line::flanks) {
        Ok(lines)
    } else {
        refuse(WhyNot::FlanksNothing { lines })
    }
}

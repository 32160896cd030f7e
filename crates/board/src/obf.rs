//! OBF: a position on one line, with the scores of its moves.
//!
//! 64 cells, a blank, the side to move, then `;` and items `MOVE:SCORE;`, best first: the final disc difference for the
//! side to move. Zebra's scripts have the same 64 cells and side without items.

use std::fmt;
use std::str::FromStr;

use crate::{Move, Position, Side, Square, diagram};

/// A position and what is known of its moves.
///
/// ```
/// # use outflank_board::{Obf, Position};
/// let line = "---------------------------OX------XO--------------------------- X; D3:+0;";
/// let obf: Obf = line.parse()?;
/// assert_eq!(obf.position, Position::start());
/// assert_eq!(obf.to_string(), line);
/// # Ok::<(), outflank_board::ObfError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Obf {
    pub position: Position,
    /// The items in the order in which they stand.
    pub items: Vec<ObfItem>,
}

/// One item of an OBF line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObfItem {
    /// A move and its score.
    Scored {
        mv: Move,
        /// The final disc difference for the side to move.
        score: i16,
    },
    /// `--:-127`, which ends the lines of some sets and is no move.
    Filler,
}

/// The score of a filler item.
const FILLER_SCORE: i16 = -127;

/// The most items a line may have: one for each square, a pass and a filler.
const ITEMS_MAX: usize = 66;

/// An OBF line that could not be read; columns count characters from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ObfError {
    /// A character is no cell.
    #[error(
        "column {column}: `{found}` is not a cell. Use X for a black disc, O for a white disc or - for an empty square."
    )]
    NoCell {
        column: usize,
        /// The character.
        found: char,
    },
    /// The line ends too early.
    #[error("The line has {cells} cells. Write all 64, then a space and the side to move.")]
    TooFewCells {
        /// How many there are.
        cells: usize,
    },
    /// The side to move is missing or is no side.
    #[error(
        "column {column}: `{found}` is not a side to move. Write X for Black or O for White after the cells."
    )]
    NoSide {
        column: usize,
        /// What stands there.
        found: String,
    },
    /// An item is no move with a score.
    #[error(
        "column {column}: `{found}` is not a move with its score. Write it in the form A2:+38;"
    )]
    NoItem {
        column: usize,
        /// What stands there.
        found: String,
    },
    /// There are more items than squares.
    #[error(
        "column {column}: there are more than {ITEMS_MAX} moves with scores. Write one position per line."
    )]
    TooManyItems { column: usize },
}

impl FromStr for Obf {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Self, ObfError> {
        let (position, rest) = read_cells(line)?;
        let mut parts = rest.split(';');
        let head = parts.next().unwrap_or_default();
        let mut column = 65;
        let to_move = read_side(head).ok_or_else(|| ObfError::NoSide {
            column: column + blanks_before(head),
            found: head.trim().to_owned(),
        })?;
        let mut items = Vec::new();
        column += head.chars().count() + 1;
        for part in parts {
            let start = column + blanks_before(part);
            column += part.chars().count() + 1;
            let text = part.trim();
            if text.is_empty() {
                continue;
            }
            if items.len() == ITEMS_MAX {
                return Err(ObfError::TooManyItems { column: start });
            }
            items.push(read_item(text).ok_or_else(|| ObfError::NoItem {
                column: start,
                found: text.to_owned(),
            })?);
        }
        Ok(Self {
            position: position.with_to_move(to_move),
            items,
        })
    }
}

fn blanks_before(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

fn read_cells(line: &str) -> Result<(Position, &str), ObfError> {
    let mut chars = line.chars();
    let mut position = Position::empty();
    for (cells, square) in Square::all().enumerate() {
        match chars.next() {
            None => return Err(ObfError::TooFewCells { cells }),
            Some(found) if found.is_whitespace() || found == ';' => {
                return Err(ObfError::TooFewCells { cells });
            }
            Some(found) => {
                let cell = diagram::cell(found).ok_or(ObfError::NoCell {
                    column: cells + 1,
                    found,
                })?;
                if let Some(side) = cell {
                    position = position.with_disc(side, square);
                }
            }
        }
    }
    Ok((position, chars.as_str()))
}

fn read_side(head: &str) -> Option<Side> {
    let mut chars = head.trim().chars();
    let side = diagram::cell(chars.next()?)?;
    if chars.next().is_none() { side } else { None }
}

fn read_item(text: &str) -> Option<ObfItem> {
    let (mv, score) = text.split_once(':')?;
    let (mv, score) = (mv.trim(), score.trim().parse().ok()?);
    if mv == "--" && score == FILLER_SCORE {
        return Some(ObfItem::Filler);
    }
    Some(ObfItem::Scored {
        mv: mv.parse().ok()?,
        score,
    })
}

impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(self.position.at(square).map_or("-", side_cell))?;
        }
        write!(f, " {};", side_cell(self.position.to_move()))?;
        for item in &self.items {
            match item {
                ObfItem::Scored {
                    mv: Move::Disc(square),
                    score,
                } => {
                    write!(f, " {}:{score:+};", square.to_string().to_uppercase())?;
                }
                ObfItem::Scored {
                    mv: Move::Pass,
                    score,
                } => write!(f, " PA:{score:+};")?,
                ObfItem::Filler => write!(f, " --:{FILLER_SCORE};")?,
            }
        }
        Ok(())
    }
}

const fn side_cell(side: Side) -> &'static str {
    match side {
        Side::Black => "X",
        Side::White => "O",
    }
}

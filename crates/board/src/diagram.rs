//! Boards drawn in text.
//!
//! Read: eight rows of eight cells, on lines or separated by `/`, with or without blanks between the cells and with or
//! without a border of column letters and row numbers. Black is `B b X x *`, White is `W w O o`, empty is `. - _`.

use crate::{BySide, Position, Side, Square, SquareSet};

/// A diagram that could not be read, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A character means nothing in a diagram.
    #[error(
        "line {line}, column {column}: `{found}` is not a cell. Use B for a black disc, W for a white disc or . for an empty square."
    )]
    NoCell {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A row does not have eight cells.
    #[error(
        "line {line}, column {column}: row {row} has {cells} cells. Write 8 cells in each row."
    )]
    RowLength {
        /// Where the row ends, counted from 1.
        line: usize,
        /// Where the row ends, counted from 1.
        column: usize,
        /// The row, counted from 1.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// A row carries the number of another row.
    #[error(
        "line {line}, column {column}: row {row} is numbered {found}. Number the rows from 1 at the top to 8."
    )]
    RowNumber {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The row, counted from 1.
        row: usize,
        /// The number found.
        found: char,
    },
    /// There are fewer than eight rows.
    #[error("line {line}: the diagram ends after {rows} rows. Write all 8 rows.")]
    TooFewRows {
        /// The last line, counted from 1.
        line: usize,
        /// How many rows were found.
        rows: usize,
    },
    /// Something follows the eighth row.
    #[error("line {line}, column {column}: there is a ninth row. A board has 8 rows.")]
    TooManyRows {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
}

impl Position {
    /// Reads a diagram of eight rows.
    ///
    /// ```
    /// # use outflank_board::{Position, Side};
    /// let rows = "......../......../......../...WB.../...BW.../......../......../........";
    /// assert_eq!(Position::from_diagram(rows, Side::Black)?, Position::start());
    /// # Ok::<(), outflank_board::DiagramError>(())
    /// ```
    ///
    /// # Errors
    /// [`DiagramError`] names the line and column that could not be read.
    pub fn from_diagram(text: &str, to_move: Side) -> Result<Self, DiagramError> {
        let mut discs = BySide::both(SquareSet::EMPTY);
        let mut row = 0;
        let mut lines = 0;
        for (line, content) in text.lines().enumerate() {
            lines = line + 1;
            let mut before = 0;
            for part in content.split('/') {
                let place = Place {
                    line: line + 1,
                    columns_before: before,
                };
                before += part.chars().count() + 1;
                if part.trim().is_empty() || is_column_border(part) {
                    continue;
                }
                read_row(part, place, row, &mut discs)?;
                row += 1;
            }
        }
        if row < 8 {
            return Err(DiagramError::TooFewRows {
                line: lines,
                rows: usize::from(row),
            });
        }
        Ok(Self::empty()
            .with_discs(Side::Black, discs.black)
            .with_discs(Side::White, discs.white)
            .with_to_move(to_move))
    }

    /// Eight lines of eight cells, each line ended.
    #[must_use]
    pub fn diagram(&self) -> String {
        (0..8).map(|row| self.row_text(row) + "\n").collect()
    }

    /// The eight rows separated by `/`.
    #[must_use]
    pub fn diagram_in_one_line(&self) -> String {
        (0..8)
            .map(|row| self.row_text(row))
            .collect::<Vec<_>>()
            .join("/")
    }

    /// The diagram with column letters above and row numbers at the left.
    #[must_use]
    pub fn diagram_with_border(&self) -> String {
        let rows = (0..8).map(|row| {
            let cells: Vec<String> = self.row_text(row).chars().map(String::from).collect();
            format!("{} {}\n", row + 1, cells.join(" "))
        });
        std::iter::once("  a b c d e f g h\n".to_owned())
            .chain(rows)
            .collect()
    }

    fn row_text(&self, row: u8) -> String {
        (0..8)
            .filter_map(|col| Square::new(col, row))
            .map(|square| self.at(square).map_or('.', Side::letter))
            .collect()
    }
}

/// What a character of a diagram says about a square; `None` if it says nothing.
pub(crate) const fn cell(found: char) -> Option<Option<Side>> {
    match found {
        'B' | 'b' | 'X' | 'x' | '*' => Some(Some(Side::Black)),
        'W' | 'w' | 'O' | 'o' => Some(Some(Side::White)),
        '.' | '-' | '_' => Some(None),
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct Place {
    line: usize,
    columns_before: usize,
}

fn is_column_border(part: &str) -> bool {
    part.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase())
        .eq("abcdefgh".chars())
}

fn read_row(
    part: &str,
    place: Place,
    row: u8,
    discs: &mut BySide<SquareSet>,
) -> Result<(), DiagramError> {
    let (line, number) = (place.line, usize::from(row) + 1);
    let mut cells: u8 = 0;
    let mut column = place.columns_before;
    for found in part.chars() {
        column += 1;
        if row == 8 && !found.is_whitespace() {
            return Err(DiagramError::TooManyRows { line, column });
        }
        if found.is_whitespace() || found == '|' {
            continue;
        }
        // Row numbers stand before the first and after the last cell only.
        if found.is_ascii_digit() && (cells == 0 || cells == 8) {
            if found.to_digit(10) != Some(u32::from(row) + 1) {
                return Err(DiagramError::RowNumber {
                    line,
                    column,
                    row: number,
                    found,
                });
            }
            continue;
        }
        let side = cell(found).ok_or(DiagramError::NoCell {
            line,
            column,
            found,
        })?;
        let Some(square) = Square::new(cells, row) else {
            return Err(DiagramError::RowLength {
                line,
                column,
                row: number,
                cells: 9,
            });
        };
        if let Some(side) = side {
            discs[side].insert(square);
        }
        cells += 1;
    }
    if cells == 8 {
        Ok(())
    } else {
        Err(DiagramError::RowLength {
            line,
            column,
            row: number,
            cells: cells.into(),
        })
    }
}

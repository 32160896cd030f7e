//! What can be strange in a table.

/// What is strange about a row of a table, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CsvWarning {
    /// The first row does not name a column that is needed.
    #[error("The first row has no column '{column}'. Write the column names in the first row.")]
    ColumnMissing { column: &'static str },
    /// A column nobody asked for.
    #[error("The column '{column}' is not known and is ignored. See docs/files.md for the names.")]
    ColumnUnknown { column: String },
    /// A column named twice.
    #[error("The column '{column}' appears twice. The first one counts.")]
    ColumnTwice { column: String },
    #[error("'{column}' is empty. Fill it in.")]
    CellEmpty { column: &'static str },
    /// A cell that cannot be read.
    #[error("'{text}' is not a valid {column}. {hint}.")]
    CellUnclear {
        column: &'static str,
        text: String,
        hint: &'static str,
    },
    /// An entrant's number for the second time.
    #[error("Player {id} is already in the table. The first row counts.")]
    IdTwice { id: u32 },
    /// A game of a player against themselves.
    #[error("Player {id} plays against themselves. Correct one of the numbers.")]
    PlaysHimself { id: u32 },
    /// The row cannot be taken apart.
    #[error("Could not read this row. Check for a missing quotation mark.")]
    NoRow,
}

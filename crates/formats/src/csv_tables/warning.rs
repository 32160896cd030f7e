//! What can be strange in a table.

/// What is strange about a row of a table, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CsvStrange {
    /// The first row does not name a column that is needed.
    #[error("the first row has no column '{column}'; name the columns in the first row")]
    ColumnMissing { column: &'static str },
    /// A column nobody asked for.
    #[error(
        "the column '{column}' is not known; it is passed over, see docs/files.md for the names"
    )]
    ColumnUnknown { column: String },
    /// A column named twice.
    #[error("the column '{column}' stands there twice; the first one counts")]
    ColumnTwice { column: String },
    #[error("'{column}' is empty; fill it in")]
    CellEmpty { column: &'static str },
    /// A cell that cannot be read.
    #[error("'{text}' is no {column}; {hint}")]
    CellUnclear {
        column: &'static str,
        text: String,
        hint: &'static str,
    },
    /// An entrant's number for the second time.
    #[error("entrant {id} is in the table already; the first row counts")]
    IdTwice { id: u32 },
    /// A game of somebody with himself.
    #[error("entrant {id} plays himself; correct one of the numbers")]
    PlaysHimself { id: u32 },
    /// The row cannot be taken apart.
    #[error("the row cannot be read; look for a missing quotation mark")]
    NoRow,
}

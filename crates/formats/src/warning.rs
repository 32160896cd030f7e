//! What a reader says about a line that is not as it should be.

use crate::csv_tables::warning::CsvWarning;
use crate::elo::warning::EloWarning;
use crate::papp::warning::PappWarning;

/// How much of a strange line's text is repeated in the message.
const SHOWN_CHARS_MAX: usize = 80;

/// A line that a reader could not use, or used although it is not as it should be.
///
/// ```
/// use outflank_formats::EloFile;
/// let reading = EloFile::read(b"%%Tournament: Test\n%%Country: GBR\n%%Date: 15/11/2026\n%%Sender: A\nfirst prize 20\n");
/// let strange = &reading.strange[0];
/// assert_eq!((strange.line, strange.text.as_str()), (5, "first prize 20"));
/// assert!(strange.to_string().starts_with("line 5, ignored: "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseWarning {
    /// The line's number, counted from 1.
    pub line: u32,
    /// The line's text, cut where it is long.
    pub text: String,
    /// Whether its content was taken over.
    pub used: Used,
    /// What is strange, and what to do.
    pub why: WarningCause,
}

/// Whether the content of a strange line was taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Used {
    /// The content is in what was read.
    Kept,
    /// The content is not in what was read.
    LeftOut,
}

/// What is strange about a line, by kind of file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningCause {
    /// In a results file of the WOF.
    #[error(transparent)]
    Elo(#[from] EloWarning),
    /// In a file of PAPP.
    #[error(transparent)]
    Papp(#[from] PappWarning),
    #[error(transparent)]
    Csv(#[from] CsvWarning),
    /// In any of them: there are more lines than a file of this kind has.
    #[error(
        "The file has more than {max} lines, so the rest was not read. Check that it is the right file."
    )]
    TooManyLines {
        /// How many are read.
        max: usize,
    },
}

impl ParseWarning {
    pub(crate) fn kept(line: u32, text: &str, why: impl Into<WarningCause>) -> Self {
        Self::new(line, text, Used::Kept, why.into())
    }

    pub(crate) fn left_out(line: u32, text: &str, why: impl Into<WarningCause>) -> Self {
        Self::new(line, text, Used::LeftOut, why.into())
    }

    fn new(line: u32, text: &str, used: Used, why: WarningCause) -> Self {
        Self {
            line,
            text: text.chars().take(SHOWN_CHARS_MAX).collect(),
            used,
            why,
        }
    }
}

impl std::fmt::Display for ParseWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let used = match self.used {
            Used::Kept => "warning",
            Used::LeftOut => "ignored",
        };
        write!(f, "line {}, {used}: {}", self.line, self.why)?;
        if self.text.is_empty() {
            Ok(())
        } else {
            write!(f, " [{}]", self.text)
        }
    }
}

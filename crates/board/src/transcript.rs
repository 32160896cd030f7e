//! Transcripts: the moves of a game as people and programs write them.
//!
//! Squares are two characters in either case (also with the case as colour, `F5d6C3`). Passes are omitted or written
//! `pa`, `ps`, `pass` in either case, or `--`. Blanks, tabs, commas and line ends may stand between moves. A sign before a move is its side,
//! and a result may follow a colon, as in Logistello's `+d3-c3+c4: -04 10`.

use std::fmt;
use std::str::FromStr;

use crate::{Move, Side, Square};

/// The most entries a transcript may have: a disc for each square, and a pass before each disc.
pub const TRANSCRIPT_MAX: usize = 128;

/// The moves of a game, or of its beginning, as they were written; [`replay`](crate::replay()) finds out whether they are legal.
///
/// ```
/// # use outflank_board::{PassStyle, Transcript};
/// let transcript = Transcript::parse("F5 d6 pass, c3")?;
/// assert_eq!(transcript.to_string(), "f5d6pac3");
/// assert_eq!(transcript.text(PassStyle::Omitted), "f5d6c3");
/// # Ok::<(), outflank_board::TranscriptError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Transcript {
    /// The moves in order.
    pub entries: Vec<Entry>,
}

/// One move of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The disc or the written pass.
    pub mv: Move,
    /// Whose move it is, where a sign says so.
    pub side: Option<Side>,
}

/// How passes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PassStyle {
    /// Not at all: a reader inserts them.
    Omitted,
    /// `PA`
    UpperPa,
    /// `pa`
    LowerPa,
    /// `PS`
    UpperPs,
    /// `ps`
    LowerPs,
    /// `--`
    Dashes,
    /// `pass`
    Word,
}

impl PassStyle {
    /// Every style.
    pub const ALL: [Self; 7] = [
        Self::Omitted,
        Self::UpperPa,
        Self::LowerPa,
        Self::UpperPs,
        Self::LowerPs,
        Self::Dashes,
        Self::Word,
    ];

    /// What is printed for a pass.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Omitted => "",
            Self::UpperPa => "PA",
            Self::LowerPa => "pa",
            Self::UpperPs => "PS",
            Self::LowerPs => "ps",
            Self::Dashes => "--",
            Self::Word => "pass",
        }
    }
}

/// A transcript that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What stands there.
    pub token: String,
    /// What is wrong with it.
    pub problem: TranscriptProblem,
}

/// What is wrong with a part of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TranscriptProblem {
    /// It is neither a square nor a pass.
    NotAMove,
    /// The text ends in the middle of a move.
    CutOff,
    /// What follows the colon is no result.
    NotAResult,
    /// There are more than [`TRANSCRIPT_MAX`] moves.
    TooLong,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(
            f,
            "column {}: `{}` ",
            self.column,
            self.token.escape_debug()
        )?;
        match self.problem {
            TranscriptProblem::NotAMove => f.write_str(
                "is not a move. Write a square from a1 to h8, or write a pass as pa, ps, pass or --.",
            ),
            TranscriptProblem::CutOff => {
                f.write_str("is only part of a move. Complete the square or remove it.")
            }
            TranscriptProblem::NotAResult => f.write_str(
                "is not a result. Write only numbers after the colon and remove the rest.",
            ),
            TranscriptProblem::TooLong => {
                write!(
                    f,
                    "is one move too many. A game has at most {TRANSCRIPT_MAX} moves and passes. Write one game at a time."
                )
            }
        }
    }
}

impl std::error::Error for TranscriptError {}

impl Transcript {
    /// Reads the moves of one game.
    ///
    /// # Errors
    /// [`TranscriptError`] names the column, what stands there and what to do.
    pub fn parse(text: &str) -> Result<Self, TranscriptError> {
        Reader {
            text,
            at: 0,
            side: None,
            entries: Vec::new(),
        }
        .read()
    }

    /// The moves in order, without the sides that signs gave.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.entries.iter().map(|entry| entry.mv)
    }

    /// The transcript in lower case without blanks; signs are left out.
    #[must_use]
    pub fn text(&self, passes: PassStyle) -> String {
        self.words(passes).collect()
    }

    /// The transcript in lower case with a blank between moves; signs are left out.
    #[must_use]
    pub fn text_with_blanks(&self, passes: PassStyle) -> String {
        self.words(passes)
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn words(&self, passes: PassStyle) -> impl Iterator<Item = String> {
        self.moves().map(move |mv| match mv {
            Move::Disc(square) => square.to_string(),
            Move::Pass => passes.text().to_owned(),
        })
    }
}

/// Passes are printed as `pa`.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(PassStyle::LowerPa))
    }
}

impl FromStr for Transcript {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Self, TranscriptError> {
        Self::parse(text)
    }
}

impl FromIterator<Move> for Transcript {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self {
            entries: moves
                .into_iter()
                .map(|mv| Entry { mv, side: None })
                .collect(),
        }
    }
}

/// The words for a pass, longest first, so that `pass` is not read as `pa` and a rest.
pub(crate) const PASS_WORDS: [&str; 4] = ["pass", "pa", "ps", "--"];

struct Reader<'a> {
    text: &'a str,
    at: usize,
    side: Option<Side>,
    entries: Vec<Entry>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Transcript, TranscriptError> {
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            match *rest {
                [] if self.side.is_some() => {
                    return Err(self.error_at(self.at - 1, TranscriptProblem::CutOff));
                }
                [] => {
                    return Ok(Transcript {
                        entries: self.entries,
                    });
                }
                // A sign is bound to its move: nothing may stand between.
                [b' ' | b'\t' | b'\n' | b'\r' | b',', ..] if self.side.is_none() => self.at += 1,
                [b':', ..] if self.side.is_none() => {
                    self.skip_result()?;
                    return Ok(Transcript {
                        entries: self.entries,
                    });
                }
                _ => self.read_signed(rest)?,
            }
        }
    }

    fn read_signed(&mut self, rest: &[u8]) -> Result<(), TranscriptError> {
        if let Some(word) = PASS_WORDS.iter().find(|word| starts_with(rest, word)) {
            return self.push(Move::Pass, word.len());
        }
        match *rest {
            [col, row, ..] if let Some(square) = Square::from_letters(col, row) => {
                self.push(Move::Disc(square), 2)
            }
            [sign @ (b'+' | b'-'), ..] if self.side.is_none() => {
                self.side = Some(if sign == b'+' {
                    Side::Black
                } else {
                    Side::White
                });
                self.at += 1;
                Ok(())
            }
            [b'a'..=b'h' | b'A'..=b'H' | b'p' | b'P'] => {
                Err(self.error_at(self.at, TranscriptProblem::CutOff))
            }
            // A sign that no move follows is shown with what does.
            _ => Err(self.error_at(
                self.at - usize::from(self.side.is_some()),
                TranscriptProblem::NotAMove,
            )),
        }
    }

    fn push(&mut self, mv: Move, len: usize) -> Result<(), TranscriptError> {
        if self.entries.len() == TRANSCRIPT_MAX {
            return Err(self.error_at(self.at, TranscriptProblem::TooLong));
        }
        self.entries.push(Entry {
            mv,
            side: self.side.take(),
        });
        self.at += len;
        Ok(())
    }

    /// `: -04 10`, the score and the search depth in Logistello's logs.
    fn skip_result(&self) -> Result<(), TranscriptError> {
        let start = self.at + 1;
        let is_part_of_result = |c: char| c.is_ascii_digit() || "+-. \t\r\n".contains(c);
        match self.text[start..].find(|c| !is_part_of_result(c)) {
            None => Ok(()),
            Some(offset) => Err(self.error_at(start + offset, TranscriptProblem::NotAResult)),
        }
    }

    fn error_at(&self, at: usize, problem: TranscriptProblem) -> TranscriptError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let token_len = match problem {
            TranscriptProblem::TooLong | TranscriptProblem::NotAMove => 2,
            TranscriptProblem::CutOff => 1,
            TranscriptProblem::NotAResult => 8,
        };
        TranscriptError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            token: token(&self.text[at..], token_len),
            problem,
        }
    }
}

/// The first character and, up to a blank, those after it.
fn token(rest: &str, len: usize) -> String {
    let shown = |&(n, c): &(usize, char)| n == 0 || (n < len && !c.is_whitespace());
    rest.chars()
        .enumerate()
        .take_while(shown)
        .map(|(_, c)| c)
        .collect()
}

pub(crate) fn starts_with(rest: &[u8], word: &str) -> bool {
    rest.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

//! The words of a line, with texts in quotes kept whole.

use outflank_board::{BySide, Side, Square};
use outflank_rulebook::{HalfDiscs, Millis, Score};

use super::ScriptError;

/// The words of one line, taken one after the other.
pub(super) struct Words<'a> {
    line: usize,
    list: std::collections::VecDeque<Word<'a>>,
}

#[derive(Clone, Copy)]
enum Word<'a> {
    Plain(&'a str),
    Quoted(&'a str),
}

impl<'a> Words<'a> {
    pub(super) fn of(line: usize, text: &'a str) -> Result<Self, ScriptError> {
        let mut list = std::collections::VecDeque::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            if let Some(quoted) = rest.strip_prefix('"') {
                let end = quoted.find('"').ok_or_else(|| {
                    ScriptError::new(line, "A text begins with \" but does not end with one.")
                })?;
                list.push_back(Word::Quoted(&quoted[..end]));
                rest = quoted[end + 1..].trim_start();
            } else {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                list.push_back(Word::Plain(&rest[..end]));
                rest = rest[end..].trim_start();
            }
        }
        Ok(Self { line, list })
    }

    pub(super) fn error(&self, problem: impl Into<String>) -> ScriptError {
        ScriptError::new(self.line, problem)
    }

    /// The next word, which must be there.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, ScriptError> {
        match self.list.pop_front() {
            Some(Word::Plain(word)) => Ok(word),
            Some(Word::Quoted(_)) | None => Err(self.error(format!("Missing: {what}."))),
        }
    }

    /// The next word, if it is not a text.
    pub(super) fn peek(&self) -> Option<&'a str> {
        match self.list.front() {
            Some(Word::Plain(word)) => Some(word),
            Some(Word::Quoted(_)) | None => None,
        }
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.list.pop_front();
        }
        found
    }

    /// Takes the next word if it can be read as a `T`.
    pub(super) fn maybe<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.list.pop_front();
        Some(value)
    }

    /// The text in quotes that comes next, or nothing.
    pub(super) fn text(&mut self) -> Option<String> {
        match self.list.front() {
            Some(Word::Quoted(text)) => {
                let text = (*text).to_owned();
                self.list.pop_front();
                Some(text)
            }
            Some(Word::Plain(_)) | None => None,
        }
    }

    /// The reason in quotes, which may be left out.
    pub(super) fn why(&mut self) -> String {
        self.text().unwrap_or_default()
    }

    /// All remaining words joined by blanks.
    pub(super) fn rest(&mut self) -> String {
        let words: Vec<&str> = self
            .list
            .drain(..)
            .map(|word| match word {
                Word::Plain(word) | Word::Quoted(word) => word,
            })
            .collect();
        words.join(" ")
    }

    pub(super) fn side(&mut self) -> Result<Side, ScriptError> {
        let word = self.word("black or white")?;
        side(word)
            .ok_or_else(|| self.error(format!("'{word}' is not a player. Write black or white.")))
    }

    pub(super) fn square(&mut self) -> Result<Square, ScriptError> {
        let word = self.word("a square")?;
        word.parse()
            .map_err(|_| self.error(format!("'{word}' is not a square. Write a1 to h8.")))
    }

    pub(super) fn time(&mut self) -> Result<Millis, ScriptError> {
        let word = self.word("a time")?;
        word.parse()
            .map_err(|error: outflank_rulebook::TimeError| self.error(error.to_string()))
    }

    /// `+1:00` or `-0:30`.
    pub(super) fn signed_time(&mut self) -> Result<Millis, ScriptError> {
        let word = self.word("a time with + or -")?;
        signed_time(word).ok_or_else(|| {
            self.error(format!(
                "'{word}' is not a change to a clock. Write +1:00 or -0:30."
            ))
        })
    }

    /// Black's time, then White's.
    pub(super) fn times(&mut self) -> Result<BySide<Millis>, ScriptError> {
        Ok(BySide::new(self.time()?, self.time()?))
    }

    pub(super) fn score(&mut self) -> Result<Score, ScriptError> {
        let word = self.word("a score")?;
        score(word).ok_or_else(|| {
            self.error(format!(
                "'{word}' is not a score. Write 61-3, with Black first."
            ))
        })
    }

    /// One of the words of a closed set.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        what: &str,
        all: &[T],
        word_of: impl Fn(T) -> &'static str,
    ) -> Result<T, ScriptError> {
        let word = self.word(what)?;
        all.iter()
            .copied()
            .find(|value| word_of(*value) == word)
            .ok_or_else(|| {
                let choices: Vec<&str> = all.iter().map(|value| word_of(*value)).collect();
                self.error(format!(
                    "'{word}' is not a valid {what}. Write {}.",
                    choices.join(", ")
                ))
            })
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<(), ScriptError> {
        match self.list.front() {
            None => Ok(()),
            Some(Word::Plain(word) | Word::Quoted(word)) => {
                Err(self.error(format!("'{word}' does not belong here. Remove it.")))
            }
        }
    }
}

pub(super) fn side(word: &str) -> Option<Side> {
    match word {
        "black" => Some(Side::Black),
        "white" => Some(Side::White),
        _ => None,
    }
}

pub(super) fn signed_time(word: &str) -> Option<Millis> {
    if let Some(more) = word.strip_prefix('+') {
        more.parse().ok()
    } else {
        let less: Millis = word.strip_prefix('-')?.parse().ok()?;
        Some(Millis(-less.0))
    }
}

pub(super) fn score(word: &str) -> Option<Score> {
    let (black, white) = word.split_once('-')?;
    let black: HalfDiscs = black.parse().ok()?;
    let white: HalfDiscs = white.parse().ok()?;
    Some(BySide::new(black, white))
}

//! Game scripts: a text a person can read and write that drives the referee, line by line.
//!
//! A script has head lines (`rulebook wof`, `time 30:00`), then lines `TIME WHO WHAT`
//! (`0:04.200 black play f5`), each followed by expectations (`=> clock 29:55.800 30:00`). `docs/game-script.md`
//! explains every line with a worked example; the case files of the tests are such scripts.
//!
//! ```
//! use outflank_game::script;
//! let text = "rulebook usoa\nstarted\n0:05 black pass\n=> rejected game.must_move USOA-3.6\n";
//! let script = script::parse(text)?;
//! let run = script::run(&script, &script.rulebook(None)?);
//! assert!(run.holds());
//! # Ok::<(), script::ScriptError>(())
//! ```

mod acts;
mod check;
mod expect;
mod head;
mod read;
mod run;
mod words;

use outflank_board::Transcript;
use outflank_event::Timestamp;
use outflank_rulebook::{Rulebook, shipped, shipped_file, shipped_ids};

pub use expect::{Checked, Expectation};
pub use head::Head;
pub use read::parse;
pub use run::{Run, Step, run};

use crate::command::{Act, Command};

/// A longer text is no script.
pub const SCRIPT_BYTES_MAX: usize = 256 * 1024;
/// More lines than this drive no game.
pub const SCRIPT_LINES_MAX: usize = 5000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The clauses its first line says it shows.
    pub clauses: Vec<String>,
    /// How the game is opened.
    pub head: Head,
    pub opening: Vec<Expectation>,
    pub lines: Vec<Line>,
}

/// One line that does something, with what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub number: usize,
    /// As it was written.
    pub text: String,
    pub at: Timestamp,
    pub what: What,
    pub expectations: Vec<Expectation>,
}

/// What a line does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Command(Command),
    /// Whole moves by the player on turn, one after the other.
    Moves(Transcript),
}

/// A script that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ScriptError {
    pub line: usize,
    /// What is wrong and what to write.
    pub problem: String,
}

impl ScriptError {
    pub(crate) fn new(line: usize, problem: impl Into<String>) -> Self {
        Self {
            line,
            problem: problem.into(),
        }
    }
}

impl Script {
    /// Whether the script goes straight to a move and nowhere says how the game is made ready. Such a script starts by
    /// itself at 0:00, as if its head said `started`.
    pub(crate) fn begins_with_a_move(&self) -> bool {
        let moves = |line: &Line| match &line.what {
            What::Moves(_) => true,
            What::Command(command) => matches!(
                command.act,
                Act::Touch { .. }
                    | Act::Place { .. }
                    | Act::PlaceAnyway { .. }
                    | Act::Play { .. }
                    | Act::Pass
                    | Act::PassAnyway
            ),
        };
        let makes_ready = |line: &Line| match &line.what {
            What::Moves(_) => false,
            What::Command(command) => matches!(
                command.act,
                Act::AgreeClockSide { .. }
                    | Act::PlaceClock { .. }
                    | Act::ChooseSeat { .. }
                    | Act::ConfirmReady
                    | Act::Signal
                    | Act::Arrive { .. }
                    | Act::ClaimLate { .. }
            ),
        };
        self.lines.first().is_some_and(moves) && !self.lines.iter().any(makes_ready)
    }

    /// The rulebook the script asks for, or another one in its place, with the script's `set` lines applied.
    ///
    /// # Errors
    /// [`ScriptError`] names the line of an unknown rulebook, event, axis or value.
    pub fn rulebook(&self, instead: Option<&str>) -> Result<Rulebook, ScriptError> {
        let head = &self.head;
        let line = head.rulebook_line;
        let id = instead.or(head.rulebook.as_deref()).unwrap_or("wof");
        let event = head.event.as_deref().filter(|_| instead.is_none());
        let mut rules = match event {
            None => shipped(id).cloned(),
            Some(event) => shipped_file(id).and_then(|file| file.for_event(event)),
        }
        .ok_or_else(|| {
            let ids: Vec<&str> = shipped_ids().collect();
            let event = event.map(|event| format!(" {event}")).unwrap_or_default();
            ScriptError::new(
                line,
                format!(
                    "There is no rulebook '{id}{event}'. Write one of {}.",
                    ids.join(", ")
                ),
            )
        })?;
        for (line, axis, value) in &head.set {
            rules
                .set(axis, value)
                .map_err(|error| ScriptError::new(*line, error.to_string()))?;
        }
        Ok(rules)
    }
}

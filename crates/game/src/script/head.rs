//! The head of a script: rulebook, changes to it, and how the game is opened.

use outflank_board::{BySide, Position, Side};
use outflank_rulebook::Millis;

use super::ScriptError;
use super::words::{Words, side};
use crate::setting::{
    ClockKind, ClockPlace, GameKind, Opening, Presence, Stage, TableJudge, TimeAsked, Timekeeper,
};

/// How a script opens its game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    pub rulebook: Option<String>,
    /// Its kind of event.
    pub event: Option<String>,
    /// The line that names them.
    pub rulebook_line: usize,
    /// Changes: line, axis, value.
    pub set: Vec<(usize, String, String)>,
    pub opening: Opening,
    /// Whether the game is checked, signalled and started at 0:00.
    pub started: bool,
}

/// The words that begin a head line.
pub(super) const HEAD_WORDS: &[&str] = &[
    "rulebook",
    "set",
    "time",
    "increment",
    "delay",
    "judge",
    "stage",
    "kind",
    "timekeeper",
    "clock",
    "clock_place",
    "position",
    "draw_win",
    "late",
    "started",
];

impl Head {
    /// Reads one head line.
    pub(super) fn read(&mut self, line: usize, text: &str) -> Result<(), ScriptError> {
        let mut words = Words::of(line, text)?;
        match words.word("a heading")? {
            "rulebook" => {
                self.rulebook_line = line;
                self.rulebook = Some(words.word("the rulebook's id")?.to_owned());
                self.event = words.maybe(|word| Some(word.to_owned()));
            }
            "set" => {
                let setting = words.word("axis=value")?;
                let (axis, value) = setting
                    .split_once('=')
                    .ok_or_else(|| words.error("Write set NAME=VALUE without spaces."))?;
                self.set.push((line, axis.to_owned(), value.to_owned()));
            }
            "time" => self.read_time(line, &mut words)?,
            "increment" => self.opening.increment = words.time()?,
            "delay" => self.opening.delay = words.time()?,
            "judge" => {
                self.opening.judge = words.one_of("judge", TableJudge::ALL, TableJudge::word)?;
            }
            "stage" => self.opening.stage = words.one_of("stage", Stage::ALL, Stage::word)?,
            "kind" => self.opening.kind = words.one_of("kind", GameKind::ALL, GameKind::word)?,
            "timekeeper" => {
                self.opening.timekeeper =
                    words.one_of("timekeeper", Timekeeper::ALL, Timekeeper::word)?;
            }
            "clock" => {
                self.opening.clock_kind = words.one_of("clock", ClockKind::ALL, ClockKind::word)?;
            }
            "clock_place" => {
                self.opening.clock_place =
                    words.one_of("place of the clock", ClockPlace::ALL, ClockPlace::word)?;
            }
            "position" => {
                let text = words.rest();
                let position: Position = text
                    .parse()
                    .map_err(|error| words.error(format!("{error}")))?;
                self.opening.position = Some(position);
            }
            "draw_win" => self.opening.draw_win = Some(words.side()?),
            "late" => self.read_late(&mut words)?,
            "started" => self.started = true,
            other => return Err(words.error(format!("'{other}' is not a heading."))),
        }
        words.end()
    }

    /// `30:00`, `30:00 25:00`, `none`, or main/increment/grace as in `15:00/0:05/2:00`.
    fn read_time(&mut self, line: usize, words: &mut Words<'_>) -> Result<(), ScriptError> {
        if words.take("none") {
            self.opening.time = TimeAsked::NoClock;
            return Ok(());
        }
        let Some(first) = words.peek() else {
            return Err(words.error("A time is missing. Write one, such as 30:00."));
        };
        let parts: Vec<&str> = first.split('/').collect();
        if let [main, increment, grace] = parts[..] {
            words.word("a time")?;
            let read = |text: &str| -> Result<Millis, ScriptError> {
                if text.is_empty() {
                    return Ok(Millis(0));
                }
                text.parse().map_err(|error: outflank_rulebook::TimeError| {
                    ScriptError::new(line, error.to_string())
                })
            };
            self.opening.time = TimeAsked::Each(BySide::both(read(main)?));
            self.opening.increment = read(increment)?;
            self.set_grace(line, read(grace)?);
            return Ok(());
        }
        let black = words.time()?;
        let white = match words.peek() {
            Some(_) => words.time()?,
            None => black,
        };
        self.opening.time = TimeAsked::Each(BySide::new(black, white));
        Ok(())
    }

    /// The grace of the game servers is an extension for each player at their own flag; without grace the flag ends it.
    fn set_grace(&mut self, line: usize, grace: Millis) {
        let mut set = |axis: &str, value: String| self.set.push((line, axis.to_owned(), value));
        if grace.0 == 0 {
            set("time_default", "sudden_death".to_owned());
        } else {
            set("extension_grant", "each_on_own_flag".to_owned());
            set("time_default", "two_minutes".to_owned());
            set("extension_time", grace.to_string());
        }
    }

    fn read_late(&mut self, words: &mut Words<'_>) -> Result<(), ScriptError> {
        let who = words.word("black, white or both")?;
        match (who, side(who)) {
            ("both", _) => self.opening.presence = BySide::both(Presence::Late),
            (_, Some(player)) => self.opening.presence[player] = Presence::Late,
            (_, None) => return Err(words.error("Write late black, late white or late both.")),
        }
        Ok(())
    }
}

/// The players in seating order, for messages.
pub(super) const fn player_word(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

//! `outflank replay`: transcripts played through, one answer per game.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use outflank_board::{
    BySide, FastReplay, GameError, Move, Position, ReplayError, Side, Transcript, fast_replay,
};
use outflank_rulebook::{HalfDiscs, Outcome, Rulebook, board_score};
use serde::Serialize;

use crate::cli::ReplayArgs;
use crate::failure::{Answer, Failure};
use crate::{books, lines, replay_files, score};

/// The documented shape of one game of `replay --json`.
#[derive(Serialize)]
struct GameJson {
    line: usize,
    legal: bool,
    complete: bool,
    moves: u8,
    passes: u8,
    discs: [u8; 2],
    score: Option<[HalfDiscs; 2]>,
    #[serde(flatten)]
    told: Told,
}

/// What a file tells of a game beside its moves.
#[derive(Serialize, Default, Clone)]
pub(crate) struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) white: Option<String>,
    /// The tournament or place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<String>,
    /// Black's discs less White's in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stored_difference: Option<i32>,
    /// Whether the finished board shows what the file says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agrees: Option<bool>,
    /// Improper moves that stood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) improper: Option<u32>,
}

impl Told {
    fn in_words(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let mut text = match (&self.black, &self.white) {
            (None, None) => String::new(),
            (black, white) => format!("{} v. {}: ", name(black), name(white)),
        };
        if let Some(event) = &self.event {
            text.insert_str(0, &format!("{event}, "));
        }
        text
    }

    fn doubt(&self) -> String {
        let mut text = String::new();
        if let (Some(difference), Some(false)) = (self.stored_difference, self.agrees) {
            text = format!(
                "; the file says {difference:+} for Black, but the board shows something else"
            );
        }
        if let Some(improper) = self.improper {
            text.push_str(&format!(
                "; improper moves that were not corrected: {improper}"
            ));
        }
        text
    }
}

/// The documented shape of a game that is not legal: the moves before the bad one, and why it is bad.
#[derive(Serialize)]
struct IllegalJson {
    line: usize,
    legal: bool,
    complete: bool,
    moves: usize,
    at_move: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

/// The documented shape of a line that is no transcript.
#[derive(Serialize)]
struct UnreadableJson {
    line: usize,
    legal: bool,
    error: String,
}

#[derive(Default)]
struct Tally {
    complete: u64,
    incomplete: u64,
    illegal: u64,
    unreadable: u64,
    disagreeing: u64,
}

impl Tally {
    fn games(&self) -> u64 {
        self.complete + self.incomplete + self.illegal + self.unreadable
    }
}

/// Plays games through and says what came out.
pub(crate) struct Replayer<'a> {
    rules: &'a Rulebook,
    json: bool,
    tally: Tally,
    out: std::io::BufWriter<std::io::StdoutLock<'static>>,
}

pub(crate) fn run(args: &ReplayArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let rules = books::find(&args.rulebook, folder)?.rulebook;
    let rules = books::with_changes(rules, &args.set)?;
    let started = Instant::now();
    let mut replayer = Replayer {
        rules: &rules,
        json: args.json,
        tally: Tally::default(),
        out: std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock()),
    };
    let mut read_files = false;
    for game in &args.games {
        if game == "-" || Path::new(game).exists() {
            read_files = true;
            if !replay_files::replay(&mut replayer, game)? {
                lines::each_line(game, |line, text| replayer.line(Some(game), line, text))?;
            }
        } else if looks_like_a_file(game) {
            return Err(Failure::say(format!(
                "{game}: There is no such file. Use a transcript such as f5d6c3 or the path of a file."
            )));
        } else {
            replayer.line(None, 1, game.as_bytes())?;
        }
    }
    replayer.out.flush()?;
    let tally = replayer.tally;
    if read_files || args.json {
        let seconds = started.elapsed().as_secs_f64();
        let rate = if seconds >= 0.1 {
            format!(
                ", {} games a second",
                thousands((tally.games() as f64 / seconds) as u64)
            )
        } else {
            String::new()
        };
        eprintln!(
            "{}: {} complete, {} incomplete, {} illegal, {} unreadable ({seconds:.2} s{rate})",
            counted(tally.games()),
            thousands(tally.complete),
            thousands(tally.incomplete),
            thousands(tally.illegal),
            thousands(tally.unreadable),
        );
        if tally.disagreeing > 0 {
            eprintln!(
                "{} where the board does not match the score in the file",
                counted(tally.disagreeing)
            );
        }
    }
    Ok(match (tally.unreadable, tally.illegal) {
        (0, 0) => Answer::Yes,
        (0, _) => Answer::No,
        _ => Answer::Unreadable,
    })
}

impl Replayer<'_> {
    fn line(&mut self, file: Option<&str>, line: usize, text: &[u8]) -> Result<(), Failure> {
        if text.is_empty() || text.starts_with(b"#") {
            return Ok(());
        }
        let played = fast_replay(text);
        let alone = file.is_none() && !self.json;
        let picture = (played.as_ref().ok())
            .filter(|_| alone)
            .map(|game| picture(text, game));
        self.game(file, line, played, &Told::default())?;
        if let Some(picture) = picture {
            write!(self.out, "{picture}")?;
        }
        Ok(())
    }

    /// One game that was played through, or not.
    pub(crate) fn game(
        &mut self,
        file: Option<&str>,
        line: usize,
        played: Result<FastReplay, GameError>,
        told: &Told,
    ) -> Result<(), Failure> {
        match played {
            Ok(game) => self.legal(file, line, &game, told),
            Err(GameError::Replay(error)) => {
                let (number, side, mv, reason) = replay_error(&error);
                self.illegal(file, line, (number, side, &mv, reason), &error.to_string())
            }
            Err(error @ (GameError::Transcript(_) | GameError::NotText { .. })) => {
                self.unreadable(file, line, &error.to_string())
            }
        }
    }

    fn legal(
        &mut self,
        file: Option<&str>,
        line: usize,
        game: &FastReplay,
        told: &Told,
    ) -> Result<(), Failure> {
        let count = game.count();
        let result = game
            .complete
            .then(|| board_score(self.rules, count.map(u16::from)));
        if game.complete {
            self.tally.complete += 1;
        } else {
            self.tally.incomplete += 1;
        }
        if told.agrees == Some(false) {
            self.tally.disagreeing += 1;
        }
        if self.json {
            let shape = GameJson {
                line,
                legal: true,
                complete: game.complete,
                moves: game.moves,
                passes: game.passes,
                discs: [count.black, count.white],
                score: result.map(|result| [result.score.black, result.score.white]),
                told: told.clone(),
            };
            return self.json_line(&shape);
        }
        writeln!(
            self.out,
            "{}{}{}{}",
            place(file, line),
            told.in_words(),
            in_words(game, count, result.as_ref()),
            told.doubt()
        )?;
        Ok(())
    }

    /// A game that is legal up to a move.
    pub(crate) fn illegal(
        &mut self,
        file: Option<&str>,
        line: usize,
        (number, side, mv, reason): (usize, Option<Side>, &Move, String),
        in_words: &str,
    ) -> Result<(), Failure> {
        self.tally.illegal += 1;
        if self.json {
            let shape = IllegalJson {
                line,
                legal: false,
                complete: false,
                moves: number.saturating_sub(1),
                at_move: number,
                side,
                mv: mv.to_string(),
                reason,
            };
            return self.json_line(&shape);
        }
        writeln!(self.out, "{}illegal at {in_words}", place(file, line))?;
        Ok(())
    }

    /// A game that is no text of moves.
    pub(crate) fn unreadable(
        &mut self,
        file: Option<&str>,
        line: usize,
        error: &str,
    ) -> Result<(), Failure> {
        self.tally.unreadable += 1;
        // Answers so far come first, so that the two streams read in order on a terminal.
        if self.json {
            self.json_line(&UnreadableJson {
                line,
                legal: false,
                error: error.to_string(),
            })?;
        }
        self.out.flush()?;
        let place = file.map_or_else(
            || "outflank: ".to_owned(),
            |file| format!("outflank: {file}, line {line}, "),
        );
        eprintln!("{place}{error}");
        Ok(())
    }

    fn json_line(&mut self, shape: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, shape)
            .map_err(|error| Failure::from(std::io::Error::from(error)))?;
        self.out.write_all(b"\n")?;
        Ok(())
    }
}

fn replay_error(error: &ReplayError) -> (usize, Option<Side>, Move, String) {
    match error {
        ReplayError::Illegal {
            number,
            side,
            mv,
            illegal,
        } => (*number, Some(*side), *mv, illegal.to_string()),
        ReplayError::WrongSide { number, side, mv } => {
            (*number, Some(*side), *mv, error.to_string())
        }
        ReplayError::AfterEnd { number, mv } => (*number, None, *mv, error.to_string()),
    }
}

/// A typed argument with a dot or a slash was meant as a file.
fn looks_like_a_file(text: &str) -> bool {
    text.contains(['/', '\\', '.'])
}

fn place(file: Option<&str>, line: usize) -> String {
    file.map_or_else(String::new, |_| format!("line {line}: "))
}

fn in_words(game: &FastReplay, count: BySide<u8>, result: Option<&Outcome>) -> String {
    let moves = match game.passes {
        0 => format!("{} moves", game.moves),
        1 => format!("{} moves and a pass", game.moves),
        passes => format!("{} moves and {passes} passes", game.moves),
    };
    let discs = format!("{} black and {} white discs", count.black, count.white);
    match result {
        Some(result) => format!(
            "legal and complete, {moves}, {discs}; official score {}",
            score::in_words(result)
        ),
        None => format!(
            "legal, not complete: {moves}, {discs}, {} to move",
            game.last.to_move()
        ),
    }
}

/// The final board with the last move marked by its name below.
fn picture(text: &[u8], game: &FastReplay) -> String {
    let last = std::str::from_utf8(text)
        .ok()
        .and_then(|text| Transcript::parse(text).ok())
        .and_then(|moves| moves.moves().filter(|mv| *mv != Move::Pass).last());
    let last = last.map_or_else(String::new, |mv| format!("last disc: {mv}\n"));
    let board: &Position = &game.last;
    format!("{}\n{last}", board.diagram_with_border().trim_end())
}

fn counted(games: u64) -> String {
    if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{} games", thousands(games))
    }
}

pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

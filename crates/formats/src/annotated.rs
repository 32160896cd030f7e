//! The annotated transcript: a game to read and to read back, one line for each move with its times.
//!
//! ```text
//! Outflank game 1
//! black: Ada Example
//! white: Bo Sample
//! time: 30:00
//! result: 34-30 (end of play)
//!
//!   1. Black f5    0:04.200  29:55.800     30:00
//! ```

use std::fmt::Write as _;

use outflank_board::{BySide, Move, Obf, Position, Side, SquareSet};
use outflank_game::Fault;
use outflank_rulebook::Millis;
use outflank_tournament::CivilDate;

use crate::game_sheet::{
    GameSheet, SheetClock, SheetDate, SheetEnding, SheetImproper, SheetMove, SheetResult,
};
use crate::text_lines::text_lines;

/// The first line of an annotated transcript.
pub const ANNOTATED_HEAD: &str = "Outflank game 1";

/// Why a line of an annotated transcript cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct AnnotatedWarning {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, and what to do.
    pub why: String,
}

/// Whether a file is one of annotated transcripts.
#[must_use]
pub fn is_annotated(bytes: &[u8]) -> bool {
    bytes
        .trim_ascii_start()
        .starts_with(ANNOTATED_HEAD.as_bytes())
}

/// Reads the games of a file; the first line that cannot be read ends it.
///
/// # Errors
/// [`AnnotatedWarning`] names the line.
pub fn read_annotated(bytes: &[u8]) -> Result<Vec<(u32, GameSheet)>, AnnotatedWarning> {
    let (lines, cut) = text_lines(bytes);
    let mut games: Vec<(u32, GameSheet)> = Vec::new();
    for line in &lines {
        let strange = |why: String| AnnotatedWarning {
            line: line.number,
            why,
        };
        let text = line.text.trim();
        if text == ANNOTATED_HEAD {
            games.push((line.number, GameSheet::new()));
            continue;
        }
        if text.is_empty() {
            continue;
        }
        let Some((_, sheet)) = games.last_mut() else {
            return Err(strange(format!(
                "The start of the game is missing. A game begins with '{ANNOTATED_HEAD}'."
            )));
        };
        match text
            .split_once(": ")
            .or_else(|| text.strip_suffix(':').map(|key| (key, "")))
        {
            Some((key, value)) if key.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                head(sheet, key, value.trim()).map_err(strange)?;
            }
            _ => {
                let own = played(text, sheet.moves.len() + 1).map_err(strange)?;
                sheet.moves.push(own);
            }
        }
    }
    match cut {
        Some(cut) => Err(AnnotatedWarning {
            line: cut.line,
            why: cut.why.to_string(),
        }),
        None => Ok(games),
    }
}

fn head(sheet: &mut GameSheet, key: &str, value: &str) -> Result<(), String> {
    let not_clear = || format!("'{value}' is not a valid {key}. Write it the way Outflank does.");
    match key {
        "place" => sheet.place = Some(value.to_owned()),
        "round" => sheet.round = Some(value.parse().map_err(|_| not_clear())?),
        "played" => sheet.played = Some(day(value).ok_or_else(not_clear)?),
        "black" => sheet.players.black.name = value.to_owned(),
        "white" => sheet.players.white.name = value.to_owned(),
        "time" => sheet.clocks = Some(clocks(value).ok_or_else(not_clear)?),
        "start" => {
            let obf: Obf = value.parse().map_err(|_| not_clear())?;
            sheet.start = obf.position;
        }
        "result" => sheet.result = Some(result(value).ok_or_else(not_clear)?),
        _ => return Err(format!("'{key}' is not known. Remove the line.")),
    }
    Ok(())
}

fn day(text: &str) -> Option<SheetDate> {
    match text.parse::<u16>() {
        Ok(year) => Some(SheetDate::Year(year)),
        Err(_) => text.parse::<CivilDate>().ok().map(SheetDate::Day),
    }
}

/// `30:00`, or Black's and White's; `+ 0:05 a move`; `+ 2:00 once`.
fn clocks(text: &str) -> Option<BySide<SheetClock>> {
    let mut parts = text.split(" + ");
    let mut mains = parts.next()?.split(" / ").map(time);
    let black = mains.next()??;
    let white = mains.next().unwrap_or(Some(black))?;
    let (mut increment, mut extension) = (Millis(0), Millis(0));
    for part in parts {
        match part.split_once(' ')? {
            (ms, "a move") => increment = time(ms)?,
            (ms, "once") => extension = time(ms)?,
            _ => return None,
        }
    }
    Some(BySide::new(black, white).map(|main| SheetClock {
        main,
        increment,
        extension,
    }))
}

/// `30:00`, `0:04.200`, `-0:01`.
fn time(text: &str) -> Option<Millis> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (minutes, seconds) = digits.split_once(':')?;
    let (seconds, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    let part = number(&format!("{part:0<3}"))?;
    let ms = (number(minutes)? * 60 + number(seconds)?) * 1000 + part;
    Some(Millis(sign * ms))
}

/// `34-30 (end of play)`.
fn result(text: &str) -> Option<SheetResult> {
    let (score, how) = text.split_once(' ')?;
    let (black, white) = score.split_once('-')?;
    let halves = |text: &str| {
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) => (whole, 1),
            None => (text, 0),
        };
        Some(whole.parse::<u16>().ok().filter(|discs| *discs <= 64)? * 2 + half)
    };
    let score = BySide::new(halves(black)?, halves(white)?);
    let how = how.strip_prefix('(')?.strip_suffix(')')?;
    let endings = [
        SheetEnding::Played,
        SheetEnding::Resigned,
        SheetEnding::Time,
        SheetEnding::Ruled,
    ];
    Some(SheetResult {
        difference_halves: i32::from(score.black) - i32::from(score.white),
        score: Some(score),
        ending: endings.into_iter().find(|ending| ending.word() == how)?,
    })
}

/// `  1. Black f5    0:04.200  29:55.800     30:00  improper (flips), flipped [d5]  ; a note`.
fn played(text: &str, number: usize) -> Result<SheetMove, String> {
    let wrong = || {
        format!("Could not read move {number}. Write it as '{number}. Black f5 0:04 29:56 30:00'.")
    };
    let (text, note) = match text.split_once("; ") {
        Some((text, note)) => (text, Some(note.trim().to_owned())),
        None => (text, None),
    };
    let (text, improper) = match text.split_once("improper (") {
        Some((text, rest)) => (text, Some(improper(rest).ok_or_else(wrong)?)),
        None => (text, None),
    };
    let mut words = text.split_whitespace();
    let own = words.next().and_then(|word| word.strip_suffix('.'));
    if own.and_then(|own| own.parse().ok()) != Some(number) {
        return Err(wrong());
    }
    let side: Side = (words.next().ok_or_else(wrong)?)
        .parse()
        .map_err(|_| wrong())?;
    let mv: Move = (words.next().ok_or_else(wrong)?)
        .parse()
        .map_err(|_| wrong())?;
    let times: Option<Vec<Millis>> = words.map(time).collect();
    let (used, left) = match times.as_deref() {
        Some([]) => (None, None),
        Some([used, black, white]) => (Some(*used), Some(BySide::new(*black, *white))),
        _ => return Err(wrong()),
    };
    Ok(SheetMove {
        side,
        mv,
        used,
        left,
        improper,
        eval: None,
        note,
    })
}

fn improper(text: &str) -> Option<SheetImproper> {
    let (fault, flipped) = text.split_once("), flipped [")?;
    let flipped: SquareSet = flipped.trim_end().strip_suffix(']')?.parse().ok()?;
    Some(SheetImproper {
        fault: Fault::from_word(fault)?,
        flipped,
    })
}

#[must_use]
pub fn write_annotated(sheet: &GameSheet) -> String {
    let mut text = format!("{ANNOTATED_HEAD}\n");
    let mut put = |key: &str, value: &str| {
        let value: String = value
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let _ = writeln!(text, "{key}: {value}");
    };
    if let Some(place) = &sheet.place {
        put("place", place);
    }
    if let Some(round) = sheet.round {
        put("round", &round.to_string());
    }
    match sheet.played {
        Some(SheetDate::Day(day)) => put("played", &day.to_string()),
        Some(SheetDate::Year(year)) => put("played", &year.to_string()),
        None => {}
    }
    put("black", &sheet.players.black.name);
    put("white", &sheet.players.white.name);
    if let Some(clocks) = sheet.clocks {
        put("time", &write_clocks(clocks));
    }
    if sheet.start != Position::start() {
        let obf = Obf {
            position: sheet.start,
            items: Vec::new(),
        };
        put("start", &obf.to_string());
    }
    if let Some(SheetResult {
        score: Some(score),
        ending,
        ..
    }) = sheet.result
    {
        let discs = score.map(|halves| outflank_rulebook::HalfDiscs(halves).to_string());
        put(
            "result",
            &format!("{}-{} ({})", discs.black, discs.white, ending.word()),
        );
    }
    text.push('\n');
    for (number, own) in (1..).zip(&sheet.moves) {
        text.push_str(&line(number, own));
        text.push('\n');
    }
    text
}

fn write_clocks(clocks: BySide<SheetClock>) -> String {
    let BySide { black, white } = clocks;
    let mut text = if black.main == white.main {
        black.main.to_string()
    } else {
        format!("{} / {}", black.main, white.main)
    };
    if black.increment.0 != 0 {
        let _ = write!(text, " + {} a move", black.increment);
    }
    if black.extension.0 != 0 {
        let _ = write!(text, " + {} once", black.extension);
    }
    text
}

fn line(number: usize, own: &SheetMove) -> String {
    let mut text = format!("{number:>3}. {:<5} {:<4}", own.side, own.mv);
    if let (Some(used), Some(left)) = (own.used, own.left) {
        let _ = write!(
            text,
            " {:>9}  {:>9} {:>9}",
            used.to_string(),
            left.black.to_string(),
            left.white.to_string()
        );
    }
    if let Some(improper) = own.improper {
        let _ = write!(
            text,
            "  improper ({}), flipped [{}]",
            improper.fault, improper.flipped
        );
    }
    if let Some(note) = &own.note {
        let _ = write!(text, "  ; {note}");
    }
    text.trim_end().to_owned()
}

//! `outflank replay` of files that are no plain transcripts: WTHOR, GGF, annotated transcripts.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use outflank_board::FastReplay;
use outflank_formats::{
    GameSheet, WthorGames, WthorNameKind, WthorNames, is_annotated, read_annotated, read_ggf,
};

use crate::failure::Failure;
use crate::lines;
use crate::replay::{Replayer, Told};

/// How much of a file tells its kind.
const TOLD_BYTES: u64 = 64;

enum Kind {
    Wthor,
    WthorNames,
    Ggf,
    Annotated,
}

/// Replays a file of a known kind; `false` if it is a file of plain transcripts.
pub(crate) fn replay(replayer: &mut Replayer<'_>, path: &str) -> Result<bool, Failure> {
    if path == "-" {
        return Ok(false);
    }
    let cannot = |error: std::io::Error| {
        Failure::say(format!("{path}: {error}. Choose a file that can be read."))
    };
    let mut start = Vec::new();
    let mut file = File::open(path).map_err(cannot)?;
    file.by_ref()
        .take(TOLD_BYTES)
        .read_to_end(&mut start)
        .map_err(cannot)?;
    let Some(kind) = kind(path, &start) else {
        return Ok(false);
    };
    let bytes = std::fs::read(path).map_err(cannot)?;
    match kind {
        Kind::Wthor => wthor(replayer, path, &bytes)?,
        Kind::WthorNames => {
            return Err(Failure::say(format!(
                "{path}: This file contains names, not games. Use the .wtb file in the same folder."
            )));
        }
        Kind::Ggf => ggf(replayer, path, &bytes)?,
        Kind::Annotated => annotated(replayer, path, &bytes)?,
    }
    Ok(true)
}

fn kind(path: &str, start: &[u8]) -> Option<Kind> {
    let ending = Path::new(path)
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("wtb") => return Some(Kind::Wthor),
        Some("jou" | "trn") => return Some(Kind::WthorNames),
        Some("ggf") => return Some(Kind::Ggf),
        _ => {}
    }
    let text = start.trim_ascii_start();
    let counted = text.trim_ascii_start();
    let digits = counted
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if is_annotated(text) {
        Some(Kind::Annotated)
    } else if counted[digits..].trim_ascii_start().starts_with(b"(;") {
        Some(Kind::Ggf)
    } else {
        None
    }
}

fn wthor(replayer: &mut Replayer<'_>, path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let reading =
        WthorGames::read(bytes).map_err(|error| Failure::say(format!("{path}: {error}")))?;
    for strange in &reading.strange {
        eprintln!("outflank: {path}: {strange}");
    }
    let players = names_beside(path, WthorNameKind::Players);
    let tournaments = names_beside(path, WthorNameKind::Tournaments);
    let bar = lines::progress(reading.file.games.len() as u64);
    let mut unnamed: u64 = 0;
    for (number, game) in (1..).zip(&reading.file.games) {
        let name = |names: &Option<WthorNames>, place| {
            let names = names.as_ref()?;
            names.name(place).map(str::to_owned)
        };
        let played = game.replay();
        let told = Told {
            black: name(&players, game.black),
            white: name(&players, game.white),
            event: name(&tournaments, game.tournament),
            stored_difference: Some(2 * i32::from(game.score) - 64),
            agrees: (played.as_ref().ok())
                .filter(|played| played.complete)
                .map(|played| game.score_agrees(played)),
            improper: None,
        };
        if players.is_some() && (told.black.is_none() || told.white.is_none()) {
            unnamed += 1;
        }
        replayer.game(Some(path), number, played, &told)?;
        if number % 4096 == 0 {
            bar.set_position(number as u64);
        }
    }
    bar.finish_and_clear();
    if unnamed > 0 {
        eprintln!(
            "outflank: {path}: {unnamed} games have players that are not in the file of players in the same folder. The two files are from different dates. Use files of the same date."
        );
    }
    Ok(())
}

/// The names that lie beside a file of games, whatever case their name has.
fn names_beside(path: &str, kind: WthorNameKind) -> Option<WthorNames> {
    let folder = match Path::new(path).parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let ending = match kind {
        WthorNameKind::Players => "jou",
        WthorNameKind::Tournaments => "trn",
    };
    let known = |name: &str| {
        ["wthor", "wth"]
            .iter()
            .any(|stem| name == format!("{stem}.{ending}"))
            || Path::new(path)
                .with_extension(ending)
                .file_name()
                .is_some_and(|own| own.to_string_lossy().to_ascii_lowercase() == name)
    };
    let entry = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .find(|entry| known(&entry.file_name().to_string_lossy().to_ascii_lowercase()))?;
    let path = entry.path();
    let read = WthorNames::read(kind, &std::fs::read(&path).ok()?);
    match read {
        Ok(reading) => {
            for strange in &reading.strange {
                eprintln!("outflank: {}: {strange}", path.display());
            }
            Some(reading.file)
        }
        Err(error) => {
            eprintln!(
                "outflank: {}: {error} Games are shown without names.",
                path.display()
            );
            None
        }
    }
}

fn ggf(replayer: &mut Replayer<'_>, path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let reading = read_ggf(bytes);
    if reading.games.is_empty() {
        return Err(Failure::say(format!(
            "{path}: There are no games in it. A game in GGF begins with (; and ends with ;)"
        )));
    }
    let bar = lines::progress(reading.games.len() as u64);
    for (number, game) in (1..).zip(&reading.games) {
        for strange in &game.strange {
            eprintln!("outflank: {path}, line {}: {strange}", game.line);
        }
        match &game.sheet {
            Ok(own) => sheet(replayer, path, game.line, own)?,
            Err(error) => replayer.unreadable(Some(path), game.line, &error.to_string())?,
        }
        if number % 1024 == 0 {
            bar.set_position(number);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn annotated(replayer: &mut Replayer<'_>, path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let games = read_annotated(bytes).map_err(|error| Failure::say(format!("{path}, {error}")))?;
    for (line, own) in &games {
        sheet(replayer, path, *line as usize, own)?;
    }
    Ok(())
}

fn sheet(
    replayer: &mut Replayer<'_>,
    path: &str,
    line: usize,
    own: &GameSheet,
) -> Result<(), Failure> {
    let replayed = match own.replay() {
        Ok(replayed) => replayed,
        Err(problem) => {
            let facts = (
                problem.number,
                Some(problem.side),
                &problem.mv,
                problem.why.clone(),
            );
            return replayer.illegal(Some(path), line, facts, &problem.to_string());
        }
    };
    let last = *replayed.last();
    let passes = u8::try_from(replayed.passes).unwrap_or(u8::MAX);
    let written = own.moves.iter().filter(|own| own.mv.square().is_some());
    let played = FastReplay {
        moves: u8::try_from(written.count()).unwrap_or(u8::MAX),
        passes,
        last,
        complete: last.is_over(),
    };
    let name = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    let told = Told {
        black: name(&own.players.black.name),
        white: name(&own.players.white.name),
        event: own.place.clone(),
        stored_difference: own.result.map(|result| result.difference_halves / 2),
        agrees: agrees(own, &played),
        improper: Some(replayed.improper).filter(|improper| *improper > 0),
    };
    replayer.game(Some(path), line, Ok(played), &told)
}

/// Whether a board that was played to the end shows the result, the empty squares given to the winner or not.
fn agrees(own: &GameSheet, played: &FastReplay) -> Option<bool> {
    let result = own.result?;
    if !played.complete || result.ending != outflank_formats::SheetEnding::Played {
        return None;
    }
    let count = played.count();
    let plain = i32::from(count.black) - i32::from(count.white);
    let empty = 64 - i32::from(count.black) - i32::from(count.white);
    let with_empties = plain + plain.signum() * empty;
    let told = result.difference_halves;
    Some(told == 2 * plain || told == 2 * with_empties)
}

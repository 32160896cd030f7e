//! `outflank convert`: the community's files to ours and back.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_formats::tournament_file::{FILE_BYTES_MAX, Lines, TournamentFile};
use outflank_formats::{
    Converted, EloDays, EloFile, EloHeading, FileKind, LeavingCheck, OfDay, PappPlayers,
    PappWorkfile, ParseWarning, elo_draft_of, elo_file_name, players_of, read_players_csv,
    read_results_csv, results_of, tournament_of_elo, tournament_of_players, tournament_of_tables,
    tournament_of_workfile, write_players_csv, write_results_csv,
};
use outflank_tournament::{CivilDate, Event};

use crate::books;
use crate::cli::ConvertArgs;
use crate::event_file::load;
use crate::failure::{Answer, Failure};

pub(crate) fn run(args: &ConvertArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let output = FileKind::to_write(&args.output).ok_or_else(|| {
        let name = &args.output;
        Failure::say(format!(
            "{name}: The new file has an unknown ending. Name it *.json, *.ELO or *.csv."
        ))
    })?;
    if args.letter.is_some() && output != FileKind::Elo {
        let name = &args.output;
        return Err(Failure::say(format!(
            "{name}: --letter is only for results files. Name the new file *.ELO or remove --letter."
        )));
    }
    let input = Input::read(args, folder)?;
    let text = match output {
        FileKind::Tournament => input.file.write(),
        FileKind::PlayersTable => write_players_csv(&players_of(&input.file.entrants)),
        FileKind::ResultsTable => write_results_csv(&results_of(&input.file, &input.event)),
        FileKind::Elo => match elo_text(args, &input)? {
            Some(text) => text,
            None => return Ok(Answer::No),
        },
        FileKind::Workfile | FileKind::PappPlayers => {
            return Err(Failure::say(
                "PAPP files can only be read, not written. Choose another kind of file.",
            ));
        }
    };
    std::fs::write(&args.output, text)
        .map_err(|error| Failure::say(format!("{}: {error}. Nothing was written.", args.output)))?;
    let rounds = input.file.played.len();
    let entrants = input.file.entrants.len();
    println!("{}: {entrants} players, {rounds} rounds", args.output);
    Ok(Answer::Yes)
}

/// What was read, as a tournament file with its event.
struct Input {
    file: TournamentFile,
    event: Event,
    /// The results file it came from, whose headings a tournament file does not have.
    elo: Option<EloFile>,
}

impl Input {
    fn read(args: &ConvertArgs, folder: Option<&Path>) -> Result<Self, Failure> {
        let name = args.input.as_str();
        let bytes = bytes_of(name)?;
        let mut elo = None;
        let Converted { file, notes } = match FileKind::of(name, &bytes) {
            Some(FileKind::Tournament) => {
                let loaded = load(name, None, folder)?;
                loaded.warn();
                return Ok(Self {
                    file: loaded.file,
                    event: loaded.event,
                    elo,
                });
            }
            Some(FileKind::Elo) => {
                let reading = EloFile::read(&bytes);
                tell(name, &reading.strange);
                let converted = tournament_of_elo(&reading.file, &args.rulebook);
                elo = Some(reading.file);
                converted
            }
            Some(FileKind::Workfile) => {
                let reading = PappWorkfile::read(&bytes);
                tell(name, &reading.strange);
                let players = papp_players(args)?;
                tournament_of_workfile(&reading.file, &players, &args.rulebook)
            }
            Some(FileKind::PappPlayers) => {
                let players = PappPlayers::read(&bytes);
                tell(name, &players.strange);
                tournament_of_players(&players, &args.rulebook)
            }
            Some(FileKind::PlayersTable) => {
                let table = read_players_csv(&bytes);
                tell(name, &table.strange);
                tournament_of_tables(&table.players, &[], &args.rulebook)
            }
            Some(FileKind::ResultsTable) => results_table(args, &bytes)?,
            None => {
                return Err(Failure::say(format!(
                    "{name}: This kind of file is not known. See docs/files.md for the supported files."
                )));
            }
        };
        for note in notes {
            eprintln!("outflank: {name}: {note}");
        }
        let book = books::find(&args.rulebook, folder)?;
        let event = file.event(&book, &Lines::default()).map_err(Failure::say)?;
        Ok(Self { file, event, elo })
    }
}

fn results_table(args: &ConvertArgs, bytes: &[u8]) -> Result<Converted, Failure> {
    let results = read_results_csv(bytes);
    tell(&args.input, &results.strange);
    let path = args.players.first().ok_or_else(|| {
        Failure::say(
            "A table of results contains only player numbers. Give the table of players with --players FILE.",
        )
    })?;
    let players = read_players_csv(&bytes_of(path)?);
    tell(path, &players.strange);
    Ok(tournament_of_tables(
        &players.players,
        &results.rows,
        &args.rulebook,
    ))
}

/// The players files given: the list first, new players behind it.
fn papp_players(args: &ConvertArgs) -> Result<PappPlayers, Failure> {
    let mut list = PappPlayers::default();
    for (n, path) in args.players.iter().enumerate() {
        let bytes = bytes_of(path)?;
        let told = list.strange.len();
        list = match n {
            0 => PappPlayers::read(&bytes),
            _ => list.with_new_players(&bytes),
        };
        tell(path, &list.strange[told.min(list.strange.len())..]);
    }
    Ok(list)
}

/// The results file, or nothing where something hinders it; what to know before sending is said on standard error.
fn elo_text(args: &ConvertArgs, input: &Input) -> Result<Option<String>, Failure> {
    let given = args.date.as_deref().map(|text| {
        text.parse::<CivilDate>()
            .map_err(|error| Failure::say(format!("--date: {error}")))
    });
    let days = given.transpose()?.map(EloDays::from);
    let of_day = args.letter.unwrap_or(OfDay::Only);
    if let Some(elo) = &input.elo {
        let mut file = elo.clone();
        file.country = args.country.clone().unwrap_or(file.country);
        file.sender = args.sender.clone().unwrap_or(file.sender);
        file.days = days.or(file.days);
        let name = |days: EloDays| elo_file_name(days.first, of_day, &file.tournament).ok();
        say_name(file.days.and_then(name).as_deref());
        return Ok(file.write().map_err(|found| say_each(&found)).ok());
    }
    let heading = EloHeading {
        country: args.country.clone().unwrap_or_default(),
        sender: args.sender.clone().unwrap_or_default(),
        days,
        creator: Some(format!("Outflank {}", env!("CARGO_PKG_VERSION"))),
        created: Some(now()),
    };
    let draft = elo_draft_of(&input.file, &input.event, &heading);
    say(&draft.leaving_check(of_day));
    let text = draft.file().and_then(|file| file.write());
    Ok(text.ok())
}

fn say(check: &LeavingCheck) {
    for note in &check.left_out {
        eprintln!(
            "outflank: left out: {}: {}, {}",
            note.round,
            note.who.join(" – "),
            note.why
        );
    }
    for note in &check.decided {
        let winner = match note.winner {
            Some(winner) => format!("{winner} won"),
            None => "a draw".to_owned(),
        };
        eprintln!(
            "outflank: the result differs from the discs: {}: {} {}–{} {}, {winner}",
            note.round, note.black, note.discs.black, note.discs.white, note.white
        );
    }
    say_name(check.file_name.as_deref());
    say_each(&check.hindrances);
}

fn say_name(name: Option<&str>) {
    if let Some(name) = name {
        eprintln!("outflank: the WOF name for this file is {name}");
    }
}

fn say_each(hindrances: &[outflank_formats::ExportProblem]) {
    for hindrance in hindrances {
        eprintln!("outflank: not ready to send: {hindrance}");
    }
}

fn tell(name: &str, strange: &[ParseWarning]) {
    for line in strange {
        eprintln!("outflank: {name}, {line}");
    }
}

fn bytes_of(path: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::say(format!(
            "{path}: {error}. Use a file described in docs/files.md."
        ))
    };
    let size = std::fs::metadata(path).map_err(cannot)?.len();
    if size > FILE_BYTES_MAX as u64 {
        return Err(Failure::say(format!(
            "{path}: The file is too large. A file to convert has at most {FILE_BYTES_MAX} bytes."
        )));
    }
    std::fs::read(path).map_err(cannot)
}

/// `2026/11/15 18:01`, in UTC.
fn now() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (minutes, mut days) = (seconds / 60 % 1440, seconds / 86_400);
    let days_of = |year: u64| {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        if is_leap { 366 } else { 365 }
    };
    let mut year = 1970;
    while days >= days_of(year) {
        days -= days_of(year);
        year += 1;
    }
    let february = days_of(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let day = days + 1;
    format!(
        "{year:04}/{month:02}/{day:02} {:02}:{:02}",
        minutes / 60,
        minutes % 60
    )
}

//! Taking an event over from a file, and writing one: for the API and for `outflank import` and `export`.

use outflank_desk::access::Caller;
use outflank_desk::{
    Desk, NewTournament, Person, Refusal, Request, TournamentId, TournamentRequest, What,
};
use outflank_formats::tournament_file::{Lines, TournamentFile};
use outflank_formats::{
    Converted, EloFile, EloHeading, FileKind, PappPlayers, PappWorkfile, elo_draft_of, players_of,
    read_players_csv, results_of, tournament_of_elo, tournament_of_players, tournament_of_tables,
    tournament_of_workfile, write_players_csv, write_results_csv,
};
use outflank_rulebook::{RulebookFile, shipped_file};
use outflank_tournament::running::UtcOffset;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct Read {
    pub file: TournamentFile,
    /// What the source did not say clearly.
    pub notes: Vec<String>,
    /// Lines that could not be read, with why.
    pub strange: Vec<String>,
}

/// Reads a tournament file or a file of the community.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_file(name: &str, bytes: &[u8], rulebook: &str) -> Result<Read, String> {
    read_with_players(name, bytes, b"", rulebook)
}

/// The same with PAPP's file of players, which a workfile names by number.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_with_players(
    name: &str,
    bytes: &[u8],
    players: &[u8],
    rulebook: &str,
) -> Result<Read, String> {
    if shipped_file(rulebook).is_none() {
        return Err(format!(
            "There is no rulebook '{rulebook}'. Check the list of rulebooks."
        ));
    }
    let mut strange = Vec::new();
    let Converted { file, notes } = match FileKind::of(name, bytes) {
        Some(FileKind::Tournament) => {
            let (file, _) = TournamentFile::read(bytes).map_err(|error| error.to_string())?;
            Converted {
                file,
                notes: Vec::new(),
            }
        }
        Some(FileKind::Elo) => {
            let reading = EloFile::read(bytes);
            strange.extend(reading.strange.iter().map(ToString::to_string));
            tournament_of_elo(&reading.file, rulebook)
        }
        Some(FileKind::Workfile) => {
            let reading = PappWorkfile::read(bytes);
            strange.extend(reading.strange.iter().map(ToString::to_string));
            if reading.file.open.is_some() {
                strange.push(
                    "The round in progress is not imported. Pair it again, or pair it by hand as it was."
                        .to_owned(),
                );
            }
            tournament_of_workfile(&reading.file, &PappPlayers::read(players), rulebook)
        }
        Some(FileKind::PappPlayers) => tournament_of_players(&PappPlayers::read(bytes), rulebook),
        Some(FileKind::PlayersTable) => {
            let reading = read_players_csv(bytes);
            strange.extend(reading.strange.iter().map(ToString::to_string));
            tournament_of_tables(&reading.players, &[], rulebook)
        }
        Some(FileKind::ResultsTable) => {
            return Err(
                "A table of results contains only player numbers. Convert it together with its table of players first."
                    .to_owned(),
            );
        }
        None => {
            return Err("This kind of file is not known. Send a tournament file, an .ELO file, a PAPP file or a table of players.".to_owned());
        }
    };
    Ok(Read {
        file,
        notes: notes.iter().map(ToString::to_string).collect(),
        strange,
    })
}

/// Runs the event of a file at the desk, command by command.
///
/// # Errors
/// The first refusal; what was run before it stays.
pub async fn import(
    desk: &Desk,
    caller: &Caller,
    file: &TournamentFile,
) -> Result<(TournamentId, usize, Vec<String>), Refusal> {
    let book = shipped_file(&file.rulebook).unwrap_or_else(|| {
        shipped_file("wof").expect("the world federation's rulebook is compiled in")
    });
    let import = file.acts(book, UtcOffset::default().day(desk.now()));
    let new = NewTournament {
        preset: import.preset,
        slug: None,
        creation: import.creation,
    };
    let answer = desk
        .submit(caller, request(What::NewTournament(Box::new(new))))
        .await?;
    let id: TournamentId = (answer.made.as_deref().unwrap_or(""))
        .parse()
        .expect("the desk names what it made");
    let mut commands = 1;
    for step in import.steps {
        let person = step.born.map(|born| {
            let mut person = Person::default();
            person.dossier.born = Some(born);
            person
        });
        let what = TournamentRequest {
            tournament: id.clone(),
            by: None,
            act: step.act,
            person,
        };
        desk.submit(caller, request(What::Tournament(Box::new(what))))
            .await?;
        commands += 1;
    }
    let notes = import.notes.iter().map(ToString::to_string).collect();
    Ok((id, commands, notes))
}

fn request(what: What) -> Request {
    // Nobody retries a step of an import, so that its name only has to be new.
    Request::new(TournamentId::random().as_str(), what)
}

/// A file that was written.
#[derive(Debug, Clone)]
pub struct Written {
    pub text: String,
    /// What browsers call it.
    pub media: &'static str,
    pub name: String,
}

/// What keeps an event's results from being sent to the federation; nothing if they are ready.
///
/// # Errors
/// What is wrong with the event itself.
pub fn elo_hindrances(
    file: &TournamentFile,
    book: &RulebookFile,
    heading: &EloHeading,
) -> Result<Vec<String>, String> {
    let event = file
        .event(book, &Lines::default())
        .map_err(|problem| problem.to_string())?;
    let draft = elo_draft_of(file, &event, heading);
    let written = draft.file().and_then(|file| file.write());
    Ok(match written {
        Ok(_) => Vec::new(),
        Err(hindrances) => hindrances.iter().map(ToString::to_string).collect(),
    })
}

/// Writes an event as `json` (a tournament file), `csv` (players), `results` (a table) or `elo`.
///
/// # Errors
/// Why it cannot be written, and what is missing.
pub fn write_file(
    file: &TournamentFile,
    book: &RulebookFile,
    format: &str,
    slug: &str,
    heading: &EloHeading,
) -> Result<Written, String> {
    let event = file
        .event(book, &Lines::default())
        .map_err(|problem| problem.to_string())?;
    let (text, media, name) = match format {
        "json" => (file.write(), "application/json", format!("{slug}.json")),
        "csv" => (
            write_players_csv(&players_of(&file.entrants)),
            "text/csv; charset=utf-8",
            format!("{slug}-players.csv"),
        ),
        "results" => (
            write_results_csv(&results_of(file, &event)),
            "text/csv; charset=utf-8",
            format!("{slug}-results.csv"),
        ),
        "elo" => {
            let draft = elo_draft_of(file, &event, heading);
            let text = draft.file().and_then(|file| file.write());
            let text = text.map_err(|hindrances| {
                let list: Vec<String> = hindrances.iter().map(ToString::to_string).collect();
                format!("Not ready to send: {}", list.join(" "))
            })?;
            (text, "text/plain; charset=utf-8", format!("{slug}.ELO"))
        }
        _ => return Err("This format is not known. Use json, csv, results or elo.".to_owned()),
    };
    Ok(Written { text, media, name })
}

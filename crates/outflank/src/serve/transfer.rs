//! `outflank import` and `outflank export`, on a data folder.

use std::io::Write as _;
use std::path::Path;

use clap::Args;
use outflank_desk::access::Caller;
use outflank_desk::{Desk, TournamentNow};
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_web::games_out::{self, GamesFormat};
use outflank_web::transfer;

use super::open_desk;
use crate::books;
use crate::failure::{Answer, Failure};
use crate::log_args::LogArgs;

/// Import a tournament from a file into the data folder.
///
/// Reads tournament files, WOF results files, PAPP files and tables of players. Stop the server first;
/// while it is running, send the file to /api/v1/import.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The file to import
    #[arg(value_name = "FILE")]
    file: String,
    /// The rulebook for a file that does not name one
    #[arg(long, default_value = "wof", value_name = "ID")]
    rulebook: String,
    #[command(flatten)]
    log: LogArgs,
}

/// Export a tournament from the data folder as a file.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The ID of the tournament, or its short name
    #[arg(value_name = "TOURNAMENT")]
    event: String,
    /// json (a tournament file), csv (players), results (a table) or elo; for games: ggf, annotated or wthor
    #[arg(long, value_name = "FORMAT")]
    format: String,
    /// The country for an .ELO file
    #[arg(long, default_value = "")]
    country: String,
    /// The sender of an .ELO file
    #[arg(long, default_value = "")]
    sender: String,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<std::path::PathBuf>,
    #[command(flatten)]
    log: LogArgs,
}

pub(super) async fn import(args: &ImportArgs) -> Result<Answer, Failure> {
    let name = &args.file;
    let bytes = std::fs::read(name).map_err(|error| {
        Failure::say(format!("{name}: {error}. Choose a file that can be read."))
    })?;
    let said = |what: String| Failure::say(format!("{name}: {what}"));
    let read = transfer::read_file(name, &bytes, &args.rulebook).map_err(said)?;
    let log = args.log.place()?.open_beside().await?;
    let desk = open_desk(log, None, None).await?;
    let (id, commands, notes) = transfer::import(&desk, &Caller::console(), &read.file)
        .await
        .map_err(|refusal| said(refusal.to_string()))?;
    for note in read.notes.iter().chain(&notes) {
        eprintln!("outflank: {name}: {note}");
    }
    println!("{id}: {commands} commands");
    Ok(Answer::Yes)
}

pub(super) async fn export(args: &ExportArgs) -> Result<Answer, Failure> {
    let log = args.log.place()?.open_beside().await?;
    let desk = open_desk(log, None, None).await?;
    let event = &args.event;
    let Some(now) = desk.tournament_named(event) else {
        let known: Vec<String> = (desk.tournaments().iter())
            .map(|now| format!("{} ({})", now.id, now.title()))
            .collect();
        return Err(Failure::say(format!(
            "There is no tournament '{event}'. Choose one of these: {}.",
            known.join(", ")
        )));
    };
    if args.format == "wthor" || GamesFormat::of(&args.format).is_some() {
        return games(&desk, &now, args).await;
    }
    let file = TournamentFile::of_running(&now.named_affairs()).ok_or_else(|| {
        Failure::say(
            "The tournament does not exist yet, so nothing can be written. Create it first.",
        )
    })?;
    let heading = EloHeading {
        country: args.country.clone(),
        sender: args.sender.clone(),
        ..EloHeading::default()
    };
    let book = books::find(&file.rulebook, None)?;
    let slug = now.slug.as_deref().unwrap_or(event);
    let written = transfer::write_file(&file, &book, &args.format, slug, &heading);
    match written {
        Ok(written) => {
            match &args.out {
                Some(path) => std::fs::write(path, written.text)?,
                None => print!("{}", written.text),
            }
            Ok(Answer::Yes)
        }
        Err(problem) => {
            eprintln!("outflank: {problem}");
            Ok(Answer::No)
        }
    }
}

/// Writes the games of an event; WTHOR's three files lie beside each other.
async fn games(desk: &Desk, now: &TournamentNow, args: &ExportArgs) -> Result<Answer, Failure> {
    let sheets = (games_out::sheets(desk, &Caller::console(), now).await)
        .map_err(|refusal| Failure::say(refusal.to_string()))?;
    let slug = now.slug.as_deref().unwrap_or(&args.event);
    let formats = match GamesFormat::of(&args.format) {
        Some(format) => vec![format],
        None => GamesFormat::WTHOR.to_vec(),
    };
    if formats.len() > 1 && args.out.is_none() {
        return Err(Failure::say(
            "WTHOR needs three files. Name the first with --out GAMES.wtb. The players (.jou) and tournaments (.trn) are written to the same folder.",
        ));
    }
    for format in formats {
        let file = games_out::write_games(now, &sheets, format, slug);
        for note in &file.notes {
            eprintln!("outflank: {note}");
        }
        match &args.out {
            None => std::io::stdout().write_all(&file.bytes)?,
            Some(path) => {
                let ending = Path::new(&file.name).extension().unwrap_or_default();
                let path = if GamesFormat::WTHOR.contains(&format) {
                    path.with_extension(ending)
                } else {
                    path.clone()
                };
                std::fs::write(path, &file.bytes)?;
            }
        }
    }
    eprintln!("outflank: {} finished games", sheets.len());
    Ok(Answer::Yes)
}

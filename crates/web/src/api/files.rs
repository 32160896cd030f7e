//! Files in and out.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_desk::access::{Action, Target};
use outflank_desk::{CopyChoice, TournamentNow};
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::shipped_file;

use crate::Web;
use crate::api::Length;
use crate::api::answers::{json, json_with};
use crate::api::asked::Asked;
use crate::api::operation::{Operation, file, read};
use crate::api::queries::{CHOOSE, COUNTRY, NAME, RULEBOOK, SENDER};
use crate::api::shapes::{Counts, Imported, SetAside, TakenOver};
use crate::games_out;
use crate::games_out::{GamesFile, GamesFormat};
use crate::respond::{Download, Problem};
use crate::transfer;
use crate::transfer::Written;

type Answered = Result<Response, Problem>;

/// The most notes that go with a file.
const NOTES_MAX: usize = 50;

/// A file that cannot be taken over.
fn refused(what: impl std::fmt::Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file.refused", what)
}

pub(crate) const IMPORT_FILE: Operation = file(
    "import_file",
    "Import a tournament from a tournament file, an .ELO file, a PAPP file or a table of players",
)
.answers::<Imported>()
.example(r#"{"tournament": "4k2m9x7q0b", "commands": 61, "notes": []}"#)
.created()
.query(&[NAME, RULEBOOK]);

/// Reads a tournament file or a file of the community, and runs its event at the desk.
pub(crate) async fn import(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let rulebook: Option<String> = asked.query("rulebook")?;
    let name: Option<String> = asked.query("name")?;
    let read = transfer::read_file(
        name.as_deref().unwrap_or(""),
        &asked.body,
        rulebook.as_deref().unwrap_or("wof"),
    )
    .map_err(refused)?;
    let (tournament, commands, mut notes) =
        transfer::import(&web.desk, &asked.caller, &read.file).await?;
    notes.splice(0..0, read.notes);
    json_with(
        StatusCode::CREATED,
        &Imported {
            tournament: tournament.to_string(),
            commands,
            notes,
        },
    )
}

pub(crate) const TAKE_OVER: Operation = file(
    "take_over",
    "Import a tournament from the archive that another computer wrote into its second folder",
)
.answers::<TakenOver>()
.example(r#"{"tournaments": ["4k2m9x7q0b"], "events": 812, "records": 64, "set_aside": []}"#)
.query(&[CHOOSE])
.length(Length::Archive);

/// Takes an event over from the archive another laptop wrote.
pub(crate) async fn take_over(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let choice = match asked.query("choose")? {
        None => CopyChoice::Ask,
        Some(Counts::Ours) => CopyChoice::Ours,
        Some(Counts::Theirs) => CopyChoice::Theirs,
    };
    let taken = (web.desk.take_in(&asked.caller, &asked.body, choice)).await?;
    let streams = taken.events.iter().map(|event| &event.content.stream);
    let tournaments: BTreeSet<_> = streams.filter_map(|stream| stream.tournament()).collect();
    json(&TakenOver {
        tournaments: tournaments.into_iter().map(ToString::to_string).collect(),
        events: taken.events.len(),
        records: taken.records,
        set_aside: (taken.set_aside.iter())
            .map(|(stream, after)| SetAside {
                stream: stream.to_string(),
                after: after.0,
            })
            .collect(),
    })
}

fn file_of(now: &TournamentNow) -> Result<TournamentFile, Problem> {
    let file = TournamentFile::of_running(&now.named_affairs());
    file.ok_or_else(|| Problem::not_found("tournament"))
}

pub(crate) const EXPORT_TOURNAMENT: Operation = read::<serde_json::Value>("export_tournament", "Export the tournament as a file: json, csv (players), results (a table) or elo; its games as ggf, annotated, wtb, jou or trn").media("application/json, text/csv, text/plain, application/octet-stream").query(&[COUNTRY, SENDER]);

/// Writes the event in a format of the community.
pub(crate) async fn export(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let now = asked.tournament()?;
    if now.training.is_some() {
        return Err(refused(
            "This is a training copy, and nothing in it is published or sent. Export the tournament itself.",
        ));
    }
    let format: String = asked.named("format")?;
    if let Some(format) = GamesFormat::of(&format) {
        let sheets = games_out::sheets(&web.desk, &asked.caller, now).await?;
        let slug = now.slug.as_deref().unwrap_or(now.id.as_str());
        let GamesFile {
            bytes,
            media,
            name,
            notes,
        } = games_out::write_games(now, &sheets, format, slug);
        let file = Download { name, media, bytes };
        return Ok(noted(file.into_response(), &notes));
    }
    let mut file = file_of(now)?;
    let is_official = asked
        .caller
        .may(Action::ReadDesk, &Target::tournament(&now.id));
    if !is_official && now.affairs().signed_off.is_none() {
        // With these anybody could compute a pairing before it is published.
        file.seed = None;
        file.next = None;
    }
    let book = shipped_file(&file.rulebook).ok_or_else(|| Problem::not_found("rulebook"))?;
    let slug = now.slug.as_deref().unwrap_or(now.id.as_str());
    let heading = EloHeading {
        country: asked.query("country")?.unwrap_or_default(),
        sender: asked.query("sender")?.unwrap_or_default(),
        ..EloHeading::default()
    };
    let written = transfer::write_file(&file, book, &format, slug, &heading).map_err(refused)?;
    let Written { text, media, name } = written;
    let bytes = text.into_bytes();
    Ok(Download { name, media, bytes }.into_response())
}

/// Says what a file could not hold, as a JSON list in plain letters; the first ones where they are many.
fn noted(mut response: Response, notes: &[String]) -> Response {
    if notes.is_empty() {
        return response;
    }
    let mut told: Vec<String> = notes.iter().take(NOTES_MAX).cloned().collect();
    if notes.len() > NOTES_MAX {
        told.push(format!("and {} more", notes.len() - NOTES_MAX));
    }
    let text = serde_json::to_string(&told).unwrap_or_default();
    let plain: String = (text.chars())
        .map(|one| if one.is_ascii() { one } else { '?' })
        .collect();
    if let Ok(value) = HeaderValue::from_str(&plain) {
        let name = HeaderName::from_static("outflank-notes");
        response.headers_mut().insert(name, value);
    }
    response
}

//! Taking over an event that another program began: what was understood first, then the event.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{Rulebook, shipped, shipped_ids};
use serde::Deserialize;

use crate::Web;
use crate::extract::{Caller, Text, Upload};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Page, SeeOther};
use crate::transfer;
use crate::transfer::Read;

#[derive(Template)]
#[template(path = "desk/take_over.html")]
struct ImportPage<'a> {
    f: &'a Frame,
    books: Vec<&'static Rulebook>,
    typed: &'a ImportForm,
    understood: Option<Understood>,
    notice: Option<&'a Notice>,
}

/// What was understood of a file.
struct Understood {
    event: String,
    rounds: usize,
    planned: Option<u16>,
    games: usize,
    players: Vec<String>,
    withdrawn: usize,
    notes: Vec<String>,
    strange: Vec<String>,
}

impl Understood {
    fn of(read: &Read) -> Self {
        let file: &TournamentFile = &read.file;
        Self {
            event: file.name.clone().unwrap_or_default(),
            rounds: file.played.len(),
            planned: file.rounds,
            games: file.played.iter().map(|round| round.games.len()).sum(),
            players: (file.entrants.iter()).map(|one| one.name.clone()).collect(),
            withdrawn: file.withdrawn.len(),
            notes: read.notes.clone(),
            strange: read.strange.clone(),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ImportForm {
    #[serde(rename = "do")]
    action: Action,
    /// The file as text, to be corrected where lines could not be read.
    text: String,
    /// PAPP's file of players, which a work file names by number.
    players: String,
    /// The name of the file.
    name: Text,
    rulebook: Text,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Look,
    Create,
}

impl ImportForm {
    fn rulebook(&self) -> &str {
        match &*self.rulebook {
            "" => "wof",
            chosen => chosen,
        }
    }
}

pub(crate) async fn page(State(web): State<Arc<Web>>) -> Answer {
    show(&web, &ImportForm::default(), None, None)
}

/// Shows what was understood; when that is confirmed, creates the tournament and leads to its desk.
pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    caller: Caller,
    mut upload: Upload,
) -> Answer {
    let mut form: ImportForm = upload.form()?;
    let mut name = form.name.to_string();
    // A file goes before what stands in the field.
    for file in upload.files.drain(..).filter(|file| !file.text.is_empty()) {
        match file.field.as_str() {
            "players-file" => form.players = file.text,
            _ => (form.text, name) = (file.text, file.name),
        }
    }
    form.name = name.into();
    let frame = Frame::of_site(&web.base());
    if form.text.trim().is_empty() {
        let notice = Notice::own("", frame.t("desk.take_over.nothing"));
        return show(&web, &form, None, Some(notice));
    }
    let (text, players) = (form.text.as_bytes(), form.players.as_bytes());
    let read = transfer::read_with_players(&form.name, text, players, form.rulebook());
    let read = match read {
        Ok(read) => read,
        Err(problem) => {
            let words = frame.t1("desk.take_over.not_read", "why", problem);
            return show(&web, &form, None, Some(Notice::own("", words)));
        }
    };
    if form.action == Action::Look {
        return show(&web, &form, Some(&read), None);
    }
    match transfer::import(&web.desk, &caller, &read.file).await {
        Ok((id, _, _)) => Ok(SeeOther::to(format!("/t/{id}/desk")).into_response()),
        Err(rejection) => {
            let mut notice = Notice::rejected("", &rejection);
            notice.text.push(' ');
            notice.text.push_str(frame.t("desk.take_over.half"));
            show(&web, &form, Some(&read), Some(notice))
        }
    }
}

fn show(web: &Web, typed: &ImportForm, read: Option<&Read>, notice: Option<Notice>) -> Answer {
    let page = ImportPage {
        f: &Frame::of_site(&web.base()),
        books: shipped_ids().filter_map(shipped).collect(),
        typed,
        understood: read.map(Understood::of),
        notice: notice.as_ref(),
    };
    let status = notice
        .as_ref()
        .map_or(StatusCode::OK, |notice| notice.status);
    Ok(Page::with_status(status, &page)?.into_response())
}

//! The results for the World Othello Federation: written if they are ready, else what is missing.

use askama::Template;
use axum::response::IntoResponse;
use outflank_desk::views::Head;
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::shipped_file;
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, TABS, Tab};
use crate::extract::{Text, Ticked};
use crate::pages::Frame;
use crate::pages::html::url_part;
use crate::pages::notice::Notice;
use crate::respond::{Answer, SeeOther};
use crate::transfer::elo_hindrances;

#[derive(Template)]
#[template(path = "desk/wof.html")]
struct WofPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    country: &'a str,
    sender: &'a str,
    /// What is missing, once the file was asked for.
    problems: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct WofForm {
    country: Text,
    sender: Text,
    write: Ticked,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let form: WofForm = desk.query()?;
    let mut problems = Vec::new();
    let mut notice = None;
    if form.write.0 {
        match problems_of(&desk, &form) {
            Ok(found) if found.is_empty() => {
                let (country, sender) = (url_part(&form.country), url_part(&form.sender));
                let file = format!("/api/v1/tournaments/{}/export/elo", desk.now.id);
                let to = format!("{file}?country={country}&sender={sender}");
                return Ok(SeeOther::to(to).into_response());
            }
            Ok(found) => {
                let words = desk.f.n("desk.wof.missing", found.len());
                notice = Some(Notice::own("wof", words));
                problems = found;
            }
            Err(problem) => notice = Some(Notice::own("wof", problem)),
        }
    }
    let page = WofPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Event, notice.as_ref()),
        country: &form.country,
        sender: &form.sender,
        problems,
    };
    desk.page(notice.as_ref(), &page)
}

fn problems_of(desk: &DirectorDesk, form: &WofForm) -> Result<Vec<String>, String> {
    let not_open = || desk.f.t("desk.wof.not_open").to_owned();
    let file = TournamentFile::of_running(&desk.now.named_affairs()).ok_or_else(not_open)?;
    let book = shipped_file(&file.rulebook).ok_or_else(not_open)?;
    let heading = EloHeading {
        country: form.country.to_string(),
        sender: form.sender.to_string(),
        ..EloHeading::default()
    };
    elo_hindrances(&file, book, &heading)
}

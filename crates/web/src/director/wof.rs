//! The results for the World Othello Federation: written if they are ready, else what is missing.

use askama::Template;
use outflank_desk::views::Head;
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::shipped_file;

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::encoded;
use crate::director::said::Said;
use crate::pages::Frame;
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
    hindrances: Vec<String>,
}

pub(crate) fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let (country, sender) = (ask.query.get("country"), ask.query.get("sender"));
    let mut hindrances = Vec::new();
    let mut said = None;
    if ask.query.has("write") {
        match hindrances_of(ask, country, sender) {
            Ok(found) if found.is_empty() => {
                let (id, country, sender) = (&ask.now.id, encoded(country), encoded(sender));
                let file = "/api/v1/tournaments";
                return DeskAnswer::See(format!(
                    "{file}/{id}/export/elo?country={country}&sender={sender}"
                ));
            }
            Ok(found) => {
                said = Some(Said::own("wof", ask.f.n("desk.wof.missing", found.len())));
                hindrances = found;
            }
            Err(problem) => said = Some(Said::own("wof", problem)),
        }
    }
    let page = WofPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Event, said.clone()),
        country,
        sender,
        hindrances,
    };
    ask.page(said.as_ref(), &page)
}

fn hindrances_of(ask: &Ask<'_>, country: &str, sender: &str) -> Result<Vec<String>, String> {
    let not_open = || ask.f.t("desk.wof.not_open").to_owned();
    let file = TournamentFile::of_running(&ask.now.named_affairs()).ok_or_else(not_open)?;
    let book = shipped_file(&file.rulebook).ok_or_else(not_open)?;
    let heading = EloHeading {
        country: country.to_owned(),
        sender: sender.to_owned(),
        ..EloHeading::default()
    };
    elo_hindrances(&file, book, &heading)
}

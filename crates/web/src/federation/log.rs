//! Everything that happened in the office, the latest first, and undoing the last of it.

use askama::Template;
use outflank_desk::views::{Moment, OfficeHead};
use outflank_federation::Act as OfficeAct;
use outflank_tournament::running::UtcOffset;

use crate::director::{DeskAnswer, Said};
use crate::federation::ask::{Ask, Bar};
use crate::federation::kinds::kind_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

/// How many events a page shows.
const SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "officer/log.html")]
struct LogPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    all: usize,
    lines: Vec<LogLine>,
    /// The latest command that can be taken back, and what it did.
    undoable: Option<(String, String)>,
}

struct LogLine {
    day: String,
    time: Moment,
    by: String,
    what: String,
    undone: bool,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = ask.form.as_ref().filter(|form| form.get("do") == "undo") else {
        return show(ask, None);
    };
    let act = OfficeAct::Undo {
        command: form.get("command").into(),
    };
    match ask.submit("undo", None, act).await {
        Ok(_) => ask.see_done("log", "undo"),
        Err(refusal) => show(ask, Some(Said::refused("", &refusal))),
    }
}

fn show(ask: &Ask<'_>, said: Option<Said>) -> DeskAnswer {
    let office = &ask.now.office;
    let affairs = ask.now.affairs();
    let founded = affairs.founded.as_ref();
    let offset = founded.map_or_else(UtcOffset::default, |one| one.offset);
    let standing: std::collections::BTreeSet<&str> = (office.standing_events())
        .map(|event| event.command.as_str())
        .collect();
    let line = |event: &_| log_line(ask, event, offset, &standing);
    let latest = office.latest_command();
    let undoable = latest.and_then(|command| {
        let event = office
            .log()
            .iter()
            .find(|event| event.command == *command)?;
        Some((command.to_string(), kind_words(&ask.f, event.kind())))
    });
    let status = said.as_ref().map_or(200, |said| said.status);
    let page = LogPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Log, &[], said),
        all: office.log().len(),
        lines: office
            .log()
            .iter()
            .rev()
            .take(SHOWN_MAX)
            .map(line)
            .collect(),
        undoable,
    };
    ask.page(status, &page)
}

fn log_line(
    ask: &Ask<'_>,
    event: &outflank_federation::Event,
    offset: UtcOffset,
    standing: &std::collections::BTreeSet<&str>,
) -> LogLine {
    LogLine {
        day: ask.now.affairs().day(event.at).to_string(),
        time: Moment::at(event.at, offset),
        by: event.by.to_string(),
        what: kind_words(&ask.f, event.kind()),
        undone: !standing.contains(event.command.as_str()),
    }
}

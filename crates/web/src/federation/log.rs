//! The log of the office, the latest first, and undoing the last command.

use std::collections::BTreeSet;

use askama::Template;
use outflank_desk::views::{Moment, OfficeHead};
use outflank_federation::{Act, Event, Federation};
use outflank_tournament::running::UtcOffset;

use crate::director::{DeskAnswer, Said};
use crate::federation::request::{Bar, OfficeRequest};
use crate::federation::words::kind_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

/// How many events a page shows.
const SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "federation/office/log.html")]
struct LogPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    office: &'a Federation,
    events: Vec<&'a Event>,
    /// The commands that are not undone.
    valid: BTreeSet<&'a str>,
    /// The latest command that can be undone, and what it did.
    undoable: Option<(String, String)>,
}

impl LogPage<'_> {
    fn what(&self, event: &Event) -> String {
        kind_words(self.f, event.kind())
    }

    fn time(&self, event: &Event) -> String {
        let founded = self.office.affairs().founded.as_ref();
        let offset = founded.map_or_else(UtcOffset::default, |one| one.offset);
        self.f.time(&Moment::at(event.at, offset))
    }

    fn is_undone(&self, event: &Event) -> bool {
        !self.valid.contains(event.command.as_str())
    }
}

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    let Some(form) = ask.sent("undo") else {
        return show(ask, None);
    };
    let command = form.get("command").into();
    match ask.submit("undo", None, Act::Undo { command }).await {
        Ok(_) => ask.see_done("log", "undo"),
        Err(refusal) => show(ask, Some(Said::refused("", &refusal))),
    }
}

fn show(ask: &OfficeRequest, said: Option<Said>) -> DeskAnswer {
    let office = &ask.now.office;
    let undoable = office.latest_command().and_then(|command| {
        let event = (office.log().iter()).find(|event| event.command == *command)?;
        Some((command.to_string(), kind_words(&ask.f, event.kind())))
    });
    let status = said.as_ref().map_or(200, |said| said.status);
    let page = LogPage {
        f: &ask.f,
        head: &ask.head,
        d: &ask.bar(OfficeTabs::Log, said),
        office,
        events: office.log().iter().rev().take(SHOWN_MAX).collect(),
        valid: (office.standing_events())
            .map(|event| event.command.as_str())
            .collect(),
        undoable,
    };
    DeskAnswer::page(status, &page)
}

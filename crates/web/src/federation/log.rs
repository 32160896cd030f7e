//! The log of the office, the latest first, and undoing the last command.

use std::collections::BTreeSet;

use askama::Template;
use outflank_desk::views::{Moment, OfficeHead};
use outflank_federation::{Act, Event, Federation};
use outflank_tournament::running::UtcOffset;
use serde::Deserialize;

use crate::extract::Text;
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::words::kind_words;
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::Answer;

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

#[derive(Deserialize)]
pub(crate) struct UndoForm {
    #[serde(default)]
    command: Text,
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<UndoForm>) -> Answer {
    let command = form.command.as_str().into();
    match desk.submit("undo", None, Act::Undo { command }).await {
        Ok(_) => desk.see_done("log", "undo"),
        Err(rejection) => show(&desk, Some(Notice::rejected("", &rejection))),
    }
}

fn show(office: &FederationOffice, notice: Option<Notice>) -> Answer {
    let log = &office.now.office;
    let undoable = log.latest_command().and_then(|command| {
        let event = (log.log().iter()).find(|event| event.command == *command)?;
        Some((command.to_string(), kind_words(&office.f, event.kind())))
    });
    let d = &office.bar(OfficeTabs::Log, notice);
    let page = LogPage {
        f: &office.f,
        head: &office.head,
        d,
        office: log,
        events: log.log().iter().rev().take(SHOWN_MAX).collect(),
        valid: (log.standing_events())
            .map(|event| event.command.as_str())
            .collect(),
        undoable,
    };
    office.page(d, None, &page)
}

//! Undo: what it takes back and what changes, before it is done.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, Undoable};
use outflank_tournament::running::{Act, CommandId};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::log_words::{by_words, log_words};
use crate::extract::Text;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::Answer;

#[derive(Template)]
#[template(path = "desk/undo.html")]
struct UndoPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    undo: Option<Undoable>,
    after: Option<Aftermath>,
}

#[derive(Deserialize)]
pub(crate) struct UndoForm {
    command: Text,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None).await
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<UndoForm>) -> Answer {
    let command = CommandId::from(&*form.command);
    match desk.submit("undo", Act::Undo { command }).await {
        Ok(_) => desk.see("desk/log"),
        Err(rejection) => show(&desk, Some(Notice::rejected("", &rejection))).await,
    }
}

async fn show(desk: &DirectorDesk, mut notice: Option<Notice>) -> Answer {
    let undo = desk.view().undoable();
    let mut after = None;
    if let Some(undo) = &undo {
        let command = undo.command.clone();
        match desk.preview(Act::Undo { command }).await {
            Ok(preview) => after = Some(desk.view().aftermath(&preview)),
            Err(rejection) => {
                notice = notice.or_else(|| Some(Notice::rejected("", &rejection)));
            }
        }
    }
    let page = UndoPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Undo, notice.as_ref()),
        undo,
        after,
    };
    desk.page(notice.as_ref(), &page)
}

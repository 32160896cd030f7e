//! Undo: what it takes back and what changes, then once a button.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, Undoable};
use outflank_tournament::running::{Act, CommandId};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::said::Said;
use crate::director::said_log::{by_words, log_words};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/undo.html")]
struct UndoPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    undo: Option<Undoable>,
    after: Option<Aftermath>,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    if let Some(form) = &ask.form {
        let command = CommandId::from(form.get("command"));
        return match ask.submit("undo", Act::Undo { command }).await {
            Ok(_) => ask.see("desk/log"),
            Err(refusal) => show(ask, Some(Said::refused("", &refusal))).await,
        };
    }
    show(ask, None).await
}

async fn show(ask: &Ask<'_>, said: Option<Said>) -> DeskAnswer {
    let office = ask.office();
    let undo = office.undoable();
    let mut said = said;
    let after = match &undo {
        None => None,
        Some(undo) => {
            let command = undo.command.clone();
            match ask.preview(Act::Undo { command }).await {
                Ok(preview) => Some(office.aftermath(&preview)),
                Err(refusal) => {
                    said = said.or_else(|| Some(Said::refused("", &refusal)));
                    None
                }
            }
        }
    };
    let page = UndoPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Undo, said.clone()),
        undo,
        after,
    };
    ask.page(said.as_ref(), &page)
}

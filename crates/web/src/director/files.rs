//! What can be taken along: exports, the archive, copies on a stick, and a copy to train with.

use askama::Template;
use outflank_desk::access::{Action, Target};
use outflank_desk::views::{Head, Moment};
use outflank_desk::{DeskAct, FolderStatus};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::Form;
use crate::director::said::Said;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "desk/files.html")]
struct FilesPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    id: String,
    /// Whether he may have the whole event with everybody's facts.
    may_archive: bool,
    may_train: bool,
    /// Whether he may name a folder of this machine.
    may_choose: bool,
    folder: Option<FolderStatus>,
    written: Option<Moment>,
    typed: Form,
    slug: String,
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(form) = &ask.form else {
        return show(ask, None, Form::default()).await;
    };
    match form.get("do") {
        "train" => {
            let slug = form.get("slug").to_owned();
            let act = DeskAct::CopyForTraining { slug: slug.clone() };
            match ask.submit_desk("train", act).await {
                Ok(_) => DeskAnswer::See(format!("/t/{slug}/desk")),
                Err(refusal) => {
                    let said = Said::refused("train", &refusal);
                    show(ask, Some(said), form.clone()).await
                }
            }
        }
        "folder" => {
            let folder = form.some("folder");
            let set = ask
                .desk
                .set_second_folder(ask.caller, &ask.now.id, folder.as_deref());
            match set.await {
                Ok(()) => ask.see("desk/files"),
                Err(refusal) => {
                    let said = Said::refused("folder", &refusal);
                    show(ask, Some(said), form.clone()).await
                }
            }
        }
        _ => ask.see("desk/files"),
    }
}

/// The event's archive as a file.
pub(crate) async fn archive(ask: &Ask<'_>) -> DeskAnswer {
    match ask.desk.archive_file(ask.caller, &ask.now.id).await {
        Ok((name, bytes)) => DeskAnswer::File { name, bytes },
        Err(refusal) => {
            let said = Said::refused("archive", &refusal);
            show(ask, Some(said), Form::default()).await
        }
    }
}

async fn show(ask: &Ask<'_>, said: Option<Said>, typed: Form) -> DeskAnswer {
    let target = Target::tournament(&ask.now.id);
    let folder = ask.desk.second_folder(ask.caller, &ask.now.id).await;
    let folder = folder.ok().flatten();
    let written = folder.as_ref().and_then(|folder| folder.written);
    let page = FilesPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Files, said.clone()),
        id: ask.now.id.to_string(),
        may_archive: ask.caller.may(Action::ManageData, &target),
        may_choose: ask.caller.may(Action::ManageServer, &Target::default()),
        may_train: ask.caller.may(Action::CreateTournament, &Target::default()),
        written: written.map(|at| ask.office().moment(at)),
        folder,
        slug: training_slug(ask),
        typed,
    };
    ask.page(said.as_ref(), &page)
}

/// A short name nobody has: `spring-open-training`, then `-2` and so on.
fn training_slug(ask: &Ask<'_>) -> String {
    let stem: String = ask.f.slug.chars().take(26).collect();
    let stem = format!("{}-training", stem.trim_end_matches('-'));
    let is_free = |slug: &String| ask.desk.tournament_named(slug).is_none();
    let more = (2..100).map(|n| format!("{stem}-{n}"));
    let mut names = std::iter::once(stem.clone()).chain(more);
    names.find(is_free).unwrap_or(stem)
}

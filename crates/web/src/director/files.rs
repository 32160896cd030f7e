//! Files of the tournament: exports, the archive, copies on a stick, and a copy to train with.

use askama::Template;
use axum::response::IntoResponse;
use outflank_desk::access::{Action as Right, Target};
use outflank_desk::views::{Head, Moment};
use outflank_desk::{AuditKind, DeskAct, FolderStatus, TournamentId};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::extract::Text;
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Download, SeeOther};

#[derive(Template)]
#[template(path = "desk/files.html")]
struct FilesPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    id: &'a TournamentId,
    /// Whether the caller may have the whole tournament with personal data.
    may_archive: bool,
    may_train: bool,
    /// Whether the caller may name a folder of this machine.
    may_choose: bool,
    folder: Option<FolderStatus>,
    written: Option<Moment>,
    /// What stands in the fields.
    folder_typed: String,
    slug: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct FilesForm {
    #[serde(rename = "do")]
    action: Action,
    slug: Text,
    folder: Text,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Folder,
    Train,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    show(&desk, None, &FilesForm::default()).await
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<FilesForm>) -> Answer {
    let notice = match form.action {
        Action::Train => {
            let slug = form.slug.to_string();
            let act = DeskAct::CopyForTraining { slug: slug.clone() };
            match desk.submit_desk("train", act).await {
                Ok(_) => return Ok(SeeOther::to(format!("/t/{slug}/desk")).into_response()),
                Err(rejection) => Notice::rejected("train", &rejection),
            }
        }
        Action::Folder => {
            let (folder, id) = (form.folder.filled(), &desk.now.id);
            let set = (desk.web.desk).set_second_folder(&desk.caller, id, folder.as_deref());
            match set.await {
                Ok(()) => return desk.see("desk/files"),
                Err(rejection) => Notice::rejected("folder", &rejection),
            }
        }
    };
    show(&desk, Some(notice), &form).await
}

/// The archive of the tournament as a file.
pub(crate) async fn archive(desk: DirectorDesk) -> Answer {
    match (desk.web.desk)
        .archive_file(&desk.caller, &desk.now.id)
        .await
    {
        Ok((name, bytes)) => {
            let who = desk.caller.actor().to_string();
            (desk.web.desk)
                .audit(AuditKind::PersonalDataExported, &who, &name, None)
                .await;
            let media = "application/octet-stream";
            Ok(Download { name, media, bytes }.into_response())
        }
        Err(rejection) => {
            let notice = Notice::rejected("archive", &rejection);
            show(&desk, Some(notice), &FilesForm::default()).await
        }
    }
}

async fn show(desk: &DirectorDesk, notice: Option<Notice>, typed: &FilesForm) -> Answer {
    let target = Target::tournament(&desk.now.id);
    let may = |right, target: &Target| desk.caller.may(right, target);
    let folder = (desk.web.desk)
        .second_folder(&desk.caller, &desk.now.id)
        .await;
    let folder = folder.ok().flatten();
    let written = folder.as_ref().and_then(|folder| folder.written);
    let now = folder.as_ref().map(|folder| folder.folder.to_string());
    let page = FilesPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Files, notice.as_ref()),
        id: &desk.now.id,
        may_archive: may(Right::ManageData, &target),
        may_choose: may(Right::ManageServer, &Target::default()),
        may_train: may(Right::CreateTournament, &Target::default()),
        written: written.map(|at| desk.view().moment(at)),
        folder_typed: typed.folder.filled().or(now).unwrap_or_default(),
        folder,
        slug: typed.slug.filled().unwrap_or_else(|| training_slug(desk)),
    };
    desk.page(notice.as_ref(), &page)
}

/// A short name that is free: `spring-open-training`, then `-2` and so on.
fn training_slug(desk: &DirectorDesk) -> String {
    let stem: String = desk.f.slug.chars().take(26).collect();
    let stem = format!("{}-training", stem.trim_end_matches('-'));
    let is_free = |slug: &String| desk.web.desk.tournament_named(slug).is_none();
    let more = (2..100).map(|n| format!("{stem}-{n}"));
    let mut names = std::iter::once(stem.clone()).chain(more);
    names.find(is_free).unwrap_or(stem)
}

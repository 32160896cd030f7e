//! Everybody, and records that may be one person's.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::{DuplicateLine, MergedLine, PersonLine};

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::import::ImportShown;
use crate::federation::members::membership_words;
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms, import};
use crate::pages::Frame;

/// How many people a page shows; the search finds the rest.
const SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "officer/people.html")]
struct PeoplePage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    words: &'a str,
    all: usize,
    lines: Vec<PersonLine>,
    duplicates: Vec<DuplicateLine>,
    merged: Vec<MergedLine>,
    forms: Vec<FormShown>,
    import: ImportShown,
}

impl PeoplePage<'_> {
    fn membership(&self, line: &PersonLine) -> String {
        membership_words(self.f, &line.membership)
    }

    fn likeness(&self, word: &str) -> &'static str {
        match word {
            "wof_number" => self.f.t("officer.people.same_number"),
            "name_and_birth" => self.f.t("officer.people.same_birth"),
            _ => self.f.t("officer.people.same_name"),
        }
    }
}

pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let all = [forms::PEOPLE];
    let mut import = ImportShown::default();
    if let Some(form) = ask
        .form
        .as_ref()
        .filter(|form| form.get("do") == "import_people")
    {
        match import::people(ask, form).await {
            Ok(_) => return ask.see_done("people", "imported"),
            Err(shown) => import = shown,
        }
    }
    match ask.do_form(&all).await {
        Some(Ok(done)) => ask.see_done("people", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome), import),
        None => show(ask, None, import),
    }
}

fn show(ask: &Ask<'_>, outcome: Option<&Outcome>, import: ImportShown) -> DeskAnswer {
    let words = ask.query.get("q");
    let mut lines = ask.now.people_lines(words, ask.today);
    let all = lines.len();
    lines.truncate(SHOWN_MAX);
    let status = match import.wrong.is_empty() {
        true => status_of(outcome),
        false => 422,
    };
    let page = PeoplePage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::People, &[forms::PEOPLE], None),
        words,
        all,
        lines,
        duplicates: ask.now.duplicate_lines(),
        merged: ask.now.merged_lines(),
        forms: ask.forms(forms::PEOPLE, outcome),
        import,
    };
    ask.page(status, &page)
}

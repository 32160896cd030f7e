//! Everybody, and records that may belong to one person.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::PersonRecord;
use outflank_federation::{Affairs, Duplicate};

use crate::director::DeskAnswer;
use crate::federation::form::{Forms, Outcome};
use crate::federation::import::ImportError;
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS, import};
use crate::pages::Frame;

/// How many people a page shows; the search finds the rest.
const SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "federation/office/people.html")]
struct PeoplePage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a Affairs,
    words: &'a str,
    all: usize,
    people: Vec<PersonRecord<'a>>,
    duplicates: Vec<Duplicate>,
    forms: Forms<'a>,
    import: ImportError,
}

const FORMS: &[&str] = &["add_person", "merge_people", "separate_people"];

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    let mut import = ImportError::default();
    if let Some(form) = ask.sent("import_people") {
        match import::people(ask, form).await {
            Ok(()) => return ask.see_done("people", "imported"),
            Err(error) => import = error,
        }
    }
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done("people", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome), import),
        None => show(ask, None, import),
    }
}

fn show(ask: &OfficeRequest, outcome: Option<&Outcome>, import: ImportError) -> DeskAnswer {
    let words = ask.query.get("q");
    let mut people = ask.now.find_people(words, ask.today);
    let all = people.len();
    people.truncate(SHOWN_MAX);
    let status = match import.problems.is_empty() {
        true => status_of(outcome),
        false => 422,
    };
    let d = &ask.bar(OfficeTabs::People, None);
    let page = PeoplePage {
        f: &ask.f,
        head: &ask.head,
        d,
        affairs: ask.now.affairs(),
        words,
        all,
        people,
        duplicates: ask.now.duplicates(),
        forms: ask.forms(d, outcome),
        import,
    };
    DeskAnswer::page(status, &page)
}

//! Everybody, and records that may belong to one person.

use askama::Template;
use axum::response::IntoResponse;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::PersonRecord;
use outflank_federation::{Act, Duplicate, FederationState, PersonNumber};
use serde::Deserialize;

use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::office_forms;
use crate::federation::import::{ImportError, ImportForm};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::person::DossierFields;
use crate::federation::{OfficeTabs, TABS, import};
use crate::pages::Frame;
use crate::respond::{Answer, Page};

/// How many people a page shows; the search finds the rest.
const SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "federation/office/people.html")]
struct PeoplePage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a FederationState,
    words: &'a str,
    all: usize,
    people: Vec<PersonRecord<'a>>,
    duplicates: Vec<Duplicate>,
    forms: Forms<'a>,
    import: ImportError,
}

office_forms! {
    PeopleCommand {
        "add_person" AddPerson {} with dossier: DossierFields
            => Act::AddPerson { record: String::new(), dossier };
        "merge_people" MergePeople { keep: PersonNumber, gone: PersonNumber, why: String }
            => Act::MergePeople { keep, gone, why };
        "separate_people" SeparatePeople { gone: u32, why: String }
            => Act::SeparatePeople { gone: PersonNumber(gone), why };
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum PeopleForm {
    ImportPeople(ImportForm),
    #[serde(untagged)]
    Command(PeopleCommand),
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    show(&office, None, ImportError::default())
}

pub(crate) async fn post(Posted { desk, form, files }: Posted<PeopleForm>) -> Answer {
    match form {
        PeopleForm::ImportPeople(form) => match import::people(&desk, &form, &files).await {
            Ok(()) => desk.see_done("people", "imported"),
            Err(error) => show(&desk, None, error),
        },
        PeopleForm::Command(form) => match desk.give(&form).await {
            Ok(done) => desk.see_done("people", done),
            Err(outcome) => show(&desk, Some(&outcome), ImportError::default()),
        },
    }
}

fn show(office: &FederationOffice, outcome: Option<&Outcome>, import: ImportError) -> Answer {
    let words = office.query.q.as_str();
    let mut people = office.now.find_people(words, office.today);
    let all = people.len();
    people.truncate(SHOWN_MAX);
    let status = import.status(outcome);
    let d = &office.bar(OfficeTabs::People, None);
    let page = PeoplePage {
        f: &office.f,
        head: &office.head,
        d,
        affairs: office.now.affairs(),
        words,
        all,
        people,
        duplicates: office.now.duplicates(),
        forms: office.forms(d, outcome),
        import,
    };
    Page::with_status(status, &page).map(IntoResponse::into_response)
}

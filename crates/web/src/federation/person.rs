//! One person's record as the office keeps it.

use askama::Template;
use outflank_desk::Refusal;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::PersonRecord;
use outflank_federation::selection::Seat;
use outflank_federation::{Act, Affairs, Dossier, PersonNumber};

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::html::Html;

#[derive(Template)]
#[template(path = "federation/office/person.html")]
struct PersonPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a Affairs,
    record: PersonRecord<'a>,
    offers: Vec<(u16, Seat)>,
    forms: Forms<'a>,
    /// The person's link, when it was just made: shown once.
    made: Option<(String, Html)>,
}

pub(crate) const FORMS: &[&str] = &["change_person"];

pub(crate) async fn answer(ask: &OfficeRequest, person: PersonNumber) -> DeskAnswer {
    let kept = ask.now.affairs().resolve(person);
    if kept != person {
        return DeskAnswer::See(ask.at(&format!("people/{kept}")));
    }
    let page = format!("people/{person}");
    let button = ask.form.as_ref().map_or("", |form| form.get("do"));
    if let Some(act) = button_act(button, person) {
        return match ask.submit(button, None, act).await {
            Ok(_) => ask.see_done(&page, button),
            Err(refusal) => refused(ask, person, &refusal),
        };
    }
    if button == "link" {
        let scope = Scope {
            federation: Some(ask.now.id.clone()),
            member: Some(person),
            ..Scope::default()
        };
        let role = Role::Player;
        return match ask.make_link(Grant { role, scope }).await {
            Ok(made) => show(ask, person, None, None, Some(made)),
            Err(refusal) => refused(ask, person, &refusal),
        };
    }
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, person, Some(&outcome), None, None),
        None => show(ask, person, None, None, None),
    }
}

/// What a button of the page does.
pub(crate) fn button_act(button: &str, person: PersonNumber) -> Option<Act> {
    Some(match button {
        "restrict" => Act::RestrictPerson { person },
        "show" => Act::ShowPerson { person },
        "erase" => Act::ErasePerson { person },
        "join" => Act::Join { person },
        "leave" => Act::Leave { person },
        "opt_out" => Act::OptOut { person },
        _ => return None,
    })
}

fn refused(ask: &OfficeRequest, person: PersonNumber, refusal: &Refusal) -> DeskAnswer {
    match refusal.kind() {
        outflank_desk::RefusalKind::SignIn => DeskAnswer::NotAllowed,
        _ => show(ask, person, None, Some(Said::refused("", refusal)), None),
    }
}

fn show(
    ask: &OfficeRequest,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    said: Option<Said>,
    made: Option<(String, Html)>,
) -> DeskAnswer {
    let Some(record) = ask.now.person_record(person, ask.today) else {
        return DeskAnswer::Nothing;
    };
    let status = said.as_ref().map_or(status_of(outcome), |said| said.status);
    let d = &ask.bar(OfficeTabs::People, said);
    let page = PersonPage {
        f: &ask.f,
        head: &ask.head,
        d,
        affairs: ask.now.affairs(),
        offers: ask.now.open_offers(person),
        forms: Forms {
            filled: dossier_form(person, record.dossier),
            ..ask.forms(d, outcome)
        },
        record,
        made,
    };
    DeskAnswer::page(status, &page)
}

/// A record as the fields of its form.
pub(crate) fn dossier_form(person: PersonNumber, dossier: Option<&Dossier>) -> Form {
    let Some(dossier) = dossier else {
        return Form::default();
    };
    fn text<T: ToString>(value: &Option<T>) -> String {
        value.as_ref().map_or_else(String::new, T::to_string)
    }
    let stays: Vec<String> = (dossier.stays.iter())
        .map(|stay| format!("{} {} {}", stay.country, stay.from, text(&stay.until)))
        .collect();
    let fields = [
        ("person", person.to_string()),
        ("dossier.name", dossier.name.clone()),
        ("dossier.native", text(&dossier.native)),
        ("dossier.ascii", text(&dossier.ascii)),
        ("dossier.wof", text(&dossier.wof)),
        ("dossier.country", text(&dossier.country)),
        ("dossier.citizen_of", dossier.citizen_of.join(", ")),
        ("dossier.stays", stays.join("\n")),
        ("dossier.born", text(&dossier.born)),
        ("dossier.gender", text(&dossier.gender)),
        ("dossier.wage", text(&dossier.wage)),
        ("dossier.family", text(&dossier.family)),
        ("dossier.contact", text(&dossier.contact)),
    ];
    let fields = (fields.into_iter()).map(|(name, value)| (name.to_owned(), value));
    Form::of(fields.collect())
}

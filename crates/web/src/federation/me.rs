//! A person's own page in an office, which their link opens: to see, correct, export and erase what is kept.

use askama::Template;
use outflank_desk::access::{Action, Role, Target};
use outflank_desk::views::federation::office::PersonRecord;
use outflank_desk::views::{MemberShown, OfficeHead};
use outflank_federation::selection::Seat;
use outflank_federation::{Act, By, PersonNumber};
use serde_json::json;

use crate::director::{DeskAnswer, Said};
use crate::federation::OfficeTabs;
use crate::federation::form::{Forms, Outcome};
use crate::federation::person::{FORMS, button_act, dossier_form};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/me.html")]
struct MePage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    record: PersonRecord<'a>,
    offers: Vec<(u16, Seat)>,
    /// What everybody sees.
    public: Option<MemberShown>,
    forms: Forms<'a>,
}

/// Whose own link was opened.
fn own_number(ask: &OfficeRequest) -> Option<PersonNumber> {
    let here = |grant: &&outflank_desk::access::Grant| {
        grant.role == Role::Player && grant.scope.federation.as_ref() == Some(&ask.now.id)
    };
    let grant = ask.caller.grants().iter().find(here)?;
    let member = grant.scope.member?;
    let target = Target {
        member: Some(member),
        ..Target::federation(&ask.now.id)
    };
    (ask.caller.may(Action::OwnRecord, &target)).then_some(member)
}

/// Answers a person's own page; `NotAllowed` to everybody else.
pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    let Some(person) = own_number(ask) else {
        return DeskAnswer::NotAllowed;
    };
    if ask.query.has("export") {
        return export(ask, person);
    }
    let Some(form) = &ask.form else {
        return show(ask, person, None, None);
    };
    let done = |done: &str| DeskAnswer::See(format!("/f/{}/me?done={done}", ask.f.slug));
    let own = match form.get("do") {
        "answer" => form.number("year").map(|year| {
            let accepts = form.get("accepts") == "yes";
            let act = Act::AnswerOffer {
                year,
                person,
                accepts,
            };
            ("answer_offer", act)
        }),
        // Erasing asks twice.
        "erase" if form.get("sure") != "1" => {
            let said = Said::own("erase", ask.f.t("officer.me.sure"));
            return show(ask, person, None, Some(said));
        }
        button => button_act(button, person).map(|act| (button, act)),
    };
    if let Some((name, act)) = own {
        return match ask.submit(name, Some(By::Person(person)), act).await {
            Ok(_) => done(name),
            Err(refusal) => show(ask, person, None, Some(Said::refused("", &refusal))),
        };
    }
    if form.get("person") != person.to_string() {
        return DeskAnswer::NotAllowed;
    }
    match ask.do_form(FORMS).await {
        Some(Ok(name)) => done(&name),
        Some(Err(outcome)) => show(ask, person, Some(&outcome), None),
        None => show(ask, person, None, None),
    }
}

/// Everything that is kept of a person, to take along.
fn export(ask: &OfficeRequest, person: PersonNumber) -> DeskAnswer {
    let Some(record) = ask.now.person_record(person, ask.today) else {
        return DeskAnswer::Nothing;
    };
    let text = json!({
        "federation": ask.head.name,
        "person": record.person.number,
        "record": record.dossier,
        "membership": record.membership,
        "public": ask.now.member(person, ask.today),
    });
    let text = serde_json::to_string_pretty(&text).expect("texts and numbers");
    DeskAnswer::File {
        name: format!("{}-{person}.json", ask.f.slug),
        bytes: text.into_bytes(),
    }
}

fn show(
    ask: &OfficeRequest,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    said: Option<Said>,
) -> DeskAnswer {
    let Some(record) = ask.now.person_record(person, ask.today) else {
        return DeskAnswer::Nothing;
    };
    let status = said.as_ref().map_or(status_of(outcome), |said| said.status);
    let mut d = ask.bar(OfficeTabs::Next, said);
    // Nobody else's name is in this page.
    d.people.clear();
    let page = MePage {
        f: &ask.f,
        head: &ask.head,
        d: &d,
        offers: ask.now.open_offers(person),
        public: ask.now.member(person, ask.today),
        forms: Forms {
            filled: dossier_form(person, record.dossier),
            ..ask.forms(&d, outcome)
        },
        record,
    };
    DeskAnswer::page(status, &page)
}

//! A person's own page in an office, which his link opens: he sees, corrects, exports and erases what is kept of him.

use askama::Template;
use outflank_desk::access::{Action, Role, Target};
use outflank_desk::views::federation::office::PersonFile;
use outflank_desk::views::{MemberShown, OfficeHead};
use outflank_federation::{Act as OfficeAct, By as OfficeBy, PersonNumber};
use serde_json::json;

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::members::membership_words;
use crate::federation::person::{dossier_form, own_act};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, forms};
use crate::pages::Frame;
use crate::public::federation::seat_words;

#[derive(Template)]
#[template(path = "officer/me.html")]
struct MePage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    file: PersonFile,
    /// What everybody sees of him.
    public: Option<MemberShown>,
    forms: Vec<FormShown>,
}

impl MePage<'_> {
    fn membership(&self) -> String {
        membership_words(self.f, &self.file.line.membership)
    }

    fn seat(&self, word: &str) -> &'static str {
        seat_words(self.f, word)
    }
}

/// Whose own link was opened.
fn himself(ask: &Ask<'_>) -> Option<PersonNumber> {
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
pub(crate) async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(person) = himself(ask) else {
        return DeskAnswer::NotAllowed;
    };
    if ask.query.has("export") {
        return export(ask, person);
    }
    let Some(form) = &ask.form else {
        return show(ask, person, None, None);
    };
    let by = Some(OfficeBy::Person(person));
    let done = |done: &str| DeskAnswer::See(format!("/f/{}/me?done={done}", ask.f.slug));
    let own = match form.get("do") {
        "answer" => form.number("year").map(|year| {
            let accepts = form.get("accepts") == "yes";
            let act = OfficeAct::AnswerOffer {
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
        button => own_act(button, person),
    };
    if let Some((name, act)) = own {
        return match ask.submit(name, by, act).await {
            Ok(_) => done(name),
            Err(refusal) => show(ask, person, None, Some(Said::refused("", &refusal))),
        };
    }
    if form.get("person") != person.to_string() {
        return DeskAnswer::NotAllowed;
    }
    match ask.do_form(&[forms::RECORD]).await {
        Some(Ok(name)) => done(&name),
        Some(Err(outcome)) => show(ask, person, Some(&outcome), None),
        None => show(ask, person, None, None),
    }
}

/// Everything that is kept of him, to take along.
fn export(ask: &Ask<'_>, person: PersonNumber) -> DeskAnswer {
    let Some(file) = ask.now.person_file(person, ask.today) else {
        return DeskAnswer::Nothing;
    };
    let text = json!({
        "federation": ask.head.name,
        "person": file.line.person.number,
        "record": file.dossier,
        "membership": file.line.membership,
        "public": ask.now.member(person, ask.today),
    });
    let text = serde_json::to_string_pretty(&text).expect("texts and numbers");
    DeskAnswer::File {
        name: format!("{}-{person}.json", ask.f.slug),
        bytes: text.into_bytes(),
    }
}

fn show(
    ask: &Ask<'_>,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    said: Option<Said>,
) -> DeskAnswer {
    let Some(file) = ask.now.person_file(person, ask.today) else {
        return DeskAnswer::Nothing;
    };
    let known = file.dossier.as_ref();
    let filled = known.map_or_else(Form::default, |dossier| dossier_form(person, dossier));
    let typed = match outcome {
        Some(_) => ask.typed(),
        None => &filled,
    };
    let status = said.as_ref().map_or(status_of(outcome), |said| said.status);
    let mut d = ask.bar(
        OfficeTabs::Next,
        &[forms::RECORD, forms::MEMBERS, forms::TEAM],
        said,
    );
    d.action = format!("/f/{}/me", ask.f.slug);
    // Nobody else's name is in his page.
    d.people.clear();
    let page = MePage {
        f: &ask.f,
        head: &ask.head,
        forms: ask.forms_with(forms::RECORD, typed, outcome),
        d,
        public: ask.now.member(person, ask.today),
        file,
    };
    ask.page(status, &page)
}

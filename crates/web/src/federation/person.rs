//! One person's record as the office keeps it.

use askama::Template;
use outflank_desk::access::{AccessAct, Grant, NewLink, Role, Scope, TokenKind};
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::PersonFile;
use outflank_desk::{Refusal, RefusalKind};
use outflank_federation::{Act as OfficeAct, Dossier, PersonNumber};

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::members::{amount, membership_words};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;

#[derive(Template)]
#[template(path = "officer/person.html")]
struct PersonPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    file: PersonFile,
    forms: Vec<FormShown>,
    /// His link, when it was just made: shown once.
    made: Option<(String, Html)>,
}

impl PersonPage<'_> {
    fn membership(&self) -> String {
        membership_words(self.f, &self.file.line.membership)
    }

    /// What he has paid: the event and the amount.
    fn paid(&self) -> Vec<(String, String)> {
        let paid = (self.file.dossier.iter()).flat_map(|dossier| &dossier.paid);
        paid.map(|one| (one.event.to_string(), amount(one.amount.0)))
            .collect()
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, number: u32) -> DeskAnswer {
    let person = PersonNumber(number);
    if ask.now.affairs().resolve(person) != person {
        let kept = ask.now.affairs().resolve(person);
        return DeskAnswer::See(ask.at(&format!("people/{kept}")));
    }
    let page = format!("people/{number}");
    if let Some(form) = &ask.form {
        match own_act(form.get("do"), person) {
            Some((done, act)) => {
                return match ask.submit(done, None, act).await {
                    Ok(_) => ask.see_done(&page, done),
                    Err(refusal) => said(ask, person, &refusal),
                };
            }
            None if form.get("do") == "link" => {
                return match own_link(ask, person).await {
                    Ok(address) => {
                        let code = qr(&address, ask.f.t("desk.link.code"));
                        show(ask, person, None, None, Some((address, code)))
                    }
                    Err(refusal) => said(ask, person, &refusal),
                };
            }
            None => {}
        }
    }
    match ask.do_form(&[forms::RECORD]).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, person, Some(&outcome), None, None),
        None => show(ask, person, None, None, None),
    }
}

/// What a button of the page does.
pub(crate) fn own_act(button: &str, person: PersonNumber) -> Option<(&'static str, OfficeAct)> {
    Some(match button {
        "restrict" => ("restrict", OfficeAct::RestrictPerson { person }),
        "show" => ("show", OfficeAct::ShowPerson { person }),
        "erase" => ("erase", OfficeAct::ErasePerson { person }),
        "join" => ("join", OfficeAct::Join { person }),
        "leave" => ("leave", OfficeAct::Leave { person }),
        "opt_out" => ("opt_out", OfficeAct::OptOut { person }),
        _ => return None,
    })
}

fn said(ask: &Ask<'_>, person: PersonNumber, refusal: &Refusal) -> DeskAnswer {
    if refusal.kind() == RefusalKind::SignIn {
        return DeskAnswer::NotAllowed;
    }
    show(ask, person, None, Some(Said::refused("", refusal)), None)
}

/// A link that leads a person to his own record.
async fn own_link(ask: &Ask<'_>, person: PersonNumber) -> Result<String, Refusal> {
    let link = NewLink {
        kind: TokenKind::Link,
        grant: Grant {
            role: Role::Player,
            scope: Scope {
                federation: Some(ask.now.id.clone()),
                member: Some(person),
                ..Scope::default()
            },
        },
        expires: None,
        only: Vec::new(),
        label: None,
    };
    let answer = ask.submit_access(AccessAct::MakeLink(link)).await?;
    let secret = answer.secret.map(|secret| secret.reveal().to_owned());
    Ok(format!("{}/k/{}", ask.f.base, secret.unwrap_or_default()))
}

fn show(
    ask: &Ask<'_>,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    said: Option<Said>,
    made: Option<(String, Html)>,
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
    let page = PersonPage {
        f: &ask.f,
        head: &ask.head,
        forms: ask.forms_with(forms::RECORD, typed, outcome),
        d: ask.bar(OfficeTabs::People, &[forms::RECORD, forms::MEMBERS], said),
        file,
        made,
    };
    ask.page(status, &page)
}

/// A record as the fields of its form.
pub(crate) fn dossier_form(person: PersonNumber, dossier: &Dossier) -> Form {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let word = |word: Option<String>| word.unwrap_or_default();
    let stays: Vec<String> = (dossier.stays.iter())
        .map(|stay| match stay.until {
            Some(until) => format!("{} {} {until}", stay.country, stay.from),
            None => format!("{} {}", stay.country, stay.from),
        })
        .collect();
    let fields = [
        ("do", "change_person".to_owned()),
        ("person", person.to_string()),
        ("dossier.name", dossier.name.clone()),
        ("dossier.native", text(&dossier.native)),
        ("dossier.ascii", text(&dossier.ascii)),
        ("dossier.wof", word(dossier.wof.map(|one| one.to_string()))),
        ("dossier.country", text(&dossier.country)),
        ("dossier.citizen_of", dossier.citizen_of.join(", ")),
        ("dossier.stays", stays.join("\n")),
        (
            "dossier.born",
            word(dossier.born.map(|one| one.to_string())),
        ),
        (
            "dossier.gender",
            word(dossier.gender.map(|one| one.to_string())),
        ),
        (
            "dossier.wage",
            word(dossier.wage.map(|one| one.to_string())),
        ),
        ("dossier.family", text(&dossier.family)),
        ("dossier.contact", text(&dossier.contact)),
    ];
    let fields = fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    Form::of(fields.collect())
}

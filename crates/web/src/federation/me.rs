//! A person's own page in an office, which their link opens: to see, correct, export and erase what is kept.

use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use outflank_desk::access::{Action, Role, Target};
use outflank_desk::views::federation::office::PersonRecord;
use outflank_desk::views::{MemberShown, OfficeHead};
use outflank_federation::selection::Seat;
use outflank_federation::{Act, By, PersonNumber};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::Web;
use crate::director::entrants::form::YesNo;
use crate::extract::{Field, FormPage, Posted, Ticked, Upload};
use crate::federation::OfficeTabs;
use crate::federation::form::{Forms, Outcome};
use crate::federation::office::{Bar, FederationOffice};
use crate::federation::person::{Button, RecordForm, dossier_form};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem, SeeOther};

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

/// A request to the page of the person whose link was opened.
pub(crate) struct OwnPage {
    office: FederationOffice,
    person: PersonNumber,
}

impl FromRequestParts<Arc<Web>> for OwnPage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let office = FederationOffice::from_request_parts(parts, web).await?;
        let federation = Some(&office.now.id);
        let own = office.caller.grants().iter().find_map(|grant| {
            let scope = &grant.scope;
            let is_here = grant.role == Role::Player && scope.federation.as_ref() == federation;
            scope.member.filter(|_| is_here)
        });
        let person = own.ok_or_else(Problem::not_allowed)?;
        let target = Target {
            member: own,
            ..Target::federation(&office.now.id)
        };
        match office.caller.may(Action::OwnRecord, &target) {
            true => Ok(Self { office, person }),
            false => Err(Problem::not_allowed()),
        }
    }
}

impl FormPage for OwnPage {
    fn receive<T: DeserializeOwned>(&mut self, upload: &mut Upload) -> Result<T, Problem> {
        self.office.receive(upload)
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum MeForm {
    /// The answer to an offer of a place.
    Answer {
        #[serde(default)]
        year: Field<u16>,
        accepts: YesNo,
    },
    #[serde(untagged)]
    Button {
        #[serde(rename = "do")]
        button: Button,
        #[serde(default)]
        sure: Ticked,
    },
    #[serde(untagged)]
    Record(RecordForm),
}

pub(crate) async fn page(OwnPage { office, person }: OwnPage) -> Answer {
    match office.query.export.0 {
        true => export(&office, person),
        false => show(&office, person, None, None),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<OwnPage, MeForm>) -> Answer {
    let OwnPage { office, person } = desk;
    let (name, act) = match form {
        MeForm::Answer { year, accepts } => match year.required("year") {
            Ok(year) => {
                let accepts = matches!(accepts, YesNo::Yes);
                let act = Act::AnswerOffer {
                    year,
                    person,
                    accepts,
                };
                ("answer_offer", act)
            }
            Err(wrong) => {
                let notice = Notice::wrong(&office.f, "", &wrong);
                return show(&office, person, None, Some(notice));
            }
        },
        // Erasing asks twice.
        MeForm::Button {
            button: Button::Erase,
            sure: Ticked(false),
        } => {
            let notice = Notice::own("erase", office.f.t("officer.me.sure"));
            return show(&office, person, None, Some(notice));
        }
        MeForm::Button { button, .. } => (button.word(), button.command(person)),
        MeForm::Record(form) => {
            let RecordForm::ChangePerson { person: sent, .. } = &form;
            if sent.text() != person.to_string() {
                return Err(Problem::not_allowed());
            }
            return match office.give(&form).await {
                Ok(name) => see_done(&office, name),
                Err(outcome) => show(&office, person, Some(&outcome), None),
            };
        }
    };
    match office.submit(name, Some(By::Person(person)), act).await {
        Ok(_) => see_done(&office, name),
        Err(rejection) => {
            let notice = Notice::rejected("", &rejection);
            show(&office, person, None, Some(notice))
        }
    }
}

fn see_done(office: &FederationOffice, done: &str) -> Answer {
    let to = format!("/f/{}/me?done={done}", office.f.slug);
    Ok(SeeOther::to(to).into_response())
}

/// Everything that is kept of a person, to take along.
fn export(office: &FederationOffice, person: PersonNumber) -> Answer {
    let record = office.now.person_record(person, office.today);
    let record = record.ok_or_else(|| Problem::not_found("person"))?;
    let text = json!({
        "federation": office.head.name,
        "person": record.person.number,
        "record": record.dossier,
        "membership": record.membership,
        "public": office.now.member(person, office.today),
    });
    let text = serde_json::to_string_pretty(&text).expect("texts and numbers");
    office.file(&format!("{person}.json"), text.into_bytes())
}

fn show(
    office: &FederationOffice,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    notice: Option<Notice>,
) -> Answer {
    let record = office.now.person_record(person, office.today);
    let record = record.ok_or_else(|| Problem::not_found("person"))?;
    let mut d = office.bar(OfficeTabs::Next, notice);
    // Nobody else's name is in this page.
    d.people.clear();
    let page = MePage {
        f: &office.f,
        head: &office.head,
        d: &d,
        offers: office.now.open_offers(person),
        public: office.now.member(person, office.today),
        forms: Forms {
            filled: dossier_form(person, record.dossier),
            ..office.forms(&d, outcome)
        },
        record,
    };
    office.page(&d, outcome, &page)
}

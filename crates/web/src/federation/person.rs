//! One person's record as the office keeps it.

use askama::Template;
use axum::response::IntoResponse;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::PersonRecord;
use outflank_event::words;
use outflank_federation::selection::Seat;
use outflank_federation::{Act, Dossier, FederationState, PersonNumber, Stay, Wage};
use outflank_tournament::CivilDate;
use outflank_tournament::running::GenderWord;
use serde::Deserialize;

use crate::federation::form::{Forms, Outcome, TypedFields};
use crate::federation::forms::{Codes, form_group, office_forms};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem, SeeOther};

#[derive(Template)]
#[template(path = "federation/office/person.html")]
struct PersonPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a FederationState,
    record: PersonRecord<'a>,
    offers: Vec<(u16, Seat)>,
    forms: Forms<'a>,
    /// The person's link, when it was just made: shown once.
    made: Option<(String, Html)>,
}

office_forms! {
    RecordForm {
        "change_person" ChangePerson { person: PersonNumber } with dossier: DossierFields
            => Act::ChangePerson { person, dossier };
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum PersonForm {
    /// A link to the person's own page.
    Link,
    #[serde(untagged)]
    Button {
        #[serde(rename = "do")]
        button: Button,
    },
    #[serde(untagged)]
    Record(RecordForm),
}

words! {
    /// What a button of a person's record does.
    Button {
        Restrict = "restrict",
        Show = "show",
        Erase = "erase",
        Join = "join",
        Leave = "leave",
        OptOut = "opt_out",
    }
}

impl Button {
    pub(crate) fn command(self, person: PersonNumber) -> Act {
        match self {
            Self::Restrict => Act::RestrictPerson { person },
            Self::Show => Act::ShowPerson { person },
            Self::Erase => Act::ErasePerson { person },
            Self::Join => Act::Join { person },
            Self::Leave => Act::Leave { person },
            Self::OptOut => Act::OptOut { person },
        }
    }
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    let person = PersonNumber(office.path.needed("person")?);
    let kept = office.now.affairs().resolve(person);
    match kept == person {
        true => show(&office, person, None, None, None),
        false => Ok(SeeOther::to(office.at(&format!("people/{kept}"))).into_response()),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<PersonForm>) -> Answer {
    let person = PersonNumber(desk.path.needed("person")?);
    let person = desk.now.affairs().resolve(person);
    let page = format!("people/{person}");
    let rejection = match form {
        PersonForm::Button { button } => {
            match desk
                .submit(button.word(), None, button.command(person))
                .await
            {
                Ok(_) => return desk.see_done(&page, button.word()),
                Err(rejection) => rejection,
            }
        }
        PersonForm::Link => {
            let scope = Scope {
                federation: Some(desk.now.id.clone()),
                member: Some(person),
                ..Scope::default()
            };
            let role = Role::Player;
            match desk.make_link(Grant { role, scope }).await {
                Ok(made) => return show(&desk, person, None, None, Some(made)),
                Err(rejection) => rejection,
            }
        }
        PersonForm::Record(form) => {
            return match desk.give(&form).await {
                Ok(done) => desk.see_done(&page, done),
                Err(outcome) => show(&desk, person, Some(&outcome), None, None),
            };
        }
    };
    show(
        &desk,
        person,
        None,
        Some(Notice::rejected("", &rejection)),
        None,
    )
}

fn show(
    office: &FederationOffice,
    person: PersonNumber,
    outcome: Option<&Outcome>,
    notice: Option<Notice>,
    made: Option<(String, Html)>,
) -> Answer {
    let record = office.now.person_record(person, office.today);
    let record = record.ok_or_else(|| Problem::not_found("person"))?;
    let d = &office.bar(OfficeTabs::People, notice);
    let page = PersonPage {
        f: &office.f,
        head: &office.head,
        d,
        affairs: office.now.affairs(),
        offers: office.now.open_offers(person),
        forms: Forms {
            filled: dossier_form(person, record.dossier),
            ..office.forms(d, outcome)
        },
        record,
        made,
    };
    office.page(d, outcome, &page)
}

form_group! {
    /// A person's record without what was paid, which no form changes.
    DossierFields => Dossier {
        name "dossier.name": String,
        native "dossier.native": Option<String>,
        ascii "dossier.ascii": Option<String>,
        wof "dossier.wof": Option<u32>,
        country "dossier.country": Option<String>,
        citizen_of "dossier.citizen_of": Codes,
        stays "dossier.stays": Vec<Stay>,
        born "dossier.born": Option<CivilDate>,
        gender "dossier.gender": Option<GenderWord>,
        wage "dossier.wage": Option<Wage>,
        family "dossier.family": Option<String>,
        contact "dossier.contact": Option<String>;
        ..Dossier::default()
    }
}

/// A record as the fields of its form.
pub(crate) fn dossier_form(person: PersonNumber, dossier: Option<&Dossier>) -> TypedFields {
    let Some(dossier) = dossier else {
        return TypedFields::default();
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
    TypedFields(fields.collect())
}

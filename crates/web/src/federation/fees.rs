//! The fee sheet of an event: on the screen, on paper, as a table.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::FeeSheetShown;
use outflank_federation::{Act, EventKey, EventState, PersonNumber};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::Money;
use serde::Deserialize;

use crate::federation::form::{Forms, Outcome, TypedFields};
use crate::federation::forms::office_forms;
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS, tables};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "federation/office/fees.html")]
struct FeesPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    key: &'a EventKey,
    event: &'a EventState,
    sheet: Option<FeeSheetShown>,
    /// Whether the event is held at this desk, so that its entrants are known.
    is_here: bool,
    forms: Forms<'a>,
}

office_forms! {
    FeesCommand {
        "record_payment" RecordPayment { person: PersonNumber, event: EventKey, amount: Money }
            => Act::RecordPayment { person, event, amount };
        "record_entrants" RecordEntrants { event: EventKey, people: Vec<PersonNumber> }
            => Act::RecordEntrants { event, people };
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum FeesForm {
    /// The entrants of the tournament at this desk.
    TakeEntrants,
    #[serde(untagged)]
    Command(FeesCommand),
}

/// The fee sheet of an event, or its table: `2026-london.csv`.
pub(crate) async fn page(office: FederationOffice) -> Answer {
    let name: String = office.path.needed("event")?;
    match name.strip_suffix(".csv") {
        Some(event) => tables::fees(&office, &event.into()),
        None => show(&office, &name.as_str().into(), None, None),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<FeesForm>) -> Answer {
    let event = EventKey::from(desk.path.needed::<String>("event")?.as_str());
    let page = format!("fees/{event}");
    match form {
        FeesForm::TakeEntrants => {
            let acts = desk.web.desk.acts_of_entrants(&desk.now, event.as_str());
            let acts = acts.ok_or_else(|| Problem::not_found("tournament"))?;
            match desk.submit_together("entrants", acts).await {
                Ok(_) => desk.see_done(&page, "entrants"),
                Err(rejection) => {
                    let notice = Notice::rejected("", &rejection);
                    show(&desk, &event, None, Some(notice))
                }
            }
        }
        FeesForm::Command(form) => match desk.give(&form).await {
            Ok(done) => desk.see_done(&page, done),
            Err(outcome) => show(&desk, &event, Some(&outcome), None),
        },
    }
}

fn show(
    office: &FederationOffice,
    key: &EventKey,
    outcome: Option<&Outcome>,
    notice: Option<Notice>,
) -> Answer {
    let event = office.now.affairs().events.get(key);
    let event = event.ok_or_else(|| Problem::not_found("event"))?;
    let d = &office.bar(OfficeTabs::Members, notice);
    let entrants: Vec<String> = event.entrants.iter().map(|one| d.person(one)).collect();
    let page = FeesPage {
        f: &office.f,
        head: &office.head,
        d,
        key,
        event,
        sheet: office.now.fee_sheet(key.as_str()),
        is_here: office.web.desk.tournament_named(key.as_str()).is_some(),
        forms: Forms {
            // The forms know which event it is.
            filled: TypedFields(vec![
                ("event".to_owned(), key.to_string()),
                ("people".to_owned(), entrants.join("\n")),
            ]),
            ..office.forms(d, outcome)
        },
    };
    office.page(d, outcome, &page)
}

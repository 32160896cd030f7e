//! The fee sheet of an event: on the screen, on paper, as a table.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_desk::views::federation::office::FeeSheetShown;
use outflank_federation::{EventKey, EventState};
use outflank_rulebook::OfficeTopic;

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

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

const FORMS: &[&str] = &["record_payment", "record_entrants"];

pub(crate) async fn answer(ask: &OfficeRequest, event: &EventKey) -> DeskAnswer {
    let page = format!("fees/{event}");
    if ask.sent("take_entrants").is_some() {
        let Some(acts) = ask.web.desk.acts_of_entrants(&ask.now, event.as_str()) else {
            return DeskAnswer::Nothing;
        };
        return match ask.submit_together("entrants", acts).await {
            Ok(_) => ask.see_done(&page, "entrants"),
            Err(refusal) => show(ask, event, None, Some(Said::refused("", &refusal))),
        };
    }
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, event, Some(&outcome), None),
        None => show(ask, event, None, None),
    }
}

fn show(
    ask: &OfficeRequest,
    key: &EventKey,
    outcome: Option<&Outcome>,
    said: Option<Said>,
) -> DeskAnswer {
    let Some(event) = ask.now.affairs().events.get(key) else {
        return DeskAnswer::Nothing;
    };
    let status = said.as_ref().map_or(status_of(outcome), |said| said.status);
    let d = &ask.bar(OfficeTabs::Members, said);
    let entrants: Vec<String> = event.entrants.iter().map(|one| d.person(one)).collect();
    let page = FeesPage {
        f: &ask.f,
        head: &ask.head,
        d,
        key,
        event,
        sheet: ask.now.fee_sheet(key.as_str()),
        is_here: ask.web.desk.tournament_named(key.as_str()).is_some(),
        forms: Forms {
            // The forms know which event it is.
            filled: Form::of(vec![
                ("event".to_owned(), key.to_string()),
                ("people".to_owned(), entrants.join("\n")),
            ]),
            ..ask.forms(d, outcome)
        },
    };
    DeskAnswer::page(status, &page)
}

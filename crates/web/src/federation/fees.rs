//! The fee sheet of an event: on the screen, on paper, as a table.

use askama::Template;
use outflank_desk::views::federation::office::FeeSheetShown;
use outflank_desk::views::{OfficeHead, OfficePerson};

use crate::director::{DeskAnswer, Form, Said};
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::members::amount;
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "officer/fees.html")]
struct FeesPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    event: &'a str,
    name: String,
    sheet: Option<FeeSheetShown>,
    entrants: Vec<OfficePerson>,
    /// Whether the event is held at this desk, so that its entrants are known.
    is_here: bool,
    forms: Vec<FormShown>,
}

impl FeesPage<'_> {
    fn money(&self, hundredths: &u64) -> String {
        amount(*hundredths)
    }

    fn why(&self, word: &str) -> &'static str {
        match word {
            "first_of_citizen" => self.f.t("officer.fees.first"),
            "unwaged" => self.f.t("officer.choice.unwaged"),
            _ => self.f.t("officer.choice.waged"),
        }
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, event: &str) -> DeskAnswer {
    let page = format!("fees/{event}");
    if ask
        .form
        .as_ref()
        .is_some_and(|form| form.get("do") == "take_entrants")
    {
        let Some(acts) = ask.desk.acts_of_entrants(&ask.now, event) else {
            return DeskAnswer::Nothing;
        };
        return match ask.submit_together("entrants", acts).await {
            Ok(_) => ask.see_done(&page, "entrants"),
            Err(refusal) => show(ask, event, None, Some(Said::refused("", &refusal))),
        };
    }
    match ask.do_form(&[forms::FEES]).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, event, Some(&outcome), None),
        None => show(ask, event, None, None),
    }
}

fn show(ask: &Ask<'_>, event: &str, outcome: Option<&Outcome>, said: Option<Said>) -> DeskAnswer {
    let mut choices = ask.now.event_choices().into_iter();
    let Some((_, name)) = choices.find(|(key, _)| key == event) else {
        return DeskAnswer::Nothing;
    };
    let status = said.as_ref().map_or(status_of(outcome), |said| said.status);
    // The forms know which event it is.
    let entrants = ask.now.entrant_lines(event);
    let lines: Vec<String> = (entrants.iter())
        .map(|one| format!("{} {}", one.number, one.name))
        .collect();
    let mut forms_shown = ask.forms(forms::FEES, outcome);
    for (form, id) in forms_shown
        .iter_mut()
        .zip(["record_payment", "record_entrants"])
    {
        if form.is_open {
            continue;
        }
        let filled = Form::of(vec![
            ("do".to_owned(), id.to_owned()),
            ("event".to_owned(), event.to_owned()),
            ("people".to_owned(), lines.join("\n")),
        ]);
        let own = forms::FEES.iter().filter(|one| one.id == id).copied();
        let own: Vec<_> = own.collect();
        if let Some(mut shown) = ask.forms_with(&own, &filled, None).pop() {
            shown.is_open = false;
            *form = shown;
        }
    }
    let page = FeesPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Members, &[forms::FEES], said),
        event,
        name,
        sheet: ask.now.fee_sheet(event),
        entrants,
        is_here: ask.desk.tournament_named(event).is_some(),
        forms: forms_shown,
    };
    ask.page(status, &page)
}

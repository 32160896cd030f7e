//! Who plays for the country: offers, answers, the registration.

use askama::Template;
use outflank_desk::views::{CandidateLine, OfficeHead, SeatsShown, SelectionShown};
use outflank_federation::selection::{CandidateState, Seat, Selection};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::director::DeskAnswer;
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::words::{candidate_words, is_next};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/team.html")]
struct TeamPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    /// The order of offers and what has happened so far.
    team: Option<(SelectionShown, &'a Selection)>,
    /// The last day for the registration.
    deadline: Option<CivilDate>,
    today: CivilDate,
    forms: Forms<'a>,
}

impl TeamPage<'_> {
    fn state(&self, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
        candidate_words(self.f, seats, row)
    }

    fn is_next(&self, seats: &SeatsShown, row: &CandidateLine) -> bool {
        is_next(seats, row)
    }
}

const FORMS: &[&str] = &[
    "open_selection",
    "offer_place",
    "chairman_offers",
    "answer_offer",
    "register_team",
];

pub(crate) async fn answer(ask: &OfficeRequest, year: Option<u16>) -> DeskAnswer {
    let year = year.or_else(|| ask.head.selections.last().copied());
    let sent = (ask.form.as_ref()).and_then(|form| form.number::<u16>("year"));
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => match sent.or(year) {
            Some(year) => ask.see_done(&format!("team/{year}"), &done),
            None => ask.see_done("team", &done),
        },
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &OfficeRequest, year: Option<u16>, outcome: Option<&Outcome>) -> DeskAnswer {
    let affairs = ask.now.affairs();
    let d = &ask.bar(OfficeTabs::Team, None);
    let page = TeamPage {
        f: &ask.f,
        head: &ask.head,
        d,
        team: year.and_then(|year| {
            let selection = affairs.selections.get(&year)?;
            Some((ask.now.selection(year, ask.today)?, selection))
        }),
        deadline: year.map(|year| affairs.obligations(year, ask.today).deadline),
        today: ask.today,
        forms: ask.forms(d, outcome),
    };
    DeskAnswer::page(status_of(outcome), &page)
}

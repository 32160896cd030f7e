//! Who plays for the country: offers, answers, the registration.

use askama::Template;
use outflank_desk::views::federation::office::TeamShown;
use outflank_desk::views::{CandidateLine, OfficeHead, SeatsShown};
use outflank_rulebook::OfficeTopic;

use crate::director::DeskAnswer;
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;
use crate::public::federation::{candidate_words, is_next, seat_words, source_words, why_words};

#[derive(Template)]
#[template(path = "officer/team.html")]
struct TeamPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    team: Option<TeamShown>,
    forms: Vec<FormShown>,
    /// Whether 31 July is over.
    is_late: bool,
}

impl TeamPage<'_> {
    fn seat(&self, word: &str) -> &'static str {
        seat_words(self.f, word)
    }

    fn source(&self, row: &CandidateLine) -> &'static str {
        source_words(self.f, &row.source)
    }

    fn state(&self, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
        candidate_words(self.f, seats, row)
    }

    fn is_next(&self, seats: &SeatsShown, row: &CandidateLine) -> bool {
        is_next(seats, row)
    }

    fn why(&self, word: &str) -> &'static str {
        why_words(self.f, word)
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, year: Option<u16>) -> DeskAnswer {
    let year = year.or_else(|| ask.head.selections.last().copied());
    let sent = ask
        .form
        .as_ref()
        .and_then(|form| form.number::<u16>("year"));
    match ask.do_form(&[forms::TEAM]).await {
        Some(Ok(done)) => match sent.or(year) {
            Some(year) => ask.see_done(&format!("team/{year}"), &done),
            None => ask.see_done("team", &done),
        },
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &Ask<'_>, year: Option<u16>, outcome: Option<&Outcome>) -> DeskAnswer {
    let team = year.and_then(|year| ask.now.team(year, ask.today));
    let page = TeamPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Team, &[forms::TEAM], None),
        is_late: (team.as_ref()).is_some_and(|team| ask.today.to_string() > team.deadline),
        team,
        forms: ask.forms(forms::TEAM, outcome),
    };
    ask.page(status_of(outcome), &page)
}

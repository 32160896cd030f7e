//! Decisions of bodies, editions of the rules, sanctions, titles.

use askama::Template;
use outflank_desk::views::OfficeHead;
use outflank_federation::{Affairs, Body, Measure, RulesEdition, TitleHeld};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::director::DeskAnswer;
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/decisions.html")]
struct DecisionsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a Affairs,
    /// The day whose edition is asked for.
    day: CivilDate,
    /// The titles, the latest year first.
    titles: Vec<&'a TitleHeld>,
    forms: Forms<'a>,
}

impl DecisionsPage<'_> {
    fn is_in_force(&self, edition: &RulesEdition) -> bool {
        (self.affairs.edition_on(self.day)).is_some_and(|one| std::ptr::eq(one, edition))
    }

    fn measure(&self, measure: &Measure) -> String {
        let (key, what) = match measure {
            Measure::Exclude { from, until } => {
                let until = until.map_or_else(String::new, |until| until.to_string());
                ("officer.act.exclude", format!("{from} – {until}"))
            }
            Measure::StrikePoints { event } => ("officer.act.strike_points", self.d.event(event)),
            Measure::RevokeTitle { year, title } => {
                ("officer.act.revoke_title", format!("{year} {title}"))
            }
        };
        format!("{}, {what}", self.f.t(key))
    }
}

const FORMS: &[&str] = &[
    "record_decision",
    "propose_amendment",
    "adopt_amendment",
    "exclude",
    "strike_points",
    "revoke_title",
    "lift_sanction",
    "record_title",
    "record_semifinals",
];

pub(crate) async fn answer(ask: &OfficeRequest) -> DeskAnswer {
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done("decisions", &done),
        Some(Err(outcome)) => show(ask, Some(&outcome)),
        None => show(ask, None),
    }
}

fn show(ask: &OfficeRequest, outcome: Option<&Outcome>) -> DeskAnswer {
    let affairs = ask.now.affairs();
    let mut titles: Vec<&TitleHeld> = affairs.titles.iter().collect();
    titles.sort_by(|a, b| b.year.cmp(&a.year).then_with(|| a.title.cmp(&b.title)));
    let d = &ask.bar(OfficeTabs::Decisions, None);
    let page = DecisionsPage {
        f: &ask.f,
        head: &ask.head,
        d,
        affairs,
        day: ask.query.number("day").unwrap_or(ask.today),
        titles,
        forms: ask.forms(d, outcome),
    };
    DeskAnswer::page(status_of(outcome), &page)
}

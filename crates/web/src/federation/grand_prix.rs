//! The season: which Regionals count, the table, ties and how they end.

use askama::Template;
use outflank_desk::views::{GrandPrixShown, OfficeHead};
use outflank_federation::{Category, EventState, Season};
use outflank_rulebook::OfficeTopic;

use crate::director::DeskAnswer;
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "federation/office/grand_prix.html")]
struct GrandPrixPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    year: u16,
    season: Season,
    /// How many Regionals are announced.
    announced: usize,
    table: Option<GrandPrixShown>,
    forms: Forms<'a>,
}

const FORMS: &[&str] = &[
    "plan_season",
    "count_regionals",
    "record_playoff",
    "toss_coin",
];

pub(crate) async fn answer(ask: &OfficeRequest, year: Option<u16>) -> DeskAnswer {
    let latest = ask.head.grand_prix.last().copied();
    let year = year.or(latest).unwrap_or_else(|| ask.today.year());
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done(&format!("grand-prix/{year}"), &done),
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &OfficeRequest, year: u16, outcome: Option<&Outcome>) -> DeskAnswer {
    let affairs = ask.now.affairs();
    let is_regional = |event: &&EventState| {
        event.notice.category == Category::Regional && event.notice.first_day.year() == year
    };
    let d = &ask.bar(OfficeTabs::GrandPrix, None);
    let page = GrandPrixPage {
        f: &ask.f,
        head: &ask.head,
        d,
        year,
        season: affairs.seasons.get(&year).cloned().unwrap_or_default(),
        announced: affairs.events.values().filter(is_regional).count(),
        table: ask.now.grand_prix(year),
        forms: ask.forms(d, outcome),
    };
    DeskAnswer::page(status_of(outcome), &page)
}

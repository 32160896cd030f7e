//! The season: which Regionals count, the table, ties and how they end.

use askama::Template;
use outflank_desk::views::{GrandPrixShown, OfficeHead};
use outflank_federation::{
    Act, Category, DecisionNumber, EventKey, EventState, PersonNumber, Season,
};
use outflank_rulebook::OfficeTopic;

use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::office_forms;
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::{Answer, Problem};

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

office_forms! {
    GrandPrixForm {
        "plan_season" PlanSeason { year: u16, planned: u16, national: Option<EventKey> }
            => Act::PlanSeason { year, planned, national };
        "count_regionals" CountRegionals {
            year: u16,
            events: Vec<EventKey>,
            decision: DecisionNumber,
        } => Act::CountRegionals { year, events, decision };
        "record_playoff" RecordPlayoff { year: u16, winner: Option<PersonNumber> }
            => Act::RecordPlayoff { year, winner };
        "toss_coin" TossCoin { year: u16, winner: PersonNumber } => Act::TossCoin { year, winner };
    }
}

pub(crate) async fn page(office: FederationOffice) -> Answer {
    let year = year_of(&office)?;
    show(&office, year, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<GrandPrixForm>) -> Answer {
    let year = year_of(&desk)?;
    match desk.give(&form).await {
        Ok(done) => desk.see_done(&format!("grand-prix/{year}"), done),
        Err(outcome) => show(&desk, year, Some(&outcome)),
    }
}

/// The season in the path, or the latest.
fn year_of(office: &FederationOffice) -> Result<u16, Problem> {
    let latest = office.head.grand_prix.last().copied();
    let latest = latest.unwrap_or_else(|| office.today.year());
    Ok(office.path.part("year")?.unwrap_or(latest))
}

fn show(office: &FederationOffice, year: u16, outcome: Option<&Outcome>) -> Answer {
    let affairs = office.now.affairs();
    let is_regional = |event: &&EventState| {
        event.notice.category == Category::Regional && event.notice.first_day.year() == year
    };
    let d = &office.bar(OfficeTabs::GrandPrix, None);
    let page = GrandPrixPage {
        f: &office.f,
        head: &office.head,
        d,
        year,
        season: affairs.seasons.get(&year).cloned().unwrap_or_default(),
        announced: affairs.events.values().filter(is_regional).count(),
        table: office.now.grand_prix(year),
        forms: office.forms(d, outcome),
    };
    office.page(d, outcome, &page)
}

//! Who plays for the country: offers, answers, the registration.

use askama::Template;
use outflank_desk::views::{CandidateLine, OfficeHead, SeatsShown, SelectionShown};
use outflank_federation::selection::{CandidateState, Seat, Selection, SelectionPlan};
use outflank_federation::{Act, EventKey, PersonNumber};
use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;

use crate::extract::Ticked;
use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::{form_group, office_forms};
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::words::{candidate_words, is_next};
use crate::federation::{OfficeTabs, TABS, tables};
use crate::pages::Frame;
use crate::respond::{Answer, Problem};

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

office_forms! {
    TeamForm {
        "open_selection" OpenSelection {} with plan: PlanFields => Act::OpenSelection(plan);
        "offer_place" OfferPlace { year: u16, seat: Seat, person: PersonNumber }
            => Act::OfferPlace { year, seat, person };
        "chairman_offers" ChairmanOffers { year: u16, seat: Seat, person: PersonNumber }
            => Act::OfferPlace { year, seat, person };
        "answer_offer" AnswerOffer { year: u16, person: PersonNumber, accepts: bool }
            => Act::AnswerOffer { year, person, accepts };
        "register_team" RegisterTeam { year: u16, permitted: Option<String> }
            => Act::RegisterTeam { year, permitted };
    }
}

form_group! {
    PlanFields => SelectionPlan {
        year "year": u16,
        final_day "final_day": CivilDate,
        places "places": u16,
        national "national": Option<EventKey>,
        season "season": Option<u16>,
        women "women": Ticked,
        young "young": Ticked,
    }
}

/// The team of a year, or its registration: `2026.csv`.
pub(crate) async fn page(office: FederationOffice) -> Answer {
    match office.path.part_or_file("year", ".csv")? {
        (Some(year), true) => tables::team(&office, year),
        (_, _) => show(&office, year_of(&office)?, None),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<TeamForm>) -> Answer {
    let year = year_of(&desk)?;
    match desk.give(&form).await {
        // Every form of the page has the year of its team.
        Ok(done) => desk.see_done(&format!("team/{}", desk.typed.get("year")), done),
        Err(outcome) => show(&desk, year, Some(&outcome)),
    }
}

/// The year in the path, or that of the team that was last chosen.
fn year_of(office: &FederationOffice) -> Result<Option<u16>, Problem> {
    let latest = office.head.selections.last().copied();
    Ok(office.path.part("year")?.or(latest))
}

fn show(office: &FederationOffice, year: Option<u16>, outcome: Option<&Outcome>) -> Answer {
    let affairs = office.now.affairs();
    let d = &office.bar(OfficeTabs::Team, None);
    let page = TeamPage {
        f: &office.f,
        head: &office.head,
        d,
        team: year.and_then(|year| {
            let selection = affairs.selections.get(&year)?;
            Some((office.now.selection(year, office.today)?, selection))
        }),
        deadline: year.map(|year| affairs.obligations(year, office.today).deadline),
        today: office.today,
        forms: office.forms(d, outcome),
    };
    office.page(d, outcome, &page)
}

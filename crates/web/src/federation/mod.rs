//! The pages a federation's office is kept with: plain forms, as at the director's desk.
//!
//! A form becomes one act ([`forms`]); it can be looked at before it is done ([`foreseen`]); what is refused is said beside
//! its field, with the clause.

pub(crate) mod access;
pub(crate) mod ask;
pub(crate) mod decisions;
pub(crate) mod duties;
pub(crate) mod events;
pub(crate) mod fees;
pub(crate) mod field;
pub(crate) mod foreseen;
pub(crate) mod forms;
pub(crate) mod grand_prix;
pub(crate) mod http;
pub(crate) mod import;
pub(crate) mod kinds;
pub(crate) mod log;
pub(crate) mod me;
pub(crate) mod members;
pub(crate) mod new;
pub(crate) mod next;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod read;
pub(crate) mod results;
pub(crate) mod results_file;
pub(crate) mod show;
pub(crate) mod tables;
pub(crate) mod team;
pub(crate) mod words;

pub(crate) use import::people_acts;
pub(crate) use results_file::results_acts;

use crate::director::DeskAnswer;
use crate::pages::Frame;
use ask::Ask;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeTabs {
    Next,
    People,
    Members,
    Events,
    GrandPrix,
    Team,
    Duties,
    Decisions,
    Access,
    Log,
}

/// The tabs in their order, each with its address and the key of its name.
pub(crate) const TABS: &[(OfficeTabs, &str, &str)] = &[
    (OfficeTabs::Next, "", "officer.tab.next"),
    (OfficeTabs::People, "/people", "officer.tab.people"),
    (OfficeTabs::Members, "/members", "officer.tab.members"),
    (OfficeTabs::Events, "/events", "officer.tab.events"),
    (OfficeTabs::GrandPrix, "/grand-prix", "office.grand_prix"),
    (OfficeTabs::Team, "/team", "officer.tab.team"),
    (OfficeTabs::Duties, "/duties", "officer.tab.duties"),
    (OfficeTabs::Decisions, "/decisions", "officer.tab.decisions"),
    (OfficeTabs::Access, "/access", "officer.tab.access"),
    (OfficeTabs::Log, "/log", "desk.tab.log"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfficePage<'a> {
    Next,
    People,
    PeopleTable,
    Person(u32),
    Members,
    MembersTable,
    Fees(&'a str),
    FeesTable(&'a str),
    Events,
    Results(&'a str),
    GrandPrix(Option<u16>),
    Team(Option<u16>),
    TeamSheet(u16),
    Duties(Option<u16>),
    SeasonFiles(u16),
    Decisions,
    Access,
    Log,
}

impl<'a> OfficePage<'a> {
    fn at(path: &'a str) -> Option<Self> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let year = |text: &str| text.parse::<u16>().ok();
        Some(match parts.as_slice() {
            [""] => Self::Next,
            ["people"] => Self::People,
            ["people.csv"] => Self::PeopleTable,
            ["people", number] => Self::Person(number.parse().ok()?),
            ["members"] => Self::Members,
            ["members.csv"] => Self::MembersTable,
            ["fees", event] => match event.strip_suffix(".csv") {
                Some(event) => Self::FeesTable(event),
                None => Self::Fees(event),
            },
            ["events"] => Self::Events,
            ["results", event] => Self::Results(event),
            ["grand-prix"] => Self::GrandPrix(None),
            ["grand-prix", text] => Self::GrandPrix(Some(year(text)?)),
            ["team"] => Self::Team(None),
            ["team", text] => match text.strip_suffix(".csv") {
                Some(text) => Self::TeamSheet(year(text)?),
                None => Self::Team(Some(year(text)?)),
            },
            ["duties"] => Self::Duties(None),
            ["duties", text] => match text.strip_suffix(".tar") {
                Some(text) => Self::SeasonFiles(year(text)?),
                None => Self::Duties(Some(year(text)?)),
            },
            ["decisions"] => Self::Decisions,
            ["access"] => Self::Access,
            ["log"] => Self::Log,
            _ => return None,
        })
    }
}

/// Answers a page of the office; `NotAllowed` to everybody who does not keep it.
async fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let Some(page) = OfficePage::at(ask.path) else {
        return DeskAnswer::Nothing;
    };
    if !ask.keeps_office() {
        return DeskAnswer::NotAllowed;
    }
    match page {
        OfficePage::Next => next::answer(ask),
        OfficePage::People => people::answer(ask).await,
        OfficePage::PeopleTable => tables::people(ask),
        OfficePage::Person(number) => person::answer(ask, number).await,
        OfficePage::Members => members::answer(ask).await,
        OfficePage::MembersTable => tables::members(ask),
        OfficePage::Fees(event) => fees::answer(ask, event).await,
        OfficePage::FeesTable(event) => tables::fees(ask, event),
        OfficePage::Events => events::answer(ask).await,
        OfficePage::Results(event) => results::answer(ask, event).await,
        OfficePage::GrandPrix(year) => grand_prix::answer(ask, year).await,
        OfficePage::Team(year) => team::answer(ask, year).await,
        OfficePage::TeamSheet(year) => tables::team(ask, year),
        OfficePage::Duties(year) => duties::answer(ask, year).await,
        OfficePage::SeasonFiles(year) => duties::season_files(ask, year),
        OfficePage::Decisions => decisions::answer(ask).await,
        OfficePage::Access => access::answer(ask).await,
        OfficePage::Log => log::answer(ask).await,
    }
}

/// What was done by something that is no form of an act.
fn done_word(f: &Frame, done: &str) -> Option<&'static str> {
    Some(match done {
        "restrict" => f.t("log.federation.person_restricted"),
        "show" => f.t("log.federation.person_shown"),
        "erase" => f.t("log.federation.person_erased"),
        "imported" => f.t("officer.done.imported"),
        "results" => f.t("log.federation.results_taken"),
        "entrants" => f.t("log.federation.entrants_recorded"),
        "undo" => f.t("log.federation.undone"),
        "founded" => f.t("log.federation.founded"),
        "revoked" => f.t("officer.done.revoked"),
        _ => return None,
    })
}

//! The pages a federation office is run with: plain forms, as at the director's desk.
//!
//! A form becomes one command ([`forms`]). It can be previewed before it is given ([`preview`]); a rejection is shown
//! beside its field, with the clause.

pub(crate) mod access;
pub(crate) mod decisions;
pub(crate) mod duties;
pub(crate) mod events;
pub(crate) mod fees;
pub(crate) mod form;
pub(crate) mod forms;
pub(crate) mod grand_prix;
pub(crate) mod import;
pub(crate) mod log;
pub(crate) mod me;
pub(crate) mod members;
pub(crate) mod new;
pub(crate) mod next;
pub(crate) mod office;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod preview;
pub(crate) mod results;
pub(crate) mod results_file;
pub(crate) mod tables;
pub(crate) mod team;
pub(crate) mod words;

pub(crate) use import::people_acts;
pub(crate) use results_file::results_acts;

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

impl OfficeTabs {
    /// The part of the guide that explains the page.
    pub(crate) const fn guide(self) -> &'static str {
        match self {
            Self::Next => "federation#to-do",
            Self::People => "federation#people",
            Self::Members => "federation#members",
            Self::Events => "federation#tournaments",
            Self::GrandPrix => "federation#grand-prix",
            Self::Team => "federation#team",
            Self::Duties => "federation#duties",
            Self::Decisions => "federation#decisions",
            Self::Access => "federation#access",
            Self::Log => "federation#log",
        }
    }
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

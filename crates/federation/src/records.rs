//! What else an office keeps: seasons, decisions, sanctions, amendments, nations, hosts, titles.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_event::words;
use outflank_rulebook::Rulebook;
use outflank_tournament::CivilDate;
use outflank_tournament::running::Nation;
use serde::{Deserialize, Serialize};

use crate::ids::{AmendmentNumber, DecisionNumber, EventKey, PersonNumber};

/// A season of Regionals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Season {
    /// How many Regionals are planned (BOF-reg-7).
    pub planned: Option<u16>,
    /// The National that ends it.
    pub national: Option<EventKey>,
    /// The Regionals that count for the Grand Prix and the decision that says so (BOF-gp-8); all of
    /// the year if it is not said.
    pub counted: Option<(Vec<EventKey>, DecisionNumber)>,
    /// The play-off game for the Grand Prix, once it is played: its winner, or nobody.
    pub playoff: Option<Option<PersonNumber>>,
    /// Whom the chairman's coin chose.
    pub coin: Option<PersonNumber>,
}

words! {
    Body {
        GeneralMeeting = "general_meeting",
        Committee = "committee",
        /// The board of directors, or the council.
        Board = "board",
        Chairman = "chairman",
    }
}

/// How a body voted.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Votes {
    pub yes: u32,
    pub no: u32,
    /// All who could vote, present or not.
    pub members: u32,
}

impl Votes {
    /// Whether more than half of all who could vote are for it.
    pub const fn has_majority(self) -> bool {
        self.yes > self.members / 2
    }
}

/// A decision of a body.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    pub body: Body,
    pub day: CivilDate,
    pub text: String,
    /// The votes, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<Votes>,
}

/// What a sanction does.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Measure {
    /// Excluded from tournaments.
    Exclude {
        from: CivilDate,
        /// Until this day; permanently if it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<CivilDate>,
    },
    /// The Grand Prix points of a tournament are struck out.
    StrikePoints { event: EventKey },
    /// A title is taken away.
    RevokeTitle { year: u16, title: String },
}

/// A sanction on a person (USOA-9.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sanction {
    pub person: PersonNumber,
    pub measure: Measure,
    pub why: String,
    /// Why it was lifted, if it was.
    pub lifted: Option<String>,
}

/// A proposed change of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amendment {
    pub text: String,
    /// The settings it changes, each with its value.
    pub set: Vec<(String, String)>,
    /// The edition it made, once it is adopted.
    pub adopted: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesEdition {
    /// Its name or date.
    pub edition: String,
    /// The first day on which it applies.
    pub from: CivilDate,
    pub rulebook: Arc<Rulebook>,
    /// The amendment it comes from; none for the first.
    pub amendment: Option<AmendmentNumber>,
}

/// A nation in the office of the world federation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationState {
    /// What it is (WOC-I.2.1.p2).
    pub kind: Nation,
    /// The contact person.
    pub contact: Option<String>,
    /// The results it has sent, by year.
    pub sent: BTreeMap<u16, (SentResults, CivilDate)>,
}

words! {
    /// Which results a federation has sent.
    SentResults {
        /// Those of its qualification tournaments.
        Qualification = "qualification",
        All = "all",
    }
}

/// A nation that is not a member applies to send players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationException {
    /// The first day of the championship.
    pub start: CivilDate,
    /// When the application came.
    pub applied: CivilDate,
    /// What the council decided.
    pub approved: Option<bool>,
}

words! {
    /// What became of an application to host.
    HostStatus {
        Open = "open",
        Chosen = "chosen",
        Declined = "declined",
    }
}

/// A title a person has won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleHeld {
    pub year: u16,
    pub title: String,
    pub person: PersonNumber,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub day: CivilDate,
    /// The tournament that follows the meeting.
    pub event: Option<EventKey>,
    /// Whom the chairman has let vote besides.
    pub admitted: Vec<PersonNumber>,
}

words! {
    /// An exception to the rule of 183 days for the National.
    EntryException {
        /// A foreigner who is expected to reside for 183 days (BOF-nat-13.a).
        ExpectedResident = "expected_resident",
        /// Any other (BOF-nat-14).
        Other = "other",
    }
}

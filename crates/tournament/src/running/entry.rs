//! An entry: the data of a player, and what the federation's records say.

use outflank_event::words;
use outflank_pairing::{EntrantId, Place};
use outflank_rulebook::ClauseId;
use serde::{Deserialize, Serialize};

use super::by::By;
use crate::entrant::{Additional, Entrant, Gender};

/// What the tournament stores about a player. Date of birth, residence, special needs and contact are in
/// an erasable record elsewhere; `person` names it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name as printed in lists, in any script.
    pub name: String,
    /// The name in ASCII letters, for the world federation's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ascii: Option<String>,
    /// The name in the person's own script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
    /// The erasable record of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The country the player is registered for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// The status of the player's country in the world federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Nation>,
    /// Citizen or foreigner in the country of the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The player's number in the lists of the world federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wof_id: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// For the lists by gender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gender: Option<GenderWord>,
    /// Whether the player is 14 or younger on 31 December of the year ([`is_young`](super::is_young)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub young: Option<bool>,
    /// The team the player counts for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub institute: Option<String>,
    /// The category the player is listed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The capacity in which the player plays.
    #[serde(default)]
    pub seat: SeatKind,
    /// Whether the player is in group A of the first draw, if a person has decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_a: Option<bool>,
    /// The years in which the player played in a semi-final of the World Championship.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub woc_semifinals: Vec<u16>,
    /// The years with a women's or young semi-final.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub woc_category_semifinals: Vec<u16>,
    /// The player's place in the seeding list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeding: Option<Place>,
}

impl Entry {
    /// An entry of which only the name is known.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The player for standings and pairing.
    pub fn entrant(&self, id: EntrantId) -> Entrant {
        Entrant {
            id,
            name: self.name.clone(),
            ascii: self.ascii.clone(),
            native: self.native.clone(),
            country: self.country.clone(),
            rating: self.rating,
            gender: self.gender.map(Gender::from),
            born: None,
            young: self.young,
            team: self.team.clone(),
            additional: match self.seat {
                SeatKind::Regular | SeatKind::ExtraYoung => None,
                SeatKind::HostAdditional => Some(Additional::Host),
                SeatKind::WofAdditional => Some(Additional::Wof),
            },
            group_a: self.group_a,
            woc_semifinals: self.woc_semifinals.clone(),
            woc_category_semifinals: self.woc_category_semifinals.clone(),
            seeding: self.seeding,
            institute: self.institute.clone(),
            category: self.category.clone(),
            wof_id: self.wof_id,
            no_title: false,
            from_round: None,
        }
    }
}

words! {
    /// What a country is to the world federation.
    Nation {
        Federation = "federation",
        ContactPerson = "contact_person",
        NotMember = "not_member",
    }

    /// A player's status in the country of the tournament (SOC-I.1.b).
    Status {
        Citizen = "citizen",
        PermanentResident = "permanent_resident",
        Foreigner = "foreigner",
    }

    /// What the lists by gender know.
    GenderWord {
        /// In the women's list.
        Female = "f",
        Male = "m",
        Other = "x",
    }
}

impl From<GenderWord> for Gender {
    fn from(word: GenderWord) -> Self {
        match word {
            GenderWord::Female => Self::Female,
            GenderWord::Male => Self::Male,
            GenderWord::Other => Self::Other,
        }
    }
}

words! {
    /// The capacity in which a player plays.
    #[derive(Default)]
    SeatKind {
        /// A member of a team, or an individual.
        #[default]
        Regular = "regular",
        /// The team's additional young player (WOC-I.2.1.b1).
        ExtraYoung = "extra_young",
        /// The host's additional player against a bye (WOC-II.2.p3.a).
        HostAdditional = "host_additional",
        /// The world federation's additional player (WOC-II.2.p3.b).
        WofAdditional = "wof_additional",
    }
}

impl SeatKind {
    /// Whether the player was added to avoid a bye.
    pub const fn is_additional(self) -> bool {
        match self {
            Self::HostAdditional | Self::WofAdditional => true,
            Self::Regular | Self::ExtraYoung => false,
        }
    }
}

/// What the federation's records say about a person on entry. It is checked and not stored.
#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Membership of the federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub membership: Option<MemberKind>,
    /// Residence before the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residence: Option<Residence>,
    /// Whether the player is a citizen of the country they play for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citizen: Option<bool>,
    /// Whether the federation has excluded the player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sanctioned: bool,
}

words! {
    /// Membership of the federation.
    MemberKind {
        Member = "member",
        /// This is the player's first tournament.
        FirstTimer = "first_timer",
        NotMember = "not_member",
    }
}

/// Residence before the first day of the tournament, in days.
#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Residence {
    /// The last days without interruption.
    pub unbroken: u32,
    /// All days of the last 365.
    pub in_last_year: u32,
}

/// An exception that an official allows for a player, and why.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    pub what: Allowed,
    pub by: By,
    pub why: String,
}

words! {
    /// What an official may let pass.
    Allowed {
        /// A change of a team after the deadline (WOC-I.2.2.p2): the head director.
        AfterDeadline = "after_deadline",
        /// Players of a nation that is no member (WOC-I.2.1.p1): the world federation's council.
        NonMemberNation = "non_member_nation",
        /// A foreigner who is expected to reside for 183 days (BOF-nat-13.a): the chairman.
        ExpectedResident = "expected_resident",
        /// Another exception to the 183 days (BOF-nat-14): the chairman, approved by the committee.
        OtherResident = "other_resident",
    }
}

/// An allowance as it was used, with the clause that lets it be given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// What was allowed, by whom and why.
    #[serde(flatten)]
    pub allowance: Allowance,
    /// The clause that allows it.
    pub clause: ClauseId,
}

//! Who plays for the country at the World Championship, and why.
//!
//! | Order of offers | Clause |
//! |---|---|
//! | the National Champion | BOF-wc-2 |
//! | the winner of the Grand Prix | BOF-wc-2, BOF-gp-7 |
//! | players of the National by placing | BOF-wc-2 |
//! | the order of the Grand Prix, then of the active ratings list | BOF-wc-3 |
//! | whom the chairman chooses | BOF-wc-4 |
//! | a special category: the best-placed of the category, then as above | BOF-wc-5.a, BOF-wc-6 |
//!
//! A person who may not represent the country (BOF-wc-1, WOC-I.2.3.p2) or would be the fourth of one
//! gender (WOC-I.2.1.b1, AMB-62) is passed over, with the reason.

mod queue;
mod team;

pub(crate) use queue::passed_over;
pub use queue::{Candidate, CandidateState, NextOffer, PassedOver, Source, next_offer, queue};
pub use team::{Composition, TeamLimits, composition, team_limits};

use outflank_event::{Timestamp, words};
use outflank_tournament::CivilDate;
use serde::{Deserialize, Serialize};

use crate::ids::{EventKey, PersonNumber};

words! {
    /// Which place of the team.
    Seat {
        Regular = "regular",
        /// The place for the women's championship; one of the regular ones.
        Women = "women",
        /// The additional young player.
        Young = "young",
    }
}

/// A team to select.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionPlan {
    /// The year of the championship.
    pub year: u16,
    /// The first day of the World Final.
    pub final_day: CivilDate,
    /// The regular places, the women's place among them.
    pub places: u16,
    /// Whether one of them is the place for the women's championship.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub women: bool,
    /// Whether there is a place for an additional young player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub young: bool,
    /// The National it is based on, if the rules use one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub national: Option<EventKey>,
    /// The season of the Grand Prix; the year of the championship if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<u16>,
}

impl SelectionPlan {
    /// How many places of a kind there are.
    pub const fn seats(&self, seat: Seat) -> u16 {
        match seat {
            Seat::Regular => self.places.saturating_sub(self.women as u16),
            Seat::Women => self.women as u16,
            Seat::Young => self.young as u16,
        }
    }

    /// The season of the Grand Prix.
    pub fn grand_prix(&self) -> u16 {
        self.season.unwrap_or(self.year)
    }
}

/// An offer of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub person: PersonNumber,
    pub seat: Seat,
    pub source: Source,
    pub at: Timestamp,
    /// Whether the person accepted, and on which day.
    pub answer: Option<(bool, Timestamp)>,
}

impl Offer {
    /// Whether the person holds the place or may still take it.
    pub(crate) fn stands(&self) -> bool {
        self.answer.is_none_or(|(accepts, _)| accepts)
    }
}

/// A team as it is registered with the world federation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registration {
    pub regular: Vec<PersonNumber>,
    /// The additional young player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub young: Option<PersonNumber>,
    pub day: CivilDate,
    /// Who permitted it after 31 July (WOC-I.2.2.p2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permitted: Option<String>,
}

/// A selection as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// What is to be chosen.
    pub plan: SelectionPlan,
    /// Every offer, in the order of time.
    pub offers: Vec<Offer>,
    /// Every registration, in the order of time; the last one stands.
    pub registered: Vec<Registration>,
}

impl Selection {
    /// Those who have accepted a place of a kind, in the order of the offers.
    pub fn team(&self, seat: Seat) -> impl Iterator<Item = PersonNumber> {
        (self.offers.iter())
            .filter(move |offer| offer.seat == seat && matches!(offer.answer, Some((true, _))))
            .map(|offer| offer.person)
    }

    /// Those who hold a place of a kind or may still take it.
    pub(crate) fn holding(&self, seat: Seat) -> impl Iterator<Item = PersonNumber> {
        (self.offers.iter())
            .filter(move |offer| offer.seat == seat && offer.stands())
            .map(|offer| offer.person)
    }

    /// Whether every place of a kind is taken or offered.
    pub fn is_full(&self, seat: Seat) -> bool {
        self.holding(seat).count() >= usize::from(self.plan.seats(seat))
    }
}

//! Who plays.

use outflank_pairing::{EntrantId, Place, RoundNumber};

use crate::date::CivilDate;

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The player's number in this tournament.
    pub id: EntrantId,
    /// The name as printed in lists.
    pub name: String,
    /// The name in ASCII letters for the world federation's files, if it does not follow from the name.
    pub ascii: Option<String>,
    /// The name in the player's own script.
    pub native: Option<String>,
    /// The country the player is registered for.
    pub country: Option<String>,
    pub rating: Option<i32>,
    /// For the women's list.
    pub gender: Option<Gender>,
    /// For the young players' list.
    pub born: Option<CivilDate>,
    /// Whether the player is in the young players' list, if a person has decided it; otherwise the date of birth
    /// tells.
    pub young: Option<bool>,
    /// The team the player counts for.
    pub team: Option<String>,
    /// Whether the player was added to avoid a bye.
    pub additional: Option<Additional>,
    /// Whether the player is in group A of the first-round draw, if a person has decided it.
    pub group_a: Option<bool>,
    /// The years in which the player played in a semi-final of the World Championship.
    pub woc_semifinals: Vec<u16>,
    /// The years with a women's or young semi-final; they count only where a setting says so (AMB-47).
    pub woc_category_semifinals: Vec<u16>,
    /// The player's place in the seeding list.
    pub seeding: Option<Place>,
    pub institute: Option<String>,
    /// The category the player is listed in.
    pub category: Option<String>,
    /// The player's number in the lists of the world federation.
    pub wof_id: Option<u32>,
    /// Whether the player may not play for the title (BOF-nat-13.b).
    pub no_title: bool,
    /// The first possible round, if the player entered after the first one was paired.
    pub from_round: Option<RoundNumber>,
}

impl Entrant {
    /// An entrant of whom only number and name are known.
    #[must_use]
    pub fn new(id: EntrantId, name: impl Into<String>) -> Self {
        Self {
            id,
            name: name.into(),
            ascii: None,
            native: None,
            country: None,
            rating: None,
            gender: None,
            born: None,
            young: None,
            team: None,
            additional: None,
            group_a: None,
            woc_semifinals: Vec::new(),
            woc_category_semifinals: Vec::new(),
            seeding: None,
            institute: None,
            category: None,
            wof_id: None,
            no_title: false,
            from_round: None,
        }
    }

    /// Whether the player had entered by this round.
    pub fn is_in(&self, round: u16) -> bool {
        self.from_round.is_none_or(|first| first.0 <= round)
    }

    /// The country that counts in pairing: the federation's additional player has their own
    /// (WOC-II.2.p3.b).
    pub fn pairing_country(&self) -> Option<&str> {
        match self.additional {
            Some(Additional::Wof) => Some("WOF"),
            Some(Additional::Host) | None => self.country.as_deref(),
        }
    }
}

/// What the lists by gender know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gender {
    /// In the women's list.
    Female,
    Male,
    Other,
}

/// Who provided an additional player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Additional {
    Host,
    /// The head tournament director, for the world federation.
    Wof,
}

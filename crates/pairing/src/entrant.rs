//! What pairing knows of an entrant before a round.

use crate::ids::{Colour, EntrantId, HalfPoints, Place, RoundNumber};
use serde::{Deserialize, Serialize};

/// An entrant of the round to be paired, with everything the rules ask about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub id: EntrantId,
    /// Points before the round.
    pub points: HalfPoints,
    /// Place in the standings before the round; the bye goes by it, and so do tables. No two
    /// entrants share one.
    pub place: Place,
    /// Rating, if there is one.
    #[serde(default)]
    pub rating: Option<i32>,
    /// Place in the seeding list, if there is one.
    #[serde(default)]
    pub seeding: Option<Place>,
    /// The country the player is registered for.
    #[serde(default)]
    pub country: Option<String>,
    /// Whether the player is in group A of the first-round draw.
    #[serde(default)]
    pub in_group_a: bool,
    /// What the player has played so far.
    #[serde(default)]
    pub past: Past,
}

impl Entrant {
    /// An entrant before the first round, without rating, seeding or country.
    #[must_use]
    pub fn newcomer(id: EntrantId, place: Place) -> Self {
        Self {
            id,
            points: HalfPoints(0),
            place,
            rating: None,
            seeding: None,
            country: None,
            in_group_a: false,
            past: Past::default(),
        }
    }
}

/// What an entrant has played so far, as far as pairing needs it.
///
/// [`crate::History`] makes it from played rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The meetings that count as such, in the order of the rounds.
    #[serde(default)]
    pub meetings: Vec<Meeting>,
    /// The colours of the games that were played, in the order of the rounds.
    #[serde(default)]
    pub colours: Vec<Colour>,
    /// The player's floats, one entry per round of the tournament so far.
    #[serde(default)]
    pub floats: Vec<Float>,
    /// Byes so far.
    #[serde(default)]
    pub byes: u16,
    /// Points won by default, without a game.
    #[serde(default)]
    pub default_wins: u16,
}

impl Past {
    /// Games with Black less games with White.
    #[must_use]
    pub fn colour_balance(&self) -> i32 {
        let sum = |balance: i32, colour: &Colour| match colour {
            Colour::Black => balance + 1,
            Colour::White => balance - 1,
        };
        self.colours.iter().fold(0, sum)
    }

    /// Up-floats less down-floats of the whole event.
    #[must_use]
    pub fn float_balance(&self) -> i32 {
        self.floats.iter().map(|float| float.balance()).sum()
    }

    /// The float of the last round.
    #[must_use]
    pub fn last_float(&self) -> Float {
        self.floats.last().copied().unwrap_or(Float::None)
    }

    /// The latest round against this opponent.
    #[must_use]
    pub fn last_met(&self, opponent: EntrantId) -> Option<RoundNumber> {
        let with = self.meetings.iter().filter(|m| m.opponent == opponent);
        with.map(|meeting| meeting.round).max()
    }
}

/// One earlier meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    pub round: RoundNumber,
    /// Against whom.
    pub opponent: EntrantId,
}

/// Whether a player met an opponent with more, fewer or equally many points in a round.
#[derive(schemars::JsonSchema, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// Equal points, or no game.
    None,
    /// An opponent with more points before the round.
    Up,
    /// An opponent with fewer points before the round.
    Down,
}

impl Float {
    /// One for an up-float, minus one for a down-float.
    #[must_use]
    pub const fn balance(self) -> i32 {
        match self {
            Self::None => 0,
            Self::Up => 1,
            Self::Down => -1,
        }
    }
}

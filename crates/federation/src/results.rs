//! An event as the office sees it: its notice, its results, and what changed when they came again.

use outflank_event::{Timestamp, words};
use outflank_rulebook::Millis;
use outflank_tournament::{CivilDate, Colour, HalfPoints};
use serde::{Deserialize, Serialize};

use crate::ids::{EventKey, PersonNumber};
use crate::rated::{Category, Rated, Understood};

/// The most entrants of an event in the office.
pub const EVENT_PEOPLE_MAX: usize = 5_000;
/// The most games of an event in the office.
pub const EVENT_GAMES_MAX: usize = 50_000;

/// The announcement of a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventNotice {
    pub name: String,
    /// What kind it is.
    pub category: Category,
    pub first_day: CivilDate,
    /// Its last day; the first day if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<CivilDate>,
    /// The country it is held in.
    pub country: String,
    /// Whether clocks are used.
    #[serde(default = "yes")]
    pub clocks: bool,
    /// The time of each player, in milliseconds.
    pub time: Millis,
    /// What was announced about rating, if it differs from the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// The players who have understood that a single game will be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<Understood>,
    /// Whether the federation organises it: fees are taken, and a first tournament counts.
    #[serde(default = "yes")]
    pub organised: bool,
    /// Whether it qualifies for the World Championship.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub qualifies: bool,
}

const fn yes() -> bool {
    true
}

impl EventNotice {
    /// An event of one day, played with clocks.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        category: Category,
        first_day: CivilDate,
        country: impl Into<String>,
        minutes: u32,
    ) -> Self {
        Self {
            name: name.into(),
            category,
            first_day,
            last_day: None,
            country: country.into(),
            clocks: true,
            time: Millis(i64::from(minutes) * 60_000),
            rated: None,
            understood: None,
            organised: true,
            qualifies: false,
        }
    }

    pub fn end(&self) -> CivilDate {
        self.last_day.unwrap_or(self.first_day)
    }
}

#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub person: PersonNumber,
    /// The place in the final list, with every possible tie broken; 1 is the best.
    pub place: u32,
    /// Twice the player's game points.
    pub half_points: HalfPoints,
    /// Whether the player may not play for the title (BOF-nat-13.b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_title: bool,
}

/// One game that was played. Byes and games that were not played are not here.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The round; playoffs and finals continue the numbering.
    pub round: u16,
    pub black: PersonNumber,
    pub white: PersonNumber,
    /// The winner; nothing for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
}

/// The results of a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    pub placed: Vec<Placed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameLine>,
    /// The winner of the title, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champion: Option<PersonNumber>,
}

words! {
    /// Where results come from.
    ResultsFrom {
        /// From the director's desk, signed off.
        Desk = "desk",
        /// From a results file.
        File = "file",
        Hand = "hand",
    }
}

/// The results as they came at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultsEdition {
    /// 1 for the first.
    pub edition: u16,
    pub at: Timestamp,
    pub from: ResultsFrom,
    pub results: Results,
    /// Whether the games are rated, and why.
    pub rated: Rated,
    /// What changed since the edition before.
    pub trace: Option<Trace>,
}

/// A game that changed, came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameChange {
    pub round: u16,
    pub black: PersonNumber,
    pub white: PersonNumber,
    /// Black's half points before; the game was not there if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u8>,
    /// Black's half points now; the game is not there any more if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u8>,
}

/// A figure of a person that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureChange {
    pub person: PersonNumber,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

/// What results that came again have changed everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Trace {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameChange>,
    /// Places in the final list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<FigureChange>,
    /// Totals of the Grand Prix.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grand_prix: Vec<FigureChange>,
    /// Selections whose order changed, by year.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<u16>,
    /// Published rating lists that rest on the old results, by their day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<CivilDate>,
    /// Whether the old results were sent to the world federation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sent: bool,
}

/// What was sent to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Which edition of the results.
    pub edition: u16,
    pub to: String,
    pub day: CivilDate,
}

/// An event in the office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventState {
    pub notice: EventNotice,
    pub entrants: std::collections::BTreeSet<PersonNumber>,
    /// The results, every time they came.
    pub editions: Vec<ResultsEdition>,
    /// When they were sent.
    pub sent: Vec<Sent>,
}

impl EventState {
    /// The results as they stand.
    pub fn latest(&self) -> Option<&ResultsEdition> {
        self.editions.last()
    }
}

pub(crate) const fn black_half_points(winner: Option<Colour>) -> u8 {
    match winner {
        Some(Colour::Black) => 2,
        None => 1,
        Some(Colour::White) => 0,
    }
}

/// The games that differ, in the order of rounds and numbers.
pub(crate) fn changed_games(before: &Results, after: &Results) -> Vec<GameChange> {
    let mut all: std::collections::BTreeMap<_, (Option<u8>, Option<u8>)> =
        std::collections::BTreeMap::new();
    // A pair may meet twice under one heading: the second meeting has its own place.
    let mut add = |results: &Results, is_after: bool| {
        let mut met: std::collections::BTreeMap<_, u16> = std::collections::BTreeMap::new();
        for game in &results.games {
            let pair = (game.round, game.black, game.white);
            let nth = met.entry(pair).or_insert(0);
            *nth += 1;
            let one = all.entry((pair, *nth)).or_default();
            let points = Some(black_half_points(game.winner));
            if is_after {
                one.1 = points;
            } else {
                one.0 = points;
            }
        }
    };
    add(before, false);
    add(after, true);
    (all.into_iter())
        .filter(|(_, (before, after))| before != after)
        .map(|(((round, black, white), _), (before, after))| GameChange {
            round,
            black,
            white,
            before,
            after,
        })
        .collect()
}

/// The figures that differ.
pub(crate) fn changed_figures(
    before: &[(PersonNumber, u32)],
    after: &[(PersonNumber, u32)],
) -> Vec<FigureChange> {
    let mut all: std::collections::BTreeMap<PersonNumber, (Option<u32>, Option<u32>)> =
        std::collections::BTreeMap::new();
    for (person, figure) in before {
        all.entry(*person).or_default().0 = Some(*figure);
    }
    for (person, figure) in after {
        all.entry(*person).or_default().1 = Some(*figure);
    }
    (all.into_iter())
        .filter(|(_, (before, after))| before != after)
        .map(|(person, (before, after))| FigureChange {
            person,
            before,
            after,
        })
        .collect()
}

/// The latest results of an event with its name.
pub(crate) type KeyedResults<'a> = (&'a EventKey, &'a EventState, &'a ResultsEdition);

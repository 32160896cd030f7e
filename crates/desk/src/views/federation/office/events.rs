//! Events with the reasons why their games are or are not rated.

use outflank_federation::{EventKey, RatedTerms, rated};
use outflank_tournament::Colour;

use crate::state::federation::FederationNow;
use crate::views::{OfficeEvent, OfficePerson};

/// A condition of rating and whether it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonLine {
    /// Which: `at_home`, `clocks`, `understood`, `notice`, `time`, `world_list`.
    pub when: String,
    pub holds: bool,
    /// The clause that asks for it.
    pub clause: Option<String>,
}

/// The results of an event as they are typed, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedResults {
    /// Where they come from: `desk`, `file`, `hand`.
    pub from: String,
    /// Place, person and points: `1; 12 Ada Example; 6.5`.
    pub placed: Vec<String>,
    /// Round, Black, White and who won: `1; 12 Ada Example; 7 Bo Sample; b`.
    pub games: Vec<String>,
    /// Who has the title.
    pub champion: Option<OfficePerson>,
}

/// An event as the office works on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventLine {
    pub shown: OfficeEvent,
    pub last_day: String,
    /// The minutes of each player.
    pub minutes: i64,
    /// Whether it qualifies for the World Championship.
    pub qualifies: bool,
    /// Everybody who has entered.
    pub entrants: usize,
    /// How many games its results have.
    pub games: usize,
    /// Why its games are rated or not: as the results were taken, or as they would be now.
    pub reasons: Vec<ReasonLine>,
    /// To whom the results were sent last, and when.
    pub sent: Option<(String, String)>,
}

impl FederationNow {
    /// The events, the latest first, with everything the office needs of them.
    #[must_use]
    pub fn event_lines(&self) -> Vec<EventLine> {
        (self.events().into_iter())
            .filter_map(|shown| self.event_line(shown))
            .collect()
    }

    fn event_line(&self, shown: OfficeEvent) -> Option<EventLine> {
        let affairs = self.affairs();
        let event = affairs.events.get(&EventKey::from(shown.event.as_str()))?;
        let notice = &event.notice;
        let now = match event.latest() {
            Some(latest) => latest.rated.clone(),
            None => rated(
                affairs.rules_on(notice.first_day)?,
                &RatedTerms {
                    category: notice.category,
                    country: &notice.country,
                    home: affairs.country(),
                    clocks: notice.clocks,
                    time: notice.time,
                    announced: notice.rated,
                    understood: notice.understood,
                },
            ),
        };
        Some(EventLine {
            last_day: notice.end().to_string(),
            minutes: notice.time.0 / 60_000,
            qualifies: notice.qualifies,
            entrants: event.entrants.len(),
            games: event.latest().map_or(0, |one| one.results.games.len()),
            reasons: (now.reasons.iter())
                .map(|reason| ReasonLine {
                    when: reason.when.to_string(),
                    holds: reason.holds,
                    clause: reason.clause.as_ref().map(|clause| clause.for_people()),
                })
                .collect(),
            sent: (event.sent.last()).map(|sent| (sent.to.clone(), sent.day.to_string())),
            shown,
        })
    }

    /// Every event by its short name and its name, the latest first.
    #[must_use]
    pub fn event_choices(&self) -> Vec<(String, String)> {
        let mut events: Vec<_> = self.affairs().events.iter().collect();
        events.sort_by_key(|(key, event)| {
            (std::cmp::Reverse(event.notice.first_day), (*key).clone())
        });
        let line = |(key, event): (&EventKey, &outflank_federation::EventState)| {
            let notice = &event.notice;
            (
                key.to_string(),
                format!("{} {}", notice.first_day, notice.name),
            )
        };
        events.into_iter().map(line).collect()
    }

    /// The results of an event as they stand, to be corrected line by line.
    #[must_use]
    pub fn typed_results(&self, event: &str) -> Option<TypedResults> {
        let latest = (self.affairs().events.get(&EventKey::from(event)))?.latest()?;
        let who = |person| {
            let person = self.known_as(person);
            format!("{} {}", person.number, person.name)
        };
        let results = &latest.results;
        Some(TypedResults {
            from: latest.from.to_string(),
            placed: (results.placed.iter())
                .map(|one| format!("{}; {}; {}", one.place, who(one.person), one.half_points))
                .collect(),
            games: (results.games.iter())
                .map(|game| {
                    let won = match game.winner {
                        Some(Colour::Black) => "b",
                        Some(Colour::White) => "w",
                        None => "=",
                    };
                    let (black, white) = (who(game.black), who(game.white));
                    format!("{}; {black}; {white}; {won}", game.round)
                })
                .collect(),
            champion: results.champion.map(|one| self.known_as(one)),
        })
    }

    /// Who has entered an event.
    #[must_use]
    pub fn entrant_lines(&self, event: &str) -> Vec<OfficePerson> {
        let event = self.affairs().events.get(&EventKey::from(event));
        let entrants = event.into_iter().flat_map(|event| &event.entrants);
        entrants.map(|one| self.known_as(*one)).collect()
    }
}

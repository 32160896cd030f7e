//! The events of an office as everybody sees them, and what corrected results have changed.

use outflank_federation::{Category, EventKey, FigureChange, Trace};
use outflank_tournament::CivilDate;
use serde::Serialize;

use crate::state::federation::FederationNow;
use crate::views::federation::public::OfficePerson;

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfficeEvent {
    pub event: EventKey,
    pub name: String,
    pub category: Category,
    pub day: CivilDate,
    pub country: String,
    /// How often results were entered.
    pub editions: usize,
    /// Whether its games are rated, once there are results.
    pub rated: Option<bool>,
    /// The clauses that rule it out.
    pub against: Vec<String>,
    /// What the latest results changed.
    pub trace: Option<TraceShown>,
}

/// What corrected results changed.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraceShown {
    /// Games, each with Black's half points before and now.
    pub games: Vec<TraceGame>,
    /// Places in the final list, before and now.
    pub places: Vec<(OfficePerson, Option<u32>, Option<u32>)>,
    /// Totals of the Grand Prix, before and now.
    pub grand_prix: Vec<(OfficePerson, Option<u32>, Option<u32>)>,
    /// Selections whose order changed.
    pub selections: Vec<u16>,
    /// The days of rating lists that are based on the old results.
    pub lists: Vec<CivilDate>,
    /// The lists that were published again since: the day, whose rating, before and now.
    pub ratings: Vec<(CivilDate, OfficePerson, Option<i32>, Option<i32>)>,
    /// Whether the old results were sent.
    pub sent: bool,
}

/// A game that changed.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraceGame {
    pub round: u16,
    pub black: OfficePerson,
    pub white: OfficePerson,
    pub before: Option<u8>,
    pub after: Option<u8>,
}

impl FederationNow {
    /// The events, the latest first.
    #[must_use]
    pub fn events(&self) -> Vec<OfficeEvent> {
        let affairs = self.affairs();
        let mut events: Vec<OfficeEvent> = (affairs.events.iter())
            .map(|(key, event)| {
                let latest = event.latest();
                let against = latest.iter().flat_map(|latest| latest.rated.against());
                OfficeEvent {
                    event: key.clone(),
                    name: event.notice.name.clone(),
                    category: event.notice.category,
                    day: event.notice.first_day,
                    country: event.notice.country.clone(),
                    editions: event.editions.len(),
                    rated: latest.map(|latest| latest.rated.is_rated()),
                    against: against
                        .filter_map(|reason| reason.clause.as_ref())
                        .map(|clause| clause.for_people())
                        .collect(),
                    trace: latest
                        .and_then(|latest| latest.trace.as_ref())
                        .map(|trace| self.trace_shown(key, trace)),
                }
            })
            .collect();
        events.sort_by(|a, b| b.day.cmp(&a.day).then(a.event.cmp(&b.event)));
        events
    }

    fn trace_shown(&self, key: &EventKey, trace: &Trace) -> TraceShown {
        let figure = |one: &FigureChange| (self.person_shown(one.person), one.before, one.after);
        TraceShown {
            games: (trace.games.iter())
                .map(|game| TraceGame {
                    round: game.round,
                    black: self.person_shown(game.black),
                    white: self.person_shown(game.white),
                    before: game.before,
                    after: game.after,
                })
                .collect(),
            places: trace.places.iter().map(figure).collect(),
            grand_prix: trace.grand_prix.iter().map(figure).collect(),
            selections: trace.selections.clone(),
            lists: self.resting_lists(key, trace),
            ratings: self.changed_ratings(trace),
            sent: trace.sent,
        }
    }

    /// The lists of those the trace names that still rest on other results than those that stand.
    fn resting_lists(&self, key: &EventKey, trace: &Trace) -> Vec<CivilDate> {
        let affairs = self.affairs();
        let edition = (affairs.events.get(key)).and_then(|event| Some(event.latest()?.edition));
        (affairs.latest_lists().into_iter())
            .filter(|list| trace.lists.contains(&list.day))
            .filter(|list| list.rests_on.get(key).copied() != edition)
            .map(|list| list.day)
            .collect()
    }

    fn changed_ratings(
        &self,
        trace: &Trace,
    ) -> Vec<(CivilDate, OfficePerson, Option<i32>, Option<i32>)> {
        (self.affairs().latest_lists().into_iter())
            .filter(|list| trace.lists.contains(&list.day))
            .flat_map(|list| list.changes.iter().map(|one| (list.day, one)))
            .map(|(day, one)| (day, self.person_shown(one.person), one.before, one.after))
            .collect()
    }
}

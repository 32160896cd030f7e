//! Events with the reasons why their games are or are not rated.

use outflank_federation::{EventKey, EventState, RatedReason, RatedTerms, rated};

use crate::state::federation::FederationNow;
use crate::views::OfficeEvent;

/// An event as the office works on it.
#[derive(Debug, Clone)]
pub struct EventRecord<'a> {
    /// What everybody may see of it.
    pub shown: OfficeEvent,
    pub state: &'a EventState,
    /// Why its games are rated or not: as the results were taken, or as they would be now.
    pub reasons: Vec<RatedReason>,
}

impl EventRecord<'_> {
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.reasons.iter().all(|reason| reason.holds)
    }

    /// How many games its results have.
    #[must_use]
    pub fn games(&self) -> usize {
        (self.state.latest()).map_or(0, |latest| latest.results.games.len())
    }
}

impl FederationNow {
    /// The events, the latest first, with everything the office needs of them.
    #[must_use]
    pub fn event_records(&self) -> Vec<EventRecord<'_>> {
        (self.events().into_iter())
            .filter_map(|shown| self.event_record(shown))
            .collect()
    }

    fn event_record(&self, shown: OfficeEvent) -> Option<EventRecord<'_>> {
        let affairs = self.affairs();
        let state = affairs.events.get(&shown.event)?;
        let notice = &state.notice;
        let reasons = match state.latest() {
            Some(latest) => latest.rated.reasons.clone(),
            None => {
                let terms = RatedTerms {
                    category: notice.category,
                    country: &notice.country,
                    home: affairs.country(),
                    clocks: notice.clocks,
                    time: notice.time,
                    announced: notice.rated,
                    understood: notice.understood,
                };
                rated(affairs.rules_on(notice.first_day)?, &terms).reasons
            }
        };
        Some(EventRecord {
            shown,
            state,
            reasons,
        })
    }

    /// What an event is called.
    #[must_use]
    pub fn event_name(&self, event: &EventKey) -> String {
        let known = self.affairs().events.get(event);
        known.map_or_else(|| event.to_string(), |one| one.notice.name.clone())
    }
}

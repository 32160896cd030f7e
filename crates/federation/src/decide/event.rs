//! Events, their results, and rating lists.

use outflank_tournament::CivilDate;

use super::{Decided, Decision, PEOPLE_MAX, check_text, too_many};
use crate::fact::Fact;
use crate::grand_prix::season_table;
use crate::ids::{EventKey, PersonNumber};
use crate::lists::{LIST_ROWS_MAX, ListRow, rating_changes};
use crate::rated::{RatedTerms, rated};
use crate::rating::Method;
use crate::rejection::{Reason, Rejection};
use crate::results::{
    EVENT_GAMES_MAX, EVENT_PEOPLE_MAX, EventNotice, EventState, Results, ResultsEdition,
    ResultsFrom, Trace, changed_figures, changed_games,
};
use crate::selection::{Candidate, Seat, queue};
use crate::state::FederationState;

impl Decision<'_> {
    pub(super) fn announce_event(&mut self, event: EventKey, notice: EventNotice) -> Decided {
        self.needs_office()?;
        if !event.is_fit() {
            return Err(Rejection::plain(Reason::BadKey {}));
        }
        check_text("the name of the tournament", &notice.name)?;
        check_text("the country", &notice.country)?;
        if notice.end() < notice.first_day {
            return Err(Rejection::plain(Reason::BadDays {}));
        }
        match self.now.events.get(&event) {
            Some(known) if known.notice == notice => {
                return Err(Rejection::plain(Reason::NothingNew {}));
            }
            None if self.now.events.len() >= PEOPLE_MAX => {
                return Err(too_many("events", PEOPLE_MAX));
            }
            Some(_) | None => {}
        }
        self.record(Fact::EventAnnounced { event, notice })
    }

    pub(super) fn record_entrants(
        &mut self,
        event: EventKey,
        mut people: Vec<PersonNumber>,
    ) -> Decided {
        self.needs_office()?;
        self.event(&event)?;
        if people.len() > EVENT_PEOPLE_MAX {
            return Err(too_many("entrants", EVENT_PEOPLE_MAX));
        }
        for person in &people {
            self.known_number(*person)?;
        }
        people.sort_unstable();
        people.dedup();
        self.record(Fact::EntrantsRecorded { event, people })
    }

    pub(super) fn take_results(
        &mut self,
        event: EventKey,
        from: ResultsFrom,
        results: Results,
    ) -> Decided {
        self.needs_office()?;
        let known = self.event(&event)?;
        let first_day = known.notice.first_day;
        if first_day > self.today {
            return Err(Rejection::plain(Reason::EventInFuture { first_day }));
        }
        self.check_results(&results)?;
        let rated = rated(
            self.rules_of(first_day),
            &RatedTerms {
                category: known.notice.category,
                country: &known.notice.country,
                home: self.now.country(),
                clocks: known.notice.clocks,
                time: known.notice.time,
                announced: known.notice.rated,
                understood: known.notice.understood,
            },
        );
        let before = known.latest();
        if before.is_some_and(|before| before.results == results && before.rated == rated) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let edition = before.map_or(1, |before| before.edition.saturating_add(1));
        let taken = ResultsEdition {
            edition,
            at: self.at,
            from,
            results,
            rated,
            trace: None,
        };
        let trace = before.map(|before| self.trace(&event, known, before, &taken));
        let ResultsEdition { results, rated, .. } = taken;
        self.record(Fact::ResultsTaken {
            event,
            edition,
            from,
            results,
            rated,
            trace,
        })
    }

    /// The edition of the rules in force on a day.
    fn rules_of(&self, day: CivilDate) -> &outflank_rulebook::Rulebook {
        self.now.rules_on(day).map_or(self.rules, |rules| rules)
    }

    fn check_results(&self, results: &Results) -> Decided {
        if results.placed.len() > EVENT_PEOPLE_MAX {
            return Err(too_many("entrants", EVENT_PEOPLE_MAX));
        }
        if results.games.len() > EVENT_GAMES_MAX {
            return Err(too_many("games", EVENT_GAMES_MAX));
        }
        let mut placed = std::collections::BTreeSet::new();
        for one in &results.placed {
            let person = one.person;
            self.known_number(person)?;
            if !placed.insert(self.now.resolve(person)) {
                return Err(Rejection::plain(Reason::PlacedTwice { person }));
            }
        }
        let is_placed = |person: PersonNumber| match placed.contains(&self.now.resolve(person)) {
            true => Ok(()),
            false => Err(Rejection::plain(Reason::NotPlaced { person })),
        };
        for game in &results.games {
            let (person, round) = (game.black, game.round);
            if self.now.resolve(person) == self.now.resolve(game.white) {
                return Err(Rejection::plain(Reason::PlaysHimself { person, round }));
            }
            is_placed(game.black)?;
            is_placed(game.white)?;
        }
        results.champion.map_or(Ok(()), is_placed)
    }

    /// What results that come again change, here and everywhere behind.
    fn trace(
        &self,
        key: &EventKey,
        known: &EventState,
        before: &ResultsEdition,
        after: &ResultsEdition,
    ) -> Trace {
        let mut then = self.now.clone();
        if let Some(event) = then.events.get_mut(key) {
            event.editions.push(after.clone());
        }
        let places = |edition: &ResultsEdition| -> Vec<(PersonNumber, u32)> {
            let placed = edition.results.placed.iter();
            placed.map(|one| (one.person, one.place)).collect()
        };
        let totals = |affairs: &FederationState| {
            let seasons = [known.notice.first_day.year()].into_iter();
            let seasons: std::collections::BTreeSet<u16> =
                seasons.chain(affairs.seasons.keys().copied()).collect();
            let tables = seasons
                .into_iter()
                .filter_map(|year| season_table(affairs, year));
            let counted = tables.filter(|table| table.events.contains(key));
            counted.flat_map(|table| table.totals()).collect::<Vec<_>>()
        };
        Trace {
            games: changed_games(&before.results, &after.results),
            places: changed_figures(&places(before), &places(after)),
            grand_prix: changed_figures(&totals(self.now), &totals(&then)),
            selections: (self.now.selections.keys().copied())
                .filter(|year| self.order(self.now, *year) != self.order(&then, *year))
                .collect(),
            lists: (self.now.latest_lists().into_iter())
                .filter(|list| list.rests_on.contains_key(key))
                .map(|list| list.day)
                .collect(),
            sent: !known.sent.is_empty(),
        }
    }

    fn order(&self, affairs: &FederationState, year: u16) -> Vec<Vec<Candidate>> {
        let Some(selection) = affairs.selections.get(&year) else {
            return Vec::new();
        };
        let of = |seat: &Seat| queue(self.rules, affairs, self.people, selection, *seat);
        Seat::ALL.iter().map(of).collect()
    }

    pub(super) fn record_sent(&mut self, event: EventKey, to: String) -> Decided {
        self.needs_office()?;
        check_text("the receiver", &to)?;
        let Some(latest) = self.event(&event)?.latest() else {
            return Err(Rejection::plain(Reason::NoResults { event }));
        };
        let day = self.today;
        self.record(Fact::ResultsSent {
            event,
            edition: latest.edition,
            to,
            day,
        })
    }

    pub(super) fn publish_list(&mut self, day: CivilDate) -> Decided {
        self.needs_office()?;
        if day > self.today {
            return Err(Rejection::plain(Reason::ListInFuture { day }));
        }
        let (_, rests_on) = self.now.rated_games(day);
        let Some(rows) = self.now.computed_list(day) else {
            let problem = "There is no rated game up to this day";
            return Err(Rejection::plain(Reason::BadList { problem }));
        };
        self.publish(day, Method::WOF.name.to_owned(), rows, rests_on)
    }

    pub(super) fn import_list(
        &mut self,
        day: CivilDate,
        source: String,
        rows: Vec<ListRow>,
    ) -> Decided {
        self.needs_office()?;
        check_text("the source", &source)?;
        if day > self.today {
            return Err(Rejection::plain(Reason::ListInFuture { day }));
        }
        let mut seen = std::collections::BTreeSet::new();
        for row in &rows {
            self.known_number(row.person)?;
            if !seen.insert(self.now.resolve(row.person)) {
                let person = row.person;
                return Err(Rejection::plain(Reason::PlacedTwice { person }));
            }
        }
        if rows.windows(2).any(|two| two[0].rating < two[1].rating) {
            let problem = "The best rating must come first";
            return Err(Rejection::plain(Reason::BadList { problem }));
        }
        self.publish(day, source, rows, std::collections::BTreeMap::new())
    }

    fn publish(
        &mut self,
        day: CivilDate,
        method: String,
        rows: Vec<ListRow>,
        rests_on: std::collections::BTreeMap<EventKey, u16>,
    ) -> Decided {
        if rows.len() > LIST_ROWS_MAX {
            return Err(too_many("lines", LIST_ROWS_MAX));
        }
        let before = self.now.lists.iter().rev().find(|list| list.day == day);
        if before.is_some_and(|before| before.rows == rows && before.rests_on == rests_on) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let changes = before.map_or(Vec::new(), |before| rating_changes(&before.rows, &rows));
        self.record(Fact::ListPublished {
            day,
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            method,
            rows,
            rests_on,
            changes,
        })
    }
}

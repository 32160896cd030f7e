//! A year of the office.

use outflank_federation::grand_prix::{Winner, season_table, winner};
use outflank_federation::selection::{
    CandidateState, NextOffer, Seat, SelectionPlan, next_offer, queue,
};
use outflank_federation::{
    Act, Body, By, Category, Decision, EventKey, EventNotice, Fact, Results, ResultsFrom,
};
use outflank_tournament::{CivilDate, Colour};

use super::people::HOME;
use super::{Run, day};

/// Events of a year.
pub(super) const EVENTS: u64 = 12;

/// Month, day, kind, rounds.
const PLAN: [(u8, u8, Category, u16); 12] = [
    (1, 20, Category::Regional, 5),
    (2, 10, Category::Regional, 4),
    (3, 2, Category::Regional, 5),
    (3, 23, Category::Friendly, 3),
    (4, 13, Category::Regional, 4),
    (5, 4, Category::Regional, 5),
    (5, 25, Category::International, 5),
    (6, 8, Category::Regional, 4),
    (7, 6, Category::National, 7),
    (8, 24, Category::Festival, 4),
    (10, 12, Category::Regional, 5),
    (12, 7, Category::Regional, 4),
];

impl Run<'_> {
    pub(super) fn year(&mut self, year: u16) -> Result<(), String> {
        self.say(format_args!("== {year}"));
        let national = key(year, 9);
        for (n, (month, on, category, rounds)) in (1..).zip(PLAN) {
            let first_day = day(year, month, on);
            self.go_to(first_day);
            self.hold(year, n, first_day, category, rounds)?;
            match n {
                5 => self.correct(year)?,
                8 => self.settle_grand_prix(year)?,
                9 => self.select(year, &national)?,
                _ => {}
            }
            if n % 3 == 0 {
                self.publish()?;
            }
        }
        self.say_season(year);
        self.say_office(year);
        Ok(())
    }

    fn hold(
        &mut self,
        year: u16,
        n: u64,
        first_day: CivilDate,
        category: Category,
        rounds: u16,
    ) -> Result<(), String> {
        let event = key(year, n);
        // One event a year is abroad and not rated here.
        let country = match category {
            Category::International => "FRA",
            Category::Regional
            | Category::National
            | Category::Festival
            | Category::Friendly
            | Category::SingleGame => HOME,
        };
        let mut notice = EventNotice::new(format!("Event {n}"), category, first_day, country, 25);
        notice.organised = country == HOME;
        notice.qualifies = category == Category::National;
        let notice = Box::new(notice);
        let announce = Act::AnnounceEvent {
            event: event.clone(),
            notice,
        };
        self.act(By::Officer, announce)?;
        if category == Category::National {
            self.act(
                By::Officer,
                Act::PlanSeason {
                    year,
                    planned: 8,
                    national: Some(event.clone()),
                },
            )?;
        }
        let counted = u64::from(year) * EVENTS + n - 1;
        let field = self.field(counted - u64::from(self.first_year()) * EVENTS);
        let results = self.play(&field, rounds);
        let (people, games) = (results.placed.len(), results.games.len());
        let facts = self.take(&event, results)?;
        let [Fact::ResultsTaken { rated, .. }] = &facts[..] else {
            return Err("results are one fact".to_owned());
        };
        let is = match rated.is_rated() {
            true => "rated".to_owned(),
            false => {
                let against = rated.against().filter_map(|one| one.clause.clone());
                let clauses: Vec<String> = against.map(|one| one.as_str().to_owned()).collect();
                format!("not rated ({})", clauses.join(", "))
            }
        };
        self.say(format_args!(
            "{event} {first_day} {category}: {people} people, {games} games, {is}"
        ));
        if country == HOME && n % 4 != 3 {
            let to = "the world rating list".to_owned();
            self.act(By::Officer, Act::RecordSent { event, to })?;
        }
        Ok(())
    }

    fn first_year(&self) -> u16 {
        let first = self.office.log().first().map(|event| event.at);
        first.map_or(0, |at| self.office.affairs().day(at).year())
    }

    fn take(&mut self, event: &EventKey, results: Results) -> Result<Vec<Fact>, String> {
        let take = Act::TakeResults {
            event: event.clone(),
            from: ResultsFrom::Desk,
            results: Box::new(results),
        };
        self.act(By::Desk, take)
    }

    /// A slip of the second event was misread; the first game is turned round.
    fn correct(&mut self, year: u16) -> Result<(), String> {
        let event = key(year, 2);
        let known = self.office.affairs().events.get(&event);
        let Some(mut results) = known
            .and_then(|known| known.latest())
            .map(|edition| edition.results.clone())
        else {
            return Ok(());
        };
        let Some(game) = results.games.iter_mut().find(|game| game.winner.is_some()) else {
            return Ok(());
        };
        let (winner, loser) = match game.winner {
            Some(Colour::White) => (game.white, game.black),
            Some(Colour::Black) | None => (game.black, game.white),
        };
        game.winner = game.winner.map(Colour::other);
        for placed in &mut results.placed {
            if placed.person == winner {
                placed.half_points.0 -= 2;
            } else if placed.person == loser {
                placed.half_points.0 += 2;
            }
        }
        let by_points = |placed: &outflank_federation::Placed| {
            (std::cmp::Reverse(placed.half_points), placed.place)
        };
        results.placed.sort_by_key(by_points);
        for (placed, place) in results.placed.iter_mut().zip(1..) {
            placed.place = place;
        }
        let facts = self.take(&event, results)?;
        let [
            Fact::ResultsTaken {
                trace: Some(trace), ..
            },
        ] = &facts[..]
        else {
            return Err("a correction leaves a trace".to_owned());
        };
        let grand_prix: Vec<String> = (trace.grand_prix.iter())
            .map(|one| {
                let figure = |figure: Option<u32>| figure.map_or(String::new(), |f| f.to_string());
                format!(
                    "{} {}→{}",
                    one.person,
                    figure(one.before),
                    figure(one.after)
                )
            })
            .collect();
        self.say(format_args!(
            "{event} corrected: {} games, {} places, {} lists outdated, sent before: {}; Grand Prix {}",
            trace.games.len(),
            trace.places.len(),
            trace.lists.len(),
            trace.sent,
            grand_prix.join(", ")
        ));
        // The lists that rest on it are published again.
        for day in trace.lists.clone() {
            let facts = self.act(By::Officer, Act::PublishList { day })?;
            if let [
                Fact::ListPublished {
                    version, changes, ..
                },
            ] = &facts[..]
            {
                self.say(format_args!(
                    "list of {day}, version {version}: {} ratings changed",
                    changes.len()
                ));
            }
        }
        Ok(())
    }

    fn publish(&mut self) -> Result<(), String> {
        let day = self.today();
        let facts = self.act(By::Officer, Act::PublishList { day })?;
        let [Fact::ListPublished { rows, method, .. }] = &facts[..] else {
            return Err("a list is one fact".to_owned());
        };
        let best: Vec<String> = (rows.iter().take(5))
            .map(|row| {
                let mark = if row.official { "" } else { "*" };
                format!(
                    "{} {}{mark} ±{}",
                    self.name(row.person),
                    row.rating,
                    row.margin
                )
            })
            .collect();
        let (count, method) = (rows.len(), method.clone());
        self.say(format_args!(
            "list of {day} ({method}), {count} listed: {}",
            best.join(", ")
        ));
        Ok(())
    }

    /// A tie for the Grand Prix before the National: played, drawn or left to the coin.
    fn settle_grand_prix(&mut self, year: u16) -> Result<(), String> {
        let decision = Box::new(Decision {
            body: Body::Committee,
            day: self.today(),
            text: "the Regionals up to June count".to_owned(),
            votes: None,
        });
        let facts = self.act(By::Officer, Act::RecordDecision { decision })?;
        let [Fact::DecisionRecorded { number, .. }] = facts[..] else {
            return Err("a decision is one fact".to_owned());
        };
        let events = [1, 2, 3, 5, 6, 8].map(|n| key(year, n)).to_vec();
        self.act(
            By::Officer,
            Act::CountRegionals {
                year,
                events,
                decision: number,
            },
        )?;
        if let Winner::Tied(tied) = winner(self.office.affairs(), year) {
            let chosen = self.lots.below(u64::try_from(tied.len()).unwrap_or(1));
            let person = tied[usize::try_from(chosen).unwrap_or(0)];
            match self.lots.below(2) {
                0 => {
                    let winner = Some(person);
                    self.act(By::Officer, Act::RecordPlayoff { year, winner })?;
                }
                _ => {
                    self.act(By::Officer, Act::RecordPlayoff { year, winner: None })?;
                    let winner = person;
                    self.act(By::Chairman, Act::TossCoin { year, winner })?;
                }
            }
        }
        Ok(())
    }

    fn select(&mut self, year: u16, national: &EventKey) -> Result<(), String> {
        let plan = SelectionPlan {
            year,
            final_day: day(year, 11, 5),
            places: 4,
            women: true,
            young: true,
            national: Some(national.clone()),
            season: None,
        };
        self.act(By::Officer, Act::OpenSelection(Box::new(plan)))?;
        for seat in [Seat::Women, Seat::Regular, Seat::Young] {
            self.fill(year, seat)?;
        }
        let permitted = None;
        let facts = self.act(By::Officer, Act::RegisterTeam { year, permitted })?;
        if let [Fact::TeamRegistered { registration, .. }] = &facts[..] {
            let regular: Vec<String> = registration
                .regular
                .iter()
                .map(|one| self.name(*one))
                .collect();
            let young = registration
                .young
                .map_or("nobody".to_owned(), |one| self.name(one));
            let on = registration.day;
            self.say(format_args!(
                "team registered on {on}: {}; young: {young}",
                regular.join(", ")
            ));
        }
        Ok(())
    }

    /// Offers every place of a kind until it is taken or nobody is left; one in three declines.
    fn fill(&mut self, year: u16, seat: Seat) -> Result<(), String> {
        loop {
            let affairs = self.office.affairs();
            let selection = &affairs.selections[&year];
            let next = next_offer(self.rules, affairs, &self.people, selection, seat);
            let NextOffer::To(person, _) = next else {
                let queue = queue(self.rules, affairs, &self.people, selection, seat);
                let count = |state| queue.iter().filter(|one| one.state == state).count();
                let passed = count(CandidateState::PassedOver);
                let declined = count(CandidateState::Declined);
                self.say(format_args!(
                    "{seat} places: {declined} declined, {passed} passed over"
                ));
                return Ok(());
            };
            let facts = self.act(By::Officer, Act::OfferPlace { year, seat, person })?;
            let accepts = self.lots.below(3) > 0;
            let answer = Act::AnswerOffer {
                year,
                person,
                accepts,
            };
            self.act(By::Person(person), answer)?;
            let [Fact::PlaceOffered { source, passed, .. }] = &facts[..] else {
                return Err("an offer is one fact".to_owned());
            };
            let passed: Vec<String> = (passed.iter())
                .map(|one| format!("{} {}", one.person, one.why))
                .collect();
            let says = if accepts { "accepts" } else { "declines" };
            let (name, source) = (self.name(person), *source);
            self.say(format_args!(
                "{seat} place offered to {name} as {source}, who {says}; passed over: [{}]",
                passed.join(", ")
            ));
        }
    }

    fn say_season(&mut self, year: u16) {
        let affairs = self.office.affairs();
        let Some(table) = season_table(affairs, year) else {
            return;
        };
        let won = winner(affairs, year);
        self.say(format_args!("Grand Prix {year}: {won:?}"));
        for row in table.rows.iter().take(8) {
            let lines: Vec<String> = (row.lines.iter())
                .map(|line| {
                    let award = line.award;
                    match award.from == award.to {
                        true => format!("{}. {}", award.from, award.points),
                        false => format!("{}.–{}. {}", award.from, award.to, award.points),
                    }
                })
                .collect();
            let shared = if row.shared { "=" } else { "" };
            let (place, total, name) = (row.place, row.total, self.name(row.person));
            self.say(format_args!(
                "{place}{shared} {name}: {total} ({})",
                lines.join(" + ")
            ));
        }
    }

    fn say_office(&mut self, year: u16) {
        let affairs = self.office.affairs();
        let last = day(year, 12, 31);
        let people: Vec<_> = affairs.people.keys().copied().collect();
        let is = |person: &&_| affairs.membership(**person, last).is_member();
        let members = people.iter().filter(is).count();
        let due: u64 = (affairs.events.iter())
            .filter(|(_, event)| event.notice.first_day.year() == year && event.notice.organised)
            .filter_map(|(key, _)| affairs.fee_sheet(self.rules, &self.people, key))
            .map(|sheet| sheet.due().0)
            .sum();
        let duties = affairs.obligations(year, last);
        let (rows, at_risk) = (duties.rows.len(), duties.at_risk);
        let missing = (duties.rows.iter())
            .filter(|row| row.state == outflank_federation::SentState::Missing)
            .count();
        self.say(format_args!(
            "end of {year}: {members} members, fees {due}, {missing} of {rows} results not sent, at risk: {at_risk}"
        ));
    }
}

fn key(year: u16, n: u64) -> EventKey {
    EventKey::from(format!("{year}-{n:02}").as_str())
}

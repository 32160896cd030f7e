//! An office for the tests: gives commands in turn and keeps the office and its records.
#![allow(dead_code, reason = "every test file uses its own part")]

use outflank_federation::selection::SelectionPlan;
use outflank_federation::{
    Act, Body, By, Category, Command, Decision, DecisionNumber, Dossier, Dossiers, EventKey,
    EventNotice, Fact, Federation, Founding, GameLine, PersonNumber, Placed, Rejection, Results,
    ResultsFrom, Stay, Votes, apply, decide,
};
use outflank_rulebook::{Rulebook, shipped};
use outflank_tournament::running::{Timestamp, UtcOffset};
use outflank_tournament::{CivilDate, Colour, HalfPoints};

pub(crate) fn day(text: &str) -> CivilDate {
    text.parse().unwrap()
}

pub(crate) fn key(text: &str) -> EventKey {
    EventKey::from(text)
}

pub(crate) const fn who(number: u32) -> PersonNumber {
    PersonNumber(number)
}

/// An office and its records.
#[derive(Clone)]
pub(crate) struct Office {
    pub(crate) rules: Rulebook,
    pub(crate) office: Federation,
    pub(crate) people: Dossiers,
    pub(crate) at: Timestamp,
    commands: u32,
}

impl Office {
    /// The British office on the first of January 2024.
    pub(crate) fn british() -> Self {
        Self::founded("bof", "GBR")
    }

    pub(crate) fn founded(rulebook: &str, country: &str) -> Self {
        let mut office = Self::unfounded(rulebook);
        office.act(
            By::Officer,
            Act::Found(Box::new(Founding {
                name: "Example Federation".to_owned(),
                country: country.to_owned(),
                currency: Some("GBP".to_owned()),
                scale: None,
                offset: Default::default(),
            })),
        );
        office
    }

    pub(crate) fn unfounded(rulebook: &str) -> Self {
        let mut office = Self {
            rules: shipped(rulebook).unwrap().clone(),
            office: Federation::new(),
            people: Dossiers::new(),
            at: Timestamp(0),
            commands: 0,
        };
        office.go_to("2024-01-01");
        office
    }

    /// It is this day now.
    pub(crate) fn go_to(&mut self, text: &str) {
        let then = UtcOffset::default().midnight(day(text));
        self.at = Timestamp(self.at.0.max(then.0 + 12 * 3_600_000));
    }

    pub(crate) fn try_act(&mut self, by: By, act: Act) -> Result<Vec<Fact>, Rejection> {
        self.commands += 1;
        let command = Command::new(&format!("c{}", self.commands), by, act.clone());
        let events = decide(&self.rules, &self.office, &self.people, command, self.at)?;
        for event in &events {
            apply(&mut self.office, event);
            self.keep_record(&act, &event.fact);
        }
        Ok(events.into_iter().map(|event| event.fact).collect())
    }

    /// What the desk does with the records.
    fn keep_record(&mut self, act: &Act, fact: &Fact) {
        match (act, fact) {
            (Act::AddPerson { dossier, .. }, Fact::PersonAdded { person, .. })
            | (Act::ChangePerson { dossier, .. }, Fact::PersonChanged { person }) => {
                self.people.insert(*person, (**dossier).clone());
            }
            (_, Fact::PersonErased { person }) => {
                self.people.remove(person);
            }
            (Act::RecordPayment { amount, event, .. }, Fact::PaymentRecorded { person, .. }) => {
                let payment = outflank_federation::Payment {
                    event: event.clone(),
                    amount: *amount,
                };
                self.people.get_mut(person).unwrap().paid.push(payment);
            }
            (_, _) => {}
        }
    }

    pub(crate) fn act(&mut self, by: By, act: Act) -> Vec<Fact> {
        match self.try_act(by, act.clone()) {
            Ok(facts) => facts,
            Err(refused) => panic!("{act:?}: {} {refused}", refused.code()),
        }
    }

    /// A command that must be refused, with this code and clause; nothing may change.
    pub(crate) fn refused(&mut self, by: By, act: Act, code: &str, clause: &str) -> Rejection {
        let before = self.office.clone();
        let refused = match self.try_act(by, act.clone()) {
            Ok(facts) => panic!("{act:?} was not refused: {facts:?}"),
            Err(refused) => refused,
        };
        assert_eq!(refused.code(), code, "{act:?}: {refused}");
        let cited = refused.clause().map_or("", |id| id.as_str());
        assert_eq!(cited, clause, "{act:?}: {refused}");
        assert_eq!(self.office, before, "a refused command changed something");
        refused
    }

    pub(crate) fn add(&mut self, dossier: Dossier) -> PersonNumber {
        let record = format!("r{}", self.office.affairs().people.len() + 1);
        let dossier = Box::new(dossier);
        let facts = self.act(By::Officer, Act::AddPerson { record, dossier });
        match facts[..] {
            [Fact::PersonAdded { person, .. }] => person,
            _ => panic!("{facts:?}"),
        }
    }

    /// People 1 to `count`, who have lived in Britain for ever.
    pub(crate) fn add_many(&mut self, count: u32) {
        for n in 1..=count {
            self.add(resident(&format!("Person {n}")));
        }
    }

    pub(crate) fn change(&mut self, person: PersonNumber, change: impl FnOnce(&mut Dossier)) {
        let mut dossier = Box::new(self.people[&person].clone());
        change(&mut dossier);
        self.act(By::Officer, Act::ChangePerson { person, dossier });
    }

    pub(crate) fn announce(&mut self, event: &str, category: Category, first_day: &str) {
        let notice = EventNotice::new(event, category, day(first_day), "GBR", 25);
        self.announce_as(event, notice);
    }

    pub(crate) fn announce_as(&mut self, event: &str, notice: EventNotice) {
        let (event, notice) = (key(event), Box::new(notice));
        self.act(By::Officer, Act::AnnounceEvent { event, notice });
    }

    /// An event with these people in the order of the final list, each with twice his points.
    pub(crate) fn hold(
        &mut self,
        event: &str,
        category: Category,
        on: &str,
        placed: &[(u32, u16)],
    ) -> Vec<Fact> {
        self.announce(event, category, on);
        self.go_to(on);
        self.take(event, results(placed, &[]))
    }

    pub(crate) fn take(&mut self, event: &str, results: Results) -> Vec<Fact> {
        self.act(By::Desk, take(event, results))
    }

    pub(crate) fn decided(&mut self, body: Body, votes: Option<(u32, u32, u32)>) -> DecisionNumber {
        let decision = Box::new(Decision {
            body,
            day: day("2024-01-01"),
            text: "as the minutes say".to_owned(),
            votes: votes.map(|(yes, no, members)| Votes { yes, no, members }),
        });
        let by = match body {
            Body::Chairman => By::Chairman,
            Body::GeneralMeeting | Body::Committee | Body::Board => By::Officer,
        };
        let facts = self.act(by, Act::RecordDecision { decision });
        match &facts[..] {
            [Fact::DecisionRecorded { number, .. }] => *number,
            _ => panic!("{facts:?}"),
        }
    }
}

pub(crate) fn take(event: &str, results: Results) -> Act {
    Act::TakeResults {
        event: key(event),
        from: ResultsFrom::Desk,
        results: Box::new(results),
    }
}

/// People in the order of the final list, each with twice his points, and games black, white, winner.
pub(crate) fn results(placed: &[(u32, u16)], games: &[(u32, u32, Option<Colour>)]) -> Results {
    Results {
        placed: (placed.iter().zip(1..))
            .map(|((person, half_points), place)| Placed {
                person: who(*person),
                place,
                half_points: HalfPoints(*half_points),
                no_title: false,
            })
            .collect(),
        games: (games.iter().zip(1..))
            .map(|((black, white, winner), round)| GameLine {
                round,
                black: who(*black),
                white: who(*white),
                winner: *winner,
            })
            .collect(),
        champion: None,
    }
}

/// Somebody who has always lived in Britain.
pub(crate) fn resident(name: &str) -> Dossier {
    Dossier {
        country: Some("GBR".to_owned()),
        citizen_of: vec!["GBR".to_owned()],
        stays: vec![Stay {
            country: "GBR".to_owned(),
            from: day("1990-01-01"),
            until: None,
        }],
        ..Dossier::new(name)
    }
}

/// A selection for a team of so many regular places after the event `national`.
pub(crate) fn plan(places: u16) -> SelectionPlan {
    SelectionPlan {
        year: 2024,
        final_day: day("2024-11-05"),
        places,
        women: false,
        young: false,
        national: Some(key("national")),
        season: None,
    }
}

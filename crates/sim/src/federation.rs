//! A federation's office over years by seed: newcomers, leavers, ties, corrections, offers declined.
//!
//! Everything goes through the office's own commands; what comes out is one text that says who stood
//! where, so that a change anywhere shows.

mod event;
mod people;
mod year;

use std::fmt::Write;

use outflank_federation::{
    Act, By, Command, Dossier, Dossiers, Fact, Federation, Founding, PersonNumber, Rejection,
    apply, decide,
};
use outflank_pairing::{Lots, Seed};
use outflank_rulebook::{Rulebook, shipped};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Timestamp, UtcOffset};

use people::Someone;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfficeSettings {
    /// Everything follows from it.
    pub seed: Seed,
    pub first_year: u16,
    pub years: u16,
    pub people: u32,
}

/// An office after some years.
#[derive(Debug, Clone)]
pub struct SimulatedOffice {
    pub office: Federation,
    /// The records of its people.
    pub people: Dossiers,
    /// What happened, line by line.
    pub report: String,
}

/// Runs an office for some years.
///
/// # Errors
/// The command that was refused and why: in a simulation everything that is asked is allowed.
pub fn simulate_office(settings: &OfficeSettings) -> Result<SimulatedOffice, String> {
    let rules = shipped("bof").ok_or("the rulebook is shipped")?;
    let mut run = Run {
        rules,
        office: Federation::new(),
        people: Dossiers::new(),
        everybody: Vec::new(),
        lots: Lots::for_purpose(settings.seed, "simulated office"),
        at: Timestamp(0),
        commands: 0,
        report: String::new(),
    };
    run.go_to(day(settings.first_year, 1, 2));
    run.act(
        By::Officer,
        Act::Found(Box::new(Founding {
            name: "Example Federation".to_owned(),
            country: people::HOME.to_owned(),
            currency: Some("GBP".to_owned()),
            scale: None,
            offset: Default::default(),
        })),
    )?;
    run.add_people(settings)?;
    for year in settings.first_year..settings.first_year + settings.years {
        run.year(year)?;
    }
    Ok(SimulatedOffice {
        office: run.office,
        people: run.people,
        report: run.report,
    })
}

/// An office being run.
struct Run<'a> {
    rules: &'a Rulebook,
    office: Federation,
    people: Dossiers,
    everybody: Vec<Someone>,
    lots: Lots,
    at: Timestamp,
    commands: u32,
    report: String,
}

impl Run<'_> {
    /// It is this day now, if it was not later already.
    fn go_to(&mut self, day: CivilDate) {
        let noon = UtcOffset::default().midnight(day).0 + 43_200_000;
        self.at = Timestamp(self.at.0.max(noon));
    }

    fn today(&self) -> CivilDate {
        self.office.affairs().day(self.at)
    }

    fn act(&mut self, by: By, act: Act) -> Result<Vec<Fact>, String> {
        let said = format!("{act:?}");
        self.try_act(by, act)
            .map_err(|refused| format!("{said}: {} {refused}", refused.code()))
    }

    fn try_act(&mut self, by: By, act: Act) -> Result<Vec<Fact>, Rejection> {
        self.commands += 1;
        let command = Command::new(&format!("c{}", self.commands), by, act.clone());
        let events = decide(self.rules, &self.office, &self.people, command, self.at)?;
        for event in &events {
            apply(&mut self.office, event);
            match (&act, &event.fact) {
                (Act::AddPerson { dossier, .. }, Fact::PersonAdded { person, .. })
                | (Act::ChangePerson { dossier, .. }, Fact::PersonChanged { person }) => {
                    self.people.insert(*person, Dossier::clone(dossier));
                }
                (_, Fact::PersonErased { person }) => {
                    self.people.remove(person);
                }
                (_, _) => {}
            }
        }
        Ok(events.into_iter().map(|event| event.fact).collect())
    }

    fn say(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.report, "{line}").expect("a text takes everything");
    }

    fn name(&self, person: PersonNumber) -> String {
        let known = self.people.get(&person);
        known.map_or_else(|| format!("Person {person}"), |one| one.name.clone())
    }
}

/// A day that exists.
fn day(year: u16, month: u8, day: u8) -> CivilDate {
    CivilDate::new(year, month, day).expect("the plan names days that exist")
}

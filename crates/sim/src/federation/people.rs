//! The people of a simulated federation.

use outflank_federation::{Act, By, Dossier, Fact, PersonNumber, Stay, Wage};
use outflank_tournament::running::GenderWord;

use super::{OfficeSettings, Run, day};

pub(super) const HOME: &str = "GBR";

/// A person and when they play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Someone {
    pub(super) number: PersonNumber,
    pub(super) strength: u64,
    /// The first and the last possible tournament, counted from the first of all.
    pub(super) from: u64,
    pub(super) until: u64,
    /// Plays in this many of ten tournaments.
    pub(super) often: u64,
}

impl Run<'_> {
    pub(super) fn add_people(&mut self, settings: &OfficeSettings) -> Result<(), String> {
        let events = u64::from(settings.years) * super::year::EVENTS;
        for n in 1..=settings.people {
            let dossier = Box::new(self.dossier(n, settings.first_year));
            let record = format!("record-{n}");
            let facts = self.act(By::Officer, Act::AddPerson { record, dossier })?;
            let [Fact::PersonAdded { person, .. }] = facts[..] else {
                return Err("a person is one fact".to_owned());
            };
            // Two in three are there from the beginning; one in four stops before the end.
            let from = match n % 3 {
                0 => self.lots.below(events),
                _ => 0,
            };
            let until = match n % 4 {
                0 => from + 1 + self.lots.below(events),
                _ => events,
            };
            let strength = self.lots.below(1_000);
            let often = 2 + self.lots.below(6);
            self.everybody.push(Someone {
                number: person,
                strength,
                from,
                until,
                often,
            });
        }
        Ok(())
    }

    fn dossier(&mut self, n: u32, first_year: u16) -> Dossier {
        // Every seventh is a foreigner who came lately, every ninth a child.
        let foreigner = n.is_multiple_of(7);
        let born = match n.is_multiple_of(9) {
            true => day(first_year - 11, 3, 1),
            false => day(
                1950 + u16::try_from(self.lots.below(50)).unwrap_or(0),
                6,
                15,
            ),
        };
        let came = match foreigner {
            true => day(first_year, 1 + u8::try_from(n % 12).unwrap_or(0), 10),
            false => born,
        };
        Dossier {
            ascii: Some(format!("Person {n}")),
            wof: Some(400_000 + n),
            country: Some(HOME.to_owned()),
            citizen_of: vec![if foreigner { "FRA" } else { HOME }.to_owned()],
            stays: vec![Stay {
                country: HOME.to_owned(),
                from: came,
                until: None,
            }],
            born: Some(born),
            gender: Some(match n % 5 {
                0 => GenderWord::Female,
                _ => GenderWord::Male,
            }),
            wage: Some(match n % 4 {
                0 => Wage::Unwaged,
                _ => Wage::Waged,
            }),
            family: (n % 10 < 2).then(|| format!("Family {}", n / 10)),
            ..Dossier::new(format!("Person {n}"))
        }
    }
}

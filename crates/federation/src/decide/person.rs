//! People, membership and payments.

use outflank_rulebook::OfficeTopic;
use outflank_tournament::Money;

use super::{Decided, Decision, PEOPLE_MAX, check_text, too_many};
use crate::dossier::{AMOUNT_MAX, Dossier};
use crate::fact::Fact;
use crate::fees::FeeTable;
use crate::ids::{DecisionNumber, EventKey, PersonNumber};
use crate::records::Body;
use crate::rejection::{Reason, Rejection};

impl Decision<'_> {
    pub(super) fn add_person(&mut self, record: String, dossier: Dossier) -> Decided {
        self.needs_office()?;
        check_text("the record", &record)?;
        if self.now.people.len() >= PEOPLE_MAX {
            return Err(too_many("people", PEOPLE_MAX));
        }
        let taken = (self.now.people.iter()).find(|(_, one)| one.record == record);
        if let Some((person, _)) = taken {
            let person = *person;
            return Err(Rejection::plain(Reason::RecordTaken { person }));
        }
        self.check_dossier(&dossier, None)?;
        let person = PersonNumber::after(self.now.people.keys());
        self.record(Fact::PersonAdded { person, record })
    }

    pub(super) fn change_person(&mut self, person: PersonNumber, dossier: Dossier) -> Decided {
        self.needs_office_or(person)?;
        self.person(person)?;
        self.check_dossier(&dossier, Some(person))?;
        if self.people.get(&person) == Some(&dossier) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::PersonChanged { person })
    }

    fn check_dossier(&self, dossier: &Dossier, but: Option<PersonNumber>) -> Decided {
        if let Err(unfit) = dossier.check() {
            let problem = unfit.0;
            return Err(Rejection::plain(Reason::BadDossier { problem }));
        }
        let Some(wof) = dossier.wof else {
            return Ok(());
        };
        let same = |(number, one): &(&PersonNumber, &Dossier)| {
            one.wof == Some(wof) && Some(**number) != but
        };
        match self.people.iter().find(same) {
            Some((person, _)) => {
                let person = *person;
                Err(Rejection::plain(Reason::WofNumberTaken { wof, person }))
            }
            None => Ok(()),
        }
    }

    pub(super) fn erase_person(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        self.person(person)?;
        self.record(Fact::PersonErased { person })
    }

    pub(super) fn restrict_person(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        if self.person(person)?.restricted {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::PersonRestricted { person })
    }

    pub(super) fn show_person(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        if !self.person(person)?.restricted {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::PersonShown { person })
    }

    pub(super) fn merge_people(
        &mut self,
        keep: PersonNumber,
        gone: PersonNumber,
        why: String,
    ) -> Decided {
        self.needs_office()?;
        check_text("the reason", &why)?;
        self.person(keep)?;
        self.person(gone)?;
        let problem = if keep == gone {
            Some("A record cannot be merged with itself")
        } else if self.have_met(keep, gone) {
            Some("The two people have played each other")
        } else if self.were_together(keep, gone) {
            Some("The two people have played in the same tournament")
        } else {
            None
        };
        match problem {
            Some(problem) => Err(Rejection::plain(Reason::CannotMerge { problem })),
            None => self.record(Fact::PeopleMerged { keep, gone, why }),
        }
    }

    fn have_met(&self, one: PersonNumber, other: PersonNumber) -> bool {
        let pair = |a: PersonNumber, b: PersonNumber| {
            let (a, b) = (self.now.resolve(a), self.now.resolve(b));
            (a, b) == (one, other) || (a, b) == (other, one)
        };
        let mut games = (self.now.results()).flat_map(|(_, _, edition)| &edition.results.games);
        games.any(|game| pair(game.black, game.white))
    }

    fn were_together(&self, one: PersonNumber, other: PersonNumber) -> bool {
        (self.now.results()).any(|(_, _, edition)| {
            let has = |person| {
                let mut placed = edition.results.placed.iter();
                placed.any(|placed| self.now.resolve(placed.person) == person)
            };
            has(one) && has(other)
        })
    }

    pub(super) fn separate_people(&mut self, gone: PersonNumber, why: String) -> Decided {
        self.needs_office()?;
        check_text("the reason", &why)?;
        let merged = (self.now.people.get(&gone)).is_some_and(|one| one.merged.is_some());
        if !merged {
            let problem = "This record was not merged into another";
            return Err(Rejection::plain(Reason::CannotMerge { problem }));
        }
        self.record(Fact::PeopleSeparated { gone, why })
    }

    pub(super) fn join(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        match self.person(person)?.direct {
            Some((_, None)) => Err(Rejection::plain(Reason::IsMember { person })),
            Some((_, Some(_))) | None => {
                let day = self.today;
                self.record(Fact::Joined { person, day })
            }
        }
    }

    pub(super) fn leave(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        match self.person(person)?.direct {
            Some((_, None)) => {
                let day = self.today;
                self.record(Fact::Left { person, day })
            }
            Some((_, Some(_))) | None => Err(Rejection::plain(Reason::NoMember { person })),
        }
    }

    pub(super) fn opt_out(&mut self, person: PersonNumber) -> Decided {
        self.needs_office_or(person)?;
        if self.person(person)?.opted_out {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::OptedOut { person })
    }

    pub(super) fn set_fees(&mut self, fees: FeeTable, decision: DecisionNumber) -> Decided {
        self.needs_office()?;
        check_amounts(&[fees.waged, fees.unwaged, fees.family])?;
        let bodies = [Body::GeneralMeeting, Body::Committee, Body::Board];
        let needed = "a general meeting, the committee or the board";
        self.decision_of(
            decision,
            &bodies,
            needed,
            self.rules.cited(OfficeTopic::Fees),
        )?;
        self.record(Fact::FeesSet { fees, decision })
    }

    pub(super) fn record_payment(
        &mut self,
        person: PersonNumber,
        event: EventKey,
        amount: Money,
    ) -> Decided {
        self.needs_office()?;
        check_amounts(&[amount])?;
        self.person(person)?;
        self.event(&event)?;
        self.record(Fact::PaymentRecorded { person, event })
    }
}

fn check_amounts(amounts: &[Money]) -> Decided {
    match amounts.iter().any(|amount| *amount > AMOUNT_MAX) {
        true => Err(Rejection::plain(Reason::BadDossier {
            problem: "An amount is larger than any fee",
        })),
        false => Ok(()),
    }
}

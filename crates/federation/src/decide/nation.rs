//! Nations: what they are, exceptions for those who are no members, and who hosts.

use outflank_rulebook::OfficeTopic;
use outflank_tournament::CivilDate;
use outflank_tournament::running::Nation;

use super::{Decided, Decision, check_text};
use crate::calendar::month_earlier;
use crate::fact::Fact;
use crate::records::{HostStatus, SentResults};
use crate::rejection::{Reason, Rejection};

impl Decision<'_> {
    pub(super) fn set_nation(
        &mut self,
        country: String,
        kind: Nation,
        contact: Option<String>,
    ) -> Decided {
        self.needs_office()?;
        check_text("the country", &country)?;
        if let Some(contact) = &contact {
            check_text("the contact", contact)?;
        }
        match self.now.nations.get(&country) {
            Some(known) if known.kind == kind && known.contact == contact => {
                Err(Rejection::plain(Reason::NothingNew {}))
            }
            Some(_) | None => self.record(Fact::NationSet {
                country,
                kind,
                contact,
            }),
        }
    }

    pub(super) fn note_nation_results(
        &mut self,
        country: String,
        year: u16,
        results: SentResults,
    ) -> Decided {
        self.needs_office()?;
        if !self.now.nations.contains_key(&country) {
            return Err(Rejection::plain(Reason::NoApplication { country, year }));
        }
        let day = self.today;
        self.record(Fact::NationResultsNoted {
            country,
            year,
            results,
            day,
        })
    }

    pub(super) fn apply_for_exception(&mut self, country: String, start: CivilDate) -> Decided {
        self.needs_office()?;
        check_text("the country", &country)?;
        match self.now.nation_kind(&country) {
            Nation::Federation | Nation::ContactPerson => {
                return Err(Rejection::plain(Reason::IsMemberNation { country }));
            }
            Nation::NotMember => {}
        }
        let deadline = month_earlier(start);
        if self.today > deadline {
            return Err(self.cited(
                OfficeTopic::NationException,
                Reason::ApplicationTooLate { deadline },
            ));
        }
        let day = self.today;
        self.record(Fact::ExceptionApplied {
            country,
            start,
            day,
        })
    }

    pub(super) fn decide_exception(
        &mut self,
        country: String,
        year: u16,
        approved: bool,
    ) -> Decided {
        self.needs_committee(OfficeTopic::NationException)?;
        let open = self.now.exceptions.get(&(country.clone(), year));
        match open.filter(|one| one.approved.is_none() && self.today < one.start) {
            Some(_) => self.record(Fact::ExceptionDecided {
                country,
                year,
                approved,
            }),
            None => Err(self.cited(
                OfficeTopic::NationException,
                Reason::NoApplication { country, year },
            )),
        }
    }

    fn chosen_host(&self, year: u16) -> Option<String> {
        let chosen = |((of, _), status): &(&(u16, String), &HostStatus)| {
            *of == year && **status == HostStatus::Chosen
        };
        let found = self.now.hosts.iter().find(chosen);
        found.map(|((_, country), _)| country.clone())
    }

    pub(super) fn apply_to_host(&mut self, country: String, year: u16) -> Decided {
        self.needs_office()?;
        check_text("the country", &country)?;
        if let Some(country) = self.chosen_host(year) {
            return Err(self.cited(OfficeTopic::Host, Reason::HostIsChosen { country, year }));
        }
        if self.now.hosts.contains_key(&(year, country.clone())) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::HostApplied { country, year })
    }

    pub(super) fn choose_host(&mut self, country: String, year: u16) -> Decided {
        self.needs_committee(OfficeTopic::Host)?;
        if let Some(country) = self.chosen_host(year) {
            return Err(self.cited(OfficeTopic::Host, Reason::HostIsChosen { country, year }));
        }
        if !self.now.hosts.contains_key(&(year, country.clone())) {
            return Err(self.cited(OfficeTopic::Host, Reason::NoApplication { country, year }));
        }
        self.record(Fact::HostChosen { country, year })
    }
}

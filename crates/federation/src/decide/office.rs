//! The founding, decisions, sanctions, amendments, meetings and exceptions.

use std::sync::Arc;

use outflank_rulebook::axes::office::{Amendments, GrandPrix};
use outflank_rulebook::axes::officials::FederationSanctions;
use outflank_rulebook::{OfficeTopic, Rulebook, grand_prix_scale};
use outflank_tournament::CivilDate;

use super::{Decided, Decision, PEOPLE_MAX, check_text, too_many};
use crate::act::Founding;
use crate::by::By;
use crate::fact::Fact;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::records::{Body, Decision as BodyDecision, EntryException, Measure};
use crate::rejection::{Reason, Rejection};

/// The most axes one amendment changes.
const CHANGES_MAX: usize = 200;

impl Decision<'_> {
    pub(super) fn found(&mut self, founding: Founding) -> Decided {
        self.needs_office()?;
        check_text("the name", &founding.name)?;
        if founding.country.chars().count() > 3 {
            let what = "the country";
            return Err(Rejection::plain(Reason::BadText { what, limit: 3 }));
        }
        let scale = founding
            .scale
            .or_else(|| match self.rules.grand_prix.value {
                // A table is named only where the text states one (AMB-80).
                GrandPrix::None | GrandPrix::RevocableOnly => None,
                GrandPrix::Regionals => Some("british".to_owned()),
            });
        if scale
            .as_deref()
            .is_some_and(|id| grand_prix_scale(id).is_none())
        {
            return Err(Rejection::plain(Reason::UnknownScale {}));
        }
        self.record(Fact::Founded {
            name: founding.name,
            country: founding.country,
            currency: founding.currency,
            scale,
            offset: founding.offset,
            rulebook: Arc::new(self.rules.clone()),
        })
    }

    pub(super) fn record_decision(&mut self, decision: BodyDecision) -> Decided {
        self.needs_office()?;
        check_text("the decision", &decision.text)?;
        // A body's decision is recorded by the person who keeps the minutes; the chairman records their own.
        match decision.body {
            Body::Chairman => self.needs_chairman(OfficeTopic::EntryOfResident)?,
            Body::GeneralMeeting | Body::Committee | Body::Board => {}
        }
        let number = DecisionNumber::after(self.now.decisions.keys());
        self.record(Fact::DecisionRecorded { number, decision })
    }

    pub(super) fn sanction(
        &mut self,
        person: PersonNumber,
        measure: Measure,
        why: String,
    ) -> Decided {
        match self.rules.federation_sanctions.value {
            FederationSanctions::TitlesPointsExclusion => {
                self.needs_committee(OfficeTopic::Sanctions)?
            }
            FederationSanctions::None => match self.by {
                By::Committee => {}
                By::Officer | By::Chairman | By::Desk | By::Person(_) => {
                    return Err(Rejection::plain(Reason::SanctionsNotStated {}));
                }
            },
        }
        check_text("the reason", &why)?;
        self.person(person)?;
        match &measure {
            Measure::Exclude { from, until } => {
                if until.is_some_and(|until| until < *from) {
                    return Err(Rejection::plain(Reason::BadDays {}));
                }
            }
            Measure::StrikePoints { event } => {
                self.event(event)?;
            }
            Measure::RevokeTitle { title, .. } => check_text("the title", title)?,
        }
        let sanction = SanctionNumber::after(self.now.sanctions.keys());
        self.record(Fact::SanctionImposed {
            sanction,
            person,
            measure,
            why,
        })
    }

    pub(super) fn lift_sanction(&mut self, sanction: SanctionNumber, why: String) -> Decided {
        self.needs_committee(OfficeTopic::Sanctions)?;
        check_text("the reason", &why)?;
        match self.now.sanctions.get(&sanction) {
            Some(one) if one.lifted.is_none() => {
                self.record(Fact::SanctionLifted { sanction, why })
            }
            Some(_) | None => Err(Rejection::plain(Reason::UnknownSanction { sanction })),
        }
    }

    pub(super) fn propose_amendment(
        &mut self,
        text: String,
        set: Vec<(String, String)>,
    ) -> Decided {
        self.needs_office()?;
        check_text("the amendment", &text)?;
        if set.len() > CHANGES_MAX {
            return Err(too_many("settings", CHANGES_MAX));
        }
        self.changed_rules(&set)?;
        let amendment = AmendmentNumber::after(self.now.amendments.keys());
        self.record(Fact::AmendmentProposed {
            amendment,
            text,
            set,
        })
    }

    fn changed_rules(&self, set: &[(String, String)]) -> Result<Rulebook, Rejection> {
        let latest = self.now.editions.last();
        let mut rules = latest.map_or_else(|| self.rules.clone(), |one| (*one.rulebook).clone());
        for (axis, value) in set {
            rules.set(axis, value).map_err(|problem| {
                let problem = problem.to_string();
                Rejection::plain(Reason::BadSetting { problem })
            })?;
        }
        Ok(rules)
    }

    pub(super) fn adopt_amendment(
        &mut self,
        amendment: AmendmentNumber,
        decision: DecisionNumber,
        edition: String,
        from: CivilDate,
        constitution: Option<String>,
    ) -> Decided {
        self.needs_office()?;
        check_text("the edition", &edition)?;
        let open = self.now.amendments.get(&amendment);
        let Some(open) = open.filter(|one| one.adopted.is_none()) else {
            return Err(Rejection::plain(Reason::UnknownAmendment { amendment }));
        };
        self.check_adoption(decision, constitution.as_deref())?;
        let mut rules = self.changed_rules(&open.set)?;
        rules.about.supersedes = Some(rules.about.edition.clone());
        rules.about.edition.clone_from(&edition);
        rules.about.from = from.to_string();
        let rulebook = Arc::new(rules);
        self.record(Fact::AmendmentAdopted {
            amendment,
            decision,
            edition,
            from,
            constitution,
            rulebook,
        })
    }

    /// Who may change the rules, and how.
    fn check_adoption(&self, decision: DecisionNumber, constitution: Option<&str>) -> Decided {
        let axis = &self.rules.amendments;
        let clause = axis.clause();
        match axis.value {
            Amendments::BoardMajority => {
                let board = self.decision_of(decision, &[Body::Board], "the board", clause)?;
                let votes = board.votes;
                match votes.filter(|votes| votes.has_majority()) {
                    Some(_) => Ok(()),
                    None => Err(Rejection::by(
                        axis,
                        Reason::NoMajority {
                            yes: votes.map_or(0, |votes| votes.yes),
                            members: votes.map_or(0, |votes| votes.members),
                        },
                    )),
                }
            }
            Amendments::Committee => {
                self.decision_of(decision, &[Body::Committee], "the committee", clause)?;
                match constitution {
                    Some(text) => check_text("the note on the constitution", text),
                    None => Err(Rejection::by(axis, Reason::ConstitutionNotNamed {})),
                }
            }
            // The federation itself, by whichever body decided.
            Amendments::Federation | Amendments::None => self
                .decision_of(
                    decision,
                    &[Body::GeneralMeeting, Body::Committee, Body::Board],
                    "a general meeting, the committee or the board",
                    clause,
                )
                .map(|_| ()),
        }
    }

    pub(super) fn hold_meeting(&mut self, day: CivilDate, event: Option<EventKey>) -> Decided {
        self.needs_office()?;
        if let Some(event) = &event {
            // A meeting precedes the tournament it goes with (AMB-65).
            if self.event(event)?.notice.first_day < day {
                return Err(self.cited(OfficeTopic::Meeting, Reason::BadDays {}));
            }
        }
        if self.now.meetings.len() >= PEOPLE_MAX {
            return Err(too_many("meetings", PEOPLE_MAX));
        }
        let meeting = MeetingNumber::after(self.now.meetings.keys());
        self.record(Fact::MeetingHeld {
            meeting,
            day,
            event,
        })
    }

    pub(super) fn admit_voter(&mut self, meeting: MeetingNumber, person: PersonNumber) -> Decided {
        self.needs_chairman(OfficeTopic::Meeting)?;
        self.person(person)?;
        match self.now.meetings.get(&meeting) {
            None => Err(Rejection::plain(Reason::UnknownMeeting { meeting })),
            Some(one) if one.admitted.contains(&person) => {
                Err(Rejection::plain(Reason::NothingNew {}))
            }
            Some(_) => self.record(Fact::VoterAdmitted { meeting, person }),
        }
    }

    pub(super) fn allow_entry(
        &mut self,
        person: PersonNumber,
        event: EventKey,
        exception: EntryException,
        decision: Option<DecisionNumber>,
    ) -> Decided {
        self.person(person)?;
        self.event(&event)?;
        let topic = match exception {
            EntryException::ExpectedResident => OfficeTopic::EntryOfResident,
            EntryException::Other => OfficeTopic::EntryByException,
        };
        self.needs_chairman(topic)?;
        match (exception, decision) {
            (EntryException::ExpectedResident, _) => {}
            (EntryException::Other, Some(number)) => {
                let clause = self.rules.cited(topic);
                self.decision_of(number, &[Body::Committee], "the committee", clause)?;
            }
            (EntryException::Other, None) => {
                let (body, needed) = (Body::Chairman, "the committee");
                return Err(self.cited(topic, Reason::WrongBody { body, needed }));
            }
        }
        self.record(Fact::EntryAllowed {
            person,
            event,
            exception,
            clause: self.rules.cited(topic),
            decision,
        })
    }

    pub(super) fn record_title(
        &mut self,
        year: u16,
        title: String,
        person: PersonNumber,
    ) -> Decided {
        self.needs_office()?;
        check_text("the title", &title)?;
        self.known_number(person)?;
        let known = |held: &crate::records::TitleHeld| {
            (held.year, &held.title, held.person) == (year, &title, person)
        };
        if self.now.titles.iter().any(known) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::TitleRecorded {
            year,
            title,
            person,
        })
    }

    pub(super) fn record_semifinals(&mut self, year: u16, people: Vec<PersonNumber>) -> Decided {
        self.needs_office()?;
        if people.len() > PEOPLE_MAX {
            return Err(too_many("people", PEOPLE_MAX));
        }
        for person in &people {
            self.known_number(*person)?;
        }
        self.record(Fact::SemifinalsRecorded { year, people })
    }
}

//! What follows from how things stand: credentials, voters, fee sheets, obligations.

use std::collections::BTreeSet;

use outflank_event::words;
use outflank_rulebook::Rulebook;
use outflank_tournament::CivilDate;
use outflank_tournament::running::{
    Allowance, Allowed, By as TournamentBy, Credentials, MemberKind, Nation,
};

use crate::calendar::end_of_july;
use crate::dossier::Dossiers;
use crate::fees::{FeePayer, FeeSheet, FeeTable, fee_sheet};
use crate::ids::{EventKey, MeetingNumber, PersonNumber};
use crate::membership::Membership;
use crate::records::EntryException;
use crate::residence::residence;
use crate::state::FederationState;

/// What the world federation is owed for one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    pub event: EventKey,
    /// Whether it qualifies for the World Championship.
    pub qualifies: bool,
    pub state: SentState,
    /// To whom they were sent last, and when.
    pub sent: Option<(String, CivilDate)>,
}

words! {
    /// Whether the results of an event have been sent.
    SentState {
        NoResults = "no_results",
        Missing = "missing",
        Sent = "sent",
        /// Sent, and corrected since.
        ChangedSince = "changed_since",
    }
}

/// A year's duties towards the world federation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligations {
    /// The last day, 31 July.
    pub deadline: CivilDate,
    /// Event by event, since the deadline before.
    pub rows: Vec<Obligation>,
    /// Whether the status of a federation is at risk (WOC-I.2.3.p1).
    pub at_risk: bool,
}

impl FederationState {
    /// The office's data about a person who wants to enter a tournament that begins on a day.
    ///
    /// A former member who has not played for two years rejoins by playing (BOF-mem-1.b), so they may
    /// enter as one. A person who did not want to become a member has to join from their second tournament on
    /// (BOF-mem-2.b).
    pub fn credentials(
        &self,
        people: &Dossiers,
        person: PersonNumber,
        day: CivilDate,
    ) -> Credentials {
        let person = self.resolve(person);
        let dossier = people.get(&person);
        let home = self.country();
        let membership = match self.membership(person, day) {
            Membership::Member { .. } => MemberKind::Member,
            Membership::Lapsed { .. } => MemberKind::Member,
            Membership::Never => match self.first_tournament(person) {
                Some(first) if first < day => MemberKind::NotMember,
                Some(_) | None => MemberKind::FirstTimer,
            },
        };
        Credentials {
            membership: Some(membership),
            residence: dossier
                .filter(|one| !one.stays.is_empty())
                .map(|one| residence(&one.stays, home, day)),
            citizen: dossier.and_then(|one| one.is_citizen(home)),
            sanctioned: self.is_excluded(person, day),
        }
    }

    /// The exception a person was given for a tournament, in the tournament's terms.
    pub fn allowance(&self, person: PersonNumber, event: &EventKey) -> Option<Allowance> {
        let key = (event.clone(), self.resolve(person));
        self.allowed.get(&key).map(|exception| match exception {
            EntryException::ExpectedResident => Allowance {
                what: Allowed::ExpectedResident,
                by: TournamentBy::Chairman,
                why: "the chairman expects them to be resident here".to_owned(),
            },
            EntryException::Other => Allowance {
                what: Allowed::OtherResident,
                by: TournamentBy::Committee,
                why: "the committee has approved it".to_owned(),
            },
        })
    }

    /// Who may vote at a meeting: the members of its day, people who become members by the tournament it
    /// precedes or by one of the same day (BOF-mem-1.c), and whom the chairman has let vote.
    pub fn voters(&self, meeting: MeetingNumber) -> BTreeSet<PersonNumber> {
        let Some(meeting) = self.meetings.get(&meeting) else {
            return BTreeSet::new();
        };
        let attached = |key: &EventKey, first_day: CivilDate| {
            meeting.event.as_ref() == Some(key) || first_day == meeting.day
        };
        let entering = (self.events.iter())
            .filter(|(key, event)| attached(key, event.notice.first_day))
            .flat_map(|(_, event)| event.entrants.iter().copied())
            .filter(|person| {
                (self.people.get(person)).is_some_and(|one| !one.opted_out && !one.erased)
            });
        let members = (self.people.iter())
            .filter(|(_, one)| one.merged.is_none() && !one.erased)
            .map(|(number, _)| *number)
            .filter(|number| self.membership(*number, meeting.day).is_member());
        (members
            .chain(entering)
            .chain(meeting.admitted.iter().copied()))
        .map(|person| self.resolve(person))
        .collect()
    }

    /// The fees in force.
    pub fn fee_table(&self, rules: &Rulebook) -> Option<FeeTable> {
        self.fees.or_else(|| FeeTable::of(rules))
    }

    /// The fee sheet of an event; nothing if there are no fees.
    pub fn fee_sheet(
        &self,
        rules: &Rulebook,
        people: &Dossiers,
        event: &EventKey,
    ) -> Option<FeeSheet> {
        let table = self.fee_table(rules)?;
        let state = self.events.get(event)?;
        let day = state.notice.first_day;
        let entrants: BTreeSet<PersonNumber> = state
            .entrants
            .iter()
            .map(|one| self.resolve(*one))
            .collect();
        let payers: Vec<FeePayer> = (entrants.into_iter())
            .map(|person| {
                let dossier = people.get(&person);
                let earlier = self
                    .first_tournament(person)
                    .is_some_and(|first| first < day);
                let citizen = dossier.and_then(|one| one.is_citizen(self.country()));
                FeePayer {
                    person,
                    wage: dossier.and_then(|one| one.wage),
                    first_of_citizen: state.notice.organised && citizen == Some(true) && !earlier,
                    family: dossier.and_then(|one| one.family.clone()),
                    paid: dossier.map_or_else(Default::default, |one| one.paid_for(event)),
                }
            })
            .collect();
        Some(fee_sheet(table, &payers))
    }

    /// What is owed to the world federation in a year, as it stands on a day.
    pub fn obligations(&self, year: u16, day: CivilDate) -> Obligations {
        let deadline = end_of_july(year);
        let since = end_of_july(year.saturating_sub(1));
        let mut events: Vec<_> = (self.events.iter())
            .filter(|(_, event)| event.notice.organised)
            .filter(|(_, event)| event.notice.end() > since && event.notice.end() <= deadline)
            .collect();
        events.sort_by_key(|(key, event)| (event.notice.first_day, (*key).clone()));
        let rows: Vec<Obligation> = (events.iter())
            .map(|(key, event)| Obligation {
                event: (*key).clone(),
                qualifies: event.notice.qualifies,
                state: match (event.latest(), event.sent.last()) {
                    (None, _) => SentState::NoResults,
                    (Some(_), None) => SentState::Missing,
                    (Some(latest), Some(sent)) if latest.edition > sent.edition => {
                        SentState::ChangedSince
                    }
                    (Some(_), Some(_)) => SentState::Sent,
                },
                sent: (event.latest().and(event.sent.last()))
                    .map(|sent| (sent.to.clone(), sent.day)),
            })
            .collect();
        let in_time = |key: &EventKey| {
            let sent = self.events.get(key).map(|event| &event.sent);
            sent.is_some_and(|sent| sent.iter().any(|one| one.day <= deadline))
        };
        let mut qualifying = rows.iter().filter(|row| row.qualifies).peekable();
        let none = qualifying.peek().is_none();
        let all_sent = qualifying.all(|row| in_time(&row.event));
        Obligations {
            deadline,
            at_risk: day > deadline && (none || !all_sent),
            rows,
        }
    }

    /// The federations that have not sent the results of their qualification tournaments by 31 July
    /// (WOC-I.2.3.p1): their status is at risk.
    pub fn at_risk(&self, year: u16, day: CivilDate) -> Vec<&str> {
        let deadline = end_of_july(year);
        if day <= deadline {
            return Vec::new();
        }
        (self.nations.iter())
            .filter(|(_, nation)| match nation.kind {
                Nation::Federation => {
                    let sent = nation.sent.get(&year);
                    sent.is_none_or(|(_, on)| *on > deadline)
                }
                Nation::ContactPerson | Nation::NotMember => false,
            })
            .map(|(country, _)| country.as_str())
            .collect()
    }

    /// Whether a nation may send players to the championship of a year (WOC-I.2.1.p1).
    pub fn may_send(&self, country: &str, year: u16) -> bool {
        match self.nation_kind(country) {
            Nation::Federation | Nation::ContactPerson => true,
            Nation::NotMember => (self.exceptions.get(&(country.to_owned(), year)))
                .is_some_and(|one| one.approved == Some(true)),
        }
    }
}

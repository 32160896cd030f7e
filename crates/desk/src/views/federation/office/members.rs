//! Members with the reason, voters of a meeting, fees of an event.

use outflank_event::words;
use outflank_federation::{
    EventKey, FeeReason, FeeTable, JoinedBy, MeetingNumber, Membership, PersonNumber,
};
use outflank_tournament::{CivilDate, Money};
use serde::Serialize;

use crate::state::federation::FederationNow;
use crate::views::OfficePerson;

/// A person's membership, and why.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemberLine {
    pub person: OfficePerson,
    pub is: MemberState,
    pub since: Option<CivilDate>,
    /// The last day: of a member who does not play again, or of a former one.
    pub until: Option<CivilDate>,
    /// The last tournament that gave membership.
    pub last_played: Option<CivilDate>,
    /// Whether playing does not enrol this person.
    pub opted_out: bool,
}

words! {
    /// What a person is to the federation.
    MemberState {
        /// A member by playing.
        Tournament = "tournament",
        /// A member outside tournaments.
        Direct = "direct",
        /// A former member.
        Lapsed = "lapsed",
        Never = "never",
    }
}

impl MemberLine {
    #[must_use]
    pub fn is_member(&self) -> bool {
        match self.is {
            MemberState::Tournament | MemberState::Direct => true,
            MemberState::Lapsed | MemberState::Never => false,
        }
    }
}

/// A general meeting and who may vote.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MeetingLine {
    pub meeting: MeetingNumber,
    pub day: CivilDate,
    /// The tournament that follows the meeting.
    pub event: Option<String>,
    pub voters: Vec<OfficePerson>,
}

/// A person on a fee sheet. Amounts are in hundredths.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeePersonLine {
    pub person: OfficePerson,
    /// What this person would owe alone.
    pub fee: Money,
    pub why: FeeReason,
    pub clause: Option<String>,
    pub paid: Money,
}

/// Those who pay together.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeeGroupLine {
    pub family: Option<String>,
    pub lines: Vec<FeePersonLine>,
    /// The amount they owe together.
    pub due: Money,
    pub paid: Money,
    /// Whether the family's rate made it less.
    pub family_rate: bool,
}

/// The fees of a tournament. Amounts are in hundredths.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeeSheetShown {
    pub event: EventKey,
    pub name: String,
    pub day: CivilDate,
    pub currency: Option<String>,
    /// The fees: waged, unwaged, family.
    pub table: (Money, Money, Money),
    /// Single people and families.
    pub groups: Vec<FeeGroupLine>,
    pub due: Money,
    pub paid: Money,
}

impl FederationNow {
    pub(crate) fn member_line(&self, person: PersonNumber, today: CivilDate) -> MemberLine {
        let affairs = self.affairs();
        let days = affairs.enrolling_days(person, today);
        let (is, since, until) = match affairs.membership(person, today) {
            Membership::Member { by, since, until } => {
                let is = match by {
                    JoinedBy::Tournament => MemberState::Tournament,
                    JoinedBy::Direct => MemberState::Direct,
                };
                (is, Some(since), until)
            }
            Membership::Lapsed { until } => (MemberState::Lapsed, None, Some(until)),
            Membership::Never => (MemberState::Never, None, None),
        };
        MemberLine {
            person: self.known_as(person),
            is,
            since,
            until,
            last_played: days.into_iter().max(),
            opted_out: (affairs.people.get(&person)).is_some_and(|one| one.opted_out),
        }
    }

    /// Everybody who is or was a member on a day.
    #[must_use]
    pub fn member_lines(&self, day: CivilDate) -> Vec<MemberLine> {
        let affairs = self.affairs();
        (affairs.people.iter())
            .filter(|(_, state)| state.merged.is_none() && !state.erased)
            .map(|(number, _)| self.member_line(*number, day))
            .filter(|line| line.is != MemberState::Never)
            .collect()
    }

    /// The general meetings, the latest first, with their voters.
    #[must_use]
    pub fn meeting_lines(&self) -> Vec<MeetingLine> {
        let affairs = self.affairs();
        let line = |(number, meeting): (&MeetingNumber, &outflank_federation::Meeting)| {
            let voters = affairs.voters(*number).into_iter();
            MeetingLine {
                meeting: *number,
                day: meeting.day,
                event: (meeting.event.as_ref()).map(|event| self.event_name(event)),
                voters: voters.map(|one| self.known_as(one)).collect(),
            }
        };
        affairs.meetings.iter().rev().map(line).collect()
    }

    /// The fees in force on a day.
    #[must_use]
    pub fn fees(&self, today: CivilDate) -> Option<FeeTable> {
        let affairs = self.affairs();
        affairs.fee_table(affairs.rules_on(today)?)
    }

    /// The fee sheet of an event; nothing if the federation takes no fees.
    #[must_use]
    pub fn fee_sheet(&self, event: &str) -> Option<FeeSheetShown> {
        let affairs = self.affairs();
        let key = EventKey::from(event);
        let state = affairs.events.get(&key)?;
        let rules = affairs.rules_on(state.notice.first_day)?;
        let table = affairs.fee_table(rules)?;
        let sheet = affairs.fee_sheet(rules, &self.people, &key)?;
        Some(FeeSheetShown {
            name: state.notice.name.clone(),
            day: state.notice.first_day,
            currency: affairs
                .founded
                .as_ref()
                .and_then(|one| one.currency.clone()),
            table: (table.waged, table.unwaged, table.family),
            due: sheet.due(),
            paid: sheet.paid(),
            event: key,
            groups: (sheet.groups.iter())
                .map(|group| FeeGroupLine {
                    family: group.family.clone(),
                    due: group.due,
                    paid: group.paid(),
                    family_rate: group.family_rate,
                    lines: (group.lines.iter())
                        .map(|line| FeePersonLine {
                            person: self.known_as(line.person),
                            fee: line.fee,
                            why: line.why,
                            clause: line.why.clause(rules).map(|clause| clause.for_people()),
                            paid: line.paid,
                        })
                        .collect(),
                })
                .collect(),
        })
    }
}

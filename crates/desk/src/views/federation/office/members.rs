//! Members with the reason, voters of a meeting, fees of an event.

use outflank_federation::{EventKey, JoinedBy, MeetingNumber, Membership, PersonNumber};
use outflank_tournament::{CivilDate, Money};
use serde::Serialize;

use crate::state::federation::FederationNow;
use crate::views::OfficePerson;

/// A person's membership, and why.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemberLine {
    pub person: OfficePerson,
    /// `tournament` or `direct` for a member, `lapsed`, `never`.
    pub is: String,
    pub since: Option<String>,
    /// The last day of membership: if a member does not play again, or of a former member.
    pub until: Option<String>,
    /// The last tournament that made the person a member.
    pub last_played: Option<String>,
    /// Whether the person does not want to become a member by playing.
    pub opted_out: bool,
}

impl MemberLine {
    /// Whether he is a member.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.is == "tournament" || self.is == "direct"
    }
}

/// A general meeting and who may vote.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MeetingLine {
    pub meeting: u32,
    pub day: String,
    /// The tournament that follows the meeting.
    pub event: Option<String>,
    pub voters: Vec<OfficePerson>,
}

/// A person on a fee sheet. Amounts are in hundredths.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeePersonLine {
    pub person: OfficePerson,
    /// The fee without the family rate.
    pub fee: u64,
    /// Why: `first_of_citizen`, `waged`, `unwaged`.
    pub why: String,
    pub clause: Option<String>,
    /// The amount paid.
    pub paid: u64,
}

/// Those who pay together.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeeGroupLine {
    pub family: Option<String>,
    pub lines: Vec<FeePersonLine>,
    /// The amount they owe together.
    pub due: u64,
    /// The amount they have paid.
    pub paid: u64,
    /// Whether the family's rate made it less.
    pub family_rate: bool,
}

/// The fees of a tournament. Amounts are in hundredths.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeeSheetShown {
    pub event: String,
    pub name: String,
    pub day: String,
    pub currency: Option<String>,
    /// The fees: waged, unwaged, family.
    pub table: (u64, u64, u64),
    /// Single people and families.
    pub groups: Vec<FeeGroupLine>,
    pub due: u64,
    pub paid: u64,
}

impl FederationNow {
    pub(crate) fn member_line(&self, person: PersonNumber, today: CivilDate) -> MemberLine {
        let affairs = self.affairs();
        let days = affairs.enrolling_days(person, today);
        let (is, since, until) = match affairs.membership(person, today) {
            Membership::Member { by, since, until } => {
                let is = match by {
                    JoinedBy::Tournament => "tournament",
                    JoinedBy::Direct => "direct",
                };
                (is, Some(since), until)
            }
            Membership::Lapsed { until } => ("lapsed", None, Some(until)),
            Membership::Never => ("never", None, None),
        };
        let text = |day: Option<CivilDate>| day.map(|day| day.to_string());
        MemberLine {
            person: self.known_as(person),
            is: is.to_owned(),
            since: text(since),
            until: text(until),
            last_played: text(days.into_iter().max()),
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
            .filter(|line| line.is != "never")
            .collect()
    }

    /// The general meetings, the latest first, with their voters.
    #[must_use]
    pub fn meeting_lines(&self) -> Vec<MeetingLine> {
        let affairs = self.affairs();
        let line = |(number, meeting): (&MeetingNumber, &outflank_federation::Meeting)| {
            let voters = affairs.voters(*number).into_iter();
            MeetingLine {
                meeting: number.0,
                day: meeting.day.to_string(),
                event: (meeting.event.as_ref()).map(|event| self.event_name(event)),
                voters: voters.map(|one| self.known_as(one)).collect(),
            }
        };
        affairs.meetings.iter().rev().map(line).collect()
    }

    /// What an event is called.
    #[must_use]
    pub(crate) fn event_name(&self, event: &EventKey) -> String {
        let known = self.affairs().events.get(event);
        known.map_or_else(|| event.to_string(), |one| one.notice.name.clone())
    }

    /// The fees in force on a day: waged, unwaged, family.
    #[must_use]
    pub fn fees(&self, today: CivilDate) -> Option<(u64, u64, u64)> {
        let affairs = self.affairs();
        let table = affairs.fee_table(affairs.rules_on(today)?)?;
        Some((table.waged.0, table.unwaged.0, table.family.0))
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
        let amount = |money: Money| money.0;
        Some(FeeSheetShown {
            event: event.to_owned(),
            name: state.notice.name.clone(),
            day: state.notice.first_day.to_string(),
            currency: affairs
                .founded
                .as_ref()
                .and_then(|one| one.currency.clone()),
            table: (table.waged.0, table.unwaged.0, table.family.0),
            due: amount(sheet.due()),
            paid: amount(sheet.paid()),
            groups: (sheet.groups.iter())
                .map(|group| FeeGroupLine {
                    family: group.family.clone(),
                    due: amount(group.due),
                    paid: amount(group.paid()),
                    family_rate: group.family_rate,
                    lines: (group.lines.iter())
                        .map(|line| FeePersonLine {
                            person: self.known_as(line.person),
                            fee: amount(line.fee),
                            why: line.why.to_string(),
                            clause: line.why.clause(rules).map(|clause| clause.for_people()),
                            paid: amount(line.paid),
                        })
                        .collect(),
                })
                .collect(),
        })
    }
}

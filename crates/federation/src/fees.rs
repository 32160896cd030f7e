//! What an event costs its entrants.
//!
//! | Who | Fee | Clause |
//! |---|---|---|
//! | a citizen in their first tournament of the federation | nothing | BOF-mem-2.a |
//! | a waged person | the full fee | BOF-mem-3 |
//! | an unwaged person | the lower one | BOF-mem-3 |
//! | a family together | never more than the family's rate | BOF-mem-3, AMB-64 |

use std::collections::BTreeMap;

use outflank_event::words;
use outflank_rulebook::axes::office::Fees;
use outflank_rulebook::{ClauseId, OfficeTopic, Rulebook};
use outflank_tournament::Money;
use serde::{Deserialize, Serialize};

use crate::dossier::Wage;
use crate::ids::PersonNumber;

/// The fees of a federation, in hundredths.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeeTable {
    pub waged: Money,
    pub unwaged: Money,
    /// The most a family pays.
    pub family: Money,
}

impl FeeTable {
    /// What the rulebook states; nothing where it states none.
    #[must_use]
    pub fn of(rules: &Rulebook) -> Option<Self> {
        match rules.fees.value {
            Fees::None => None,
            Fees::TenFiveFifteen => Some(Self {
                waged: Money(1_000),
                unwaged: Money(500),
                family: Money(1_500),
            }),
        }
    }
}

/// A player for the calculation of fees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeePayer {
    pub person: PersonNumber,
    /// Whether the person is waged; it is assumed if it is not known.
    pub wage: Option<Wage>,
    /// Whether the person is a citizen in their first tournament of the federation.
    pub first_of_citizen: bool,
    pub family: Option<String>,
    /// The amount paid.
    pub paid: Money,
}

words! {
    /// Why a person owes this amount.
    FeeReason {
        /// A citizen's first tournament is free.
        FirstOfCitizen = "first_of_citizen",
        Waged = "waged",
        Unwaged = "unwaged",
    }
}

impl FeeReason {
    /// The clause that states it.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        rules.cited(match self {
            Self::FirstOfCitizen => OfficeTopic::FirstTournamentFree,
            Self::Waged | Self::Unwaged => OfficeTopic::Fees,
        })
    }
}

/// One person on a fee sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeLine {
    pub person: PersonNumber,
    /// The fee without the family rate.
    pub fee: Money,
    pub why: FeeReason,
    /// The amount paid.
    pub paid: Money,
}

/// Those who pay together: one person, or a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeGroup {
    pub family: Option<String>,
    pub lines: Vec<FeeLine>,
    /// The amount they owe together.
    pub due: Money,
    /// Whether the family's rate made it less.
    pub family_rate: bool,
}

impl FeeGroup {
    /// What they have paid together.
    pub fn paid(&self) -> Money {
        Money(self.lines.iter().map(|line| line.paid.0).sum())
    }
}

/// The fees of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FeeSheet {
    /// Single people and families, in the order of the first person's number.
    pub groups: Vec<FeeGroup>,
}

impl FeeSheet {
    pub fn due(&self) -> Money {
        Money(self.groups.iter().map(|group| group.due.0).sum())
    }

    pub fn paid(&self) -> Money {
        Money(self.groups.iter().map(|group| group.paid().0).sum())
    }
}

/// The fee sheet of an event.
pub fn fee_sheet(table: FeeTable, payers: &[FeePayer]) -> FeeSheet {
    let mut families: BTreeMap<&str, Vec<FeeLine>> = BTreeMap::new();
    let mut groups = Vec::new();
    for payer in payers {
        let line = fee_line(table, payer);
        match &payer.family {
            Some(family) => families.entry(family).or_default().push(line),
            None => groups.push(FeeGroup {
                family: None,
                due: line.fee,
                lines: vec![line],
                family_rate: false,
            }),
        }
    }
    for (family, lines) in families {
        let sum: u64 = lines.iter().map(|line| line.fee.0).sum();
        let is_family = lines.len() > 1;
        let family_rate = is_family && sum > table.family.0;
        groups.push(FeeGroup {
            family: Some(family.to_owned()),
            lines,
            due: if family_rate {
                table.family
            } else {
                Money(sum)
            },
            family_rate,
        });
    }
    groups.sort_by_key(|group| group.lines.iter().map(|line| line.person).min());
    FeeSheet { groups }
}

fn fee_line(table: FeeTable, payer: &FeePayer) -> FeeLine {
    let (fee, why) = if payer.first_of_citizen {
        (Money(0), FeeReason::FirstOfCitizen)
    } else {
        match payer.wage {
            Some(Wage::Unwaged) => (table.unwaged, FeeReason::Unwaged),
            Some(Wage::Waged) | None => (table.waged, FeeReason::Waged),
        }
    };
    FeeLine {
        person: payer.person,
        fee,
        why,
        paid: payer.paid,
    }
}

//! Incidents and announcements as the desk sees them, and how the event ends.

use outflank_tournament::ListName;
use outflank_tournament::running::{Incident, Offender, PenaltyKind, penalties};

use crate::views::director::DirectorView;
use crate::views::{Moment, Player};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncidentLine {
    pub number: u32,
    /// When it was reported.
    pub at: Moment,
    /// The person whose conduct it is about.
    pub who: String,
    /// The clause that was broken.
    pub clause: String,
    pub round: Option<u16>,
    pub table: Option<u16>,
    pub what: String,
    /// The penalties that the rulebook lets the deciding official impose.
    pub menu: Vec<PenaltyKind>,
    /// What became of it: the penalty, its clause, and why.
    pub decided: Option<(PenaltyKind, Option<String>, String)>,
}

/// Something said to the whole hall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncementLine {
    pub at: Moment,
    pub text: String,
}

/// How the event ends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ending {
    /// Titles that were awarded: the title, who has it, and how it was won.
    pub titles: Vec<(String, String, String)>,
    /// When it was signed off.
    pub signed: Option<Moment>,
}

/// The prizes of a list as they fall now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizesOfList {
    /// The list's word: `individual`.
    pub list: ListName,
    pub currency: String,
    /// Whether the list is final.
    pub is_final: bool,
    /// Who gets what, and the sum behind it.
    pub rows: Vec<PrizeLine>,
    /// The fund as it is typed: list, currency, prizes.
    pub typed: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizeLine {
    pub player: Player,
    /// The places whose prizes the player shares.
    pub places: (u32, u32),
    pub amount: String,
    /// The sum for checking by hand.
    pub arithmetic: String,
}

impl DirectorView<'_> {
    /// Every incident, the latest first.
    #[must_use]
    pub fn incidents(&self) -> Vec<IncidentLine> {
        let incidents = self.affairs().conduct.incidents.iter().rev();
        incidents.map(|one| self.incident(one)).collect()
    }

    fn incident(&self, one: &Incident) -> IncidentLine {
        let report = &one.report;
        IncidentLine {
            number: one.number,
            at: self.moment(one.at),
            who: match &report.offender {
                Offender::Player { entrant } => self.now.name(*entrant),
                Offender::Spectator { name } => name.clone(),
            },
            clause: report.clause.replacen('-', " ", 1),
            round: report.round.map(|round| round.0),
            table: report.table.map(|table| table.0),
            what: report.what.clone(),
            menu: penalties(&report.offender),
            decided: one.decided.as_ref().map(|verdict| {
                let clause = verdict.clause.as_ref().map(|clause| clause.for_people());
                (verdict.penalty.kind(), clause, verdict.why.clone())
            }),
        }
    }

    /// Everything announced, the latest first.
    #[must_use]
    pub fn announcements(&self) -> Vec<AnnouncementLine> {
        (self.affairs().conduct.announcements.iter().rev())
            .map(|one| AnnouncementLine {
                at: self.moment(one.at),
                text: one.text.clone(),
            })
            .collect()
    }

    /// The prizes of every list as they fall now.
    #[must_use]
    pub fn prizes(&self) -> Vec<PrizesOfList> {
        (self.affairs().prize_tables().iter())
            .map(|table| {
                let fund = &table.prizes.fund;
                let amounts: Vec<String> = (fund.prizes.iter())
                    .map(|prize| prize.with_digits(fund.digits))
                    .collect();
                let list = table.prizes.list;
                PrizesOfList {
                    typed: format!("{list} {} {}", fund.currency, amounts.join(" ")),
                    list,
                    currency: fund.currency.clone(),
                    is_final: table.is_final,
                    rows: (table.rows.iter())
                        .map(|row| PrizeLine {
                            player: self.player(row.id.0),
                            places: row.places,
                            amount: row.amount.with_digits(fund.digits),
                            arithmetic: row.arithmetic(fund),
                        })
                        .collect(),
                }
            })
            .collect()
    }

    /// How the event ends.
    #[must_use]
    pub fn ending(&self) -> Ending {
        let affairs = self.affairs();
        let titles = affairs.titles.as_ref().map(|(_, titles)| titles.as_slice());
        Ending {
            titles: (titles.unwrap_or_default().iter())
                .map(|award| {
                    let names: Vec<String> =
                        award.entrants.iter().map(|id| self.now.name(*id)).collect();
                    let who = match &award.team {
                        Some(team) => format!("{team} ({})", names.join(", ")),
                        None => names.join(", "),
                    };
                    (award.title.clone(), who, award.why.clone())
                })
                .collect(),
            signed: affairs
                .signed_off
                .as_ref()
                .map(|signed| self.moment(signed.at)),
        }
    }
}

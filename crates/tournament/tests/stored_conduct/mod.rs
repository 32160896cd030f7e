//! Facts about conduct in the form they are stored in.

use outflank_rulebook::{ClauseId, HalfDiscs, Millis};
use outflank_tournament::running::{
    Fact, IncidentReport, Notice, Offender, Penalty, TableNumber, TimedStage, Timestamp,
};
use outflank_tournament::{EntrantId, RoundNumber};

const ONE: RoundNumber = RoundNumber(1);
const TABLE: TableNumber = TableNumber(3);

/// One of every kind.
pub(crate) fn facts() -> Vec<Fact> {
    let entrant = EntrantId(7);
    let mut facts = vec![
        Fact::TablesAssigned {
            name: "Lou Host".to_owned(),
            tables: vec![TABLE, TableNumber(4)],
        },
        Fact::IncidentReported {
            number: 1,
            report: IncidentReport {
                offender: Offender::Player { entrant },
                clause: "WOC-I.4.2.p1".to_owned(),
                round: Some(ONE),
                table: Some(TABLE),
                what: "looked at his telephone".to_owned(),
            },
        },
        Fact::IncidentReported {
            number: 2,
            report: IncidentReport {
                offender: Offender::Spectator {
                    name: "the man in the red hat".to_owned(),
                },
                clause: "WOC-IV.4.p1.c".to_owned(),
                round: None,
                table: None,
                what: "told White about his clock".to_owned(),
            },
        },
        Fact::AnnouncementMade {
            text: "lunch is served".to_owned(),
        },
        Fact::TimeChanged {
            stage: TimedStage::Final,
            was: Millis::minutes(40),
            time: Millis::minutes(30),
            why: "the hall closes at six".to_owned(),
        },
    ];
    facts.extend(verdicts());
    facts
}

fn verdicts() -> Vec<Fact> {
    let penalties = [
        Penalty::None,
        Penalty::Warning,
        Penalty::Time {
            take: Millis::minutes(2),
            give: Millis::minutes(1),
        },
        Penalty::Score {
            black: HalfDiscs::discs(36),
            white: HalfDiscs::discs(28),
        },
        Penalty::Draw,
        Penalty::Award { discs: None },
        Penalty::Award {
            discs: Some(HalfDiscs::discs(40)),
        },
        Penalty::Room { until: None },
        Penalty::Room {
            until: Some(Timestamp(1_714_813_200_000)),
        },
        Penalty::Tournament,
    ];
    let decided = |penalty: Penalty| Fact::IncidentDecided {
        number: 1,
        penalty,
        clause: ClauseId::known("WOC-V.2.d"),
        why: "twice warned".to_owned(),
        notices: vec![Notice {
            code: "short_notice".to_owned(),
            clause: ClauseId::known("SOC-II.5.a"),
            text: "the start is announced 4:00 ahead, not 5:00".to_owned(),
        }],
    };
    penalties.into_iter().map(decided).collect()
}

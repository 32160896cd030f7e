//! Dice for officials, incidents and announcements.

use outflank_rulebook::{HalfDiscs, Millis};
use outflank_tournament::running::{
    Act, IncidentReport, Offender, Penalty, TableNumber, TimedStage, Timestamp, TournamentState,
};
use outflank_tournament::{HandLots, LotsFor};

use super::Dice;

const CLAUSES: [&str; 5] = [
    "WOC-I.4.2.p1",
    "BOF-gen-5",
    "SOC-I.5",
    "USOA-8.4",
    "PAGE-none",
];

impl Dice {
    /// Anything about conduct, sensible or not.
    pub(super) fn conduct(&mut self, affairs: &TournamentState) -> Act {
        let why = "a reason".to_owned();
        match self.below(10) {
            0..=2 => self.incident(affairs),
            3..=4 => Act::DecideIncident {
                incident: self.undecided(affairs),
                penalty: self.penalty(),
                why,
                hurt_seen: self.one_in(2),
            },
            5 => Act::MakeAnnouncement {
                text: "lunch is served".to_owned(),
            },
            6 => Act::ChangeTime {
                stage: self.pick(TimedStage::ALL),
                time: Millis::minutes(i64::from(self.number(60))),
                why,
            },
            7..=8 => self.lots(affairs),
            _ => Act::AssignTables {
                name: (affairs.officials.first()).map_or_else(|| why, |one| one.name.clone()),
                tables: vec![TableNumber(self.number(5)), TableNumber(2)],
            },
        }
    }

    /// An incident that waits for its decision, or any number.
    fn undecided(&mut self, affairs: &TournamentState) -> u32 {
        let mut incidents = affairs.conduct.incidents.iter();
        match incidents.find(|one| one.decided.is_none()) {
            Some(open) if !self.one_in(4) => open.number,
            Some(_) | None => 1 + u32::from(self.number(6)),
        }
    }

    /// Lots for a tie there is, for everybody, or for anybody.
    fn lots(&mut self, affairs: &TournamentState) -> Act {
        let after = self.round(affairs).0;
        let tied = (affairs.standings(after))
            .and_then(|table| table.draws.into_iter().next())
            .map(|draw| draw.order);
        let everybody = || affairs.entrants.keys().copied().collect();
        let (purpose, mut order) = match self.below(8) {
            0 => (LotsFor::RoundRobin, everybody()),
            1 => (LotsFor::FirstRound, everybody()),
            2 => (LotsFor::Standings { after }, everybody()),
            _ => (LotsFor::Standings { after }, tied.unwrap_or_default()),
        };
        if !order.is_empty() && self.one_in(2) {
            let far = self.below(order.len());
            order.rotate_left(far);
        }
        Act::RecordLots(Box::new(HandLots {
            purpose,
            order,
            witnesses: vec!["Ada Example".to_owned()],
        }))
    }

    fn incident(&mut self, affairs: &TournamentState) -> Act {
        let round = self.round(affairs);
        let (table, player) = self.player(affairs, round);
        let offender = if self.one_in(4) {
            Offender::Spectator {
                name: "the man in the red hat".to_owned(),
            }
        } else {
            Offender::Player { entrant: player }
        };
        // A clause of the event's own rulebook as often as any.
        let rules = affairs.opened.as_ref().map(|opened| &opened.rulebook);
        let own = rules.and_then(|rules| rules.deciding_official.clause());
        let clause = match own.filter(|_| self.one_in(2)) {
            Some(own) => own.as_str().to_owned(),
            None => self.pick(&CLAUSES).to_owned(),
        };
        Act::ReportIncident(Box::new(IncidentReport {
            offender,
            clause,
            round: (!self.one_in(5)).then_some(round),
            table: (!self.one_in(5)).then_some(table),
            what: "talked".to_owned(),
        }))
    }

    fn penalty(&mut self) -> Penalty {
        let discs = |n: u16| HalfDiscs(n * 2);
        match self.below(8) {
            0 => Penalty::None,
            1 => Penalty::Warning,
            2 => Penalty::Time {
                take: Millis(i64::from(self.number(3)) - 1),
                give: Millis(i64::from(self.number(3)) - 1),
            },
            3 => {
                let black = self.number(66);
                Penalty::Score {
                    black: discs(black),
                    white: discs(64_u16.saturating_sub(black)),
                }
            }
            4 => Penalty::Draw,
            5 => Penalty::Award {
                discs: self.one_in(2).then(|| discs(30 + self.number(40))),
            },
            6 => Penalty::Room {
                until: self.one_in(2).then_some(Timestamp(0)),
            },
            _ => Penalty::Tournament,
        }
    }
}

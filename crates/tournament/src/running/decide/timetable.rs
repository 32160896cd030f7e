//! The timetable, the tables and the clocks.

use std::collections::BTreeSet;

use outflank_event::Timestamp;
use outflank_pairing::RoundNumber;

use super::{Decided, Decision, check_text};
use crate::running::fact::Fact;
use crate::running::hall::{ClockStock, TABLE_RULES_MAX, TableRule};
use crate::running::notice::Notice;
use crate::running::paired::TableNumber;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Phase;
use crate::running::timetable::{SLOTS_MAX, SlotKind, Timetable};

impl Decision<'_> {
    pub(super) fn set_timetable(&mut self, timetable: Timetable) -> Decided {
        self.needs_director()?;
        if timetable.slots.len() > SLOTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "timetable lines",
                limit: SLOTS_MAX,
            }));
        }
        for slot in &timetable.slots {
            match &slot.what {
                SlotKind::Break(text) => check_text("the break", text)?,
                SlotKind::Round(_) | SlotKind::Finals(_) => {}
            }
        }
        if !timetable.is_in_order() {
            return Err(Rejection::plain(Reason::BadTimetable {}));
        }
        let notices = self.day_notices(&timetable);
        self.record(Fact::TimetableSet { timetable, notices })
    }

    /// Seven rounds on the first day and six on the second, say (WOC-II.2.p2).
    fn day_notices(&self, timetable: &Timetable) -> Vec<Notice> {
        let plan = self.now.settled_plan(self.opened);
        let is_swiss = crate::running::PlaySystem::from(plan.system).is_swiss();
        if !is_swiss {
            return Vec::new();
        }
        let by_day = &self.rules.rounds_by_day;
        (1..)
            .zip(by_day.value.rounds())
            .filter(|(day, rounds)| timetable.rounds_of_day(*day) != usize::from(**rounds))
            .map(|(day, rounds)| {
                let text = format!("the rulebook has {rounds} rounds on day {day}");
                Notice::by("rounds_of_day", by_day.clause(), text)
            })
            .collect()
    }

    pub(super) fn move_start(&mut self, round: RoundNumber, to: Timestamp) -> Decided {
        self.needs_director()?;
        if let Some(life) = self.now.round(round)
            && life.phase >= Phase::Started
        {
            self.needs_phase(life, &[Phase::Proposed], "not yet started")?;
        }
        let moved = self.now.timetable.moved(round, to);
        let timetable = moved.ok_or(Rejection::plain(Reason::NotInTimetable { round }))?;
        if !timetable.is_in_order() {
            return Err(Rejection::plain(Reason::BadTimetable {}));
        }
        self.record(Fact::StartMoved {
            round,
            start: to,
            timetable,
        })
    }

    /// The start is announced some minutes ahead (SOC-II.5.a); a shorter notice is said.
    pub(super) fn announce_start(&mut self, round: RoundNumber, start: Timestamp) -> Decided {
        self.needs_desk()?;
        if let Some(life) = self.now.round(round)
            && life.phase >= Phase::Started
        {
            self.needs_phase(life, &[Phase::Proposed], "not yet started")?;
        }
        if round.0 == 0 || round.0 > self.now.next_round().0 {
            return Err(Rejection::plain(Reason::NotTheNextRound {
                round,
                next: self.now.next_round(),
            }));
        }
        let ahead = start.since(self.at);
        let notices = match self.rules.start_notice.value {
            Some(asked) if ahead < asked => vec![Notice::by(
                "short_notice",
                self.rules.start_notice.clause(),
                format!("the start is announced {ahead} ahead, not {asked}"),
            )],
            Some(_) | None => Vec::new(),
        };
        self.record(Fact::StartAnnounced {
            round,
            start,
            notices,
        })
    }

    pub(super) fn set_table_rules(&mut self, rules: Vec<TableRule>) -> Decided {
        self.needs_desk()?;
        if rules.len() > TABLE_RULES_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "table rules",
                limit: TABLE_RULES_MAX,
            }));
        }
        let mut taken: BTreeSet<TableNumber> = BTreeSet::new();
        let mut halls = 0;
        for rule in &rules {
            let table = match rule {
                TableRule::Keeps { entrant, table } => {
                    self.entrant(*entrant)?;
                    *table
                }
                TableRule::OutOfUse { table } => *table,
                TableRule::Broadcast { .. } => continue,
                TableRule::Room { name, .. } => {
                    check_text("the room", name)?;
                    continue;
                }
                TableRule::Hall { name, first, last } => {
                    check_text("the hall", name)?;
                    halls += 1;
                    if first.0 == 0 || first > last || halls > 1 {
                        return Err(Rejection::plain(Reason::BadHall {}));
                    }
                    continue;
                }
            };
            if table.0 == 0 || !taken.insert(table) {
                return Err(Rejection::plain(Reason::BadTableRule { table }));
            }
        }
        self.record(Fact::TableRulesSet { rules })
    }

    pub(super) fn count_clocks(&mut self, stock: ClockStock) -> Decided {
        self.needs_desk()?;
        self.record(Fact::ClocksCounted { stock })
    }
}

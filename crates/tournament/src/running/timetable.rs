//! When rounds are to start, day by day, with the breaks between them.

use outflank_event::Timestamp;
use outflank_pairing::RoundNumber;
use outflank_rulebook::{Millis, Rulebook};
use serde::{Deserialize, Serialize};

use super::time::UtcOffset;
use crate::course::day_three;
use crate::date::CivilDate;

/// The most lines of a timetable.
pub const SLOTS_MAX: usize = 1000;

/// The timetable of the whole tournament, in order of time.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timetable {
    pub slots: Vec<Slot>,
}

/// One line of the timetable.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The day, 1 for the first.
    pub day: u16,
    pub start: Timestamp,
    pub what: SlotKind,
}

/// What a line of the timetable is.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    Round(RoundNumber),
    /// A slot of the games after the preliminary rounds; 0 is that of the playoffs.
    Finals(u16),
    /// A break, or anything else that is not a round.
    Break(String),
}

impl Timetable {
    /// Whether nothing is planned.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// When a round is planned to start.
    #[must_use]
    pub fn start_of(&self, round: RoundNumber) -> Option<Timestamp> {
        let is_it = |slot: &&Slot| slot.what == SlotKind::Round(round);
        self.slots.iter().find(is_it).map(|slot| slot.start)
    }

    /// When a slot of the games after the preliminary rounds is planned to start.
    #[must_use]
    pub fn start_of_slot(&self, slot: u16) -> Option<Timestamp> {
        let is_it = |one: &&Slot| one.what == SlotKind::Finals(slot);
        self.slots.iter().find(is_it).map(|slot| slot.start)
    }

    /// The plan of the third day as the text prints it (WOC-B), with its pause; nothing where the
    /// rulebook has no semi-finals.
    #[must_use]
    pub fn printed(rules: &Rulebook, first_day: CivilDate, offset: UtcOffset) -> Self {
        let day = rules.days.value.map_or(1, |days| days.0);
        let midnight = offset
            .midnight(first_day)
            .plus(Millis::minutes(24 * 60 * i64::from(day.saturating_sub(1))));
        let slots = day_three(rules).into_iter().map(|slot| Slot {
            day,
            start: midnight.plus(Millis::minutes(i64::from(slot.start_min))),
            what: SlotKind::Finals(slot.slot),
        });
        Self {
            slots: slots.collect(),
        }
    }

    /// The same plan with one start moved: what follows on the same day moves with it, other days
    /// stay. Nothing if the round is not in the plan.
    #[must_use]
    pub fn moved(&self, round: RoundNumber, to: Timestamp) -> Option<Self> {
        let at = (self.slots.iter()).position(|slot| slot.what == SlotKind::Round(round))?;
        let by = to.since(self.slots[at].start);
        let day = self.slots[at].day;
        let mut plan = self.clone();
        for slot in plan.slots[at..].iter_mut().filter(|slot| slot.day == day) {
            slot.start = slot.start.plus(by);
        }
        Some(plan)
    }

    /// Whether days and times only go forward and no round is planned twice.
    pub fn is_in_order(&self) -> bool {
        let forward = |two: &[Slot]| two[0].day <= two[1].day && two[0].start <= two[1].start;
        let mut rounds: Vec<RoundNumber> = (self.slots.iter())
            .filter_map(|slot| match slot.what {
                SlotKind::Round(round) => Some(round),
                SlotKind::Finals(_) | SlotKind::Break(_) => None,
            })
            .collect();
        rounds.sort_unstable();
        let mut finals: Vec<u16> = (self.slots.iter())
            .filter_map(|slot| match slot.what {
                SlotKind::Finals(slot) => Some(slot),
                SlotKind::Round(_) | SlotKind::Break(_) => None,
            })
            .collect();
        let before = finals.len();
        finals.sort_unstable();
        finals.dedup();
        let twice = finals.len() < before || rounds.windows(2).any(|two| two[0] == two[1]);
        self.slots.windows(2).all(forward) && !twice
    }

    pub fn rounds_of_day(&self, day: u16) -> usize {
        let is_round = |slot: &&Slot| match slot.what {
            SlotKind::Round(_) => slot.day == day,
            SlotKind::Finals(_) | SlotKind::Break(_) => false,
        };
        self.slots.iter().filter(is_round).count()
    }
}

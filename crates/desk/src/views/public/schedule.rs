//! The plan of the days.

use outflank_tournament::course::slot_text;
use outflank_tournament::running::{Phase, SlotKind};

use crate::views::Views;
use crate::views::moment::{Day, Moment};

/// The timetable.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Schedule {
    pub days: Vec<ScheduleDay>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct ScheduleDay {
    /// 1 for the first.
    pub number: u16,
    pub day: Day,
    pub lines: Vec<ScheduleLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct ScheduleLine {
    pub at: Moment,
    pub what: ScheduleWhat,
}

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleWhat {
    /// A round that is over.
    Over(u16),
    /// The round that is being played.
    Now(u16),
    /// A round whose pairing is public.
    Announced(u16),
    /// A future round.
    Planned(u16),
    Other(String),
}

impl Views<'_> {
    /// The plan of the days; nothing while there is none.
    #[must_use]
    pub fn schedule(&self) -> Option<Schedule> {
        let mut days: Vec<ScheduleDay> = Vec::new();
        for slot in &self.affairs().timetable.slots {
            let at = match slot.what {
                SlotKind::Round(round) => self.start_of(round.0),
                SlotKind::Finals(_) | SlotKind::Break(_) => None,
            };
            let line = ScheduleLine {
                at: at.unwrap_or_else(|| Moment::at(slot.start, self.offset())),
                what: self.schedule_what(&slot.what),
            };
            match days.last_mut() {
                Some(day) if day.number == slot.day => day.lines.push(line),
                Some(_) | None => days.push(ScheduleDay {
                    number: slot.day,
                    day: line.at.day,
                    lines: vec![line],
                }),
            }
        }
        (!days.is_empty()).then_some(Schedule { days })
    }

    fn schedule_what(&self, what: &SlotKind) -> ScheduleWhat {
        match what {
            SlotKind::Break(text) => ScheduleWhat::Other(text.clone()),
            SlotKind::Finals(slot) => {
                let opened = self.affairs().opened.as_ref();
                let text = opened.map(|opened| slot_text(&opened.rulebook, *slot));
                ScheduleWhat::Other(text.unwrap_or_default())
            }
            SlotKind::Round(round) => match self.affairs().round(*round).map(|life| life.phase) {
                None | Some(Phase::Proposed) => ScheduleWhat::Planned(round.0),
                Some(Phase::Announced) => ScheduleWhat::Announced(round.0),
                Some(Phase::Started) => ScheduleWhat::Now(round.0),
                Some(Phase::Finished | Phase::Validated) => ScheduleWhat::Over(round.0),
            },
        }
    }
}

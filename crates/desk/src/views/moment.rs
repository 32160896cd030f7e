//! Days and moments as the clock in the hall shows them.

use outflank_tournament::CivilDate;
use outflank_tournament::running::{Timestamp, UtcOffset, days_between};

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
pub struct Day {
    pub year: u16,
    pub month: u8,
    pub day: u8,
    /// 0 for Monday to 6 for Sunday.
    pub weekday: u8,
}

impl From<CivilDate> for Day {
    fn from(date: CivilDate) -> Self {
        // 1970-01-01 was a Thursday.
        let since = CivilDate::new(1970, 1, 1).map_or(0, |first| days_between(first, date));
        Self {
            year: date.year(),
            month: date.month(),
            day: date.day(),
            weekday: u8::try_from((since + 3).rem_euclid(7)).unwrap_or(0),
        }
    }
}

/// A moment in the hall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Moment {
    pub day: Day,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    /// Milliseconds since 1970 UTC, for countdowns.
    pub utc_ms: i64,
}

impl Moment {
    /// A moment as the hall's clock shows it.
    #[must_use]
    pub fn at(timestamp: Timestamp, offset: UtcOffset) -> Self {
        let local = timestamp
            .0
            .saturating_add(i64::from(offset.minutes) * 60_000);
        let seconds = local.div_euclid(1000).rem_euclid(86_400);
        let small = |number: i64| u8::try_from(number).unwrap_or(0);
        Self {
            day: offset.day(timestamp).into(),
            hour: small(seconds / 3600),
            minute: small(seconds / 60 % 60),
            second: small(seconds % 60),
            utc_ms: timestamp.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::views::moment::*;

    #[test]
    fn the_hall_has_its_own_clock_and_weekday() {
        let noon = Timestamp(1_722_427_200_000); // Wednesday 31 July 2024, 12:00 UTC
        let there = Moment::at(
            noon,
            UtcOffset {
                minutes: 13 * 60 + 5,
            },
        );
        assert_eq!(
            (there.day.month, there.day.day, there.day.weekday),
            (8, 1, 3)
        );
        assert_eq!((there.hour, there.minute, there.second), (1, 5, 0));
        let before = Moment::at(Timestamp(-1), UtcOffset::default());
        assert_eq!(
            (before.day.year, before.hour, before.second),
            (1969, 23, 59)
        );
    }
}

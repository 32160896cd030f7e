//! Days in the hall. Nothing here reads a clock.

use outflank_event::Timestamp;
use serde::{Deserialize, Serialize};

use crate::date::CivilDate;

/// How far the hall's clock is ahead of UTC.
///
/// ```
/// use outflank_tournament::running::{Timestamp, UtcOffset};
/// let noon = Timestamp(1_722_427_200_000);
/// assert_eq!(UtcOffset::default().day(noon).to_string(), "2024-07-31");
/// assert_eq!(UtcOffset { minutes: 13 * 60 }.day(noon).to_string(), "2024-08-01");
/// ```
#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize,
)]
pub struct UtcOffset {
    /// In minutes; negative west of Greenwich.
    pub minutes: i16,
}

const DAY_MS: i64 = 86_400_000;

impl UtcOffset {
    /// The beginning of a day in the hall.
    #[must_use]
    pub fn midnight(self, day: CivilDate) -> Timestamp {
        Timestamp(number_of(day) * DAY_MS - i64::from(self.minutes) * 60_000)
    }

    /// The day it is in the hall; moments beyond the years 1 to 9999 count as the nearest day.
    pub fn day(self, at: Timestamp) -> CivilDate {
        let local = at.0.saturating_add(i64::from(self.minutes) * 60_000);
        date_of(local.div_euclid(DAY_MS))
    }
}

/// Days from one date to another; negative if `to` is earlier.
///
/// ```
/// use outflank_tournament::running::days_between;
/// let day = |text: &str| text.parse().expect("a date");
/// assert_eq!(days_between(day("2024-03-15"), day("2024-09-14")), 183);
/// ```
pub fn days_between(from: CivilDate, to: CivilDate) -> i64 {
    number_of(to) - number_of(from)
}

/// Days since 1970-01-01. Years are counted from March, so that a leap day ends one.
fn number_of(date: CivilDate) -> i64 {
    let early = date.month() <= 2;
    let year = i64::from(date.year()) - i64::from(early);
    let month = i64::from(date.month()) + if early { 9 } else { -3 };
    let in_year = (153 * month + 2) / 5 + i64::from(date.day()) - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year
        - 719_468
}

fn date_of(number: i64) -> CivilDate {
    const FIRST: i64 = -719_162;
    const LAST: i64 = 2_932_896;
    let days = number.clamp(FIRST, LAST) + 719_468;
    let era = days.div_euclid(146_097);
    let in_era = days.rem_euclid(146_097);
    let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * in_year + 2) / 153;
    let day = in_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let small = |number: i64| u8::try_from(number).expect("a month or a day");
    let year = u16::try_from(year).expect("clamped to the years 1 to 9999");
    CivilDate::new(year, small(month), small(day)).expect("the day exists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_go_together() {
        let mut date = CivilDate::new(1, 1, 1).unwrap();
        let first = number_of(date);
        for number in first..first + 800_000 {
            assert_eq!(number_of(date), number);
            assert_eq!(date_of(number), date);
            let next = (1..=31)
                .filter_map(|day| CivilDate::new(date.year(), date.month(), day))
                .find(|next| *next > date)
                .or_else(|| CivilDate::new(date.year(), date.month() + 1, 1))
                .or_else(|| CivilDate::new(date.year() + 1, 1, 1));
            date = next.unwrap();
        }
        assert_eq!(UtcOffset::default().day(Timestamp(i64::MIN)).year(), 1);
        assert_eq!(UtcOffset::default().day(Timestamp(i64::MAX)).year(), 9999);
    }
}

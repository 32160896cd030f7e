//! A day of the calendar, without a clock.

use serde::{Deserialize, Serialize};

/// Every day of the calendar. Only the years of 29 February are left to `format: date`, so that a generator of
/// dates from the pattern alone (a fuzzer of the API, say) mostly gets days that exist.
const PATTERN: &str = "^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$";

/// A civil date; in JSON the text `2012-02-29`.
///
/// ```
/// use outflank_tournament::CivilDate;
/// let born: CivilDate = "2012-02-29".parse().expect("2012 was a leap year");
/// assert_eq!(born.to_string(), "2012-02-29");
/// assert!("2013-02-29".parse::<CivilDate>().is_err());
/// ```
#[derive(schemars::JsonSchema)]
#[schemars(extend("format" = "date", "pattern" = PATTERN))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CivilDate {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a date. Write year-month-day, such as 2012-05-01.")]
pub struct DateError(String);

impl CivilDate {
    /// A day that exists, from the year 1 to 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        exists.then_some(Self { year, month, day })
    }

    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month.
    pub const fn day(self) -> u8 {
        self.day
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match (month, leap) {
        (2, true) => 29,
        (2, false) => 28,
        (4 | 6 | 9 | 11, _) => 30,
        (_, _) => 31,
    }
}

impl std::fmt::Display for CivilDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl From<CivilDate> for String {
    fn from(date: CivilDate) -> Self {
        date.to_string()
    }
}

impl TryFrom<String> for CivilDate {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        text.parse()
    }
}

impl std::str::FromStr for CivilDate {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let wrong = || DateError(text.chars().take(40).collect());
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else {
            return Err(wrong());
        };
        let digits = |part: &str, length: usize| {
            part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
            return Err(wrong());
        }
        let number = |part: &str| part.parse::<u16>().map_err(|_| wrong());
        let small = |part: &str| part.parse::<u8>().map_err(|_| wrong());
        Self::new(number(year)?, small(month)?, small(day)?).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_schema_takes_every_day_and_no_other() {
        let schema = schemars::schema_for!(CivilDate);
        let property = |name: &str| schema.get(name).and_then(serde_json::Value::as_str);
        assert_eq!(property("format"), Some("date"));
        let pattern = property("pattern").expect("a pattern is published");
        let pattern = regex_lite::Regex::new(pattern).expect("it is a pattern");
        for year in [1987, 2024] {
            for (month, day) in (0..=13).flat_map(|month| (0..=32).map(move |day| (month, day))) {
                let text = format!("{year}-{month:02}-{day:02}");
                let is_leap_day = (month, day) == (2, 29);
                let exists = CivilDate::new(year, month, day).is_some();
                assert_eq!(pattern.is_match(&text), exists || is_leap_day, "{text}");
            }
        }
    }
}

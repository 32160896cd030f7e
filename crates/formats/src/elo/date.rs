//! Days as results files and PAPP write them.

use outflank_tournament::CivilDate;

/// The day or days of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EloDays {
    pub first: CivilDate,
    /// The last day, where the file gives one.
    pub last: Option<CivilDate>,
}

impl EloDays {
    /// An event of one day, or one of which only the first day is told.
    #[must_use]
    pub const fn from(first: CivilDate) -> Self {
        Self { first, last: None }
    }

    /// `15/11/2026`, or two of them with a hyphen between, or the year first.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(first) = day(text) {
            return Some(Self { first, last: None });
        }
        // The hyphen between two days may also stand inside them.
        text.match_indices(['-', '–']).find_map(|(at, hyphen)| {
            let first = day(&text[..at])?;
            let last = day(&text[at + hyphen.len()..])?;
            (first <= last).then_some(Self {
                first,
                last: Some(last),
            })
        })
    }
}

/// One day, the day first or the year first.
pub(crate) fn day(text: &str) -> Option<CivilDate> {
    let parts: Vec<&str> = text.trim().split(['/', '.', '-']).collect();
    let [one, month, three] = parts[..] else {
        return None;
    };
    let (year, day) = match (one.len(), three.len()) {
        (1 | 2, 4) => (three, one),
        (4, 1 | 2) => (one, three),
        _ => return None,
    };
    let small = |part: &str| u8::try_from(digits(part)?).ok();
    CivilDate::new(digits(year)?, small(month)?, small(day)?)
}

fn digits(text: &str) -> Option<u16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

pub(crate) fn day_first(day: CivilDate) -> String {
    format!("{:02}/{:02}/{:04}", day.day(), day.month(), day.year())
}

/// `20261115`, as file names have it.
pub(crate) fn compact(day: CivilDate) -> String {
    format!("{:04}{:02}{:02}", day.year(), day.month(), day.day())
}

#[cfg(test)]
mod tests {
    use crate::elo::date::*;

    #[test]
    fn one_day_is_read_in_both_orders() {
        let expected = CivilDate::new(2026, 3, 5);
        assert!(expected.is_some());
        for text in [
            "05/03/2026",
            "5/3/2026",
            " 05.03.2026 ",
            "5-3-2026",
            "2026-03-05",
            "2026/3/5",
        ] {
            assert_eq!(day(text), expected, "{text}");
        }
    }

    #[test]
    fn a_range_has_a_first_and_a_last_day() {
        let expected = EloDays {
            first: CivilDate::new(2026, 4, 12).unwrap(),
            last: CivilDate::new(2026, 4, 13),
        };
        for text in [
            "12/04/2026 - 13/04/2026",
            "12/04/2026-13/04/2026",
            "12-4-2026 - 13-4-2026",
            "2026-04-12 – 2026-04-13",
        ] {
            assert_eq!(EloDays::parse(text), Some(expected), "{text}");
        }
        assert_eq!(EloDays::parse("13/04/2026 - 12/04/2026"), None);
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "null",
            "5/3/26",
            "31/04/2026",
            "0/1/2026",
            "1/13/2026",
            "+1/1/2026",
            "1/1/2026/1",
            "1/é1/2026",
        ] {
            assert_eq!(EloDays::parse(text), None, "{text}");
        }
    }
}

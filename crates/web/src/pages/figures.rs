//! Figures, dates and times as the language writes them.

use std::fmt::Display;

use outflank_desk::views::{Day, Fraction, Halves, Moment};

use crate::pages::words::Words;

/// Points and discs: `6`, `6½`, `½`.
pub(crate) fn halves(number: Halves) -> String {
    match (number.0 / 2, number.0 % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// A quotient: `562`, `493½`, `459 4/7`.
pub(crate) fn fraction(number: Fraction) -> String {
    match (number.mixed(), number.below) {
        ((whole, 0), _) => whole.to_string(),
        ((0, 1), 2) => "½".to_owned(),
        ((whole, 1), 2) => format!("{whole}½"),
        ((whole, rest), below) => format!("{whole} {rest}/{below}"),
    }
}

/// A score, Black's or one's own discs first: `35–29`.
pub(crate) fn score((one, other): (Halves, Halves)) -> String {
    format!("{}–{}", halves(one), halves(other))
}

pub(crate) fn time(words: &Words, at: Moment) -> String {
    let minute = format!("{:02}", at.minute);
    let hour = format!("{:02}", at.hour);
    words.fill("date.time", &[("hour", &hour), ("minute", &minute)])
}

pub(crate) fn time_seconds(words: &Words, at: Moment) -> String {
    let two = |number: u8| format!("{number:02}");
    let (hour, minute, second) = (two(at.hour), two(at.minute), two(at.second));
    let values: [(&str, &dyn Display); 3] =
        [("hour", &hour), ("minute", &minute), ("second", &second)];
    words.fill("date.time_seconds", &values)
}

const MONTHS: [&str; 12] = [
    "date.month.1",
    "date.month.2",
    "date.month.3",
    "date.month.4",
    "date.month.5",
    "date.month.6",
    "date.month.7",
    "date.month.8",
    "date.month.9",
    "date.month.10",
    "date.month.11",
    "date.month.12",
];

const WEEKDAYS: [&str; 7] = [
    "date.weekday.1",
    "date.weekday.2",
    "date.weekday.3",
    "date.weekday.4",
    "date.weekday.5",
    "date.weekday.6",
    "date.weekday.7",
];

fn month(words: &Words, day: Day) -> &str {
    let n = usize::from(day.month.clamp(1, 12) - 1);
    words.say(MONTHS[n])
}

pub(crate) fn date(words: &Words, day: Day) -> String {
    let values: [(&str, &dyn Display); 3] = [
        ("day", &day.day),
        ("month", &month(words, day)),
        ("year", &day.year),
    ];
    words.fill("date.day", &values)
}

/// `Saturday 13 March 2027`.
pub(crate) fn long_date(words: &Words, day: Day) -> String {
    let weekday = words.say(WEEKDAYS[usize::from(day.weekday % 7)]);
    let date = date(words, day);
    words.fill("date.long", &[("weekday", &weekday), ("date", &date)])
}

/// `12–14 March 2027`, or both in full where month or year differ.
pub(crate) fn date_range(words: &Words, first: Day, last: Day) -> String {
    if first == last {
        return date(words, first);
    }
    if (first.year, first.month) == (last.year, last.month) {
        let values: [(&str, &dyn Display); 4] = [
            ("first", &first.day),
            ("last", &last.day),
            ("month", &month(words, first)),
            ("year", &first.year),
        ];
        return words.fill("date.range_in_month", &values);
    }
    let (first, last) = (date(words, first), date(words, last));
    words.fill("date.range", &[("first", &first), ("last", &last)])
}

/// `UTC+1`, `UTC−3:30`, `UTC`.
pub(crate) fn zone(minutes: i16) -> String {
    let (sign, ahead) = (if minutes < 0 { "−" } else { "+" }, minutes.unsigned_abs());
    match (ahead / 60, ahead % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, rest) => format!("UTC{sign}{hours}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::english;
    use crate::pages::figures::*;

    #[test]
    fn halves_and_fractions_are_written_as_people_write_them() {
        let shown: Vec<String> = [0, 1, 2, 13].map(Halves).map(halves).to_vec();
        assert_eq!(shown, ["0", "½", "1", "6½"]);
        let fractions = [(562, 1), (987, 2), (3217, 7), (1, 2)];
        let shown = fractions.map(|(above, below)| fraction(Fraction { above, below }));
        assert_eq!(shown, ["562", "493½", "459 4/7", "½"]);
        assert_eq!(score((Halves(77), Halves(51))), "38½–25½");
    }

    #[test]
    fn dates_and_zones() {
        let day = |month, day| Day {
            year: 2027,
            month,
            day,
            weekday: 5,
        };
        let words = english();
        assert_eq!(long_date(words, day(3, 13)), "Saturday 13 March 2027");
        assert_eq!(
            date_range(words, day(3, 12), day(3, 14)),
            "12–14 March 2027"
        );
        assert_eq!(
            date_range(words, day(3, 31), day(4, 2)),
            "31 March 2027 – 2 April 2027"
        );
        assert_eq!(
            [0, 60, -210, 345].map(zone),
            ["UTC", "UTC+1", "UTC−3:30", "UTC+5:45"]
        );
    }
}

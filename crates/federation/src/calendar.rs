//! Days of years and months.

use outflank_tournament::CivilDate;

/// The same day so many years later; 29 February becomes the 28th.
pub(crate) fn years_later(day: CivilDate, years: u16) -> CivilDate {
    let year = day.year().saturating_add(years).min(9999);
    on(year, day.month(), day.day())
}

/// The same day one month earlier, or the last day of that month.
pub(crate) fn month_earlier(day: CivilDate) -> CivilDate {
    match day.month() {
        1 => on(day.year().saturating_sub(1).max(1), 12, day.day()),
        month => on(day.year(), month - 1, day.day()),
    }
}

/// 31 July, the deadline of the World Championship (WOC-I.2.2.b1).
pub(crate) fn end_of_july(year: u16) -> CivilDate {
    on(year.clamp(1, 9999), 7, 31)
}

/// A day of a month, or its last one if it has fewer.
fn on(year: u16, month: u8, day: u8) -> CivilDate {
    (1..=day)
        .rev()
        .find_map(|day| CivilDate::new(year, month, day))
        .expect("every month has a first day")
}

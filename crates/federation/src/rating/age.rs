//! The age of a game.

use outflank_tournament::CivilDate;

/// Whole months from one day to another; `None` if `to` is earlier.
///
/// ```
/// use outflank_federation::rating::months_between;
/// let day = |text: &str| text.parse().expect("a date");
/// assert_eq!(months_between(day("2024-01-31"), day("2024-02-29")), Some(0));
/// assert_eq!(months_between(day("2024-01-15"), day("2024-08-15")), Some(7));
/// assert_eq!(months_between(day("2024-01-16"), day("2024-08-15")), Some(6));
/// assert_eq!(months_between(day("2024-08-15"), day("2024-08-14")), None);
/// ```
pub fn months_between(from: CivilDate, to: CivilDate) -> Option<u32> {
    if to < from {
        return None;
    }
    let months = |date: CivilDate| i64::from(date.year()) * 12 + i64::from(date.month());
    let begun = months(to) - months(from);
    let whole = if to.day() < from.day() {
        begun - 1
    } else {
        begun
    };
    u32::try_from(whole).ok()
}

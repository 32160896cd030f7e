//! The day of a game in the shapes that real files have.

use outflank_tournament::CivilDate;
use outflank_tournament::running::{Timestamp, UtcOffset};

use crate::game_sheet::SheetDate;

/// Later than any year: the number is a Unix time.
const YEAR_MAX: i64 = 9999;
/// The last second of the last year.
const UNIX_MAX: i64 = 253_402_300_799;

/// `2003.12.15_12:33:18.MST`, `2000-4-16 11:13 EST`, `945277754` or `2009`.
pub(crate) fn read_day(text: &str) -> Option<SheetDate> {
    let text = text.trim();
    if let Ok(number) = text.parse::<i64>() {
        return match u16::try_from(number) {
            Ok(year) if number <= YEAR_MAX => Some(SheetDate::Year(year)),
            _ if (0..=UNIX_MAX).contains(&number) => {
                let day = UtcOffset::default().day(Timestamp(number * 1000));
                Some(SheetDate::Day(day))
            }
            _ => None,
        };
    }
    let mut parts = text.split(|letter: char| !letter.is_ascii_digit());
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    CivilDate::new(year, month, day).map(SheetDate::Day)
}

#[cfg(test)]
mod tests {
    use crate::ggf::day::*;

    #[test]
    fn days_of_all_shapes() {
        let day = |year, month, day| CivilDate::new(year, month, day).map(SheetDate::Day);
        assert_eq!(read_day("2003.12.15_12:33:18.MST"), day(2003, 12, 15));
        assert_eq!(read_day("2000-4-16 11:13 EST"), day(2000, 4, 16));
        assert_eq!(read_day("2014-02-21 20:52:27 GMT"), day(2014, 2, 21));
        assert_eq!(read_day("945277754"), day(1999, 12, 15));
        assert_eq!(read_day("2009"), Some(SheetDate::Year(2009)));
        assert_eq!(read_day("once"), None);
        assert_eq!(read_day("2013-02-30"), None);
    }
}

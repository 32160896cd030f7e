//! The day of a game in the shapes that real files have.

use outflank_tournament::CivilDate;

use crate::game_sheet::SheetDate;

/// Seconds of a day.
const DAY_SECONDS: u64 = 86_400;
/// Later than any year: the number is a Unix time.
const YEAR_MAX: u64 = 9999;

/// `2003.12.15_12:33:18.MST`, `2000-4-16 11:13 EST`, `945277754` or `2009`.
pub(super) fn read_day(text: &str) -> Option<SheetDate> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u64>() {
        return match u16::try_from(number) {
            Ok(year) if number <= YEAR_MAX => Some(SheetDate::Year(year)),
            _ => civil(number / DAY_SECONDS).map(SheetDate::Day),
        };
    }
    let mut parts = text.split(|letter: char| !letter.is_ascii_digit());
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    CivilDate::new(year, month, day).map(SheetDate::Day)
}

/// The day this many days after 1970-01-01 (Howard Hinnant's public-domain method).
fn civil(days: u64) -> Option<CivilDate> {
    let z = days.checked_add(719_468)?;
    let (era, doe) = (z / 146_097, z % 146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = u8::try_from(doy - (153 * mp + 2) / 5 + 1).ok()?;
    let month = u8::try_from(if mp < 10 { mp + 3 } else { mp - 9 }).ok()?;
    let year = u16::try_from(yoe + era * 400 + u64::from(month <= 2)).ok()?;
    CivilDate::new(year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

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

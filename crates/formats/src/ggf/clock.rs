//! `15:00//02:00`: time for the game, increment, extension.

use outflank_rulebook::Millis;

use crate::game_sheet::SheetClock;
use crate::ggf::number::thousandths;

/// A clock, and whether its text says more than the three times.
pub(crate) fn read_clock(text: &str) -> Option<(SheetClock, bool)> {
    let mut more = false;
    let mut parts = text.split('/').map(|part| {
        let (time, rest) = part.split_once(',').unwrap_or((part, ""));
        more |= !rest.is_empty();
        match time.trim() {
            "" => Some(Millis(0)),
            time => read_time(time),
        }
    });
    let main = parts.next()??;
    let increment = parts.next().unwrap_or(Some(Millis(0)))?;
    let extension = parts.next().unwrap_or(Some(Millis(0)))?;
    let rest = parts.next().is_some();
    let clock = SheetClock {
        main,
        increment,
        extension,
    };
    Some((clock, more || rest))
}

/// `[[HH:]MM:]SS`.
fn read_time(text: &str) -> Option<Millis> {
    let mut sum: i64 = 0;
    let mut parts = 0;
    for part in text.split(':') {
        parts += 1;
        sum = sum
            .checked_mul(60)?
            .checked_add(thousandths(part).filter(|part| *part >= 0)?)?;
    }
    (parts <= 3).then_some(Millis(sum))
}

pub(crate) fn write_clock(clock: SheetClock) -> String {
    let time = |time: Millis| match time.0 {
        0 => String::new(),
        ms => in_words(ms),
    };
    let text = format!(
        "{}/{}/{}",
        in_words(clock.main.0),
        time(clock.increment),
        time(clock.extension)
    );
    text.trim_end_matches('/').to_owned()
}

fn in_words(ms: i64) -> String {
    let seconds = ms.unsigned_abs() / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes:02}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::ggf::clock::*;

    fn clock(main: i64, increment: i64, extension: i64) -> SheetClock {
        SheetClock {
            main: Millis::seconds(main),
            increment: Millis::seconds(increment),
            extension: Millis::seconds(extension),
        }
    }

    #[test]
    fn clocks_of_all_shapes() {
        assert_eq!(
            read_clock("15:00//02:00"),
            Some((clock(900, 0, 120), false))
        );
        assert_eq!(read_clock("05:00"), Some((clock(300, 0, 0), false)));
        assert_eq!(read_clock("1:00:00/10/"), Some((clock(3600, 10, 0), false)));
        assert_eq!(
            read_clock("15:00,N1/00:12,2/02:00"),
            Some((clock(900, 12, 120), true))
        );
        assert_eq!(read_clock("soon"), None);
        assert_eq!(read_clock("-5:00"), None);
    }

    #[test]
    fn a_written_clock_reads_the_same() {
        for own in [
            clock(900, 0, 120),
            clock(300, 0, 0),
            clock(3600, 10, 0),
            clock(1800, 5, 60),
        ] {
            assert_eq!(read_clock(&write_clock(own)), Some((own, false)));
        }
        assert_eq!(write_clock(clock(900, 0, 120)), "15:00//02:00");
    }
}

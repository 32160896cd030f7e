//! Moments and lengths of time. Nothing here reads a clock.

use crate::plain_number;

plain_number! {
    /// A length of time in milliseconds.
    #[derive(Default)]
    pub struct Millis(i64);

    /// A moment in milliseconds since 1970 UTC. The shell makes it.
    ///
    /// ```
    /// use outflank_event::{Millis, Timestamp};
    /// assert_eq!(Timestamp(5000).since(Timestamp(2000)), Millis::seconds(3));
    /// ```
    #[derive(Default)]
    pub struct Timestamp(i64);
}

impl Timestamp {
    /// How long after `earlier` this is.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }

    /// The moment this much later.
    #[must_use]
    pub const fn plus(self, length: Millis) -> Self {
        Self(self.0.saturating_add(length.0))
    }
}

impl Millis {
    /// Whole minutes.
    #[must_use]
    pub const fn minutes(minutes: i64) -> Self {
        Self(minutes * 60_000)
    }

    /// Whole seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Self {
        Self(seconds * 1000)
    }

    /// The sum, or the nearest length there is.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, or the nearest length there is.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::fmt::Display for Millis {
    /// `30:00`, or `0:04.200` where there are odd milliseconds.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let all = self.0.unsigned_abs();
        let (seconds, millis) = (all / 1000, all % 1000);
        write!(f, "{sign}{}:{:02}", seconds / 60, seconds % 60)?;
        if millis != 0 {
            write!(f, ".{millis:03}")?;
        }
        Ok(())
    }
}

/// No rulebook gives a player more than a day, so larger times are typing errors.
const LONGEST_TIME_MS: i64 = 24 * 3_600_000;

impl std::str::FromStr for Millis {
    type Err = TimeError;

    /// Reads `MM:SS`, `H:MM:SS`, each with an optional fraction of up to three digits.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let wrong = || TimeError(text.chars().take(40).collect());
        let (whole, fraction) = text.split_once('.').map_or((text, ""), |(w, f)| (w, f));
        if fraction.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let parts: Vec<&str> = whole.split(':').collect();
        if !(2..=3).contains(&parts.len()) {
            return Err(wrong());
        }
        let mut seconds: i64 = 0;
        for (n, part) in parts.iter().enumerate() {
            let digits =
                !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
            let number: i64 = if digits {
                part.parse().map_err(|_| wrong())?
            } else {
                return Err(wrong());
            };
            if n > 0 && (part.len() != 2 || number >= 60) {
                return Err(wrong());
            }
            seconds = seconds * 60 + number;
        }
        let millis: i64 = if fraction.is_empty() {
            0
        } else {
            format!("{fraction:0<3}").parse().map_err(|_| wrong())?
        };
        let all = seconds * 1000 + millis;
        if all > LONGEST_TIME_MS {
            Err(wrong())
        } else {
            Ok(Self(all))
        }
    }
}

/// A text that is not a time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a time. Write minutes and seconds, such as 30:00 or 0:04.200.")]
pub struct TimeError(String);

//! Devices at tables: when they were last heard of, and how their clocks map to the server's.

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize};

/// A device that was not heard of for this long is out of contact.
pub const SILENT_AFTER_MS: i64 = 15_000;
/// Times that differ by less than this are put right without asking.
pub const TOLERANCE_MS: i64 = 2_000;

/// The place of a device at a table.
#[derive(
    schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// It records the board.
    #[default]
    Board,
    /// It is the clock on the table.
    Clock,
}

/// What a device says when it is heard of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    pub device: String,
    pub at_ms: i64,
    /// How many taps it has not sent yet; unknown if it does not say.
    pub queued: Option<u32>,
    pub place: Place,
}

/// A device and its last contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub device: String,
    /// What to add to its monotonic time to get the server's.
    pub offset_ms: i64,
    /// The last contact.
    pub last: Timestamp,
    /// Everything up to here was sent: nothing older can still come from it.
    pub before_gap: Timestamp,
    /// When it was last written to the store; not part of the record, which is written at `last`.
    #[serde(skip)]
    pub written_at: Option<Timestamp>,
}

/// Where a device's time falls on the server's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapped {
    /// Here; moved by this much to fit.
    Fits {
        at: Timestamp,
        /// How far it was moved.
        moved_ms: i64,
    },
    /// Nowhere between the last contact and now.
    Misfit {
        /// Where it would be.
        at: Timestamp,
    },
}

impl Contact {
    /// The first contact of a device.
    #[must_use]
    pub fn first(device: &str, monotonic_ms: i64, now: Timestamp) -> Self {
        Self {
            device: device.to_owned(),
            offset_ms: now.0.saturating_sub(monotonic_ms),
            last: now,
            before_gap: now,
            written_at: None,
        }
    }

    /// Another contact: the offset is measured anew. A message is never early, so that the smallest
    /// offset of a stretch of contact is the truest.
    #[must_use]
    pub fn again(&self, monotonic_ms: i64, queued: Option<u32>, now: Timestamp) -> Self {
        let measured = now.0.saturating_sub(monotonic_ms);
        let was_silent = self.silent_since(now).is_some();
        // After a cut the device may have begun to count anew; a message that was only late changes nothing.
        let is_other_count = was_silent && (measured - self.offset_ms).abs() > TOLERANCE_MS;
        let offset_ms = if is_other_count {
            measured
        } else {
            measured.min(self.offset_ms)
        };
        let before_gap = match queued {
            Some(0) => Timestamp(monotonic_ms.saturating_add(offset_ms)).max(self.before_gap),
            // What waits was made after everything that was sent, however often the line was cut since.
            Some(_) => self.before_gap,
            None if was_silent => self.last,
            None => self.before_gap,
        };
        Self {
            device: self.device.clone(),
            offset_ms,
            last: now,
            before_gap,
            written_at: self.written_at,
        }
    }

    /// Since when it is out of contact.
    #[must_use]
    pub fn silent_since(&self, now: Timestamp) -> Option<Timestamp> {
        (now.since(self.last).0 >= SILENT_AFTER_MS).then_some(self.last)
    }

    /// Where a tap made at the device's monotonic time falls: between the last contact before the
    /// gap and now, and not before the last event of the game.
    ///
    /// ```
    /// use outflank_desk::table::device::{Contact, Mapped};
    /// use outflank_tournament::running::Timestamp;
    /// let contact = Contact::first("tablet-5", 1_000, Timestamp(501_000));
    /// let mapped = contact.map(4_000, Timestamp(500_500), Timestamp(505_000));
    /// assert_eq!(mapped, Mapped::Fits { at: Timestamp(504_000), moved_ms: 0 });
    /// ```
    #[must_use]
    pub fn map(&self, monotonic_ms: i64, last_event: Timestamp, now: Timestamp) -> Mapped {
        let at = Timestamp(monotonic_ms.saturating_add(self.offset_ms));
        let earliest = self.before_gap.max(last_event);
        let too_early = earliest.0.saturating_sub(at.0);
        let too_late = at.0.saturating_sub(now.0);
        if too_early > TOLERANCE_MS || too_late > TOLERANCE_MS {
            return Mapped::Misfit { at };
        }
        let fitted = Timestamp(at.0.min(now.0).max(last_event.0));
        Mapped::Fits {
            at: fitted,
            moved_ms: fitted.0 - at.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::table::device::*;

    #[test]
    fn taps_of_a_silent_device_fit_between_contact_and_return() {
        let contact = Contact::first("t", 0, Timestamp(1_000_000));
        // Silent for a minute; the taps of that minute fit, one from before does not.
        let back = contact.again(60_000, None, Timestamp(1_060_000));
        assert_eq!(back.before_gap, Timestamp(1_000_000));
        let now = Timestamp(1_060_000);
        let fits = |ms| back.map(ms, Timestamp(999_000), now);
        assert_eq!(
            fits(30_000),
            Mapped::Fits {
                at: Timestamp(1_030_000),
                moved_ms: 0
            }
        );
        assert!(matches!(fits(-30_000), Mapped::Misfit { .. }));
        assert!(matches!(fits(90_000), Mapped::Misfit { .. }));
        assert_eq!(
            fits(60_500),
            Mapped::Fits {
                at: now,
                moved_ms: -500
            }
        );
    }

    #[test]
    fn what_waits_through_a_second_cut_still_fits() {
        let contact = Contact::first("t", 0, Timestamp(1_000_000));
        let back = contact.again(60_000, Some(3), Timestamp(1_060_000));
        let again = back.again(90_000, Some(2), Timestamp(1_090_000));
        let now = Timestamp(1_090_000);
        let fits = |contact: &Contact, ms| contact.map(ms, Timestamp(999_000), now);
        assert!(matches!(fits(&again, 20_000), Mapped::Fits { .. }));
        // Once everything was sent, nothing from before can come.
        let empty = again.again(90_000, Some(0), now);
        assert!(matches!(fits(&empty, 20_000), Mapped::Misfit { .. }));
    }

    #[test]
    fn a_late_message_does_not_spoil_the_offset() {
        let contact = Contact::first("t", 0, Timestamp(1_000));
        let slow = contact.again(1_000, None, Timestamp(2_900));
        assert_eq!(slow.offset_ms, 1_000);
    }
}

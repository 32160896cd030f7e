//! What is said about single pairs: forbidden, avoided, met before. A byte per pair.

use crate::field::Field;
use crate::ids::EntrantId;

const FORBIDDEN: u8 = 1;
const ONE_TOO_MANY: u8 = 2;
const AVOIDED: u8 = 4;
const SECOND_MEETING: u8 = 8;

/// The flags of every pair.
pub(super) struct Flags {
    size: usize,
    bytes: Vec<u8>,
    /// How many pairs carry each of the four flags.
    counts: [u64; 4],
}

#[derive(Clone, Copy)]
pub(super) struct PairFlags(u8);

impl PairFlags {
    pub(super) const fn is_forbidden(self) -> bool {
        self.0 & FORBIDDEN != 0
    }
    pub(super) const fn is_one_too_many(self) -> bool {
        self.0 & ONE_TOO_MANY != 0
    }
    pub(super) const fn is_avoided(self) -> bool {
        self.0 & AVOIDED != 0
    }
    pub(super) const fn is_second_meeting(self) -> bool {
        self.0 & SECOND_MEETING != 0
    }
}

impl Flags {
    /// The flags among these players of the field (ascending), for a table of `size` vertices.
    pub(super) fn of(field: &Field<'_>, members: &[usize], size: usize) -> Self {
        let mut flags = Self {
            size,
            bytes: vec![0; size * size],
            counts: [0; 4],
        };
        let vertex = |id: EntrantId| {
            let player = field.index(id)?;
            members.binary_search(&player).ok()
        };
        let hand = &field.input.hand;
        for (pairs, flag) in [(&hand.forbidden, FORBIDDEN), (&hand.avoid, AVOIDED)] {
            for &(one, other) in pairs {
                if let (Some(one), Some(other)) = (vertex(one), vertex(other)) {
                    flags.set(one, other, flag);
                }
            }
        }
        let allowed = usize::from(field.input.system.max_meetings());
        let mut opponents = Vec::new();
        for (at, &player) in members.iter().enumerate() {
            let past = &field.players[player].past;
            opponents.clear();
            opponents.extend(past.meetings.iter().filter_map(|m| vertex(m.opponent)));
            opponents.sort_unstable();
            for with in opponents.chunk_by(|one, other| one == other) {
                if with.len() >= allowed {
                    flags.set(at, with[0], ONE_TOO_MANY);
                }
                if allowed > 1 {
                    flags.set(at, with[0], SECOND_MEETING);
                }
            }
        }
        flags
    }

    fn set(&mut self, a: usize, b: usize, flag: u8) {
        if self.bytes[a * self.size + b] & flag == 0 {
            self.counts[flag.trailing_zeros() as usize] += 1;
        }
        self.bytes[a * self.size + b] |= flag;
        self.bytes[b * self.size + a] |= flag;
    }

    #[inline]
    pub(super) fn pair(&self, a: usize, b: usize) -> PairFlags {
        PairFlags(self.bytes[a * self.size + b])
    }

    pub(super) const fn forbidden(&self) -> u64 {
        self.counts[FORBIDDEN.trailing_zeros() as usize]
    }
    pub(super) const fn one_too_many(&self) -> u64 {
        self.counts[ONE_TOO_MANY.trailing_zeros() as usize]
    }
    pub(super) const fn avoided(&self) -> u64 {
        self.counts[AVOIDED.trailing_zeros() as usize]
    }
    pub(super) const fn second_meetings(&self) -> u64 {
        self.counts[SECOND_MEETING.trailing_zeros() as usize]
    }
}

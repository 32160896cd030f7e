//! The transposition table: what is already known about positions.
//!
//! Threads share it without locks. An entry is two words, and the first is the key combined with the second, so that an
//! entry half written by each of two threads does not match any key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries that share a bucket, one line of the processor's cache.
const WAYS: usize = 4;

/// No move.
pub(crate) const NO_SQUARE: u8 = 64;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    /// The best move, or [`NO_SQUARE`].
    pub(crate) best: u8,
    /// How far the position was searched, in plies.
    pub(crate) depth: u8,
    /// How safe the cuts were; the safest is the largest.
    pub(crate) certainty: u8,
}

/// Where a position is stored, and how its entry is recognised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    place: u64,
    check: u64,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    content: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A table of fixed size.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
}

impl Key {
    /// The place and the check are two independent mixtures of the discs.
    #[inline]
    pub(crate) const fn of(own: u64, hostile: u64) -> Self {
        let a = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hostile.rotate_left(32);
        let b = hostile.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ own.rotate_left(32);
        let place = (a ^ a >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
            ^ (b ^ b >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
        let check = (a ^ b >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
            ^ (b ^ a >> 32).wrapping_mul(0xa076_1d64_78bd_642f);
        Self {
            place,
            check: check ^ check >> 32,
        }
    }

    /// A number for tables of other kinds.
    pub(crate) const fn number(self) -> u64 {
        self.check | 1
    }
}

impl Entry {
    const fn pack(self) -> u64 {
        (self.lower.cast_unsigned() as u64)
            | (self.upper.cast_unsigned() as u64) << 16
            | (self.best as u64) << 32
            | (self.depth as u64) << 40
            | (self.certainty as u64) << 48
            | 1 << 56
    }

    const fn unpack(word: u64) -> Self {
        Self {
            lower: (word as u16).cast_signed(),
            upper: ((word >> 16) as u16).cast_signed(),
            best: (word >> 32) as u8,
            depth: (word >> 40) as u8,
            certainty: (word >> 48) as u8,
        }
    }
}

impl Table {
    /// A table with room for about `2^bits` positions.
    pub(crate) fn new(bits: u32) -> Self {
        let bucket_bits = bits.max(4) - WAYS.ilog2();
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bucket_bits, Bucket::default);
        Self {
            buckets,
            shift: 64 - bucket_bits,
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[(key.place >> self.shift) as usize]
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let content = slot.content.load(Relaxed);
            if slot.check.load(Relaxed) ^ content == key.check && content != 0 {
                return Some(Entry::unpack(content));
            }
        }
        None
    }

    /// Stores what is known about a position, in place of an older entry of it or of the one that cost least.
    #[inline]
    pub(crate) fn store(&self, key: Key, entry: Entry) {
        let bucket = self.bucket(key);
        let mut chosen = &bucket.0[0];
        let mut cheapest = u64::MAX;
        for slot in &bucket.0 {
            let content = slot.content.load(Relaxed);
            if content == 0 || slot.check.load(Relaxed) ^ content == key.check {
                chosen = slot;
                break;
            }
            let cost = (content >> 40) & 0xff;
            if cost < cheapest {
                cheapest = cost;
                chosen = slot;
            }
        }
        let content = entry.pack();
        chosen.content.store(content, Relaxed);
        chosen.check.store(key.check ^ content, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_packing() {
        let entry = Entry {
            lower: -640,
            upper: 64,
            best: NO_SQUARE,
            depth: 60,
            certainty: 3,
        };
        assert_eq!(Entry::unpack(entry.pack()), entry);
    }

    #[test]
    fn the_cheapest_entry_of_a_full_bucket_gives_way() {
        let table = Table::new(2);
        let entry = |depth| Entry {
            lower: -64,
            upper: 64,
            best: 1,
            depth,
            certainty: 0,
        };
        let same_bucket: Vec<Key> = (1..200)
            .map(|own| Key::of(own, 0))
            .filter(|key| key.place >> table.shift == 0)
            .take(5)
            .collect();
        for (depth, key) in [9, 3, 8, 7, 6].into_iter().zip(&same_bucket) {
            table.store(*key, entry(depth));
        }
        let depths: Vec<Option<u8>> = (same_bucket.iter())
            .map(|key| table.probe(*key).map(|entry| entry.depth))
            .collect();
        assert_eq!(depths, [Some(9), None, Some(8), Some(7), Some(6)]);
    }
}

//! Lots anybody can draw again from the recorded seed.

use crate::ids::{Colour, EntrantId, RoundNumber, Seed};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// The lot of a pair in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairLot {
    /// The smaller lot is preferred when all rules are equal.
    pub lot: u32,
    /// The colour of the entrant with the lower number when the rules leave it open.
    pub lower_has: Colour,
}

/// Draws the lot of a pair.
///
/// It is BLAKE3 over the five ASCII bytes `pair1`, the seed as 8 bytes, the round as 4 bytes and the
/// two numbers as 4 bytes each, the lower one first, all little-endian. The first four bytes, read
/// big-endian, are the lot; if the top bit of the fifth byte is 0 the lower number has Black.
///
/// ```
/// use outflank_pairing::{EntrantId, RoundNumber, Seed, pair_lot};
/// let seed = Seed::new(7).expect("a small seed");
/// let one = pair_lot(seed, RoundNumber(3), EntrantId(2), EntrantId(9));
/// assert_eq!(one, pair_lot(seed, RoundNumber(3), EntrantId(9), EntrantId(2)));
/// ```
#[must_use]
pub fn pair_lot(seed: Seed, round: RoundNumber, one: EntrantId, other: EntrantId) -> PairLot {
    let mut bytes = [0; 25];
    bytes[..5].copy_from_slice(b"pair1");
    bytes[5..13].copy_from_slice(&seed.number().to_le_bytes());
    bytes[13..17].copy_from_slice(&u32::from(round.0).to_le_bytes());
    bytes[17..21].copy_from_slice(&one.min(other).0.to_le_bytes());
    bytes[21..25].copy_from_slice(&one.max(other).0.to_le_bytes());
    let hash = blake3::hash(&bytes);
    let hash = hash.as_bytes();
    PairLot {
        lot: u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]),
        lower_has: if hash[4] & 0x80 == 0 {
            Colour::Black
        } else {
            Colour::White
        },
    }
}

/// A stream of lots for one purpose of one event.
///
/// ChaCha8, stream 0, its key being BLAKE3 over the five ASCII bytes `lots1`, the seed as 8 bytes,
/// the length of the purpose's name as 4 bytes, both little-endian, and the name. [`Lots::below`]
/// takes 64-bit words, skips those not below the largest multiple of `sides` a word can hold, and
/// gives the remainder; [`Lots::shuffle`] is Fisher-Yates from the last place down.
///
/// ```
/// use outflank_pairing::{Lots, Seed};
/// let mut numbers = vec![1, 2, 3, 4, 5];
/// Lots::for_purpose(Seed::default(), "example").shuffle(&mut numbers);
/// let mut again = vec![1, 2, 3, 4, 5];
/// Lots::for_purpose(Seed::default(), "example").shuffle(&mut again);
/// assert_eq!(numbers, again);
/// ```
#[derive(Clone, Debug)]
pub struct Lots {
    stream: ChaCha8Rng,
}

impl Lots {
    /// The lots of this event for this purpose.
    #[must_use]
    pub fn for_purpose(seed: Seed, purpose: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"lots1");
        hasher.update(&seed.number().to_le_bytes());
        let length = u32::try_from(purpose.len()).unwrap_or(u32::MAX);
        hasher.update(&length.to_le_bytes());
        hasher.update(purpose.as_bytes());
        Self {
            stream: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()),
        }
    }

    /// A number below `sides`, all equally likely.
    ///
    /// # Panics
    ///
    /// When `sides` is 0.
    pub fn below(&mut self, sides: u64) -> u64 {
        assert!(sides > 0, "there is no number below 0");
        let fair = u64::MAX - u64::MAX % sides;
        loop {
            let word = self.stream.next_u64();
            if word < fair {
                return word % sides;
            }
        }
    }

    /// Puts a list in an order drawn by lot.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let place = self.below(last as u64 + 1) as usize;
            list.swap(last, place);
        }
    }

    /// Black or White.
    pub fn colour(&mut self) -> Colour {
        match self.below(2) {
            0 => Colour::Black,
            _ => Colour::White,
        }
    }
}

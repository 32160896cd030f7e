//! Signed numbers wide enough for a whole problem's packed costs.
//!
//! The solver adds, subtracts, halves and compares; nothing else. [`Wide`] holds its limbs in place
//! for the widths rounds really have, [`Vast`] takes any width.

use std::cmp::Ordering;

/// A two's complement number of a width fixed for the whole run, lowest limb first.
pub(super) trait Number: Clone + Ord {
    fn zero(limbs: usize) -> Self;
    fn limbs(&self) -> &[u64];
    fn limbs_mut(&mut self) -> &mut [u64];

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    #[inline]
    fn less(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        rest.subtract(other);
        rest
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (mine, &theirs) in self.limbs_mut().iter_mut().zip(other.limbs()) {
            (*mine, carry) = mine.carrying_add(theirs, carry);
        }
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (mine, &theirs) in self.limbs_mut().iter_mut().zip(other.limbs()) {
            (*mine, borrow) = mine.borrowing_sub(theirs, borrow);
        }
    }

    /// Half, rounded down; the solver only halves even numbers.
    #[inline]
    fn half(&self) -> Self {
        let mut half = self.clone();
        let limbs = half.limbs_mut();
        let last = limbs.len() - 1;
        for index in 0..last {
            limbs[index] = limbs[index] >> 1 | limbs[index + 1] << 63;
        }
        limbs[last] = (limbs[last].cast_signed() >> 1).cast_unsigned();
        half
    }

    #[inline]
    fn is_negative(&self) -> bool {
        self.limbs().last().is_some_and(|top| top >> 63 == 1)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }
}

/// Adds `value << shift`, the value being one level of one pair; returns the highest limb it
/// reached.
#[inline]
pub(super) fn add_shifted(limbs: &mut [u64], value: u64, shift: u32) -> usize {
    let mut index = (shift / 64) as usize;
    let offset = shift % 64;
    let mut carry;
    (limbs[index], carry) = limbs[index].overflowing_add(value << offset);
    if offset > 0 {
        let upper = value >> (64 - offset);
        if upper > 0 || carry {
            index += 1;
            (limbs[index], carry) = limbs[index].carrying_add(upper, carry);
        }
    }
    while carry && index + 1 < limbs.len() {
        index += 1;
        (limbs[index], carry) = limbs[index].overflowing_add(1);
    }
    index
}

#[inline]
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let last = a.len() - 1;
    let mut order = a[last].cast_signed().cmp(&b[last].cast_signed());
    for index in (0..last).rev() {
        if order != Ordering::Equal {
            break;
        }
        order = a[index].cmp(&b[index]);
    }
    order
}

/// A number of `N` limbs held in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Number for Wide<N> {
    #[inline]
    fn zero(limbs: usize) -> Self {
        debug_assert!(limbs <= N);
        Self([0; N])
    }

    #[inline]
    fn limbs(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn limbs_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for index in 0..N {
            (self.0[index], carry) = self.0[index].carrying_add(other.0[index], carry);
        }
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for index in 0..N {
            (self.0[index], borrow) = self.0[index].borrowing_sub(other.0[index], borrow);
        }
    }
}

impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.0, &other.0)
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number of any width, for problems wider than any [`Wide`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vast(Vec<u64>);

impl Number for Vast {
    fn zero(limbs: usize) -> Self {
        Self(vec![0; limbs])
    }

    fn limbs(&self) -> &[u64] {
        &self.0
    }

    fn limbs_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl Ord for Vast {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.0, &other.0)
    }
}

impl PartialOrd for Vast {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(value: i128) -> Wide<2> {
        let bits = value.cast_unsigned();
        Wide([bits as u64, (bits >> 64) as u64])
    }

    #[test]
    fn two_limbs_behave_like_i128() {
        let samples = [
            0,
            1,
            -1,
            2,
            -6,
            1 << 63,
            1 << 64,
            (1 << 64) - 2,
            -(1 << 64),
            -(1 << 80) + 4,
            (1 << 100) + 6,
        ];
        for a in samples {
            assert_eq!(wide(a).half(), wide(a >> 1));
            assert_eq!(wide(a).is_negative(), a < 0);
            assert_eq!(wide(a).is_zero(), a == 0);
            for b in samples {
                assert_eq!(wide(a).plus(&wide(b)), wide(a + b));
                assert_eq!(wide(a).less(&wide(b)), wide(a - b));
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            }
        }
    }

    #[test]
    fn shifted_values_carry() {
        let mut number = wide(0);
        let mut expected = 0;
        for (value, shift) in [
            (u64::MAX, 0),
            (1, 0),
            (u64::MAX, 3),
            (7, 62),
            (u64::MAX, 40),
            (9, 70),
        ] {
            add_shifted(number.limbs_mut(), value, shift);
            expected += i128::from(value) << shift;
            assert_eq!(number, wide(expected));
        }
    }
}

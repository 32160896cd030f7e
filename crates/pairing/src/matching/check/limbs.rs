//! Plain two's complement arithmetic on equally long runs of limbs, lowest first.

use crate::matching::Integer;
use std::cmp::Ordering;

/// Writes a number into `into`, continuing its sign.
pub(super) fn write(number: &Integer, into: &mut [u64]) {
    for (index, limb) in into.iter_mut().enumerate() {
        *limb = number.limb(index);
    }
}

#[inline]
pub(super) fn add(to: &mut [u64], what: &[u64]) {
    let what = &what[..to.len()];
    let mut carry = false;
    for index in 0..to.len() {
        (to[index], carry) = to[index].carrying_add(what[index], carry);
    }
}

pub(super) fn subtract(from: &mut [u64], what: &[u64]) {
    let mut carry = 1;
    for (limb, &other) in from.iter_mut().zip(what) {
        let sum = u128::from(*limb) + u128::from(!other) + carry;
        *limb = low(sum);
        carry = sum >> 64;
    }
}

/// Adds `value` times two to the power of `place`.
#[inline]
pub(super) fn add_at(to: &mut [u64], value: u128, place: usize) {
    let (first, offset) = (place / 64, place % 64);
    let pieces = [
        u128::from(low(value)) << offset,
        u128::from(low(value >> 64)) << offset,
    ];
    for (piece, start) in pieces.into_iter().zip(first..) {
        let mut carry = piece;
        for limb in to.iter_mut().skip(start) {
            if carry == 0 {
                break;
            }
            let sum = u128::from(*limb) + u128::from(low(carry));
            *limb = low(sum);
            carry = (carry >> 64) + (sum >> 64);
        }
    }
}

/// Multiplies by a small number.
pub(super) fn times(number: &mut [u64], factor: u64) {
    let negative = is_negative(number);
    if negative {
        negate(number);
    }
    let mut carry = 0;
    for limb in number.iter_mut() {
        let product = u128::from(*limb) * u128::from(factor) + carry;
        *limb = low(product);
        carry = product >> 64;
    }
    if negative {
        negate(number);
    }
}

fn negate(number: &mut [u64]) {
    let mut carry = 1;
    for limb in number {
        let sum = u128::from(!*limb) + carry;
        *limb = low(sum);
        carry = sum >> 64;
    }
}

pub(super) fn is_negative(number: &[u64]) -> bool {
    number.last().is_some_and(|&top| top >= 1 << 63)
}

/// Compares two numbers neither of which is negative.
pub(super) fn compare_sizes(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Divides by two to the power of `places`, rounding down, and returns the remainder.
pub(super) fn split_at(number: &[u64], places: usize) -> (Vec<u64>, Vec<u64>) {
    let fill = if is_negative(number) { u64::MAX } else { 0 };
    let limb = |index: usize| number.get(index).copied().unwrap_or(fill);
    let (first, offset) = (places / 64, places % 64);
    let quotient = (0..number.len())
        .map(|index| {
            let pair = u128::from(limb(first + index + 1)) << 64 | u128::from(limb(first + index));
            low(pair >> offset)
        })
        .collect();
    let mut rest = number.to_vec();
    for (index, limb) in rest.iter_mut().enumerate() {
        match index.cmp(&first) {
            Ordering::Less => {}
            Ordering::Equal => *limb &= (1 << offset) - 1,
            Ordering::Greater => *limb = 0,
        }
    }
    (quotient, rest)
}

/// The number divided by two to the power of `places`, rounded down, and brought within
/// `HEAD_MAX` of zero. No cost's head comes near that, so a number cut down to it is still too much
/// for every cost, and one raised to it is asked for more than it needs.
pub(super) fn head(number: &[u64], places: usize) -> i128 {
    let fill = if is_negative(number) { u64::MAX } else { 0 };
    let limb = |index: usize| number.get(index).copied().unwrap_or(fill);
    let (first, offset) = (places / 64, places % 64);
    let part = |index: usize| {
        let pair = u128::from(limb(index + 1)) << 64 | u128::from(limb(index));
        u128::from(low(pair >> offset))
    };
    let head = (part(first + 1) << 64 | part(first)).cast_signed();
    let whole = (first + 2..=number.len()).all(|index| low(part(index)) == fill);
    let fits = whole && (head < 0) == (fill != 0);
    match (fits, fill) {
        (true, _) => head.clamp(-HEAD_MAX, HEAD_MAX),
        (false, 0) => HEAD_MAX,
        (false, _) => -HEAD_MAX,
    }
}

/// More than any cost's head.
pub(super) const HEAD_MAX: i128 = 1 << 120;

/// The lowest 128 bits, signed.
pub(super) fn lowest(number: &[u64]) -> i128 {
    let fill = if is_negative(number) { u64::MAX } else { 0 };
    let limb = |index: usize| u128::from(number.get(index).copied().unwrap_or(fill));
    (limb(1) << 64 | limb(0)).cast_signed()
}

fn low(value: u128) -> u64 {
    (value & u128::from(u64::MAX)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limbs(value: i128) -> [u64; 3] {
        let bits = value.cast_unsigned();
        let fill = if value < 0 { u64::MAX } else { 0 };
        [low(bits), low(bits >> 64), fill]
    }

    const SAMPLES: [i128; 9] = [
        0,
        1,
        -1,
        1 << 63,
        -(1 << 64),
        (1 << 90) + 77,
        -(1 << 100) - 3,
        u64::MAX as i128,
        12_345,
    ];

    #[test]
    fn sums_differences_and_products_are_those_of_i128() {
        for a in SAMPLES {
            for b in SAMPLES {
                let mut sum = limbs(a);
                add(&mut sum, &limbs(b));
                assert_eq!(sum, limbs(a + b));
                let mut rest = limbs(a);
                subtract(&mut rest, &limbs(b));
                assert_eq!(rest, limbs(a - b));
            }
            let mut product = limbs(a);
            times(&mut product, 1000);
            assert_eq!(product, limbs(a * 1000));
        }
    }

    #[test]
    fn values_are_added_at_their_place() {
        for a in SAMPLES {
            let mut sum = limbs(a);
            add_at(&mut sum, u128::from(u64::MAX), 35);
            add_at(&mut sum, 1 << 70, 40);
            assert_eq!(sum, limbs(a + (i128::from(u64::MAX) << 35) + (1 << 110)));
        }
    }

    #[test]
    fn heads_are_rounded_down_or_cut_off() {
        for a in SAMPLES {
            for places in [0, 1, 63, 64, 65, 100, 130, 200] {
                assert_eq!(
                    head(&limbs(a), places),
                    a >> places.min(127),
                    "{a} {places}"
                );
            }
        }
        assert_eq!(head(&[0, 0, 0, 1], 64), HEAD_MAX);
        assert_eq!(head(&[0, 0, 0, u64::MAX], 64), -HEAD_MAX);
        assert_eq!(head(&[0, 1 << 60, 0], 0), HEAD_MAX);
        assert_eq!(head(&[u64::MAX, u64::MAX, 0], 0), HEAD_MAX);
        assert_eq!(head(&[0, 0, u64::MAX], 0), -HEAD_MAX);
    }

    #[test]
    fn splitting_rounds_down() {
        for a in SAMPLES {
            for places in [0, 1, 63, 64, 65, 100] {
                let (quotient, rest) = split_at(&limbs(a), places);
                assert_eq!(quotient, limbs(a >> places));
                assert_eq!(rest, limbs(a & ((1 << places) - 1)));
            }
        }
    }
}

//! Whole numbers of any size, as a proof carries them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// A signed whole number: 64-bit limbs, lowest first, two's complement.
///
/// Written as signed hexadecimal, `-1f` being minus thirty-one.
///
/// ```
/// use outflank_pairing::matching::Integer;
/// assert_eq!(Integer::from_limbs(&[31]).to_string(), "1f");
/// assert_eq!(Integer::from_limbs(&[u64::MAX]).to_string(), "-1");
/// assert_eq!("-1f".parse::<Integer>().unwrap().limbs(), [31_u64.wrapping_neg()]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    limbs: Vec<u64>,
}

/// A text that is not a signed hexadecimal number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a hexadecimal number. Write digits 0-9 and a-f, with a minus sign if negative."
)]
pub struct NotHexadecimal {
    /// The text as given.
    pub text: String,
}

impl Integer {
    /// The number these limbs stand for; needless upper limbs are dropped.
    #[must_use]
    pub fn from_limbs(limbs: &[u64]) -> Self {
        let mut limbs = limbs.to_vec();
        while let [.., below, top] = limbs[..] {
            let fill = if below >> 63 == 1 { u64::MAX } else { 0 };
            if top != fill {
                break;
            }
            limbs.pop();
        }
        if limbs.is_empty() {
            limbs.push(0);
        }
        Self { limbs }
    }

    /// The limbs, lowest first, at least one.
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Whether the number is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.limbs.last().is_some_and(|top| top >> 63 == 1)
    }

    /// The limb at `index`, continuing the sign beyond the stored ones.
    #[must_use]
    pub fn limb(&self, index: usize) -> u64 {
        let fill = if self.is_negative() { u64::MAX } else { 0 };
        self.limbs.get(index).copied().unwrap_or(fill)
    }
}

fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.limbs.clone();
        if self.is_negative() {
            negate(&mut size);
            f.write_str("-")?;
        }
        let used = size.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        write!(f, "{:x}", size[used])?;
        for limb in size[..used].iter().rev() {
            write!(f, "{limb:016x}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Integer {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        let refuse = || NotHexadecimal {
            text: text.to_owned(),
        };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(refuse());
        }
        let mut limbs = Vec::with_capacity(digits.len() / 16 + 2);
        let mut end = digits.len();
        while end > 0 {
            let start = end.saturating_sub(16);
            limbs.push(u64::from_str_radix(&digits[start..end], 16).map_err(|_| refuse())?);
            end = start;
        }
        limbs.push(0);
        if negative {
            negate(&mut limbs);
        }
        Ok(Self::from_limbs(&limbs))
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_limbs_agree() {
        let check = |limbs: &[u64], text: &str| {
            let number = Integer::from_limbs(limbs);
            assert_eq!(number.to_string(), text);
            assert_eq!(text.parse(), Ok(number));
        };
        check(&[], "0");
        check(&[0, 0, 0], "0");
        check(&[5, 0], "5");
        check(&[0, 1], "10000000000000000");
        check(&[u64::MAX, 0], "ffffffffffffffff");
        check(&[0, u64::MAX], "-10000000000000000");
        check(&[1 << 63], "-8000000000000000");
        check(&[1, u64::MAX, u64::MAX], "-ffffffffffffffff");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "-", "0x1", "+1", "g", "--1", "1 "] {
            assert!(text.parse::<Integer>().is_err(), "{text:?}");
        }
    }
}

//! Decimal numbers without floating point.

/// `12.5`, `-40.00`, `+0.000` as thousandths; further digits are dropped.
pub(crate) fn thousandths(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !plain(whole) || !plain(part) {
        return None;
    }
    let whole: i64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let value = whole.checked_mul(1000)?.checked_add(part.parse().ok()?)?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use crate::ggf::number::thousandths;

    #[test]
    fn numbers_of_all_shapes() {
        assert_eq!(thousandths("-40.00"), Some(-40_000));
        assert_eq!(thousandths("+0.000"), Some(0));
        assert_eq!(thousandths("4.2"), Some(4_200));
        assert_eq!(thousandths(".5"), Some(500));
        assert_eq!(thousandths("12"), Some(12_000));
        assert_eq!(thousandths("0.12345"), Some(123));
        for wrong in ["", "-", ".", "1e3", "?", "1.2.3", "99999999999999999999"] {
            assert_eq!(thousandths(wrong), None, "{wrong}");
        }
    }
}

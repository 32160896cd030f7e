//! Bytes of unknown origin as numbered lines of text.

use crate::warning::{ParseWarning, WarningCause};

/// More lines than any tournament or players' list has (the WOF's list has some twenty thousand).
pub const LINES_MAX: usize = 200_000;

/// One line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextLine {
    pub(crate) number: u32,
    pub(crate) text: String,
}

/// The lines of a file that ends its lines with LF, CR or CRLF, and is UTF-8, UTF-16 with a byte
/// order mark, or Latin-1; and a word about what was cut off.
pub(crate) fn text_lines(bytes: &[u8]) -> (Vec<TextLine>, Option<ParseWarning>) {
    let mut lines = Vec::new();
    for text in split(&decoded(bytes)) {
        let number = u32::try_from(lines.len() + 1).unwrap_or(u32::MAX);
        if lines.len() == LINES_MAX {
            let cut = WarningCause::TooManyLines { max: LINES_MAX };
            return (lines, Some(ParseWarning::left_out(number, text, cut)));
        }
        lines.push(TextLine {
            number,
            text: text.to_owned(),
        });
    }
    (lines, None)
}

/// The text of a file, a byte order mark left out.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_latin1(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        plain => utf8_or_latin1(plain),
    }
}

/// Line by line, because files grow by appending and their parts come from different programs.
fn utf8_or_latin1(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|byte| char::from(*byte))),
        }
    }
    text
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|two| unit([two[0], two[1]]));
    char::decode_utf16(units)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The lines without their ends; what follows the last end is a line only if there is something.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = &rest[end..];
        rest = match rest.strip_prefix("\r\n") {
            Some(after) => after,
            None => rest.get(1..).unwrap_or(""),
        };
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use crate::text_lines::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[&str]) {
        let (lines, cut) = text_lines(bytes);
        assert!(cut.is_none());
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn all_three_line_ends_count_once() {
        check(b"a\nb\rc\r\nd", &["a", "b", "c", "d"]);
        check(b"a\r\n\r\nb\r\r", &["a", "", "b", ""]);
        check(b"", &[]);
    }

    #[test]
    fn latin_1_and_utf_8_are_told_apart_line_by_line() {
        check(b"Andr\xE9\nAndr\xC3\xA9\n", &["André", "André"]);
    }

    #[test]
    fn byte_order_marks_are_skipped() {
        check(b"\xEF\xBB\xBFa\n", &["a"]);
        check(b"\xFF\xFEa\0\n\0b\0", &["a", "b"]);
        check(b"\xFE\xFF\0a\0\n\0b", &["a", "b"]);
    }

    #[test]
    fn a_file_without_end_is_cut_and_said_to_be() {
        let (lines, cut) = text_lines(&vec![b'\n'; LINES_MAX + 5]);
        assert_eq!(lines.len(), LINES_MAX);
        assert!(matches!(
            cut.map(|cut| cut.why),
            Some(WarningCause::TooManyLines { .. })
        ));
    }
}

//! The letters and digits of a board as strokes: a picture needs no font and looks the same everywhere.

use std::fmt::Write as _;

/// Half the width of a glyph, its half height and the step to the next one, in its own units.
const HALF_WIDTH: i16 = 2;
const MIDDLE: i16 = 3;
const STEP: i16 = 6;

/// Adds a text with its middle at a point in tenths; `tenths` is the size of a glyph's unit.
pub(crate) fn push(
    svg: &mut String,
    text: &str,
    middle: (i16, i16),
    tenths: i16,
    attributes: &str,
) {
    let letters = i16::try_from(text.len()).unwrap_or(1);
    let left = middle.0 - tenths * (HALF_WIDTH + STEP * (letters - 1) / 2);
    let top = middle.1 - tenths * MIDDLE;
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        "<g{attributes} transform=\"translate({} {}) scale(0.{tenths})\">",
        tenth(left),
        tenth(top)
    );
    for (n, letter) in (0..).zip(text.chars()) {
        if let Some(path) = strokes(letter) {
            let _ = write!(
                svg,
                "<path transform=\"translate({} 0)\" d=\"{path}\"/>",
                STEP * n
            );
        }
    }
    svg.push_str("</g>");
}

fn tenth(value: i16) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", value.abs() / 10, value.abs() % 10)
}

/// A glyph on a grid four wide and six high.
const fn strokes(letter: char) -> Option<&'static str> {
    Some(match letter {
        '0' => "M1 0H3L4 1V5L3 6H1L0 5V1Z",
        '1' => "M.5 1.5L2 0V6",
        '2' => "M0 1L1 0H3L4 1V2L0 6H4",
        '3' => "M0 1L1 0H3L4 1V2L3 3H2M3 3L4 4V5L3 6H1L0 5",
        '4' => "M3 6V0L0 4H4",
        '5' => "M4 0H0V3H3L4 4V5L3 6H1L0 5",
        '6' => "M4 1L3 0H1L0 1V5L1 6H3L4 5V4L3 3H1L0 4",
        '7' => "M0 0H4L1.5 6",
        '8' => "M1 3L0 2V1L1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3",
        '9' => "M0 5L1 6H3L4 5V1L3 0H1L0 1V2L1 3H3L4 2",
        'a' => "M4 2V6M4 3L3 2H1L0 3V5L1 6H3L4 5",
        'b' => "M0 0V6M0 3L1 2H3L4 3V5L3 6H1L0 5",
        'c' => "M4 3L3 2H1L0 3V5L1 6H3L4 5",
        'd' => "M4 0V6M4 3L3 2H1L0 3V5L1 6H3L4 5",
        'e' => "M0 4H4V3L3 2H1L0 3V5L1 6H3L4 5",
        'f' => "M3.5 0H3L2 1V6M1 2.5H3.5",
        'g' => "M4 2V7L3 8H1M4 3L3 2H1L0 3V5L1 6H3L4 5",
        'h' => "M0 0V6M0 3L1 2H3L4 3V6",
        _ => return None,
    })
}

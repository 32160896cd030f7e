//! What happened over the moves of a game as charts: disc difference, minutes left.

use std::fmt::Write as _;

use outflank_board::{BySide, Side};
use outflank_rulebook::Millis;

use crate::picture::board::escaped;

const LEFT: i64 = 340;
const WIDTH: i64 = 5000;
const TOP: i64 = 120;
const HEIGHT: i64 = 860;
/// The room of a letter at the end of a line.
const TAG: i64 = 100;
/// Moves along the bottom.
const MOVES: i64 = 60;

/// The disc difference after every move, the start included; `now` is the move looked at.
#[must_use]
pub fn difference_chart(differences: &[i16], now: Option<usize>, label: &str) -> String {
    let moves = MOVES.max(last_index(differences.len()));
    // The larger side of the scale in steps of ten.
    let most = differences.iter().map(|one| i64::from(one.abs())).max();
    let scale = ((most.unwrap_or(0) + 9) / 10).max(2) * 10;
    let point = |(index, value): (i64, i64)| {
        let y = TOP + HEIGHT / 2 - value * HEIGHT / (2 * scale);
        (x_of(index, moves), y)
    };
    let points: Vec<(i64, i64)> = (0..)
        .zip(differences.iter().map(|one| i64::from(*one)))
        .map(point)
        .collect();
    let middle = TOP + HEIGHT / 2;
    let mut svg = head(label);
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let (first, last) = (tenths(first.0), tenths(last.0));
        let zero = tenths(middle);
        let _ = write!(
            svg,
            "<path class=\"area\" d=\"{}L{last} {zero}L{first} {zero}Z\"/>",
            path(&points)
        );
    }
    rules(&mut svg, &[TOP, TOP + HEIGHT], middle);
    let _ = write!(svg, "<path class=\"s-b\" d=\"{}\"/>", path(&points));
    mark(&mut svg, now, moves);
    for (y, text) in [
        (TOP, format!("+{scale}")),
        (middle, "0".to_owned()),
        (TOP + HEIGHT, format!("−{scale}")),
    ] {
        side_text(&mut svg, y, &text);
    }
    foot(&mut svg, moves);
    svg
}

/// The minutes each side has left after every move; `now` is the move looked at.
#[must_use]
pub fn minutes_chart(
    start: BySide<Millis>,
    left: &[BySide<Millis>],
    now: Option<usize>,
    label: &str,
) -> String {
    let moves = MOVES.max(last_index(left.len() + 1));
    let most = start.black.0.max(start.white.0).max(60_000);
    let minutes = (most + 59_999) / 60_000;
    let y_of = |ms: i64| TOP + HEIGHT - ms.clamp(0, most) * HEIGHT / most;
    let mut svg = head(label);
    rules(&mut svg, &[TOP, TOP + HEIGHT / 2], TOP + HEIGHT);
    let mut tagged: Option<i64> = None;
    for side in Side::BOTH {
        let values = std::iter::once(start[side].0).chain(left.iter().map(|one| one[side].0));
        let points: Vec<(i64, i64)> = (0..)
            .zip(values)
            .map(|(index, ms)| (x_of(index, moves), y_of(ms)))
            .collect();
        let (class, letter) = match side {
            Side::Black => ("s-b", "B"),
            Side::White => ("s-w", "W"),
        };
        let _ = write!(svg, "<path class=\"{class}\" d=\"{}\"/>", path(&points));
        if let Some((x, y)) = points.last() {
            // Where the lines end together the letters stand side by side.
            let is_beside = tagged.is_some_and(|other| (other - y).abs() < TAG);
            let _ = write!(
                svg,
                "<text class=\"tag\" x=\"{}\" y=\"{}\">{letter}</text>",
                tenths(x + if is_beside { 20 + TAG } else { 20 }),
                tenths(*y)
            );
            tagged = Some(*y);
        }
    }
    mark(&mut svg, now, moves);
    for (y, value) in [
        (TOP, minutes),
        (TOP + HEIGHT / 2, minutes / 2),
        (TOP + HEIGHT, 0),
    ] {
        side_text(&mut svg, y, &value.to_string());
    }
    foot(&mut svg, moves);
    svg
}

fn last_index(count: usize) -> i64 {
    i64::try_from(count.saturating_sub(1)).unwrap_or(i64::MAX)
}

fn x_of(index: i64, moves: i64) -> i64 {
    LEFT + index * WIDTH / moves
}

fn head(label: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 560 120\" role=\"img\" aria-label=\"{}\">",
        escaped(label)
    )
}

fn rules(svg: &mut String, rules: &[i64], axis: i64) {
    let (left, right) = (tenths(LEFT), tenths(LEFT + WIDTH));
    svg.push_str("<path class=\"rule\" d=\"");
    for y in rules {
        let _ = write!(svg, "M{left} {}H{right}", tenths(*y));
    }
    let _ = write!(
        svg,
        "\"/><path class=\"axis\" d=\"M{left} {}H{right}\"/>",
        tenths(axis)
    );
}

fn mark(svg: &mut String, now: Option<usize>, moves: i64) {
    if let Some(now) = now.and_then(|now| i64::try_from(now).ok()) {
        let x = tenths(x_of(now.min(moves), moves));
        let _ = write!(svg, "<path class=\"now\" d=\"M{x} 8V100\"/>");
    }
}

fn side_text(svg: &mut String, y: i64, text: &str) {
    let y = tenths(y + 40);
    let _ = write!(
        svg,
        "<text x=\"28\" y=\"{y}\" text-anchor=\"end\">{text}</text>"
    );
}

fn foot(svg: &mut String, moves: i64) {
    for number in (0..=moves).step_by(10) {
        let x = tenths(x_of(number, moves));
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"114\" text-anchor=\"middle\">{number}</text>"
        );
    }
    svg.push_str("</svg>");
}

fn path(points: &[(i64, i64)]) -> String {
    let mut text = String::new();
    for (n, (x, y)) in points.iter().enumerate() {
        let _ = write!(
            text,
            "{}{} {}",
            if n == 0 { "M" } else { "L" },
            tenths(*x),
            tenths(*y)
        );
    }
    text
}

/// A number of tenths as SVG writes it.
fn tenths(value: i64) -> String {
    format!("{}.{}", value.div_euclid(10), value.rem_euclid(10))
}

#[cfg(test)]
mod tests {
    use crate::picture::chart::*;

    #[test]
    fn a_chart_holds_every_move_and_marks_the_one_looked_at() {
        let svg = difference_chart(&[0, 3, -2, 14], Some(2), "a <label>");
        assert!(svg.contains("M34.0 55.0L42.3"), "{svg}");
        assert!(svg.contains("&lt;label&gt;") && svg.contains("+20"));
        assert!(svg.contains("class=\"now\" d=\"M50.6 8V100\""), "{svg}");
    }

    #[test]
    fn minutes_begin_at_the_top() {
        let start = BySide::both(Millis::minutes(30));
        let left = [BySide::new(Millis::minutes(15), Millis::minutes(30))];
        let svg = minutes_chart(start, &left, None, "time");
        assert!(
            svg.contains("class=\"s-b\" d=\"M34.0 12.0L42.3 55.0\""),
            "{svg}"
        );
    }
}

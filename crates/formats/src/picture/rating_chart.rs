//! A player's ratings over the years as a chart.

use std::fmt::Write as _;

use outflank_tournament::CivilDate;
use outflank_tournament::running::days_between;

use crate::picture::board::escaped;

const WIDTH: i64 = 640;
const HEIGHT: i64 = 220;
const LEFT: i64 = 48;
const RIGHT: i64 = 12;
const TOP: i64 = 12;
const BOTTOM: i64 = 28;

/// Ratings by day, the oldest first, as a line with its scale. `label` is what a screen reader says.
///
/// ```
/// use outflank_formats::rating_chart;
/// let day = |text: &str| text.parse().expect("a date");
/// let svg = rating_chart(&[(day("2024-01-01"), 1500), (day("2025-01-01"), 1620)], "Ratings");
/// assert!(svg.starts_with("<svg") && svg.contains("1600"));
/// ```
#[must_use]
pub fn rating_chart(points: &[(CivilDate, i32)], label: &str) -> String {
    let ratings = || points.iter().map(|(_, rating)| i64::from(*rating));
    let low = ratings().min().unwrap_or(0).div_euclid(100) * 100;
    let high = (ratings().max().unwrap_or(0).div_euclid(100) + 1) * 100;
    let (first, last) = match (points.first(), points.last()) {
        (Some(first), Some(last)) => (first.0, last.0),
        (_, _) => return String::new(),
    };
    let days = days_between(first, last).max(1);
    let x = |day: CivilDate| LEFT + days_between(first, day) * (WIDTH - LEFT - RIGHT) / days;
    let y = |rating: i64| {
        HEIGHT - BOTTOM - (rating - low) * (HEIGHT - TOP - BOTTOM) / (high - low).max(1)
    };
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        escaped(label)
    );
    let step = ((high - low) / 400).max(1) * 100;
    let mut level = low;
    while level <= high {
        let at = y(level);
        let _ = write!(
            svg,
            "<path class=\"rule\" d=\"M{LEFT} {at}H{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{level}</text>",
            WIDTH - RIGHT,
            LEFT - 6,
            at + 4
        );
        level += step;
    }
    for year in first.year()..=last.year() {
        if let Some(day) = CivilDate::new(year, 1, 1).filter(|day| *day >= first) {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{year}</text>",
                x(day),
                HEIGHT - 8
            );
        }
    }
    let mut path = String::new();
    for (index, (day, rating)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", x(*day), y(i64::from(*rating)));
    }
    let _ = write!(svg, "<path class=\"s-b\" d=\"{path}\"/>");
    for (day, rating) in points {
        let (x, y) = (x(*day), y(i64::from(*rating)));
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"3\"><title>{day}: {rating}</title></circle>"
        );
    }
    svg.push_str("</svg>");
    svg
}

//! The board as SVG: one drawing everywhere.

use std::fmt::Write as _;

use outflank_board::{Position, Side, Square, SquareSet};

use super::html::Html;

/// The empty grid of a score sheet with the four discs of the start.
pub(crate) fn transcript_grid(label: &str) -> Html {
    let mut html = Html::default();
    html.push("<svg class=\"board\" viewBox=\"-4.5 -4.5 85.5 85.5\" role=\"img\" aria-label=\"");
    html.push_text(label);
    html.push("\">");
    push_ground(&mut html);
    html.push("<g class=\"b\"><circle cx=\"45\" cy=\"35\" r=\"4.2\"/><circle cx=\"35\" cy=\"45\" r=\"4.2\"/></g>");
    html.push("<g class=\"w\"><circle cx=\"35\" cy=\"35\" r=\"4.2\"/><circle cx=\"45\" cy=\"45\" r=\"4.2\"/></g></svg>");
    html
}

/// What is pointed at on a drawn position.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pointed {
    /// The disc that was placed last.
    pub(crate) last: Option<Square>,
    /// Squares that are not as they should be.
    pub(crate) wrong: SquareSet,
}

/// A position, with the counts and the side to move as its text.
pub(crate) fn position_svg(position: &Position, pointed: Pointed, label: &str) -> Html {
    let mut html = Html::default();
    html.push("<svg class=\"board\" viewBox=\"-4.5 -4.5 85.5 85.5\" role=\"img\" aria-label=\"");
    html.push_text(label);
    html.push("\">");
    push_ground(&mut html);
    for (side, class) in [(Side::Black, "b"), (Side::White, "w")] {
        let _ = write!(html.0, "<g class=\"{class}\">");
        for square in position.discs(side).iter() {
            let (x, y) = middle(square);
            let _ = write!(html.0, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4.2\"/>");
        }
        html.push("</g>");
    }
    if let Some(square) = pointed.last {
        let (x, y) = middle(square);
        let dot = match position.at(square) {
            Some(Side::White) => "dot-w",
            Some(Side::Black) | None => "dot-b",
        };
        let (left, top) = (x - 5, y - 5);
        let _ = write!(
            html.0,
            "<rect class=\"last\" x=\"{left}\" y=\"{top}\" width=\"10\" height=\"10\"/><circle class=\"{dot}\" cx=\"{x}\" cy=\"{y}\" r=\".9\"/>"
        );
    }
    for square in pointed.wrong.iter() {
        let (x, y) = middle(square);
        let (left, top) = (x - 5, y - 5);
        let _ = write!(
            html.0,
            "<rect class=\"wrong\" x=\"{left}.4\" y=\"{top}.4\" width=\"9.2\" height=\"9.2\"/>"
        );
    }
    html.push("</svg>");
    html
}

fn middle(square: Square) -> (i32, i32) {
    (
        i32::from(square.col()) * 10 + 5,
        i32::from(square.row()) * 10 + 5,
    )
}

/// Labels, field, lines and spots.
fn push_ground(html: &mut Html) {
    html.push("<g class=\"labels\" aria-hidden=\"true\">");
    for (n, letter) in ('a'..='h').enumerate() {
        let at = 10 * n + 5;
        // Writing to a String cannot fail.
        let _ = write!(html.0, "<text x=\"{at}\" y=\"-1.5\">{letter}</text>");
        let _ = write!(html.0, "<text x=\"-2.6\" y=\"{}\">{}</text>", at + 1, n + 1);
    }
    html.push("</g><rect class=\"field\" width=\"80\" height=\"80\"/><path class=\"grid\" d=\"");
    for n in (10..80).step_by(10) {
        let _ = write!(html.0, "M{n} 0v80M0 {n}h80");
    }
    html.push("\"/><g class=\"spots\">");
    for (x, y) in [(20, 20), (60, 20), (20, 60), (60, 60)] {
        let _ = write!(html.0, "<circle cx=\"{x}\" cy=\"{y}\" r=\".85\"/>");
    }
    html.push("</g>");
}

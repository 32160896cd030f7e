//! The board as SVG: one drawing everywhere.

use std::fmt::Write as _;

use outflank_board::{Position, Square, SquareSet};
use outflank_formats::{BoardDrawing, Paint, board_svg};

use super::html::Html;

/// What is pointed at on a drawn position.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pointed {
    /// The disc that was placed last.
    pub(crate) last: Option<Square>,
    /// Squares that are not as they should be.
    pub(crate) wrong: SquareSet,
}

/// A position with what is pointed at, and words for those who do not see it.
pub(crate) fn position_svg(position: &Position, pointed: Pointed, label: &str) -> Html {
    let drawing = BoardDrawing {
        last: pointed.last,
        ..BoardDrawing::of(*position, label.to_owned())
    };
    let mut svg = board_svg(&drawing, Paint::Stylesheet);
    let end = svg.len() - "</svg>".len();
    svg.truncate(end);
    for square in pointed.wrong.iter() {
        let (x, y) = (10 * u16::from(square.col()), 10 * u16::from(square.row()));
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            "<rect class=\"wrong\" x=\"{x}.4\" y=\"{y}.4\" width=\"9.2\" height=\"9.2\"/>"
        );
    }
    svg.push_str("</svg>");
    Html(svg)
}

/// The empty grid of a score sheet with the four discs of the start.
pub(crate) fn transcript_grid(label: &str) -> Html {
    let mut html = Html::default();
    html.push("<svg class=\"board\" viewBox=\"-4.5 -4.5 85.5 85.5\" role=\"img\" aria-label=\"");
    html.push_text(label);
    html.push("\"><g class=\"labels\" aria-hidden=\"true\">");
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
    html.push("</g><g class=\"b\"><circle cx=\"45\" cy=\"35\" r=\"4.2\"/><circle cx=\"35\" cy=\"45\" r=\"4.2\"/></g>");
    html.push("<g class=\"w\"><circle cx=\"35\" cy=\"35\" r=\"4.2\"/><circle cx=\"45\" cy=\"45\" r=\"4.2\"/></g></svg>");
    html
}

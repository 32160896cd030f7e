//! The board as SVG: one drawing everywhere.

use std::fmt::Write as _;

use outflank_board::{Position, Square, SquareSet};
use outflank_formats::{BoardDrawing, Paint, board_svg};

use crate::pages::html::Html;

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
    position_svg(&Position::start(), Pointed::default(), label)
}

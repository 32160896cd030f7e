//! A position as SVG.

use std::fmt::Write as _;

use outflank_board::{Position, Side, Square, SquareSet};

use crate::picture::glyphs;
use crate::picture::paint::{Paint, Part};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardDrawing {
    pub position: Position,
    /// The latest move, framed.
    pub last: Option<Square>,
    /// The discs it turned over, ringed.
    pub flipped: SquareSet,
    /// Numbers of moves on their discs.
    pub numbers: Vec<(Square, u16)>,
    /// Letters and numbers at the edges.
    pub edges: Edges,
    /// What a screen reader says instead.
    pub label: String,
}

/// Whether a board has its letters and numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edges {
    /// a to h above, 1 to 8 on the left.
    Labelled,
    Bare,
}

impl BoardDrawing {
    /// A position with nothing marked.
    #[must_use]
    pub const fn of(position: Position, label: String) -> Self {
        Self {
            position,
            last: None,
            flipped: SquareSet::EMPTY,
            numbers: Vec::new(),
            edges: Edges::Labelled,
            label,
        }
    }
}

/// The drawing as SVG.
///
/// ```
/// use outflank_board::Position;
/// use outflank_formats::{BoardDrawing, Paint, board_svg};
/// let svg = board_svg(&BoardDrawing::of(Position::start(), "start".into()), Paint::Own);
/// assert_eq!(svg.matches("r=\"4.2\"").count(), 4);
/// ```
#[must_use]
pub fn board_svg(drawing: &BoardDrawing, paint: Paint) -> String {
    let mut svg = String::with_capacity(4096);
    let label = escaped(&drawing.label);
    let (corner, size) = match drawing.edges {
        Edges::Labelled => ("-4.5", "85.5"),
        Edges::Bare => ("-.4", "80.8"),
    };
    // Writing to a String cannot fail.
    let _ = match paint {
        Paint::Stylesheet => write!(
            svg,
            "<svg class=\"board\" viewBox=\"{corner} {corner} {size} {size}\" role=\"img\" aria-label=\"{label}\">"
        ),
        Paint::Own => write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {size} {size}\" width=\"684\" height=\"684\" role=\"img\"><title>{label}</title><rect x=\"{corner}\" y=\"{corner}\" width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>"
        ),
    };
    if drawing.edges == Edges::Labelled {
        edges(&mut svg, paint);
    }
    let _ = write!(
        svg,
        "<rect{} width=\"80\" height=\"80\"/><path{} d=\"",
        paint.of(Part::Field),
        paint.of(Part::Grid)
    );
    for n in (10..80).step_by(10) {
        let _ = write!(svg, "M{n} 0v80M0 {n}h80");
    }
    let _ = write!(svg, "\"/><g{}>", paint.of(Part::Spots));
    for (x, y) in [(20, 20), (60, 20), (20, 60), (60, 60)] {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\".85\"/>");
    }
    svg.push_str("</g>");
    discs(&mut svg, paint.of(Part::Black), drawing.position.black());
    discs(&mut svg, paint.of(Part::White), drawing.position.white());
    if !drawing.flipped.is_empty() {
        discs(&mut svg, paint.of(Part::Flipped), drawing.flipped);
    }
    if let Some(last) = drawing.last {
        let (x, y) = (10 * u16::from(last.col()), 10 * u16::from(last.row()));
        let _ = write!(
            svg,
            "<rect{} x=\"{x}.5\" y=\"{y}.5\" width=\"9\" height=\"9\"/>",
            paint.of(Part::Last)
        );
        if drawing.numbers.is_empty() {
            dot(&mut svg, drawing, last, paint);
        }
    }
    numbers(&mut svg, drawing, paint);
    svg.push_str("</svg>");
    svg
}

fn edges(svg: &mut String, paint: Paint) {
    let _ = write!(svg, "<g{} aria-hidden=\"true\">", paint.of(Part::Labels));
    for (n, letter) in (0_i16..).zip('a'..='h') {
        let at = 10 * n + 5;
        let number = n + 1;
        let _ = match paint {
            Paint::Stylesheet => write!(
                svg,
                "<text x=\"{at}\" y=\"-1.5\">{letter}</text><text x=\"-2.6\" y=\"{}\">{number}</text>",
                at + 1
            ),
            Paint::Own => {
                glyphs::push(svg, &letter.to_string(), (10 * at, -26), 5, "");
                glyphs::push(svg, &number.to_string(), (-24, 10 * at), 5, "");
                Ok(())
            }
        };
    }
    svg.push_str("</g>");
}

fn dot(svg: &mut String, drawing: &BoardDrawing, last: Square, paint: Paint) {
    let part = match drawing.position.at(last) {
        Some(Side::White) => Part::DotOnWhite,
        Some(Side::Black) | None => Part::DotOnBlack,
    };
    let (x, y) = centre(last);
    let _ = write!(
        svg,
        "<circle{} cx=\"{x}\" cy=\"{y}\" r=\"1.1\"/>",
        paint.of(part)
    );
}

fn discs(svg: &mut String, attributes: &str, squares: SquareSet) {
    let _ = write!(svg, "<g{attributes}>");
    for square in squares {
        let (x, y) = centre(square);
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4.2\"/>");
    }
    svg.push_str("</g>");
}

fn numbers(svg: &mut String, drawing: &BoardDrawing, paint: Paint) {
    if drawing.numbers.is_empty() {
        return;
    }
    let _ = write!(svg, "<g{}>", paint.of(Part::Numbers));
    for (square, number) in &drawing.numbers {
        let (x, y) = centre(*square);
        let colour = match drawing.position.at(*square) {
            Some(Side::White) => paint.of(Part::OnWhite),
            Some(Side::Black) | None => "",
        };
        let _ = match paint {
            Paint::Stylesheet => write!(
                svg,
                "<text{colour} x=\"{x}\" y=\"{y}.2\">{number}</text>",
                y = y + 1
            ),
            Paint::Own => {
                let middle = (
                    10 * i16::try_from(x).unwrap_or(0),
                    10 * i16::try_from(y).unwrap_or(0),
                );
                glyphs::push(svg, &number.to_string(), middle, 6, colour);
                Ok(())
            }
        };
    }
    svg.push_str("</g>");
}

fn centre(square: Square) -> (u16, u16) {
    (
        10 * u16::from(square.col()) + 5,
        10 * u16::from(square.row()) + 5,
    )
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What XML forbids is left out.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

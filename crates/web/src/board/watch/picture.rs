//! A position of a game as a picture: SVG, and PNG made from the same drawing.

use std::fmt::Display;

use outflank_board::{Square, SquareSet};
use outflank_desk::audience::SeenGame;
use outflank_formats::{BoardDrawing, Edges, Paint, board_svg};
use serde::Deserialize;

use crate::extract::{GamePlace, PublicGame, Query};
use crate::pages::html::Html;
use crate::respond::{Inline, Problem};

/// What of a picture is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// After how many turns; the latest if none is said.
    pub(crate) at: Option<usize>,
    /// Whether the discs carry the numbers of their moves.
    pub(crate) numbers: bool,
    /// Letters and numbers at the edges.
    pub(crate) edges: Edges,
}

/// The largest side of a picture in pixels.
const PIXELS_MAX: u32 = 2048;
/// Its side if none is asked for.
const PIXELS: u32 = 684;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct PictureQuery {
    #[serde(rename = "move")]
    at: Option<usize>,
    numbers: u8,
    labels: Option<u8>,
    size: Option<u32>,
}

impl PictureQuery {
    fn drawing(&self, game: &GamePlace) -> BoardDrawing {
        let wanted = Wanted {
            at: self.at,
            numbers: self.numbers == 1,
            edges: match self.labels {
                Some(0) => Edges::Bare,
                Some(_) | None => Edges::Labelled,
            },
        };
        let names = &game.view.names;
        drawing(
            &game.seen,
            wanted,
            format!("{} – {}", names.black, names.white),
        )
    }
}

pub(crate) async fn svg(PublicGame(game): PublicGame, Query(query): Query<PictureQuery>) -> Inline {
    Inline("image/svg+xml", alone(&query.drawing(&game)).into())
}

pub(crate) async fn png(
    PublicGame(game): PublicGame,
    Query(query): Query<PictureQuery>,
) -> Result<Inline, Problem> {
    let (drawing, pixels) = (query.drawing(&game), query.size.unwrap_or(PIXELS));
    // Drawing takes milliseconds: not on the threads that answer.
    let drawn = tokio::task::spawn_blocking(move || as_png(&drawing, pixels)).await;
    let bytes = drawn
        .ok()
        .flatten()
        .ok_or_else(|| Problem::not_found("picture"))?;
    Ok(Inline("image/png", bytes.into()))
}

/// The drawing of a game after some turns.
pub(crate) fn drawing(seen: &SeenGame, wanted: Wanted, label: impl Display) -> BoardDrawing {
    let game = &seen.now.game;
    let plies = &game.record().plies;
    let at = wanted.at.unwrap_or(plies.len()).min(plies.len());
    let start = game
        .setting()
        .map_or(*game.position(), |setting| setting.start);
    let last = at.checked_sub(1).and_then(|index| plies.get(index));
    let position = match last {
        _ if at == plies.len() => *game.position(),
        Some(ply) => ply.after,
        None => start,
    };
    let numbers: Vec<(Square, u16)> = (1..)
        .zip(plies.iter().take(at).filter_map(|ply| ply.square))
        .filter(|(_, square)| wanted.numbers && position.at(*square).is_some())
        .map(|(number, square)| (square, number))
        .collect();
    BoardDrawing {
        last: last.and_then(|ply| ply.square),
        flipped: last.map_or(SquareSet::EMPTY, |ply| ply.flipped),
        numbers,
        edges: wanted.edges,
        ..BoardDrawing::of(position, label.to_string())
    }
}

pub(crate) fn in_page(drawing: &BoardDrawing) -> Html {
    Html(board_svg(drawing, Paint::Stylesheet))
}

/// The drawing as a file that stands alone.
fn alone(drawing: &BoardDrawing) -> String {
    board_svg(drawing, Paint::Own)
}

/// The same as PNG with this side in pixels; nothing if it cannot be drawn.
fn as_png(drawing: &BoardDrawing, pixels: u32) -> Option<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    let pixels = pixels.clamp(64, PIXELS_MAX);
    let tree = usvg::Tree::from_str(&alone(drawing), &usvg::Options::default()).ok()?;
    let mut canvas = tiny_skia::Pixmap::new(pixels, pixels)?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "a picture has at most 2048 pixels"
    )]
    let scale = pixels as f32 / tree.size().width();
    let fitted = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, fitted, &mut canvas.as_mut());
    canvas.encode_png().ok()
}

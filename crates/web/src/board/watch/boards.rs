//! All boards of a round at a glance.

use askama::Template;
use outflank_board::Side;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::views::{Head, Player, ResultCell};
use outflank_formats::Edges;
use outflank_game::Phase;

use crate::board::watch::Shown;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::public::tournament::{Tab, made};

/// Boards on one page.
pub(crate) const ON_A_PAGE: usize = 24;

/// One table of the round.
pub(crate) struct Tile {
    pub(crate) table: u16,
    pub(crate) black: Player,
    pub(crate) white: Player,
    pub(crate) result: ResultCell,
    /// Its game, if the public sees one.
    pub(crate) board: Option<TileBoard>,
}

/// The board of a table.
pub(crate) struct TileBoard {
    pub(crate) view: WatchView,
    pub(crate) shown: Shown,
    pub(crate) svg: Html,
}

impl TileBoard {
    /// The board of a game as the public sees it.
    pub(crate) fn of(f: &Frame, seen: &SeenGame, view: WatchView) -> Self {
        // How a finished game stands is its result.
        let is_hidden = f.hides && view.result.is_some();
        let view = if is_hidden { view.until(0) } else { view };
        let wanted = Wanted {
            at: is_hidden.then_some(0),
            numbers: false,
            edges: Edges::Bare,
        };
        let discs = view.discs();
        let label = f.fill(
            "watch.board_label",
            &[
                ("table", &view.table.unwrap_or(0)),
                ("black", &view.names.black),
                ("white", &view.names.white),
                ("black_discs", &discs.black),
                ("white_discs", &discs.white),
            ],
        );
        Self {
            svg: picture::in_page(&picture::drawing(seen, wanted, label)),
            shown: Shown::of(&view, view.plies.len()),
            view,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.result.is_some()
    }

    pub(crate) fn is_live(&self) -> bool {
        matches!(self.view.phase, Phase::Playing | Phase::Signalled)
    }
}

/// The page of a round.
#[derive(Template)]
#[template(path = "watch/boards.html")]
pub(crate) struct BoardsPage<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) head: &'a Head,
    pub(crate) tab: Tab,
    pub(crate) round: u16,
    pub(crate) rounds: Vec<u16>,
    pub(crate) tiles: Vec<Tile>,
    /// Which page of the boards, from 1.
    pub(crate) page: usize,
    pub(crate) pages: usize,
    pub(crate) live: usize,
    pub(crate) over: usize,
    pub(crate) all: usize,
    pub(crate) delay_s: i64,
    /// Whether spectators are not admitted.
    pub(crate) is_closed: bool,
    pub(crate) hide: bool,
    pub(crate) words: String,
}

impl BoardsPage<'_> {
    pub(crate) fn render_page(&self) -> Option<String> {
        made(self)
    }

    fn counts(&self) -> String {
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("live", &self.live),
            ("over", &self.over),
            ("all", &self.all),
        ];
        self.f.fill("watch.counts", &values)
    }

    fn won(&self, tile: &Tile, side: &Side) -> bool {
        self.f.has_won(&tile.result, *side)
    }
}

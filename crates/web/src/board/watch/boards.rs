//! All boards of a round at a glance.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::IntoResponse as _;
use outflank_board::Side;
use outflank_desk::TournamentNow;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::views::{Head, Player, ResultCell, Views};
use outflank_formats::Edges;
use outflank_game::Phase;
use outflank_pairing::RoundNumber;
use outflank_tournament::running::TableNumber;
use serde::Deserialize;

use crate::Web;
use crate::board::table::words_of;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::board::watch::{SAID, Shown};
use crate::extract::{Path, Query, Tournament};
use crate::live::{PageTopic, PageViewer, StreamBody};
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::pages::spoilers::Spoilers;
use crate::public::tournament::{EmptyPage, Tab};
use crate::respond::{Answer, Problem, Shared};

const BOARDS_ON_PAGE: usize = 24;

#[derive(Deserialize)]
pub(crate) struct BoardsPath {
    round: Option<u16>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct BoardsQuery {
    page: Option<usize>,
    hide: u8,
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    tournament: Tournament,
    Path(BoardsPath { round }): Path<BoardsPath>,
    Query(query): Query<BoardsQuery>,
    spoilers: Spoilers,
) -> Answer {
    let now = watched(&tournament)?;
    let mut f = Frame::of(now, &web.base());
    f.hides = spoilers.hides || query.hide == 1;
    let f = &f;
    // Looked at once, before anything is waited for.
    let (head, rounds, pairings) = {
        let names = |id| now.called(id);
        let views = Views::of(&now.tournament, &names);
        let head = views
            .head()
            .ok_or_else(|| Problem::not_found("tournament"))?;
        let shown = round.or(head.last_round);
        let pairings = shown.and_then(|round| views.pairings(round));
        (head, views.rounds(), pairings)
    };
    let (head, tab) = (&head, Tab::Boards);
    let Some(pairings) = pairings else {
        return match round {
            Some(_) => Err(Problem::not_found("round")),
            None => {
                let page = EmptyPage::html((f, head, tab), "empty.pairings")?;
                Ok(spoilers.keep(Shared::html(page).into_response()))
            }
        };
    };
    let mut tiles = Vec::with_capacity(pairings.tables.len());
    for row in pairings.tables {
        let own = now.game_at(RoundNumber(pairings.round), TableNumber(row.table));
        let seen = match own {
            Some(own) => web.desk.public_game(&own.game).await?,
            None => None,
        };
        tiles.push(Tile {
            table: row.table,
            black: row.black.player,
            white: row.white.player,
            result: row.result,
            board: seen.map(|seen| TileBoard::of(f, &seen, WatchView::of(&seen, Some(now)))),
        });
    }
    let is_live = |tile: &&Tile| tile.board.as_ref().is_some_and(TileBoard::is_live);
    let is_over = |tile: &&Tile| tile.result != ResultCell::Missing;
    let all = tiles.len();
    let pages = all.div_ceil(BOARDS_ON_PAGE).max(1);
    let page = query.page.unwrap_or(1).clamp(1, pages);
    let boards = BoardsPage {
        f,
        head,
        tab,
        round: pairings.round,
        rounds,
        live: tiles.iter().filter(is_live).count(),
        over: tiles.iter().filter(is_over).count(),
        tiles: (tiles.into_iter())
            .skip((page - 1) * BOARDS_ON_PAGE)
            .take(BOARDS_ON_PAGE)
            .collect(),
        page,
        pages,
        all,
        delay_s: now.delay.0 / 1000,
        is_closed: !now.spectators,
        words: words_of(SAID),
    };
    Ok(spoilers.keep(Shared::of(&boards)?.into_response()))
}

pub(crate) async fn live(
    State(web): State<Arc<Web>>,
    tournament: Tournament,
) -> Result<StreamBody, Problem> {
    let topic = PageTopic::Boards(watched(&tournament)?.id.clone());
    Ok(PageViewer::new(&web.live, topic).into_body())
}

/// A training copy has no spectators.
fn watched(tournament: &TournamentNow) -> Result<&TournamentNow, Problem> {
    match &tournament.training {
        None => Ok(tournament),
        Some(_) => Err(Problem::not_found("tournament")),
    }
}

/// One table of the round.
struct Tile {
    table: u16,
    black: Player,
    white: Player,
    result: ResultCell,
    /// Its game, if the public sees one.
    board: Option<TileBoard>,
}

/// The board of a table.
pub(crate) struct TileBoard {
    pub(crate) view: WatchView,
    shown: Shown,
    svg: Html,
}

impl TileBoard {
    /// The board of a game as the public sees it.
    fn of(f: &Frame, seen: &SeenGame, view: WatchView) -> Self {
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

    fn is_over(&self) -> bool {
        self.view.result.is_some()
    }

    fn is_live(&self) -> bool {
        matches!(self.view.phase, Phase::Playing | Phase::Signalled)
    }
}

/// The page of a round.
#[derive(Template)]
#[template(path = "watch/boards.html")]
struct BoardsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    round: u16,
    rounds: Vec<u16>,
    tiles: Vec<Tile>,
    /// Which page of the boards, from 1.
    page: usize,
    pages: usize,
    live: usize,
    over: usize,
    all: usize,
    delay_s: i64,
    /// Whether spectators are not admitted.
    is_closed: bool,
    words: String,
}

impl BoardsPage<'_> {
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

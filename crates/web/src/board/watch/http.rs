//! The spectators' pages over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_desk::audience::SeenGame;
use outflank_desk::views::Views;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{Refusal, TournamentNow};
use outflank_formats::Edges;
use serde::Deserialize;

use crate::Web;
use crate::board::table::words_of;
use crate::board::watch::SAID;
use crate::board::watch::boards::{BoardsPage, ON_A_PAGE, Tile, TileBoard};
use crate::board::watch::file;
use crate::board::watch::game::{EmbedPage, GamePage, Look};
use crate::board::watch::picture;
use crate::board::watch::picture::{PIXELS, Wanted};
use crate::live::{PageTopic, PageViewer};
use crate::pages::answer::Cached;
use crate::pages::frame::Frame;
use crate::pages::spoilers::Spoilers;
use crate::public::http::{address, answer, missing};
use crate::public::tournament::{Tab, empty};

/// What the addresses of games and boards hold.
#[derive(Debug, Deserialize)]
pub(crate) struct Named {
    #[serde(rename = "tournament")]
    pub(crate) event: Option<String>,
    pub(crate) game: Option<String>,
    round: Option<u16>,
    name: Option<String>,
}

/// What may stand behind the question mark.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    #[serde(rename = "move")]
    at: Option<usize>,
    numbers: Option<u8>,
    labels: Option<u8>,
    hide: Option<u8>,
    page: Option<usize>,
    size: Option<u32>,
    said: Option<String>,
}

impl Asked {
    fn look(&self) -> Look {
        Look {
            at: self.at,
            numbers: self.numbers == Some(1),
            hide: self.hide == Some(1),
        }
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            at: self.at,
            numbers: self.numbers == Some(1),
            edges: match self.labels {
                Some(0) => Edges::Bare,
                Some(_) | None => Edges::Labelled,
            },
        }
    }
}

/// A game that the public sees, with its event.
pub(crate) struct Found {
    pub(crate) seen: SeenGame,
    pub(crate) view: WatchView,
    pub(crate) event: Option<Arc<TournamentNow>>,
    pub(crate) here: String,
}

/// The game of an address as the public sees it; only under the event it belongs to.
pub(crate) async fn found(web: &Web, named: &Named) -> Result<Option<Found>, Refusal> {
    let Some(id) = named.game.as_deref().and_then(|game| game.parse().ok()) else {
        return Ok(None);
    };
    let Some(seen) = web.desk.public_game(&id).await? else {
        return Ok(None);
    };
    let place = seen.now.seats.as_ref().map(|seats| &seats.place);
    let event = match (&named.event, place) {
        (Some(name), Some(place)) => {
            let event = web.desk.tournament_named(name);
            match event.filter(|event| event.id == place.tournament) {
                Some(event) => Some(event),
                None => return Ok(None),
            }
        }
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => return Ok(None),
    };
    let here = match &event {
        Some(event) => format!("/t/{}/games/{id}", address(event)),
        None => format!("/games/{id}"),
    };
    let view = WatchView::of(&seen, event.as_deref());
    Ok(Some(Found {
        seen,
        view,
        event,
        here,
    }))
}

pub(crate) fn fault(refusal: Refusal) -> Response {
    crate::respond::Problem::from(refusal).into_response()
}

/// Finds the game of an address or answers that there is none.
macro_rules! found {
    ($web:expr, $named:expr, $headers:expr) => {
        match found(&$web, &$named).await {
            Ok(Some(found)) => found,
            Ok(None) => return missing(&$web, &$headers),
            Err(refusal) => return fault(refusal),
        }
    };
}

pub(crate) async fn boards(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let event = shown_event(&web, &named);
    let Some(event) = event else {
        return missing(&web, &headers);
    };
    let spoilers = Spoilers::of(query.as_deref(), &headers);
    let hides = spoilers.hides || asked.hide == Some(1);
    match boards_page(&web, &event, named.round, &asked, hides).await {
        Ok(Some(html)) => spoilers.keep(answer(&Cached::new(html), StatusCode::OK, &headers)),
        Ok(None) => missing(&web, &headers),
        Err(refusal) => fault(refusal),
    }
}

/// The event of an address; a training copy has no spectators.
fn shown_event(web: &Web, named: &Named) -> Option<Arc<TournamentNow>> {
    let event = web.desk.tournament_named(named.event.as_deref()?);
    event.filter(|event| event.training.is_none())
}

async fn boards_page(
    web: &Web,
    event: &TournamentNow,
    round: Option<u16>,
    asked: &Asked,
    hides: bool,
) -> Result<Option<String>, Refusal> {
    let mut frame = Frame::of(event, &web.base());
    frame.hides = hides;
    // Looked at once, before anything is waited for.
    let (head, rounds, pairings) = {
        let names = |id| event.called(id);
        let views = Views::of(&event.tournament, &names);
        let Some(head) = views.head() else {
            return Ok(None);
        };
        let round = round.or(head.last_round);
        let pairings = round.and_then(|round| views.pairings(round));
        (head, views.rounds(), pairings)
    };
    let Some(pairings) = pairings else {
        return Ok(match round {
            Some(_) => None,
            None => empty(&frame, &head, Tab::Boards, "empty.pairings"),
        });
    };
    let mut tiles = Vec::with_capacity(pairings.tables.len());
    let (mut live, mut over) = (0, 0);
    for row in pairings.tables {
        let own = (event.games().iter().rev()).find(|own| {
            own.round.0 == pairings.round
                && own.table.0 == row.table
                && event.game_at(own.round, own.table) == Some(own)
        });
        let seen = match own {
            Some(own) => web.desk.public_game(&own.game).await?,
            None => None,
        };
        let board = seen.map(|seen| {
            let view = WatchView::of(&seen, Some(event));
            TileBoard::of(&frame, &seen, view)
        });
        live += usize::from(board.as_ref().is_some_and(TileBoard::is_live));
        over += usize::from(!matches!(
            row.result,
            outflank_desk::views::ResultCell::Missing
        ));
        tiles.push(Tile {
            table: row.table,
            black: row.black.player,
            white: row.white.player,
            result: row.result,
            board,
        });
    }
    let all = tiles.len();
    let pages = all.div_ceil(ON_A_PAGE).max(1);
    let page = asked.page.unwrap_or(1).clamp(1, pages);
    let tiles = (tiles.into_iter())
        .skip((page - 1) * ON_A_PAGE)
        .take(ON_A_PAGE)
        .collect();
    let words = words_of(SAID);
    let page = BoardsPage {
        f: &frame,
        head: &head,
        tab: Tab::Boards,
        round: pairings.round,
        rounds,
        tiles,
        page,
        pages,
        live,
        over,
        all,
        delay_s: event.delay.0 / 1000,
        is_closed: !event.spectators,
        hide: hides,
        words,
    };
    Ok(page.render_page())
}

pub(crate) async fn game(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let found = found!(web, named, headers);
    let frame = frame(&web, &found);
    let spoilers = Spoilers::of(query.as_deref(), &headers);
    let mut look = asked.look();
    look.hide |= spoilers.hides;
    let mut page = page(&web, &headers, &frame, &found, look);
    page.said = match asked.said.as_deref() {
        Some("thanks") => Some(frame.t("watch.report_thanks").to_owned()),
        Some(_) | None => None,
    };
    match page.render_page() {
        Some(html) => spoilers.keep(answer(&Cached::new(html), StatusCode::OK, &headers)),
        None => missing(&web, &headers),
    }
}

pub(crate) async fn embed(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let found = found!(web, named, headers);
    let frame = frame(&web, &found);
    let page = EmbedPage {
        page: page(&web, &headers, &frame, &found, asked.look()),
        f: &frame,
    };
    let Some(html) = page.render_page() else {
        return missing(&web, &headers);
    };
    let mut response = answer(&Cached::new(html), StatusCode::OK, &headers);
    // The one page that other sites may show inside theirs: it has no form and no cookie.
    let sent = response.headers_mut();
    sent.insert(
        HeaderName::from_static("content-security-policy"),
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
        ),
    );
    sent.insert(
        HeaderName::from_static("x-frame-options"),
        HeaderValue::from_static("ALLOWALL"),
    );
    response
}

pub(crate) fn frame(web: &Web, found: &Found) -> Frame {
    match &found.event {
        Some(event) => Frame::of_event(&address(event), event.version.0, &web.base()),
        None => Frame::of_site(&web.base()),
    }
}

/// Where the public finds this server: as it was told, else as the request found it.
fn origin(web: &Web, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match (web.base().trim_end_matches('/'), host) {
        ("", Some(host)) => format!("http://{host}"),
        (base, _) => base.to_owned(),
    }
}

pub(crate) fn page<'a>(
    web: &Web,
    headers: &HeaderMap,
    frame: &'a Frame,
    found: &'a Found,
    look: Look,
) -> GamePage<'a> {
    let rules = found.event.as_ref().and_then(|event| event.rules());
    GamePage {
        event: found.event.as_ref().map(|event| event.title().to_owned()),
        here: found.here.clone(),
        share: format!("{}{}", origin(web, headers), found.here),
        may_report: rules.is_some_and(outflank_desk::audience::may_report),
        ..GamePage::of(frame, &found.seen, &found.view, look)
    }
}

/// The two kinds of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureKind {
    Svg,
    Png,
}

pub(crate) async fn svg(
    web: State<Arc<Web>>,
    named: Path<Named>,
    asked: Query<Asked>,
    headers: HeaderMap,
) -> Response {
    board(web, named, asked, headers, PictureKind::Svg).await
}

pub(crate) async fn png(
    web: State<Arc<Web>>,
    named: Path<Named>,
    asked: Query<Asked>,
    headers: HeaderMap,
) -> Response {
    board(web, named, asked, headers, PictureKind::Png).await
}

async fn board(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    kind: PictureKind,
) -> Response {
    let found = found!(web, named, headers);
    let drawing = picture::drawing(&found.seen, asked.wanted(), title(&found));
    match kind {
        PictureKind::Svg => file_answer("image/svg+xml", picture::svg(&drawing).into()),
        PictureKind::Png => {
            let pixels = asked.size.unwrap_or(PIXELS);
            // Drawing takes milliseconds: not on the threads that answer.
            let drawn = tokio::task::spawn_blocking(move || picture::png(&drawing, pixels)).await;
            match drawn {
                Ok(Some(bytes)) => file_answer("image/png", bytes.into()),
                Ok(None) | Err(_) => missing(&web, &headers),
            }
        }
    }
}

fn title(found: &Found) -> String {
    format!("{} – {}", found.view.names.black, found.view.names.white)
}

pub(crate) async fn game_file(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    headers: HeaderMap,
) -> Response {
    let found = found!(web, named, headers);
    let name = named.name.as_deref().unwrap_or_default();
    match file::of(name, &found.seen, &found.view, found.event.as_deref()) {
        Some(file) => file_answer(file.media, file.text.into()),
        None => missing(&web, &headers),
    }
}

fn file_answer(media: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

pub(crate) async fn boards_live(State(web): State<Arc<Web>>, Path(named): Path<Named>) -> Response {
    let event = shown_event(&web, &named);
    match event {
        Some(event) => stream(&web, PageTopic::Boards(event.id.clone())),
        None => missing(&web, &HeaderMap::new()),
    }
}

pub(crate) async fn game_live(State(web): State<Arc<Web>>, Path(named): Path<Named>) -> Response {
    let found = found!(web, named, HeaderMap::new());
    stream(&web, PageTopic::Game(found.seen.now.id.clone()))
}

pub(crate) fn stream(web: &Arc<Web>, topic: PageTopic) -> Response {
    PageViewer::new(&web.live, topic).into_body().answer()
}

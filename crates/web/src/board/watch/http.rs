//! The spectators' pages over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_desk::feed::watching::SeenGame;
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
use crate::public::http::address;
use crate::public::tournament::{Tab, empty};
use crate::respond::{Answer, Problem, shared, shared_template};

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
pub(crate) async fn found(web: &Web, named: &Named) -> Result<Found, Problem> {
    let none = || Problem::not_found("game");
    let id = named.game.as_deref().and_then(|game| game.parse().ok());
    let id = id.ok_or_else(none)?;
    let seen = web.desk.public_game(&id).await?.ok_or_else(none)?;
    let event = event_of(web, named.event.as_deref(), &seen)?;
    let here = match &event {
        Some(event) => format!("/t/{}/games/{id}", address(event)),
        None => format!("/games/{id}"),
    };
    let view = WatchView::of(&seen, event.as_deref());
    Ok(Found {
        seen,
        view,
        event,
        here,
    })
}

/// The event that a game belongs to, if the address names it.
pub(crate) fn event_of(
    web: &Web,
    named: Option<&str>,
    seen: &SeenGame,
) -> Result<Option<Arc<TournamentNow>>, Problem> {
    let place = seen.now.seats.as_ref().map(|seats| &seats.place);
    let event = named.and_then(|name| web.desk.tournament_named(name));
    match (named, event, place) {
        (None, _, None) => Ok(None),
        (Some(_), Some(event), Some(place)) if event.id == place.tournament => Ok(Some(event)),
        _ => Err(Problem::not_found("game")),
    }
}

pub(crate) async fn boards(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Answer {
    let event = shown_event(&web, &named)?;
    let spoilers = Spoilers::of(query.as_deref(), &headers);
    let hides = spoilers.hides || asked.hide == Some(1);
    let html = boards_page(&web, &event, named.round, &asked, hides).await?;
    let html = html.ok_or_else(|| Problem::not_found("page"))?;
    Ok(spoilers.keep(shared(&Cached::new(html), &headers)))
}

/// The event of an address; a training copy has no spectators.
fn shown_event(web: &Web, named: &Named) -> Result<Arc<TournamentNow>, Problem> {
    let event = (named.event.as_deref()).and_then(|name| web.desk.tournament_named(name));
    let event = event.filter(|event| event.training.is_none());
    event.ok_or_else(|| Problem::not_found("tournament"))
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
) -> Answer {
    let found = found(&web, &named).await?;
    let frame = frame(&web, &found);
    let spoilers = Spoilers::of(query.as_deref(), &headers);
    let mut look = asked.look();
    look.hide |= spoilers.hides;
    let mut page = page(&web, &headers, &frame, &found, look);
    page.said = match asked.said.as_deref() {
        Some("thanks") => Some(frame.t("watch.report_thanks").to_owned()),
        Some(_) | None => None,
    };
    Ok(spoilers.keep(shared_template(&page, &headers)?))
}

pub(crate) async fn embed(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Answer {
    let found = found(&web, &named).await?;
    let frame = frame(&web, &found);
    let page = EmbedPage {
        page: page(&web, &headers, &frame, &found, asked.look()),
        f: &frame,
    };
    let mut response = shared_template(&page, &headers)?;
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
    Ok(response)
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
        may_report: rules.is_some_and(outflank_desk::feed::watching::may_report),
        ..GamePage::of(frame, &found.seen, &found.view, look)
    }
}

/// The two kinds of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureKind {
    Svg,
    Png,
}

pub(crate) async fn svg(web: State<Arc<Web>>, named: Path<Named>, asked: Query<Asked>) -> Answer {
    board(web, named, asked, PictureKind::Svg).await
}

pub(crate) async fn png(web: State<Arc<Web>>, named: Path<Named>, asked: Query<Asked>) -> Answer {
    board(web, named, asked, PictureKind::Png).await
}

async fn board(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    Query(asked): Query<Asked>,
    kind: PictureKind,
) -> Answer {
    let found = found(&web, &named).await?;
    let drawing = picture::drawing(&found.seen, asked.wanted(), title(&found));
    match kind {
        PictureKind::Svg => Ok(file_answer("image/svg+xml", picture::svg(&drawing).into())),
        PictureKind::Png => {
            let pixels = asked.size.unwrap_or(PIXELS);
            // Drawing takes milliseconds: not on the threads that answer.
            let drawn = tokio::task::spawn_blocking(move || picture::png(&drawing, pixels)).await;
            let bytes = drawn
                .ok()
                .flatten()
                .ok_or_else(|| Problem::not_found("picture"))?;
            Ok(file_answer("image/png", bytes.into()))
        }
    }
}

fn title(found: &Found) -> String {
    format!("{} – {}", found.view.names.black, found.view.names.white)
}

pub(crate) async fn game_file(State(web): State<Arc<Web>>, Path(named): Path<Named>) -> Answer {
    let found = found(&web, &named).await?;
    let name = named.name.as_deref().unwrap_or_default();
    let file = file::of(name, &found.seen, &found.view, found.event.as_deref());
    let file = file.ok_or_else(|| Problem::not_found("file"))?;
    Ok(file_answer(file.media, file.text.into()))
}

fn file_answer(media: &'static str, body: Body) -> Response {
    let kind = [(CONTENT_TYPE, media), (CACHE_CONTROL, "no-cache")];
    (kind, body).into_response()
}

pub(crate) async fn boards_live(State(web): State<Arc<Web>>, Path(named): Path<Named>) -> Answer {
    let event = shown_event(&web, &named)?;
    Ok(stream(&web, PageTopic::Boards(event.id.clone())))
}

pub(crate) async fn game_live(State(web): State<Arc<Web>>, Path(named): Path<Named>) -> Answer {
    let found = found(&web, &named).await?;
    Ok(stream(&web, PageTopic::Game(found.seen.now.id.clone())))
}

pub(crate) fn stream(web: &Arc<Web>, topic: PageTopic) -> Response {
    PageViewer::new(&web.live, topic).into_body().answer()
}

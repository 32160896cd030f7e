//! The pages of playing on screen over HTTP.

use std::sync::Arc;
use std::time::Instant;

use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, LOCATION};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use outflank_board::{BySide, Side};
use outflank_desk::access::Caller;
use outflank_desk::audience::{SeenGame, sees_now, sides_of};
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{Casual, Refusal, TournamentNow};
use outflank_formats::Edges;
use outflank_game::{Hints, MoveEntry, ScreenPlay};
use outflank_rulebook::{Rulebook, shipped_file, shipped_ids};
use serde::Deserialize;

use crate::Web;
use crate::board::play::{MINUTES, NewPage, PlayPage};
use crate::board::table::words_of;
use crate::board::watch::http::stream;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::director::Form;
use crate::extract;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::live::PageTopic;
use crate::pages::answer::Cached;
use crate::pages::frame::Frame;
use crate::public::http::{address, answer, missing};

/// The most bytes of the form.
const FORM_BYTES_MAX: usize = 4 * 1024;

pub(crate) async fn new(State(web): State<Arc<Web>>, ip: RealIp, request: Request) -> Response {
    let headers = request.headers().clone();
    if request.method() != Method::POST {
        return new_page(&web, &headers, None);
    }
    let Ok(body) = to_bytes(request.into_body(), FORM_BYTES_MAX).await else {
        return missing(&web, &headers);
    };
    let form = Form::parse(&String::from_utf8_lossy(&body));
    let key = RateLimitKey::of_address(ip.address);
    if web.plays.take(key, Instant::now()).is_refused {
        let frame = Frame::of_site(&web.base());
        return new_page(&web, &headers, Some(frame.t("play.too_many").to_owned()));
    }
    let casual = Casual {
        rulebook: form.some("rulebook").unwrap_or_else(|| "wof".to_owned()),
        minutes: form.number("minutes").filter(|minutes| *minutes > 0),
        increment: form.number("increment").unwrap_or(0).min(60),
        screen: casual_screen(&form),
    };
    match web.desk.open_casual_game(&casual).await {
        Ok(seats) => {
            let secrets = seats.secrets;
            let to = fragment(&form, &secrets.black, &secrets.white);
            see(&format!("/play/{}#{to}", seats.game))
        }
        Err(refusal) => new_page(&web, &headers, Some(refusal.to_string())),
    }
}

/// How a game is played on screen, as a form says it; nothing where the rulebook shall say.
pub(crate) fn screen_of(form: &Form) -> Option<ScreenPlay> {
    let entry = MoveEntry::from_word(form.get("entry"));
    let hints = Hints::from_word(form.get("hints")).unwrap_or(Hints::Shown);
    entry.map(|entry| ScreenPlay { entry, hints })
}

/// A casual game is played by one tap unless something else is asked for.
fn casual_screen(form: &Form) -> Option<ScreenPlay> {
    if form.get("entry") == "rulebook" {
        let file = shipped_file(form.some("rulebook").as_deref().unwrap_or("wof"))?;
        return Some(screen_by(form, &file.rulebook));
    }
    let hints = Hints::from_word(form.get("hints")).unwrap_or(Hints::Shown);
    let entry = MoveEntry::Tap;
    Some(screen_of(form).unwrap_or(ScreenPlay { entry, hints }))
}

/// The same where the rulebook says what the form leaves open.
pub(crate) fn screen_by(form: &Form, rules: &Rulebook) -> ScreenPlay {
    let hints = Hints::from_word(form.get("hints")).unwrap_or(Hints::Shown);
    screen_of(form).unwrap_or(ScreenPlay {
        hints,
        ..ScreenPlay::by_rulebook(rules)
    })
}

/// What the opener's page is told behind the `#`, which no server ever sees again: his seat, and the
/// other's to give away; or both seats of one device.
fn fragment(form: &Form, black: &outflank_desk::Secret, white: &outflank_desk::Secret) -> String {
    let secrets = BySide::new(black.reveal(), white.reveal());
    if form.get("where") == "here" {
        return format!("black={}&white={}", secrets.black, secrets.white);
    }
    let own = match form.get("side") {
        "white" => Side::White,
        "black" => Side::Black,
        // The secrets were made at random: one of their letters is as good as a coin.
        _ if secrets.black.bytes().map(u32::from).sum::<u32>() % 2 == 0 => Side::Black,
        _ => Side::White,
    };
    let (mine, other) = match own {
        Side::Black => ("black", "white"),
        Side::White => ("white", "black"),
    };
    format!(
        "{mine}={}&invite={other}:{}",
        secrets[own],
        secrets[own.other()]
    )
}

fn see(to: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(LOCATION, to);
    }
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn new_page(web: &Web, headers: &HeaderMap, problem: Option<String>) -> Response {
    let frame = Frame::of_site(&web.base());
    let named = |id: &'static str| {
        let name =
            shipped_file(id).map_or_else(|| id.to_owned(), |file| file.rulebook.about.name.clone());
        (id, name)
    };
    let page = NewPage {
        f: &frame,
        rulebooks: shipped_ids().map(named).collect(),
        minutes: MINUTES,
        problem,
    };
    match page.render_page() {
        Some(html) => answer(&Cached::new(html), StatusCode::OK, headers),
        None => missing(web, headers),
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct AtTable {
    #[serde(rename = "tournament")]
    event: String,
    table: u16,
}

/// Leads to the game that is played on screen at a table of the latest round.
pub(crate) async fn at_table(
    State(web): State<Arc<Web>>,
    Path(at): Path<AtTable>,
    headers: HeaderMap,
) -> Response {
    let found = web.desk.tournament_named(&at.event).and_then(|event| {
        let mut games = event.games().iter().rev();
        let own = games.find(|own| {
            own.table.0 == at.table && event.game_at(own.round, own.table) == Some(own)
        })?;
        Some(format!("/t/{}/games/{}/play", address(&event), own.game))
    });
    match found {
        Some(to) => see(&to),
        None => missing(&web, &headers),
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Named {
    #[serde(rename = "tournament")]
    event: Option<String>,
    game: String,
}

/// A game as whoever asks sees it, if it is played on screen and belongs here.
async fn found(
    web: &Web,
    caller: &Caller,
    named: &Named,
) -> Result<Option<(SeenGame, Option<Arc<TournamentNow>>)>, Refusal> {
    let Ok(id) = named.game.parse() else {
        return Ok(None);
    };
    let Some(seen) = web.desk.seen_game(caller, &id).await? else {
        return Ok(None);
    };
    let place = seen.now.seats.as_ref().map(|seats| &seats.place);
    let event = match (&named.event, place) {
        (None, None) => None,
        (Some(name), Some(place)) => {
            let event = web.desk.tournament_named(name);
            match event.filter(|event| event.id == place.tournament) {
                Some(event) => Some(event),
                None => return Ok(None),
            }
        }
        (Some(_), None) | (None, Some(_)) => return Ok(None),
    };
    Ok(seen.now.is_on_screen().then_some((seen, event)))
}

pub(crate) async fn game(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    caller: extract::Caller,
    headers: HeaderMap,
) -> Response {
    let (seen, event) = match found(&web, &caller, &named).await {
        Ok(Some(found)) => found,
        Ok(None) => return missing(&web, &headers),
        Err(refusal) => return crate::respond::Problem::from(refusal).into_response(),
    };
    let frame = match &event {
        Some(event) => Frame::of_event(&address(event), event.version.0, &web.base()),
        None => Frame::of_site(&web.base()),
    };
    let view = WatchView::of(&seen, event.as_deref());
    let id = &view.game;
    let (watch, here) = match &event {
        Some(event) => {
            let watch = format!("/t/{}/games/{id}", address(event));
            (watch.clone(), format!("{watch}/play"))
        }
        None => (format!("/games/{id}"), format!("/play/{id}")),
    };
    let wanted = Wanted {
        at: None,
        numbers: false,
        edges: Edges::Labelled,
    };
    let sides: Vec<&str> = sides_of(&caller, &seen.now)
        .into_iter()
        .map(|side| crate::board::watch::side_word(&side))
        .collect();
    let rules = seen.now.game.rules();
    let screen = seen.now.screen();
    let page = PlayPage {
        entry: screen.map_or("tap", |screen| screen.entry.word()),
        hints: screen.is_none_or(|screen| screen.hints == Hints::Shown),
        late_clause: rules
            .and_then(|rules| rules.late_forfeit_after.clause())
            .map(|clause| clause.for_people()),
        is_online: event
            .as_ref()
            .is_some_and(|event| event.on_screen.is_some()),
        f: &frame,
        event: event.as_ref().map(|event| event.title().to_owned()),
        watch,
        stream: format!("{here}/live"),
        sides: sides.join(" "),
        rulebook: rules.map_or_else(String::new, |rules| rules.about.name.clone()),
        board: picture::in_page(&picture::drawing(&seen, wanted, "")),
        state: serde_json::to_string(&view)
            .unwrap_or_default()
            .replace('<', "\\u003c"),
        words: words_of(&["play.", "watch.", "side."]),
        view: &view,
    };
    match page.render_page() {
        Some(html) => {
            let mut response = answer(&Cached::new(html), StatusCode::OK, &headers);
            let headers = response.headers_mut();
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        None => missing(&web, &headers),
    }
}

/// The game as its players see it, as it happens; everybody else gets what the public gets.
pub(crate) async fn live(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    caller: extract::Caller,
    headers: HeaderMap,
) -> Response {
    match found(&web, &caller, &named).await {
        Ok(Some((seen, _))) => {
            let id = seen.now.id.clone();
            let topic = match sees_now(&caller, &seen.now) {
                true => PageTopic::Table(id),
                false => PageTopic::Game(id),
            };
            stream(&web, topic)
        }
        Ok(None) => missing(&web, &headers),
        Err(refusal) => crate::respond::Problem::from(refusal).into_response(),
    }
}

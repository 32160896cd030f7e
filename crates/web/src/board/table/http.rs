//! The pages beside a board over HTTP.

use std::sync::Arc;
use std::time::Instant;

use askama::Template;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use outflank_desk::access::{Action, Caller};
use outflank_desk::views::board::table::{ClockMode, opening};
use outflank_desk::{GamePlace, NewGame, Refusal, TokenId, TournamentNow, What};

use crate::Web;
use crate::board::table::door::Waiting;
use crate::board::table::{Seat, words_of};
use crate::director::{Form, Said};
use crate::extract;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::pages::{Frame, not_found};
use crate::public::tournament::made;

/// The most bytes of a form at the door.
const FORM_BYTES_MAX: usize = 4 * 1024;

#[derive(Template)]
#[template(path = "table/judge.html")]
struct JudgePage<'a> {
    f: &'a Frame,
    event: &'a str,
    seat: &'a Seat,
    game: String,
    words: String,
}

#[derive(Template)]
#[template(path = "table/clock.html")]
struct ClockPage<'a> {
    f: &'a Frame,
    event: &'a str,
    seat: &'a Seat,
    game: String,
    words: String,
}

#[derive(Template)]
#[template(path = "table/open.html")]
struct OpenPage<'a> {
    f: &'a Frame,
    event: &'a str,
    seat: &'a Seat,
    said: Option<String>,
}

#[derive(Template)]
#[template(path = "table/door.html")]
struct DoorPage<'a> {
    f: &'a Frame,
    event: &'a str,
    seat: &'a Seat,
    /// Whether he waits for the director.
    waits: bool,
    who: String,
    said: Option<String>,
}

/// What was found for an address.
struct Found {
    caller: Caller,
    now: Arc<TournamentNow>,
    seat: Seat,
    frame: Frame,
}

fn find(web: &Web, event: &str, table: u16, caller: extract::Caller) -> Option<Found> {
    let now = web.desk.tournament_named(event)?;
    let seat = Seat::of(&now, table)?;
    let caller = caller.0;
    // A training copy is for those who work at it: its tables have no door.
    if !now.is_shown_to(&caller) && !caller.may(Action::JudgeGame, &seat.target) {
        return None;
    }
    let base = web.base();
    let frame = Frame::of(&now, &base);
    Some(Found {
        caller,
        now,
        seat,
        frame,
    })
}

pub(crate) async fn board(
    State(web): State<Arc<Web>>,
    Path((event, table)): Path<(String, u16)>,
    caller: extract::Caller,
    ip: RealIp,
    request: Request,
) -> Response {
    let Some(found) = find(&web, &event, table, caller) else {
        return nothing(&web);
    };
    let query = Form::parse(request.uri().query().unwrap_or_default());
    let form = match *request.method() {
        Method::POST => {
            let body = to_bytes(request.into_body(), FORM_BYTES_MAX).await;
            let Ok(body) = body else {
                return page(413, not_found(&found.frame));
            };
            Some(Form::parse(&String::from_utf8_lossy(&body)))
        }
        _ => None,
    };
    if !found.caller.may(Action::JudgeGame, &found.seat.target) {
        return door(&web, &found, &query, form, ip).await;
    }
    if let Some(game) = found.now.game_at(found.seat.round, found.seat.table) {
        let shown = JudgePage {
            f: &found.frame,
            event: found.now.title(),
            seat: &found.seat,
            game: game.game.to_string(),
            words: words_of(&["judge.", "side."]),
        };
        return page(200, made(&shown).unwrap_or_default());
    }
    let refused = match form {
        Some(form) => match open(&web, &found, form.get("mode")).await {
            Ok(()) => return led(&at(&found)),
            Err(refusal) => Some(Said::refused("", &refusal)),
        },
        None => None,
    };
    let status = refused.as_ref().map_or(200, |said| said.status);
    let said = refused.map(|said| said.text);
    let shown = OpenPage {
        f: &found.frame,
        event: found.now.title(),
        seat: &found.seat,
        said,
    };
    page(status, made(&shown).unwrap_or_default())
}

/// Opens the game as this event plays.
async fn open(web: &Web, found: &Found, mode: &str) -> Result<(), Refusal> {
    let mode = match mode {
        "clock_page" => ClockMode::ClockPage,
        "one_tap" => ClockMode::OneTap,
        _ => ClockMode::Physical,
    };
    let new = NewGame {
        place: Some(GamePlace {
            tournament: found.now.id.clone(),
            round: found.seat.round,
            table: found.seat.table,
        }),
        rulebook: None,
        opening: opening(&found.now, found.seat.round, mode),
    };
    let what = What::NewGame(Box::new(new));
    let request = outflank_desk::Request::new(TokenId::random().as_str(), what);
    web.desk.submit(&found.caller, request).await.map(|_| ())
}

/// At the door: the round's digits let in at once, otherwise the director does.
async fn door(web: &Web, found: &Found, query: &Form, form: Option<Form>, ip: RealIp) -> Response {
    let mut said = None;
    let mut status = 200;
    if let Some(form) = form {
        let who = form.get("who").trim().chars().take(60).collect::<String>();
        if form.get("do") == "digits" {
            let address = RateLimitKey::of_address(ip.address);
            if web.logins.take(address, Instant::now()).is_refused {
                said = Some(found.frame.t("door.too_many").to_owned());
                status = 429;
            } else {
                status = 403;
                match by_digits(web, found, form.get("digits")).await {
                    Ok(Some(to)) => return led(&to),
                    Ok(None) => said = Some(found.frame.t("door.wrong").to_owned()),
                    Err(refusal) => {
                        let refused = Said::refused("", &refusal);
                        (status, said) = (refused.status, Some(refused.text));
                    }
                }
            }
        } else {
            let id = TokenId::random().to_string();
            web.doors.knock(Waiting {
                id: id.clone(),
                event: found.now.id.clone(),
                round: found.seat.round,
                table: found.seat.table,
                who,
                since: web.desk.now().0,
                secret: None,
            });
            return led(&format!("{}?waiting={id}", at(found)));
        }
    }
    let waiting = query.some("waiting").and_then(|id| web.doors.get(&id));
    if let Some(secret) = waiting.as_ref().and_then(|one| one.secret.clone()) {
        web.doors.close(query.get("waiting"));
        return led(&format!("/k/{secret}"));
    }
    let shown = DoorPage {
        f: &found.frame,
        event: found.now.title(),
        seat: &found.seat,
        waits: waiting.is_some(),
        who: waiting.map(|one| one.who).unwrap_or_default(),
        said,
    };
    page(status, made(&shown).unwrap_or_default())
}

async fn by_digits(web: &Web, found: &Found, typed: &str) -> Result<Option<String>, Refusal> {
    let (event, seat) = (&found.now.id, &found.seat);
    let digits = web.desk.round_digits(event, seat.round).await;
    if digits? != typed.trim() {
        return Ok(None);
    }
    let console = Caller::console();
    let admitted = web
        .desk
        .admit_judge(&console, event, seat.round, seat.table)
        .await;
    let secret = admitted?;
    Ok(Some(format!("/k/{}", secret.reveal())))
}

pub(crate) async fn clock(
    State(web): State<Arc<Web>>,
    Path((event, table)): Path<(String, u16)>,
    caller: extract::Caller,
) -> Response {
    let Some(found) = find(&web, &event, table, caller) else {
        return nothing(&web);
    };
    let may = found.caller.may(Action::PlayGame, &found.seat.target);
    let game = found.now.game_at(found.seat.round, found.seat.table);
    let Some(game) = game.filter(|_| may) else {
        // The door and the opening are the board's.
        return led(&at(&found));
    };
    let shown = ClockPage {
        f: &found.frame,
        event: found.now.title(),
        seat: &found.seat,
        game: game.game.to_string(),
        words: words_of(&["judge.", "side."]),
    };
    page(200, made(&shown).unwrap_or_default())
}

fn at(found: &Found) -> String {
    found.frame.at_number("tables", found.seat.table)
}

fn led(to: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(LOCATION, to);
    }
    response
}

fn nothing(web: &Web) -> Response {
    let base = web.base();
    page(404, not_found(&Frame::of_site(&base)))
}

fn page(status: u16, html: String) -> Response {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    let media = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(CONTENT_TYPE, media);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

//! The pages beside a board: the judge's, the clock between the players, and the way to them.
//!
//! A table's address is no secret: the code on its table card leads to a page at which the round's four digits or the
//! director admit a device. What the device then draws it draws itself; the page brings the words.

pub(crate) mod door;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use outflank_board::Side;
use outflank_desk::access::{Action, Caller};
use outflank_desk::views::board::table::{ClockMode, opening};
use outflank_desk::{AuditKind, GamePlace, NewGame, Refusal, Request, TokenId, What};
use serde::Deserialize;

use crate::extract::{Form, Query, Table, Text};
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::pages::Frame;
use crate::pages::words::english;
use crate::respond::{Answer, Page, Problem, SeeOther, sentence};
use crate::{Web, link};

pub(crate) use door::{Doors, Waiting};

/// The most letters of a name at the door.
const NAME_CHARS_MAX: usize = 60;

macro_rules! pages {
    ($($path:literal $name:ident { $($field:ident: $type:ty),+ })+) => {$(
        #[derive(Template)]
        #[template(path = $path)]
        struct $name<'a> {
            f: &'a Frame,
            table: &'a Table,
            $($field: $type,)+
        }
    )+};
}

pages! {
    "table/judge.html" JudgePage { game: String, words: String }
    "table/clock.html" ClockPage { game: String, words: String }
    "table/open.html" OpenPage { said: Option<String> }
    "table/door.html" DoorPage { waiting: Option<Waiting>, said: Option<&'static str> }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct DoorQuery {
    /// The device that waits.
    waiting: Text,
}

/// The form of the door, or that of a table without a game.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct TableForm {
    #[serde(rename = "do")]
    action: DoorAction,
    digits: Text,
    who: Text,
    mode: ClockMode,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DoorAction {
    Digits,
    #[default]
    Ask,
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    table: Table,
    Query(query): Query<DoorQuery>,
) -> Answer {
    let (f, table) = (&Frame::of(&table.now, &web.base()), &table);
    if !table.may(Action::JudgeGame) {
        let waiting = web.doors.get(&query.waiting);
        if let Some(secret) = waiting.as_ref().and_then(|one| one.secret.as_ref()) {
            web.doors.close(&query.waiting);
            return link::enter(&web, secret).await;
        }
        let said = None;
        let page = DoorPage {
            f,
            table,
            waiting,
            said,
        };
        return Ok(Page::of(&page)?.into_response());
    }
    let page = match table.now.game_at(table.round, table.number) {
        Some(game) => {
            let (game, words) = (game.game.to_string(), words_of(TABLE_WORDS));
            Page::of(&JudgePage {
                f,
                table,
                game,
                words,
            })
        }
        None => Page::of(&OpenPage {
            f,
            table,
            said: None,
        }),
    };
    Ok(page?.into_response())
}

pub(crate) async fn clock(State(web): State<Arc<Web>>, table: Table) -> Answer {
    let (f, table) = (&Frame::of(&table.now, &web.base()), &table);
    let game = table.now.game_at(table.round, table.number);
    let Some(game) = game.filter(|_| table.may(Action::PlayGame)) else {
        // Devices are admitted and games opened on the page of the table.
        return Ok(SeeOther::to(f.at_number("tables", table.number)).into_response());
    };
    let (game, words) = (game.game.to_string(), words_of(TABLE_WORDS));
    Ok(Page::of(&ClockPage {
        f,
        table,
        game,
        words,
    })?
    .into_response())
}

pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    table: Table,
    ip: RealIp,
    Form(form): Form<TableForm>,
) -> Answer {
    let (f, table) = (&Frame::of(&table.now, &web.base()), &table);
    if !table.may(Action::JudgeGame) {
        return knock(&web, f, table, ip, &form).await;
    }
    let is_open = table.now.game_at(table.round, table.number).is_some();
    if !is_open && let Err(rejection) = open(&web, table, form.mode).await {
        let problem = Problem::from(rejection);
        let said = Some(sentence(problem.message()));
        let page = OpenPage { f, table, said };
        return Ok(Page::with_status(problem.status, &page)?.into_response());
    }
    Ok(SeeOther::to(f.at_number("tables", table.number)).into_response())
}

/// Opens the game as this tournament plays.
async fn open(web: &Web, table: &Table, mode: ClockMode) -> Result<(), Refusal> {
    let mode = match mode {
        ClockMode::ClockPage | ClockMode::OneTap => mode,
        // A judge sits at a board.
        ClockMode::Physical | ClockMode::OnScreen => ClockMode::Physical,
    };
    let new = NewGame {
        place: Some(GamePlace {
            tournament: table.now.id.clone(),
            round: table.round,
            table: table.number,
        }),
        rulebook: None,
        opening: opening(&table.now, table.round, mode),
    };
    let what = What::NewGame(Box::new(new));
    let request = Request::new(TokenId::random().as_str(), what);
    web.desk.submit(&table.caller, request).await.map(|_| ())
}

/// The round's digits admit at once, otherwise the director does.
async fn knock(web: &Web, f: &Frame, table: &Table, ip: RealIp, form: &TableForm) -> Answer {
    let (event, round) = (&table.now.id, table.round);
    let to = match form.action {
        DoorAction::Ask => {
            let id = TokenId::random().to_string();
            web.doors.knock(Waiting {
                id: id.clone(),
                event: event.clone(),
                round,
                table: table.number,
                who: form.who.chars().take(NAME_CHARS_MAX).collect(),
                since: web.desk.now().0,
                secret: None,
            });
            format!("{}?waiting={id}", f.at_number("tables", table.number))
        }
        DoorAction::Digits => {
            let refuse = |status, key| {
                let (waiting, said) = (None, Some(key));
                let page = DoorPage {
                    f,
                    table,
                    waiting,
                    said,
                };
                Ok(Page::with_status(status, &page)?.into_response())
            };
            let key = RateLimitKey::of_address(ip.address);
            if web.logins.take(key, Instant::now()).is_refused {
                return refuse(StatusCode::TOO_MANY_REQUESTS, "door.too_many");
            }
            if !web.desk.check_digits(event, round, &form.digits).await? {
                let about = format!("round {round} of {}", table.now.title());
                let address = Some(ip.address.to_string());
                (web.desk)
                    .audit(AuditKind::WrongCode, "public", &about, address)
                    .await;
                return refuse(StatusCode::FORBIDDEN, "door.wrong");
            }
            let (desk, console) = (&web.desk, Caller::console());
            let secret = desk
                .admit_judge(&console, event, round, table.number)
                .await?;
            return link::enter(web, secret.reveal()).await;
        }
    };
    Ok(SeeOther::to(to).into_response())
}

/// The messages that the scripts of a table say.
const TABLE_WORDS: &[&str] = &["judge.", "side."];

/// The messages whose names begin so, as the scripts read them.
pub(crate) fn words_of(prefixes: &[&str]) -> String {
    let words = english();
    let chosen: BTreeMap<&str, &str> = words
        .keys()
        .filter(|key| prefixes.iter().any(|prefix| key.starts_with(prefix)))
        .map(|key| (key, words.say(key)))
        .collect();
    serde_json::to_string(&chosen).expect("messages are texts")
}

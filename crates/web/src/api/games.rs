//! Games: opening, playing, looking.

use std::sync::Arc;

use axum::extract::State;
use std::time::Instant;

use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::access::Action::PlayGame;
use outflank_desk::audience::SeenGame;
use outflank_desk::table::device::Heard;
use outflank_desk::views::board::table::TableView;
use outflank_desk::{
    CallAnswer, CallRequest, GameId, GameRequest, HeldRequest, Request, WatchAct, What,
};

use crate::Web;
use crate::api::answers::{done, done_at_table, json, phase_word};
use crate::api::asked::Asked;
use crate::api::operation::{Operation, act, read};
use crate::api::shapes::{
    CallAnswered, CallCommand, DeviceGone, DeviceHere, DeviceThere, GameCommand, GameShown,
    HeldCommand, OpenGame, PlyShown, WatchCommand,
};
use crate::layers::rate_limit::RateLimitKey;
use crate::respond::Problem;

type Answered = Result<Response, Problem>;

/// A game as a caller sees it.
pub(crate) fn shown(web: &Web, seen: &SeenGame) -> GameShown {
    let (now, at) = (&*seen.now, seen.at);
    let game = &now.game;
    let remaining = now.remaining(at);
    let names = now.seats.as_ref().and_then(|seats| {
        let tournament = web.desk.tournament(&seats.place.tournament)?;
        Some(outflank_board::BySide::new(
            tournament.name(seats.black),
            tournament.name(seats.white),
        ))
    });
    GameShown {
        id: now.id.to_string(),
        version: now.version.0,
        place: now.seats.as_ref().map(|seats| seats.place.clone()),
        names,
        phase: phase_word(&game.phase()),
        position: game.position().to_string(),
        turn: game.turn(),
        discs: game.table().discs(),
        transcript: game.record().transcript().to_string(),
        remaining_ms: remaining.map(|left| left.0),
        running: game.clock().running(),
        falls_at: game.falls_at().map(|(_, at)| at.0),
        now: at.0,
        out_of_contact_since: now.out_of_contact_since(at).map(|since| since.0),
        result: game
            .result()
            .map(|result| serde_json::to_value(result).expect("a result has no keys but texts")),
        plies: (game.record().plies.iter())
            .map(|ply| PlyShown {
                player: ply.player,
                square: ply.square.map(|square| square.to_string()),
                used_ms: ply.used.0,
                left_ms: ply.left.map(|left| left.0),
                at: ply.at.0,
            })
            .collect(),
    }
}

pub(crate) const SHOW_GAME: Operation = read::<GameShown>(
    "show_game",
    "Show a game: board, clocks, moves with their times",
);

pub(crate) async fn show(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    json(&shown(&web, asked.seen()?))
}

pub(crate) const OPEN_GAME: Operation = act::<OpenGame>(
    "open_game",
    "Open a game at a table, or a casual one",
    r#"{"command_id": "g1", "game": {"rulebook": "wof", "opening": {"kind": "casual"}}}"#,
)
.created();

pub(crate) async fn open(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: OpenGame = asked.json()?;
    let request = Request::new(body.command_id, What::NewGame(Box::new(body.game)));
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::CREATED,
    )
}

pub(crate) const COMMAND_GAME: Operation = act::<GameCommand>(
    "command_game",
    "Send a command to a game",
    r#"{"command_id": "m1", "by": "black", "act": {"act": "play", "square": "f5"}}"#,
);

pub(crate) async fn command(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: GameCommand = asked.json()?;
    let what = GameRequest {
        game: asked.game()?.id.clone(),
        by: body.by,
        act: body.act,
    };
    let mut request = Request::new(body.command_id, What::Game(Box::new(what)));
    request.if_version = body.if_version;
    request.made = body.made;
    let answer = web.desk.submit(&asked.caller, request).await?;
    let may_look = asked.caller.may(PlayGame, &asked.game()?.target());
    let table = if body.table && may_look {
        Some(table_view(&web, &asked.game()?.id).await?)
    } else {
        None
    };
    done_at_table(&web, answer, StatusCode::OK, table)
}

pub(crate) const SET_WATCHING: Operation = act::<WatchCommand>(
    "set_watching",
    "Set the delay for spectators, hide a game, or report an irregularity to the officials",
    r#"{"command_id": "w1", "act": {"act": "withhold", "game": "4k2m9x7q0b", "withheld": true}}"#,
);

/// Sets the delay, withholds a game, reports an irregularity.
pub(crate) async fn watching(
    State(web): State<Arc<Web>>,
    key: RateLimitKey,
    asked: Asked,
) -> Answered {
    let body: WatchCommand = asked.json()?;
    if let WatchAct::Report { .. } = &body.act {
        let allowance = web.reports.take(key, Instant::now());
        if allowance.is_refused {
            let mut refusal = Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "http.too_many_requests",
                format!(
                    "Too many reports. Wait {} s and send it again.",
                    allowance.reset_seconds
                ),
            );
            refusal.retry_after = Some(allowance.reset_seconds);
            return Err(refusal);
        }
    }
    let request = Request::new(body.command_id, What::Watching { act: body.act });
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) const SETTLE_HELD: Operation = act::<HeldCommand>(
    "settle_held",
    "Decide whether a held tap of a device counts",
    r#"{"command_id": "h1", "held": 1, "counts": true}"#,
);

pub(crate) async fn held(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: HeldCommand = asked.json()?;
    let what = HeldRequest {
        game: asked.game()?.id.clone(),
        held: body.held,
        counts: body.counts,
    };
    let request = Request::new(body.command_id, What::Held(what));
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::OK,
    )
}

pub(crate) const CONTACT_GAME: Operation = act::<DeviceThere>(
    "contact_game",
    "Report that the device at the table is connected",
    r#"{"device": "tablet-5", "at_ms": 120034}"#,
)
.answers::<GameShown>();

/// A device at the table says that it is there; its clock is measured by it.
pub(crate) async fn contact(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: DeviceThere = asked.json()?;
    let id = asked.game()?.id.clone();
    web.desk
        .contact(&asked.caller, &id, &body.device, body.at_ms)
        .await?;
    let seen = web.desk.seen_game(&asked.caller, &id).await?;
    json(&shown(
        &web,
        &seen.ok_or_else(|| Problem::not_found("game"))?,
    ))
}

pub(crate) const SHOW_TABLE: Operation =
    read::<TableView>("show_table", "Show the table as its device needs it");

/// A table as the device beside it needs it.
pub(crate) async fn table(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let id = asked.game()?.id.clone();
    table_of(&web, &id).await
}

pub(crate) const BE_AT_TABLE: Operation = act::<DeviceHere>(
    "be_at_table",
    "Report that the device is connected and what it has not sent yet, and get the table",
    r#"{"device": "tablet-5", "at_ms": 120034, "queued": 0, "place": "board"}"#,
)
.answers::<TableView>();

/// The device at a table says that it is there, and gets the table.
pub(crate) async fn here(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: DeviceHere = asked.json()?;
    let id = asked.game()?.id.clone();
    let heard = Heard {
        device: body.device,
        at_ms: body.at_ms,
        queued: Some(body.queued),
        place: body.place,
    };
    web.desk.heard(&asked.caller, &id, &heard).await?;
    table_of(&web, &id).await
}

pub(crate) const RELEASE_DEVICE: Operation = act::<DeviceGone>(
    "release_device",
    "Hand a device's place at the table to another device, or replace it as the director",
    r#"{"device": "tablet-5", "place": "board"}"#,
)
.answers::<TableView>();

/// A device hands its place over, or is replaced.
pub(crate) async fn release(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: DeviceGone = asked.json()?;
    let id = asked.game()?.id.clone();
    let device = body.device.as_deref();
    web.desk
        .release_device(&asked.caller, &id, body.place, device)
        .await?;
    table_of(&web, &id).await
}

async fn table_of(web: &Web, id: &GameId) -> Answered {
    json(&table_view(web, id).await?)
}

async fn table_view(web: &Web, id: &GameId) -> Result<TableView, Problem> {
    let now = web.desk.game(id).await?;
    let now = now.ok_or_else(|| Problem::not_found("game"))?;
    let event = (now.seats.as_ref()).and_then(|seats| web.desk.tournament(&seats.place.tournament));
    Ok(TableView::of(&now, event.as_deref(), web.desk.now()))
}

pub(crate) const CALL_DIRECTOR: Operation = act::<CallCommand>(
    "call_director",
    "Call the director to the table",
    r#"{"command_id": "c1", "by": "judge", "reason": "discs are missing"}"#,
);

pub(crate) async fn call(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: CallCommand = asked.json()?;
    let what = CallRequest {
        game: asked.game()?.id.clone(),
        by: body.by,
        reason: body.reason,
    };
    let request = Request::new(body.command_id, What::Call(what));
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

pub(crate) const ANSWER_CALL: Operation = act::<CallAnswered>(
    "answer_call",
    "Report that the director has come to the table",
    r#"{"command_id": "c2", "call": 1}"#,
);

pub(crate) async fn answer_call(State(web): State<Arc<Web>>, asked: Asked) -> Answered {
    let body: CallAnswered = asked.json()?;
    let what = CallAnswer {
        game: asked.game()?.id.clone(),
        call: body.call,
    };
    let request = Request::new(body.command_id, What::AnswerCall(what));
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

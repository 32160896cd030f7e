//! Games: opening, playing, looking.

use std::sync::Arc;
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
use crate::api::shapes::{
    CallAnswered, CallCommand, DeviceGone, DeviceHere, DeviceThere, GameCommand, GameShown,
    HeldCommand, OpenGame, PlyShown, WatchCommand,
};
use crate::errors::ApiError;
use crate::limits::Spender;

type Answered = Result<Response, ApiError>;

/// A game as somebody sees it.
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

pub(crate) async fn show(web: Arc<Web>, asked: Asked) -> Answered {
    json(&shown(&web, asked.seen()?))
}

pub(crate) async fn open(web: Arc<Web>, asked: Asked) -> Answered {
    let body: OpenGame = asked.json()?;
    let request = Request::new(body.command_id, What::NewGame(Box::new(body.game)));
    done(
        &web,
        web.desk.submit(&asked.caller, request).await?,
        StatusCode::CREATED,
    )
}

pub(crate) async fn command(web: Arc<Web>, asked: Asked) -> Answered {
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

/// Sets the delay, withholds a game, reports an irregularity.
pub(crate) async fn watching(web: Arc<Web>, asked: Asked) -> Answered {
    let body: WatchCommand = asked.json()?;
    if let WatchAct::Report { .. } = &body.act {
        // Programs share what the forms of one address have.
        let allowance = web.reports.take(Spender::of_secret("api"), Instant::now());
        if allowance.is_refused {
            let mut refusal = ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "http.too_many_requests",
                format!(
                    "too many reports; wait {} s and send it again",
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

pub(crate) async fn held(web: Arc<Web>, asked: Asked) -> Answered {
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

/// A device at the table says that it is there; its clock is measured by it.
pub(crate) async fn contact(web: Arc<Web>, asked: Asked) -> Answered {
    let body: DeviceThere = asked.json()?;
    let id = asked.game()?.id.clone();
    web.desk
        .contact(&asked.caller, &id, &body.device, body.at_ms)
        .await?;
    let seen = web.desk.seen_game(&asked.caller, &id).await?;
    json(&shown(
        &web,
        &seen.ok_or_else(|| ApiError::not_found("game"))?,
    ))
}

/// A table as the device beside it needs it.
pub(crate) async fn table(web: Arc<Web>, asked: Asked) -> Answered {
    let id = asked.game()?.id.clone();
    table_of(&web, &id).await
}

/// The device at a table says that it is there, and gets the table.
pub(crate) async fn here(web: Arc<Web>, asked: Asked) -> Answered {
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

/// A device hands its place over, or is replaced.
pub(crate) async fn release(web: Arc<Web>, asked: Asked) -> Answered {
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

async fn table_view(web: &Web, id: &GameId) -> Result<TableView, ApiError> {
    let now = web.desk.game(id).await?;
    let now = now.ok_or_else(|| ApiError::not_found("game"))?;
    let event = (now.seats.as_ref()).and_then(|seats| web.desk.tournament(&seats.place.tournament));
    Ok(TableView::of(&now, event.as_deref(), web.desk.now()))
}

pub(crate) async fn call(web: Arc<Web>, asked: Asked) -> Answered {
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

pub(crate) async fn answer_call(web: Arc<Web>, asked: Asked) -> Answered {
    let body: CallAnswered = asked.json()?;
    let what = CallAnswer {
        game: asked.game()?.id.clone(),
        call: body.call,
    };
    let request = Request::new(body.command_id, What::AnswerCall(what));
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

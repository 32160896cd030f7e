//! The page of a player's assistant: what he may do, the board, and what he tells the player (WOC IV.10).

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_board::Side;
use outflank_desk::access::{Caller, Role};
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{GameNow, TournamentNow};
use outflank_game::Phase as GamePhase;
use outflank_rulebook::Millis;

use crate::Web;
use crate::board::table::words_of;
use crate::board::watch::http::stream;
use crate::board::watch::side_word;
use crate::extract;
use crate::live::PageTopic;
use crate::pages::answer::Cached;
use crate::pages::frame::Frame;
use crate::public::http::{answer, missing};
use crate::public::tournament::made;

#[derive(Template)]
#[template(path = "play/assist.html")]
struct AssistPage<'a> {
    f: &'a Frame,
    event: &'a str,
    helped: Option<Helped>,
    words: String,
}

/// The game in which somebody is helped.
struct Helped {
    game: String,
    side: &'static str,
    name: String,
    /// The keys of what the assistant may do.
    may: Vec<&'static str>,
    presses: bool,
    places: bool,
    says_time: bool,
    says_turn: bool,
    clause: Option<String>,
    state: String,
}

pub(crate) async fn assist(
    State(web): State<Arc<Web>>,
    Path(event): Path<String>,
    caller: extract::Caller,
    headers: HeaderMap,
) -> Response {
    let Some(event) = web.desk.tournament_named(&event) else {
        return missing(&web, &headers);
    };
    if entrants(&caller, &event).is_empty() {
        return missing(&web, &headers);
    }
    let found = found(&web, &caller, &event).await;
    let helped = found.map(|(now, side)| helped(&web, &event, &now, side));
    let frame = Frame::of(&event, &web.base());
    let page = AssistPage {
        f: &frame,
        event: event.title(),
        helped,
        words: words_of(&["assist.", "play.", "watch.", "side."]),
    };
    let Some(html) = made(&page) else {
        return missing(&web, &headers);
    };
    let mut response = answer(&Cached::new(html), StatusCode::OK, &headers);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The game as it happens, for whoever helps in it.
pub(crate) async fn assist_live(
    State(web): State<Arc<Web>>,
    Path((event, game)): Path<(String, String)>,
    caller: extract::Caller,
) -> Response {
    let event = web.desk.tournament_named(&event);
    let found = match &event {
        Some(event) => found(&web, &caller, event).await,
        None => None,
    };
    match found.filter(|(now, _)| now.id.as_str() == game) {
        Some((now, _)) => stream(&web, PageTopic::Table(now.id.clone())),
        None => missing(&web, &HeaderMap::new()).into_response(),
    }
}

/// Whom somebody assists in an event.
fn entrants(caller: &Caller, event: &TournamentNow) -> Vec<outflank_pairing::EntrantId> {
    (caller.grants().iter())
        .filter(|grant| grant.role == Role::NeedsAssistant)
        .filter(|grant| grant.scope.tournament.as_ref() == Some(&event.id))
        .filter_map(|grant| grant.scope.entrant)
        .collect()
}

/// The latest game of whoever he assists that is not final, and on which side.
async fn found(web: &Web, caller: &Caller, event: &TournamentNow) -> Option<(Arc<GameNow>, Side)> {
    let helped = entrants(caller, event);
    for own in event.games().iter().rev() {
        let side = match (helped.contains(&own.black), helped.contains(&own.white)) {
            (true, _) => Side::Black,
            (false, true) => Side::White,
            (false, false) => continue,
        };
        if event.game_at(own.round, own.table) != Some(own) {
            continue;
        }
        let now = web.desk.game(&own.game).await.ok().flatten()?;
        return (now.game.phase() != GamePhase::Confirmed).then_some((now, side));
    }
    None
}

fn helped(web: &Web, event: &TournamentNow, now: &Arc<GameNow>, side: Side) -> Helped {
    let seen = SeenGame {
        now: Arc::clone(now),
        at: web.desk.now(),
        delay: Millis(0),
    };
    let view = WatchView::of(&seen, Some(event));
    let help = now.game.table().help[side];
    let tasks = [
        (help.presses, "desk.needs.press_clock"),
        (help.announces_time, "desk.needs.announce_time"),
        (help.announces_turn, "desk.needs.announce_turn"),
        (help.places, "desk.needs.place_and_flip"),
    ];
    let clause = (now.game.rules()).and_then(|rules| rules.special_needs.clause());
    Helped {
        game: view.game.clone(),
        side: side_word(&side),
        name: view.names[side].clone(),
        may: (tasks.into_iter().filter(|(may, _)| *may))
            .map(|(_, key)| key)
            .collect(),
        presses: help.presses,
        places: help.places,
        says_time: help.announces_time,
        says_turn: help.announces_turn,
        clause: clause.map(|clause| clause.for_people()),
        state: serde_json::to_string(&view)
            .unwrap_or_default()
            .replace('<', "\\u003c"),
    }
}

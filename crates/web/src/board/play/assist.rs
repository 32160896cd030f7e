//! The page of a player's assistant: their tasks, the board, and what to tell the player (WOC IV.10).

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use outflank_board::Side;
use outflank_desk::access::Role;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{GameId, GameNow, TournamentNow};
use outflank_game::{Help, Phase as GamePhase};
use outflank_pairing::EntrantId;
use serde::Deserialize;

use crate::Web;
use crate::board::table::words_of;
use crate::board::watch::side_word;
use crate::extract::{Caller, Path, Tournament};
use crate::live::{PageTopic, PageViewer, StreamBody};
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::respond::{Page, Problem};

#[derive(Template)]
#[template(path = "play/assist.html")]
struct AssistPage<'a> {
    f: &'a Frame,
    event: &'a str,
    helped: Option<Helped>,
    words: String,
}

/// The game in which a player is helped.
struct Helped {
    game: String,
    side: &'static str,
    name: String,
    help: Help,
    clause: Option<String>,
    state: Html,
}

impl Helped {
    fn of(web: &Web, event: &TournamentNow, now: Arc<GameNow>, side: Side) -> Self {
        let clause = (now.game.rules()).and_then(|rules| rules.special_needs.clause());
        let clause = clause.map(|clause| clause.for_people());
        let help = now.game.table().help[side];
        let view = WatchView::of(&SeenGame::undelayed(now, web.desk.now()), Some(event));
        Self {
            state: Html::json(&view),
            side: side_word(&side),
            name: view.names[side].clone(),
            game: view.game,
            help,
            clause,
        }
    }

    /// The keys of what the assistant may do.
    fn may(&self) -> Vec<&'static str> {
        let tasks = [
            (self.help.presses, "desk.needs.press_clock"),
            (self.help.announces_time, "desk.needs.announce_time"),
            (self.help.announces_turn, "desk.needs.announce_turn"),
            (self.help.places, "desk.needs.place_and_flip"),
        ];
        let may = tasks.into_iter().filter(|(may, _)| *may);
        may.map(|(_, key)| key).collect()
    }
}

pub(crate) async fn page(
    State(web): State<Arc<Web>>,
    Tournament(now): Tournament,
    caller: Caller,
) -> Result<Page, Problem> {
    if entrants(&caller, &now).is_empty() {
        return Err(Problem::not_found("page"));
    }
    let game = game_of(&web, &caller, &now).await;
    Page::of(&AssistPage {
        f: &Frame::of(&now, &web.base()),
        event: now.title(),
        helped: game.map(|(game, side)| Helped::of(&web, &now, game, side)),
        words: words_of(&["assist.", "play.", "watch.", "side."]),
    })
}

#[derive(Deserialize)]
pub(crate) struct GamePath {
    game: GameId,
}

/// The game as it happens, for the assistant.
pub(crate) async fn live(
    State(web): State<Arc<Web>>,
    Tournament(now): Tournament,
    Path(GamePath { game }): Path<GamePath>,
    caller: Caller,
) -> Result<StreamBody, Problem> {
    let own = game_of(&web, &caller, &now).await;
    let is_own = own.is_some_and(|(own, _)| own.id == game);
    match is_own {
        true => Ok(PageViewer::new(&web.live, PageTopic::Table(game)).into_body()),
        false => Err(Problem::not_found("game")),
    }
}

/// Whom the caller assists in a tournament.
fn entrants(caller: &Caller, event: &TournamentNow) -> Vec<EntrantId> {
    (caller.grants().iter())
        .filter(|grant| grant.role == Role::NeedsAssistant)
        .filter(|grant| grant.scope.tournament.as_ref() == Some(&event.id))
        .filter_map(|grant| grant.scope.entrant)
        .collect()
}

/// The latest game of a player they assist that is not final, and on which side.
async fn game_of(
    web: &Web,
    caller: &Caller,
    event: &TournamentNow,
) -> Option<(Arc<GameNow>, Side)> {
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

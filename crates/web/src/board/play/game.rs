//! The page on which a game is played.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use outflank_desk::audience::{sees_now, sides_of};
use outflank_desk::views::board::watch::WatchView;
use outflank_formats::Edges;
use outflank_game::{Hints, MoveEntry};
use outflank_tournament::running::TableNumber;
use serde::Deserialize;

use crate::Web;
use crate::board::play::allowance;
use crate::board::table::words_of;
use crate::board::watch::picture;
use crate::board::watch::picture::Wanted;
use crate::board::watch::side_word;
use crate::extract::{Caller, Path, ScreenGame, Tournament};
use crate::live::{PageTopic, PageViewer, StreamBody};
use crate::pages::frame::Frame;
use crate::pages::html::Html;
use crate::respond::{Page, Problem, SeeOther};

#[derive(Template)]
#[template(path = "play/game.html")]
struct PlayPage<'a> {
    f: &'a Frame,
    view: &'a WatchView,
    /// The tournament's name; nothing for a casual game.
    event: Option<String>,
    /// Where the game can be watched.
    watch: &'a str,
    /// Where the page follows it.
    stream: String,
    /// The sides that the cookie plays: `black`, `white`, both or none.
    sides: String,
    entry: MoveEntry,
    /// Whether legal moves may be shown.
    hints: bool,
    /// Whether its round starts it.
    is_online: bool,
    /// The clause by which a player who does not come loses.
    late_clause: Option<String>,
    rulebook: &'a str,
    board: Html,
    state: Html,
    words: String,
}

impl PlayPage<'_> {
    /// The key of how a move is made.
    fn entry_key(&self) -> &'static str {
        match self.entry {
            MoveEntry::Touch => "play.entry_touch",
            MoveEntry::Confirm => "play.entry_confirm",
            MoveEntry::Tap => "play.entry_tap",
        }
    }

    fn allowance(&self) -> String {
        allowance(self.f)
    }
}

pub(crate) async fn page(ScreenGame(game): ScreenGame, caller: Caller) -> Result<Page, Problem> {
    let (now, tournament) = (&game.seen.now, &game.tournament);
    let stream = match tournament {
        Some(_) => format!("{}/play/live", game.path),
        None => format!("/play/{}/live", now.id),
    };
    let wanted = Wanted {
        at: None,
        numbers: false,
        edges: Edges::Labelled,
    };
    let sides = sides_of(&caller, now);
    let sides: Vec<&str> = sides.iter().map(side_word).collect();
    let (rules, screen) = (now.game.rules(), now.screen());
    Page::of(&PlayPage {
        f: &game.f,
        view: &game.view,
        event: game.title(),
        watch: &game.path,
        stream,
        sides: sides.join(" "),
        entry: screen.map_or(MoveEntry::Tap, |screen| screen.entry),
        hints: screen.is_none_or(|screen| screen.hints == Hints::Shown),
        is_online: (tournament.as_ref()).is_some_and(|now| now.on_screen.is_some()),
        late_clause: rules
            .and_then(|rules| rules.late_forfeit_after.clause())
            .map(|clause| clause.for_people()),
        rulebook: rules.map_or("", |rules| &rules.about.name),
        board: picture::in_page(&picture::drawing(&game.seen, wanted, "")),
        state: Html::json(&game.view),
        words: words_of(&["play.", "watch.", "side."]),
    })
}

/// The game as its players see it, as it happens; everyone else gets what the public gets.
pub(crate) async fn live(
    State(web): State<Arc<Web>>,
    ScreenGame(game): ScreenGame,
    caller: Caller,
) -> StreamBody {
    let now = &game.seen.now;
    let topic = match sees_now(&caller, now) {
        true => PageTopic::Table(now.id.clone()),
        false => PageTopic::Game(now.id.clone()),
    };
    PageViewer::new(&web.live, topic).into_body()
}

#[derive(Deserialize)]
pub(crate) struct TablePath {
    table: TableNumber,
}

/// Leads to the game that is played on screen at a table of the latest round.
pub(crate) async fn at_table(
    State(web): State<Arc<Web>>,
    now: Tournament,
    Path(TablePath { table }): Path<TablePath>,
) -> Result<SeeOther, Problem> {
    let rounds = now.affairs().rounds.iter().rev();
    let game = rounds
        .filter_map(|life| now.game_at(life.number, table))
        .next()
        .ok_or_else(|| Problem::not_found("game"))?;
    let f = Frame::of(&now, &web.base());
    Ok(SeeOther::to(format!(
        "{}/play",
        f.at_number("games", &game.game)
    )))
}

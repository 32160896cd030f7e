//! Playing on screen: a casual game by link or on one device, and the same board for a table of an event.

pub(crate) mod assist;
pub(crate) mod http;

use askama::Template;
use outflank_desk::views::board::watch::WatchView;
use outflank_desk::{LAG_PER_GAME, LAG_PER_MOVE};

use crate::pages::frame::Frame;
use crate::pages::html::Html;

/// Minutes for each player that can be chosen; nothing is without a clock.
pub(crate) const MINUTES: &[u16] = &[1, 3, 5, 10, 15, 20, 25, 30];

/// The page that opens a casual game.
#[derive(Template)]
#[template(path = "play/new.html")]
pub(crate) struct NewPage<'a> {
    pub(crate) f: &'a Frame,
    /// The rulebooks by id and name.
    pub(crate) rulebooks: Vec<(&'static str, String)>,
    pub(crate) minutes: &'static [u16],
    /// Why the last try came to nothing.
    pub(crate) problem: Option<String>,
}

/// The page on which a game is played.
#[derive(Template)]
#[template(path = "play/game.html")]
pub(crate) struct PlayPage<'a> {
    pub(crate) f: &'a Frame,
    pub(crate) view: &'a WatchView,
    /// The event's name; nothing for a casual game.
    pub(crate) event: Option<String>,
    /// Where the game can be watched.
    pub(crate) watch: String,
    /// Where the page follows it.
    pub(crate) stream: String,
    /// The sides that the cookie plays: `black`, `white`, both or none.
    pub(crate) sides: String,
    /// How a move is made: `tap`, `confirm` or `touch`.
    pub(crate) entry: &'static str,
    /// Whether legal moves may be shown.
    pub(crate) hints: bool,
    /// Whether its round starts it.
    pub(crate) is_online: bool,
    /// The clause by which whoever does not come loses.
    pub(crate) late_clause: Option<String>,
    pub(crate) rulebook: String,
    pub(crate) board: Html,
    pub(crate) state: String,
    pub(crate) words: String,
}

impl NewPage<'_> {
    fn allowance(&self) -> String {
        allowance(self.f)
    }
}

impl PlayPage<'_> {
    /// The key of how a move is made.
    fn entry_key(&self) -> &'static str {
        match self.entry {
            "touch" => "play.entry_touch",
            "confirm" => "play.entry_confirm",
            _ => "play.entry_tap",
        }
    }

    fn allowance(&self) -> String {
        allowance(self.f)
    }
}

/// The allowance for the network, as it is stated before the game.
fn allowance(f: &Frame) -> String {
    let move_tenths = LAG_PER_MOVE.0 / 100;
    let per_move = format!("{}.{}", move_tenths / 10, move_tenths % 10);
    f.t2(
        "play.allowance",
        "move",
        per_move,
        "game",
        LAG_PER_GAME.0 / 1000,
    )
}

//! A game as a file: moves, annotated transcript, GGF, JSON.

use outflank_desk::TournamentNow;
use outflank_desk::audience::SeenGame;
use outflank_desk::views::board::watch::WatchView;
use outflank_formats::{GameSheet, write_annotated, write_ggf};

use crate::games_out;

pub(crate) struct GameFile {
    pub(crate) media: &'static str,
    pub(crate) text: String,
}

const TEXT: &str = "text/plain; charset=utf-8";

/// The game as the file of this name; nothing if there is no such file.
pub(crate) fn of(
    name: &str,
    seen: &SeenGame,
    view: &WatchView,
    event: Option<&TournamentNow>,
) -> Option<GameFile> {
    let sheet = || sheet(seen, event);
    let (media, text) = match name {
        "moves.txt" => {
            let moves = seen.now.game.record().transcript();
            (TEXT, format!("{moves}\n"))
        }
        "annotated.txt" => (TEXT, write_annotated(&sheet())),
        "game.ggf" => (TEXT, format!("{}\n", write_ggf(&sheet()).0)),
        "game.json" => (
            "application/json",
            serde_json::to_string_pretty(view).ok()? + "\n",
        ),
        _ => return None,
    };
    Some(GameFile { media, text })
}

fn sheet(seen: &SeenGame, event: Option<&TournamentNow>) -> GameSheet {
    let own = event.and_then(|event| {
        let own = event.games().iter().find(|own| own.game == seen.now.id)?;
        Some(games_out::sheet(event, own, &seen.now))
    });
    own.unwrap_or_else(|| {
        let mut sheet = GameSheet::of_game(&seen.now.game);
        sheet.players.black.name = "Black".to_owned();
        sheet.players.white.name = "White".to_owned();
        sheet
    })
}

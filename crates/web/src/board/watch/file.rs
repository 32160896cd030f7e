//! A game as a file: moves, annotated transcript, GGF, JSON.

use outflank_formats::{GameSheet, write_annotated, write_ggf};
use serde::Deserialize;

use crate::extract::{GamePlace, Path, PublicGame};
use crate::games_out;
use crate::respond::{Inline, Problem};

const TEXT: &str = "text/plain; charset=utf-8";

#[derive(Deserialize)]
pub(crate) struct FilePath {
    name: String,
}

pub(crate) async fn file(
    PublicGame(game): PublicGame,
    Path(FilePath { name }): Path<FilePath>,
) -> Result<Inline, Problem> {
    let (media, text) = match name.as_str() {
        "moves.txt" => {
            let moves = game.seen.now.game.record().transcript();
            (TEXT, format!("{moves}\n"))
        }
        "annotated.txt" => (TEXT, write_annotated(&sheet(&game))),
        "game.ggf" => (TEXT, format!("{}\n", write_ggf(&sheet(&game)).0)),
        "game.json" => {
            let json = serde_json::to_string_pretty(&game.view);
            let json = json.expect("shapes have no keys but texts");
            ("application/json", json + "\n")
        }
        _ => return Err(Problem::not_found("file")),
    };
    Ok(Inline(media, text.into()))
}

fn sheet(game: &GamePlace) -> GameSheet {
    let now = &game.seen.now;
    let own = game.tournament.as_ref().and_then(|tournament| {
        let own = tournament.games().iter().find(|own| own.game == now.id)?;
        Some(games_out::sheet(tournament, own, now))
    });
    own.unwrap_or_else(|| {
        let mut sheet = GameSheet::of_game(&now.game);
        sheet.players.black.name = "Black".to_owned();
        sheet.players.white.name = "White".to_owned();
        sheet
    })
}

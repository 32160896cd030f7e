//! Everywhere the public could see something of a game.

use outflank_desk::GameId;
use outflank_web::routes::{Method, operations};

/// Everything that is public and may hold a move of this game.
pub(crate) fn places(event: &str, game: &GameId) -> Vec<String> {
    let mut paths: Vec<String> = operations()
        .iter()
        .filter(|(route, operation)| {
            route.methods == [Method::Get] && operation.answer.media != "text/event-stream"
        })
        .flat_map(|(route, _)| {
            let path = route
                .path
                .replace("{tournament}", event)
                .replace("{game}", game.as_str())
                .replace("{entrant}", "1")
                .replace("{round}", "1")
                .replace("{table}", "1");
            let formats = ["json", "ggf", "annotated", "wtb", "jou", "trn", "results"];
            match path.contains("{format}") {
                true => formats
                    .iter()
                    .map(|format| path.replace("{format}", format))
                    .collect(),
                false => vec![path],
            }
        })
        .collect();
    for page in [
        "",
        "/boards",
        "/boards/1",
        "/pairings",
        "/pairings/1",
        "/screen",
        "/players/1",
        "/crosstable",
        "/standings",
        "/print/score-sheets/1",
    ] {
        paths.push(format!("/t/{event}{page}"));
    }
    let below = format!("/t/{event}/games/{game}");
    for page in [
        "",
        "?move=3",
        "?move=4",
        "?numbers=1",
        "/embed",
        "/board.svg?move=4&numbers=1",
        "/board.svg",
        "/file/moves.txt",
        "/file/annotated.txt",
        "/file/game.ggf",
        "/file/game.json",
        "/play",
    ] {
        paths.push(format!("{below}{page}"));
    }
    paths.push(format!("/games/{game}"));
    paths.push(format!("/play/{game}"));
    paths.push("/".to_owned());
    paths
}

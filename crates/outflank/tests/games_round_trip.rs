//! The games of a whole event leave by `outflank export` and come back by `outflank replay` with the same moves and scores.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::support::folder::Folder;
use crate::support::hall::Hall;
use crate::support::hosted::Hosted;
use outflank_board::{Move, Position};
use outflank_desk::{GameId, SystemClock};
use outflank_formats::{GameSheet, WthorGames, read_annotated, read_ggf};
use outflank_game::{Act, By, GivingUp};
use outflank_store::sqlite::SqliteStore;
use outflank_web::Settings;
use serde_json::Value;

/// A whole game: at every turn the legal move of this place, counted round.
fn game_of(step: usize) -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while !position.is_over() {
        let legal: Vec<_> = position.legal_moves().into_iter().collect();
        let mv = match legal.len() {
            0 => Move::Pass,
            count => Move::Disc(legal[(step * (moves.len() + 1)) % count]),
        };
        moves.push(mv);
        position = position.play(mv).unwrap();
    }
    moves
}

fn outflank(arguments: &[&str]) -> (String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.success(), "{arguments:?}: {said}");
    (String::from_utf8(run.stdout).unwrap(), said)
}

/// What was played at each table: the moves, and what the board and the result say.
struct Played {
    moves: Vec<Move>,
    discs: [usize; 2],
    halves: [u16; 2],
    is_whole: bool,
}

/// An event in a data folder: three whole games and one that was given up after twenty moves.
fn played_event(folder: &Path) -> Vec<Played> {
    let store = SqliteStore::open(&folder.join("outflank.db")).unwrap();
    let hosted = Hosted::on(
        Arc::new(store),
        Settings::default(),
        Arc::new(SystemClock::start()),
    );
    let hall = Hall::over(hosted, 8);
    let games = hall.open_all();
    let mut played = Vec::new();
    for (n, game) in games.iter().enumerate() {
        let mut moves = game_of(n + 1);
        let is_whole = n != 2;
        if !is_whole {
            moves.truncate(20);
        }
        hall.play_all(game, &moves);
        if !is_whole {
            let resign = Act::Resign {
                player: outflank_board::Side::Black,
                how: GivingUp::Resigns,
            };
            hall.act(game, By::Black, resign);
        }
        played.push(state(&hall, game, is_whole));
    }
    played
}

fn state(hall: &Hall, game: &GameId, is_whole: bool) -> Played {
    let now = hall
        .hosted
        .runtime
        .block_on(hall.hosted.desk.game(game))
        .unwrap()
        .unwrap();
    let record = now.game.record();
    let score = now.game.result().unwrap().score;
    let position = now.game.table().position;
    let count = |side| position.discs(side).len();
    Played {
        moves: (record.plies.iter())
            .map(|ply| ply.square.map_or(Move::Pass, Move::Disc))
            .collect(),
        discs: [
            count(outflank_board::Side::Black),
            count(outflank_board::Side::White),
        ],
        halves: [score.black.0, score.white.0],
        is_whole,
    }
}

#[track_caller]
fn check_sheet(sheet: &GameSheet, played: &Played, whence: &str) {
    let moves: Vec<Move> = sheet.moves.iter().map(|own| own.mv).collect();
    assert_eq!(moves, played.moves, "{whence}");
    let difference = i32::from(played.halves[0]) - i32::from(played.halves[1]);
    assert_eq!(
        sheet.result.unwrap().difference_halves,
        difference,
        "{whence}"
    );
    assert!(
        sheet.players.black.name.starts_with("Sample Player"),
        "{whence}"
    );
}

/// What `replay` says of each game, in order.
#[track_caller]
fn check_replay(file: &Path, played: &[&Played]) {
    let (out, _) = outflank(&[
        "replay",
        "--json",
        "--rulebook",
        "soc",
        file.to_str().unwrap(),
    ]);
    let games: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|one: &Value| one.get("legal").is_some())
        .collect();
    assert_eq!(games.len(), played.len(), "{out}");
    for (game, played) in games.iter().zip(played) {
        assert_eq!(game["legal"], true, "{game}");
        assert_eq!(game["complete"], played.is_whole, "{game}");
        assert_eq!(game["discs"], serde_json::json!(played.discs), "{game}");
        let discs = played.moves.iter().filter(|mv| **mv != Move::Pass).count();
        assert_eq!(game["moves"], discs, "{game}");
        if played.is_whole {
            let score: Vec<f64> = played
                .halves
                .iter()
                .map(|half| f64::from(*half) / 2.0)
                .collect();
            let told: Vec<f64> = game["score"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one.as_f64().unwrap())
                .collect();
            assert_eq!(told, score, "{game}");
        }
    }
}

#[test]
fn an_event_s_games_leave_and_come_back_the_same() {
    let folder = Folder::new("round-trip");
    let played = played_event(folder.path());
    let data = folder.path().to_str().unwrap();
    let at = |name: &str| folder.path().join(name);
    let export = |format: &str, out: &Path| {
        outflank(&[
            "export",
            "hall",
            "--format",
            format,
            "--data",
            data,
            "--out",
            out.to_str().unwrap(),
        ])
        .1
    };
    let all: Vec<&Played> = played.iter().collect();
    let ggf = at("games.ggf");
    let said = export("ggf", &ggf);
    assert!(said.contains("4 finished games"), "{said}");
    let read = read_ggf(&std::fs::read(&ggf).unwrap());
    let sheets: Vec<_> = read
        .games
        .iter()
        .map(|game| game.sheet.clone().unwrap())
        .collect();
    assert_eq!(sheets.len(), 4);
    for (sheet, played) in sheets.iter().zip(&all) {
        check_sheet(sheet, played, "ggf");
    }
    check_replay(&ggf, &all);
    let text = at("games.txt");
    export("annotated", &text);
    let read = read_annotated(&std::fs::read(&text).unwrap()).unwrap();
    assert_eq!(read.len(), 4);
    for ((_, sheet), played) in read.iter().zip(&all) {
        check_sheet(sheet, played, "annotated");
    }
    check_replay(&text, &all);
    // WTHOR has no place for a game that was given up, and says so; or holds its moves.
    let wthor = at("games.wtb");
    let said = export("wthor", &wthor);
    assert!(at("games.jou").exists() && at("games.trn").exists());
    let read = WthorGames::read(&std::fs::read(&wthor).unwrap()).unwrap();
    let held: Vec<&Played> = match read.file.games.len() {
        4 => all,
        3 => {
            assert!(said.contains("game 3"), "{said}");
            all.into_iter().filter(|one| one.is_whole).collect()
        }
        other => panic!("{other} games: {said}"),
    };
    for (game, played) in read.file.games.iter().zip(&held) {
        let discs: Vec<String> = (played.moves.iter())
            .filter_map(|mv| match mv {
                Move::Disc(square) => Some(square.to_string()),
                Move::Pass => None,
            })
            .collect();
        assert_eq!(game.text().to_lowercase(), discs.concat());
    }
    check_replay(&wthor, &held);
}

//! Games on screen over HTTP: casual games without an account, the clock of the server, programs as players.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::hosted::Hosted;
use crate::support::http::Client;
use outflank_desk::HandClock;
use outflank_tournament::running::Timestamp;
use outflank_web::Settings;
use serde_json::json;

/// A casual game: its id and the secrets of its seats.
#[track_caller]
fn casual(hosted: &Hosted, form: &str) -> (String, BTreeMap<String, String>) {
    let client = hosted
        .client()
        .with("Content-Type", "application/x-www-form-urlencoded");
    let reply = client.send("POST", "/play", Some(form.as_bytes())).unwrap();
    assert_eq!(reply.status, 303, "{}", reply.text());
    let to = reply.header("location").unwrap().to_owned();
    let (path, seats) = to.split_once('#').unwrap();
    let game = path.strip_prefix("/play/").unwrap().to_owned();
    let seats = seats.split('&').map(|pair| {
        let (name, value) = pair.split_once('=').unwrap();
        match value.split_once(':') {
            Some((side, secret)) => (side.to_owned(), secret.to_owned()),
            None => (name.to_owned(), value.to_owned()),
        }
    });
    (game, seats.collect())
}

fn act(
    client: &Client,
    game: &str,
    id: &str,
    by: &str,
    act: serde_json::Value,
) -> crate::support::http::Reply {
    act_after(client, game, id, by, act, None)
}

fn act_after(
    client: &Client,
    game: &str,
    id: &str,
    by: &str,
    act: serde_json::Value,
    used_ms: Option<i64>,
) -> crate::support::http::Reply {
    let mut body = json!({"command_id": id, "by": by, "act": act});
    if let Some(used_ms) = used_ms {
        body["made"] = json!({"device": "d1", "used_ms": used_ms});
    }
    client.post(&format!("/api/v1/games/{game}/commands"), &body)
}

#[test]
fn two_strangers_play_by_link_and_nobody_else_moves() {
    let hosted = Hosted::start();
    let (game, seats) = casual(&hosted, "where=link&side=black&rulebook=wof&minutes=5");
    let black = hosted.client().bearer(&seats["black"]);
    let white = hosted.client().bearer(&seats["white"]);
    let page = hosted.client().get(&format!("/play/{game}")).text();
    assert!(
        page.contains("up to 0.5 s per move and 10 s per game"),
        "{page}"
    );
    assert_eq!(
        act(&white, &game, "s", "white", json!({"act": "press"})).status,
        200
    );
    let play = |square: &str| json!({"act": "play", "square": square});
    assert_eq!(act(&white, &game, "x", "black", play("f5")).status, 403);
    assert_eq!(
        act(&hosted.client(), &game, "y", "black", play("f5")).status,
        401
    );
    assert_eq!(act(&black, &game, "m1", "black", play("f5")).status, 200);
    // A move that is sent again is not played twice.
    assert_eq!(act(&black, &game, "m1", "black", play("f5")).status, 200);
    assert_eq!(act(&white, &game, "m2", "white", play("d6")).status, 200);
    let shown = hosted
        .client()
        .get(&format!("/games/{game}/file/moves.txt"))
        .text();
    assert_eq!(shown.trim(), "f5d6");
    let resign = json!({"act": "resign", "player": "white", "how": "resigns"});
    assert_eq!(act(&white, &game, "r", "white", resign).status, 200);
    assert_eq!(
        act(&white, &game, "s1", "white", json!({"act": "sign"})).status,
        200
    );
    assert_eq!(
        act(&black, &game, "s2", "black", json!({"act": "sign"})).status,
        200
    );
    let view = hosted
        .client()
        .get(&format!("/games/{game}/file/game.json"))
        .json();
    assert_eq!(view["signed"], json!({"black": true, "white": true}));
    assert_eq!(view["result"]["winner"], "black");
}

/// The way through the network is not charged, within the allowance, and what was given is shown.
#[test]
fn what_a_move_takes_on_its_way_is_not_charged_within_the_allowance() {
    let clock = Arc::new(HandClock::at(Timestamp(1_700_000_000_000)));
    let settings = Settings {
        requests_per_minute: 10_000_000,
        ..Settings::default()
    };
    let hosted = Hosted::timed(settings, clock.clone());
    let (game, seats) = casual(&hosted, "where=here&rulebook=usoa&minutes=5");
    let black = hosted.client().bearer(&seats["black"]);
    let white = hosted.client().bearer(&seats["white"]);
    let play = |square: &str| json!({"act": "play", "square": square});
    act(&white, &game, "s", "white", json!({"act": "press"}));
    // Four seconds passed here, 3.7 at Black's: 0.3 s are not charged.
    clock.pass_ms(4_000);
    assert_eq!(
        act_after(&black, &game, "m1", "black", play("f5"), Some(3_700)).status,
        200
    );
    // White claims that three seconds were lost: half a second is.
    clock.pass_ms(4_000);
    assert_eq!(
        act_after(&white, &game, "m2", "white", play("d6"), Some(1_000)).status,
        200
    );
    // Nobody says anything: everything is charged.
    clock.pass_ms(2_000);
    assert_eq!(act(&black, &game, "m3", "black", play("c3")).status, 200);
    let view = hosted
        .client()
        .get(&format!("/games/{game}/file/game.json"))
        .json();
    let used: Vec<i64> = (view["plies"].as_array().unwrap().iter())
        .map(|ply| ply["used_ms"].as_i64().unwrap())
        .collect();
    // What one is not charged the other is: his clock ran from the moment the move was made.
    assert_eq!(used, [3_700, 3_800, 2_500]);
    assert_eq!(view["lag_ms"], json!({"black": 300, "white": 500}));
}

/// A small program of ours sits at each side and plays to the end through the HTTP API.
#[test]
fn a_program_plays_through_the_api() {
    let hosted = Hosted::start();
    let (game, seats) = casual(&hosted, "where=here&rulebook=wof&minutes=10");
    let white = hosted.client().bearer(&seats["white"]);
    act(&white, &game, "start", "white", json!({"act": "press"}));
    let mut turns = 0;
    loop {
        let state = hosted.client().get(&format!("/api/v1/games/{game}")).json();
        if !state["result"].is_null() {
            break;
        }
        let by = state["turn"].as_str().unwrap().to_owned();
        let position: outflank_board::Position =
            state["position"].as_str().unwrap().parse().unwrap();
        let chosen = position.legal_moves().into_iter().last();
        let what = match chosen {
            Some(square) => json!({"act": "play", "square": square.to_string()}),
            None => json!({"act": "pass"}),
        };
        let client = hosted.client().bearer(&seats[&by]);
        let reply = act(&client, &game, &format!("t{turns}"), &by, what);
        assert_eq!(reply.status, 200, "{}", reply.text());
        turns += 1;
        assert!(turns < 200);
    }
    assert!(turns > 20);
}

/// A program that speaks NBoard: lines in, lines out. It reads the game as GGF and plays the first legal square.
fn nboard_program(
    commands: &std::sync::mpsc::Receiver<String>,
    says: &std::sync::mpsc::Sender<String>,
) {
    let mut position = outflank_board::Position::start();
    for line in commands {
        if let Some(ggf) = line.strip_prefix("set game ") {
            let games = outflank_formats::read_ggf(ggf.as_bytes());
            let sheet = games.games[0].sheet.as_ref().unwrap();
            position = *sheet.replay().unwrap().last();
        } else if line == "go" {
            let _ = says.send("status thinking".to_owned());
            let square = position.legal_moves().into_iter().next();
            let mv = square.map_or_else(
                || "PA".to_owned(),
                |square| square.to_string().to_uppercase(),
            );
            let _ = says.send(format!("=== {mv}/0.00/0.01"));
        }
    }
}

/// The bridge of `docs/engines.md`: the game goes to the program as GGF, its answer to the referee.
#[test]
fn a_program_that_speaks_nboard_plays_through_a_bridge() {
    let hosted = Hosted::start();
    let (game, seats) = casual(&hosted, "where=here&rulebook=wof&minutes=10");
    let (tell, commands) = std::sync::mpsc::channel();
    let (says, answers) = std::sync::mpsc::channel();
    let program = std::thread::spawn(move || nboard_program(&commands, &says));
    tell.send("nboard 2".to_owned()).unwrap();
    let white = hosted.client().bearer(&seats["white"]);
    act(&white, &game, "start", "white", json!({"act": "press"}));
    for turn in 0..200 {
        let state = hosted.client().get(&format!("/api/v1/games/{game}")).json();
        if !state["result"].is_null() {
            assert!(turn > 20);
            break;
        }
        let ggf = hosted
            .client()
            .get(&format!("/games/{game}/file/game.ggf"))
            .text();
        tell.send(format!("set game {}", ggf.trim())).unwrap();
        tell.send("go".to_owned()).unwrap();
        let answer = answers
            .iter()
            .find_map(|line| Some(line.strip_prefix("=== ")?.to_owned()));
        let mv = answer.unwrap().split('/').next().unwrap().to_lowercase();
        let what = match mv.as_str() {
            "pa" => json!({"act": "pass"}),
            square => json!({"act": "play", "square": square}),
        };
        let by = state["turn"].as_str().unwrap();
        let client = hosted.client().bearer(&seats[by]);
        let reply = act(&client, &game, &format!("t{turn}"), by, what);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    drop(tell);
    program.join().unwrap();
}

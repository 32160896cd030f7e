//! What spectators see of games: live boards, one game, pictures and files; and what they must not see.

use std::sync::Arc;

use crate::support::hall::{Hall, whole_game};
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Listener};
use crate::support::places::places;
use outflank_desk::{GameId, HandClock, WatchAct, What};
use outflank_game::{Act as GameAct, By};
use outflank_tournament::running::Timestamp;
use outflank_web::Settings;

const MINUTE: i64 = 60_000;

fn with_clock() -> (Hall, Arc<HandClock>) {
    let clock = Arc::new(HandClock::at(Timestamp(1_700_000_000_000)));
    let settings = Settings {
        requests_per_minute: 10_000_000,
        ..Settings::default()
    };
    let hosted = Hosted::timed(settings, clock.clone());
    (Hall::over(hosted, 8), clock)
}

fn watching(hall: &Hall, act: WatchAct) {
    hall.hosted.submit(What::Watching { act });
}

#[test]
fn all_boards_of_a_round_and_one_game() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    hall.play(&games[0], "f5d6c3d3c4");
    let client = hall.hosted.client();
    let boards = client.get("/t/hall/boards").text();
    assert!(boards.contains("Move 5"), "{boards}");
    assert!(boards.contains("Last move c4"), "{boards}");
    assert_eq!(boards.matches("class=\"tile\"").count(), 4, "{boards}");
    let here = format!("/t/hall/games/{}", games[0]);
    let page = client.get(&here).text();
    assert!(page.contains("Move 5 of 5"), "{page}");
    let back = client.get(&format!("{here}?move=2&numbers=1")).text();
    assert!(back.contains("Move 2 of 5"), "{back}");
    // Whoever wants no spoilers begins at the start and is not told how long it is.
    let hidden = client.get(&format!("{here}?hide=1")).text();
    assert!(
        hidden.contains(">Move 0<") && !hidden.contains("of 5"),
        "{hidden}"
    );
    let svg = client.get(&format!("{here}/board.svg?move=3&numbers=1"));
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    let png = client.get(&format!("{here}/board.png?size=200&labels=0"));
    assert_eq!(&png.body[..8], b"\x89PNG\r\n\x1a\n");
    let moves = client.get(&format!("{here}/file/moves.txt")).text();
    assert_eq!(moves.trim(), "f5d6c3d3c4");
    let ggf = client.get(&format!("{here}/file/game.ggf")).text();
    assert!(ggf.starts_with("(;GM[Othello]"), "{ggf}");
    let json = client.get(&format!("{here}/file/game.json")).json();
    assert_eq!(json["plies"].as_array().unwrap().len(), 5);
    let embed = client.get(&format!("{here}/embed"));
    let policy = embed.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors *"), "{policy}");
    assert_eq!(client.get(&format!("/games/{}", games[0])).status, 404);
}

/// The next piece of a page's stream of this kind.
#[track_caller]
fn piece(stream: &mut Listener, kind: &str) -> serde_json::Value {
    loop {
        let message = stream.message().unwrap().unwrap();
        if message.event == kind {
            return message.json();
        }
    }
}

#[test]
fn a_page_gets_every_move_once_and_a_correction_as_a_whole() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let client = hall.hosted.client();
    let mut page = (client.listen(&format!("/t/hall/games/{}/live", games[0]))).unwrap();
    let mut boards = client.listen("/t/hall/boards-live").unwrap();
    assert_eq!(piece(&mut page, "game")["plies"], serde_json::json!([]));
    assert_eq!(piece(&mut boards, "tiles").as_array().unwrap().len(), 4);
    let mut version = 0;
    for (n, square) in (1..).zip(["f5", "d6", "c3"]) {
        hall.play(&games[0], square);
        // What happened before the greeting may come once more after it; it says nothing new.
        let mut tile = piece(&mut boards, "tile");
        while n == 1 && tile["plies"] == 0 {
            tile = piece(&mut boards, "tile");
        }
        assert_eq!((&tile["last"], &tile["plies"]), (&square.into(), &n.into()));
        if n == 1 {
            // The first piece after the greeting says everything again.
            let mut whole = piece(&mut page, "game");
            while whole["plies"] == serde_json::json!([]) {
                whole = piece(&mut page, "game");
            }
            version = whole["version"].as_u64().unwrap();
            continue;
        }
        let step = piece(&mut page, "step");
        assert_eq!(step["ply"]["square"], square);
        assert!(step["version"].as_u64().unwrap() > version);
    }
    // The judge finds that c3 was wrong and the board is set back: everything comes anew.
    hall.act(
        &games[0],
        By::Director,
        GameAct::Stop {
            why: "a wrong flip".to_owned(),
        },
    );
    let step = piece(&mut page, "step");
    assert_eq!(step["clock"]["running"], serde_json::Value::Null);
}

/// What would give the third and fourth move away.
const SECRETS: &[&str] = &[
    "\"c3\"",
    "\"d3\"",
    ">c3",
    ">d3",
    "c3d3",
    "C3D3",
    "move c3",
    "move d3",
    "Move 4",
    "Move 3",
    "\"plies\":4",
    "\"plies\":3",
];

#[track_caller]
fn check_hidden(client: &Client, game: &GameId) {
    for path in places("hall", game) {
        let reply = client.get(&path);
        let text = reply.text();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{path} tells {secret}: {text}");
        }
    }
}

fn told(stream: &mut Listener, until: u64) -> String {
    let mut text = String::new();
    loop {
        let message = stream.message().unwrap().unwrap();
        text.push_str(&message.data);
        if message.id.is_some_and(|id| id >= until) {
            return text;
        }
    }
}

#[test]
fn no_route_tells_a_delayed_move() {
    let (hall, clock) = with_clock();
    let games = hall.open_all();
    let game = &games[0];
    hall.play(game, "f5d6");
    let tournament = hall.id.clone();
    watching(
        &hall,
        WatchAct::SetDelay {
            tournament,
            seconds: 600,
        },
    );
    clock.pass_ms(11 * MINUTE);
    let public = hall.hosted.client();
    let picture = format!("/t/hall/games/{game}/board.png");
    let before = public.get(&picture).body;
    hall.play(game, "c3d3");
    check_hidden(&public, game);
    assert_eq!(public.get(&picture).body, before);
    // The two moves that are old enough are there, with the clocks of that moment.
    let seen = public.get(&format!("/api/v1/games/{game}")).json();
    assert_eq!(seen["transcript"], "f5d6");
    let owner = hall.hosted.owner();
    let now = owner.get(&format!("/api/v1/games/{game}")).json();
    assert_eq!(now["transcript"], "f5d6c3d3");
    assert!(now["version"].as_u64() > seen["version"].as_u64());
    // Streams: up to an event that everybody may see.
    let streams = [
        "/api/v1/events?after=0".to_owned(),
        "/api/v1/tournaments/hall/events?after=0".to_owned(),
    ];
    let mut open: Vec<Listener> = (streams.iter())
        .map(|path| public.listen(path).unwrap())
        .collect();
    let mut own = public
        .listen(&format!("/api/v1/games/{game}/events?after=0"))
        .unwrap();
    let mut page = public
        .listen(&format!("/t/hall/games/{game}/live"))
        .unwrap();
    let mut boards = public.listen("/t/hall/boards-live").unwrap();
    hall.hosted.act(
        &hall.id,
        outflank_tournament::running::Act::Start {
            round: outflank_tournament::RoundNumber(1),
        },
    );
    let mark = hall.hosted.desk.durable().0;
    for stream in &mut open {
        let text = told(stream, mark);
        assert!(
            !text.contains("\"c3\"") && !text.contains("\"d3\""),
            "{text}"
        );
    }
    assert_eq!(
        piece(&mut page, "game")["plies"].as_array().unwrap().len(),
        2
    );
    let tiles = piece(&mut boards, "tiles").to_string();
    assert!(!tiles.contains("\"d3\""), "{tiles}");
    // Ten minutes later everything is there, and whoever watched is told.
    clock.pass_ms(10 * MINUTE);
    let mut squares = Vec::new();
    while squares.len() < 4 {
        let message = own.message().unwrap().unwrap();
        let body = &message.json()["body"];
        squares.extend(body["square"].as_str().map(str::to_owned));
    }
    assert_eq!(squares, ["f5", "d6", "c3", "d3"]);
    assert_eq!(
        piece(&mut page, "game")["plies"].as_array().unwrap().len(),
        4
    );
    let seen = public.get(&format!("/api/v1/games/{game}")).json();
    assert_eq!(seen["transcript"], "f5d6c3d3");
}

/// clauses: WOC-I.5.p2
#[test]
fn a_withheld_game_is_nowhere_until_it_is_shown_again() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let game = &games[0];
    let hide = |withheld| WatchAct::Withhold {
        game: game.clone(),
        withheld,
    };
    watching(&hall, hide(true));
    hall.play_all(game, &whole_game());
    let public = hall.hosted.client();
    for path in places("hall", game) {
        let text = public.get(&path).text();
        for secret in [">e1", "\"last\":\"", "transcript\":\"f", "d3c3", "(;GM"] {
            assert!(!text.contains(secret), "{path} tells {secret}: {text}");
        }
    }
    assert_eq!(public.get(&format!("/api/v1/games/{game}")).status, 404);
    assert_eq!(public.get(&format!("/t/hall/games/{game}")).status, 404);
    watching(&hall, hide(false));
    assert_eq!(public.get(&format!("/t/hall/games/{game}")).status, 200);
    let games_out = public.get("/api/v1/tournaments/hall/export/ggf").text();
    assert!(games_out.starts_with("(;GM"), "{games_out}");
}

#[test]
fn only_the_hall_s_officials_set_what_the_public_sees() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let body = serde_json::json!({"command_id": "w1", "act": {"act": "withhold", "game": games[0], "withheld": true}});
    assert_eq!(
        hall.hosted.client().post("/api/v1/watching", &body).status,
        401
    );
    assert_eq!(
        hall.hosted.owner().post("/api/v1/watching", &body).status,
        200
    );
    let too_long = serde_json::json!({"command_id": "w2", "act": {"act": "set_delay", "tournament": hall.id, "seconds": 3601}});
    let reply = hall.hosted.owner().post("/api/v1/watching", &too_long);
    assert_eq!(reply.code(), "desk.long_delay");
}

/// Four digits are soon guessed by a program: whoever tries too many is told to wait, in words, and the right ones do
/// not let him in meanwhile either.
#[test]
fn digits_tried_at_a_table_s_door_are_counted() {
    let hosted = Hosted::with(Settings {
        requests_per_minute: 10_000_000,
        logins_per_minute: 3,
        ..Settings::default()
    });
    let hall = Hall::over(hosted, 8);
    let round = outflank_tournament::RoundNumber(1);
    let start = outflank_tournament::running::Act::Start { round };
    hall.hosted.act(&hall.id, start);
    let digits = hall.hosted.desk.round_digits(&hall.id, round);
    let right = hall.hosted.runtime.block_on(digits).unwrap();
    let wrong = if right == "0000" { "0001" } else { "0000" };
    let client = (hall.hosted.client())
        .with("Content-Type", "application/x-www-form-urlencoded")
        .with("Accept", "text/html");
    let knock = |digits: &str| {
        let form = format!("do=digits&digits={digits}");
        client
            .send("POST", "/t/hall/tables/1", Some(form.as_bytes()))
            .unwrap()
    };
    for _ in 0..3 {
        assert_eq!(knock(wrong).status, 403);
    }
    for digits in [wrong, &right] {
        let refused = knock(digits);
        assert_eq!(refused.status, 429, "{}", refused.text());
        assert!(refused.text().contains("Wait a minute"));
        assert!(refused.header("set-cookie").is_none());
    }
}

/// Where the rulebook lets spectators report, officials read it and nobody else; elsewhere nobody is asked.
#[test]
fn a_report_goes_to_the_officials_where_the_rulebook_lets_it() {
    let hall = Hall::start(8);
    let games = hall.open_all();
    let public = hall.hosted.client();
    let page = public.get(&format!("/t/hall/games/{}", games[0])).text();
    assert!(!page.contains("id=\"report\""), "{page}");
    let report = serde_json::json!({"command_id": "r1", "act": {"act": "report", "tournament": hall.id,
        "round": 1, "table": 1, "text": "c4 was not turned"}});
    let refused = public.post("/api/v1/watching", &report);
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "desk.no_reports")
    );
}

//! Whether spectators are admitted, and what they may tell the officials.

use crate::support::championship::{WofNumbers, announced, entered};
use crate::support::forms::{post, says, send};
use crate::support::hall::Hall;
use crate::support::hosted::Hosted;
use crate::support::http::Client;
use crate::support::places::places;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{GameId, TournamentId};
use serde_json::json;

/// What the public could know of five moves only from the game itself.
const MOVES: &[&str] = &[
    "f5d6",
    "\"d6\"",
    ">d6",
    "move c4",
    "Move 5",
    "\"plies\":5",
    "(;GM",
];

#[track_caller]
fn check_closed(client: &Client, event: &str, game: &GameId) {
    for path in places(event, game) {
        let text = client.get(&path).text();
        for secret in MOVES {
            assert!(!text.contains(secret), "{path} tells {secret}: {text}");
        }
    }
    let here = format!("/t/{event}/games/{game}");
    assert_eq!(client.get(&here).status, 404);
    assert_eq!(client.get(&format!("/api/v1/games/{game}")).status, 404);
    assert_eq!(client.get(&format!("{here}/board.png")).status, 404);
    assert_eq!(client.get(&format!("{here}/live")).status, 404);
}

/// The director's switch closes the live view everywhere at once, and a page that is open is told; no view has a
/// box for comments.
#[track_caller]
fn check_switch(hall: &Hall, event: &str, clause: &str) {
    let games = hall.open_all();
    let game = &games[0];
    hall.play(game, "f5d6c3d3c4");
    let public = hall.hosted.client();
    let here = format!("/t/{event}/games/{game}");
    let page = public.get(&here);
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Move 5"), "{}", page.text());
    let mut open = public.listen(&format!("{here}/live")).unwrap();
    let mut boards = public.listen(&format!("/t/{event}/boards-live")).unwrap();
    let director = hall.hosted.owner();
    let desk = format!("/t/{event}/desk/watching");
    says(&director.get(&desk), clause);
    assert_eq!(send(&director, &desk, "do=admit").status, 303);
    check_closed(&public, event, game);
    says(
        &public.get(&format!("/t/{event}/boards")),
        "Spectators are not admitted",
    );
    for (stream, kind) in [(&mut open, "gone"), (&mut boards, "anew")] {
        while stream.message().unwrap().unwrap().event != kind {}
    }
    // Whoever works at the event sees it as before.
    assert_eq!(director.get(&format!("/api/v1/games/{game}")).status, 200);
    assert_eq!(send(&director, &desk, "do=admit&admitted=1").status, 303);
    let again = public.get(&here);
    assert_eq!(again.status, 200);
    assert_eq!(again.text().contains("<textarea"), clause == "WOC I.5.p1.a");
    // Only the hall's officials have the switch.
    let body = json!({"command_id": "a1", "act": {"act": "admit", "tournament": hall.id, "admitted": false}});
    assert_eq!(public.post("/api/v1/watching", &body).status, 401);
    let player = Scope {
        tournament: Some(hall.id.clone()),
        entrant: Some(outflank_tournament::EntrantId(1)),
        ..Scope::default()
    };
    let token = hall.hosted.token(grant(Role::Player, player), None);
    let player = hall.hosted.client().bearer(&token);
    assert_eq!(player.post("/api/v1/watching", &body).status, 403);
}

fn grant(role: Role, scope: Scope) -> Grant {
    Grant { role, scope }
}

fn world() -> Hall {
    let hosted = Hosted::start();
    let id: TournamentId = entered(&hosted, WofNumbers::Unknown);
    announced(&hosted, &id);
    Hall { hosted, id }
}

/// clauses: SOC-I.7
#[test]
fn in_singapore_the_director_admits_spectators_or_not() {
    check_switch(&Hall::start(8), "hall", "SOC I.7");
}

/// clauses: WOC-I.5.p1.a
#[test]
fn at_the_world_championship_the_head_director_admits_spectators_or_not() {
    check_switch(&world(), "small", "WOC I.5.p1.a");
}

/// clauses: WOC-I.5.p1.b
#[test]
fn a_spectator_s_report_reaches_the_officials_and_never_the_players() {
    let hall = world();
    let games = hall.open_all();
    let public = hall.hosted.client();
    let here = format!("/t/small/games/{}", games[1]);
    let report = format!("{here}/report");
    let sent = post(&public, &report, "text=c4+was+not+turned");
    assert_eq!(sent.status, 303, "{}", sent.text());
    says(
        &public.get(sent.header("location").unwrap()),
        "The officials have your report",
    );
    let director = hall.hosted.owner();
    let page = director.get("/t/small/desk/watching");
    says(&page, "c4 was not turned");
    says(&page, "Table 2");
    // Neither of the two at that table is told, on any page or in any stream.
    let now = hall.hosted.desk.tournament(&hall.id).unwrap();
    for entrant in [now.games()[1].black, now.games()[1].white] {
        let scope = Scope {
            tournament: Some(hall.id.clone()),
            entrant: Some(entrant),
            ..Scope::default()
        };
        let token = hall.hosted.token(grant(Role::Player, scope), None);
        let player = hall.hosted.client().bearer(&token);
        for path in places("small", &games[1]) {
            let text = player.get(&path).text();
            assert!(!text.contains("not turned"), "{path}: {text}");
        }
        assert_eq!(player.get("/t/small/desk/watching").status, 403);
    }
    // A few from one address; then one is told to wait, in words.
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let reply = post(&public, &report, "text=once+more");
        statuses.push(reply.status);
        if reply.status == 429 {
            says(&reply, "Wait a minute, then try again");
            assert!(reply.header("retry-after").is_some());
        }
    }
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    // A report without words is refused, and so is any while spectators are not admitted.
    let act = |id: &str, text: &str| {
        json!({"command_id": id, "act": {"act": "report", "tournament": hall.id,
        "round": 1, "table": 2, "text": text}})
    };
    // A program with a token has an allowance of its own.
    let program = hall.hosted.owner();
    assert_eq!(public.post("/api/v1/watching", &act("r0", " ")).status, 429);
    let wordless = program.post("/api/v1/watching", &act("r1", " "));
    assert_eq!(wordless.code(), "desk.bad_text");
    send(&director, "/t/small/desk/watching", "do=admit");
    let refused = program.post("/api/v1/watching", &act("r2", "again"));
    assert_eq!(refused.code(), "desk.no_spectators");
    assert_eq!(refused.json()["clause"], "WOC-I.5.p1.a");
}

/// Where spectators have no such right the refusal names what they must not do.
///
/// clauses: SOC-I.7
#[test]
fn where_spectators_must_not_interfere_a_report_is_refused_by_that_clause() {
    let hall = Hall::start(8);
    hall.open_all();
    let act = json!({"command_id": "r1", "act": {"act": "report", "tournament": hall.id,
        "round": 1, "table": 1, "text": "c4 was not turned"}});
    let refused = hall.hosted.client().post("/api/v1/watching", &act);
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "desk.no_reports")
    );
    assert_eq!(refused.json()["clause"], "SOC-I.7");
}

//! An online event over HTTP: declared at creation, its games open with the round, players reach them from their own
//! link and from the pairings, whoever does not come is counted down, and signed results come in by themselves.

use std::sync::Arc;

use crate::support::forms::{post, says, send};
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use crate::support::until;
use outflank_desk::HandClock;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_tournament::EntrantId;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, ResultState, TableNumber, Timestamp};
use outflank_web::Settings;
use serde_json::{Value, json};

const ROUND: RoundNumber = RoundNumber(1);
const MINUTE: i64 = 60_000;

struct Online {
    hosted: Hosted,
    clock: Arc<HandClock>,
    director: Client,
}

/// An online event of eight, created by its form, with a public first round.
fn online() -> Online {
    let clock = Arc::new(HandClock::at(Timestamp(1_700_000_000_000)));
    let settings = Settings {
        requests_per_minute: 10_000_000,
        ..Settings::default()
    };
    let hosted = Hosted::timed(settings, clock.clone());
    let director = hosted.owner();
    let form =
        "name=Net+Open&preset=soc/open&day=2026-11-15&slug=net&on_screen=1&entry=&hints=hidden";
    let made = post(&director, "/new", form);
    assert_eq!(made.status, 303, "{}", made.text());
    let id = hosted.desk.tournament_named("net").unwrap().id.clone();
    hosted.fill(&id, 8);
    hosted.announce(&id, ROUND);
    Online {
        hosted,
        clock,
        director,
    }
}

impl Online {
    fn player(&self, entrant: EntrantId) -> Client {
        let event = self.hosted.desk.tournament_named("net").unwrap();
        let scope = Scope {
            tournament: Some(event.id.clone()),
            entrant: Some(entrant),
            ..Scope::default()
        };
        let grant = Grant {
            role: Role::Player,
            scope,
        };
        self.hosted.client().bearer(&self.hosted.token(grant, None))
    }

    fn at(&self, table: u16) -> (String, Client, Client) {
        let event = self.hosted.desk.tournament_named("net").unwrap();
        let game = event.game_at(ROUND, TableNumber(table)).unwrap();
        let (black, white) = (self.player(game.black), self.player(game.white));
        (game.game.to_string(), black, white)
    }

    fn start_round(&self) {
        let event = self.hosted.desk.tournament_named("net").unwrap();
        self.hosted.act(&event.id, Act::Start { round: ROUND });
    }

    fn view(&self, game: &str) -> Value {
        let page = self
            .director
            .get(&format!("/t/net/games/{game}/file/game.json"));
        page.json()
    }

    fn phase(&self, game: &str) -> String {
        self.view(game)["phase"].as_str().unwrap().to_owned()
    }
}

fn act(client: &Client, game: &str, by: &str, act: Value) -> Reply {
    let id = outflank_desk::TokenId::random().to_string();
    let body = json!({"command_id": id, "by": by, "act": act});
    client.post(&format!("/api/v1/games/{game}/commands"), &body)
}

#[track_caller]
fn done(reply: &Reply) {
    assert_eq!(reply.status, 200, "{}", reply.text());
}

#[test]
fn an_online_round_runs_from_its_announcement_to_its_results() {
    let online = online();
    let (game, black, white) = online.at(1);
    // From his own page and from the pairings a player comes to his game.
    let mine = black.get("/t/net/me");
    says(&mine, "Go to your game");
    says(&mine, "/t/net/tables/1/play");
    says(&black.get("/t/net/pairings/1"), "/t/net/tables/1/play");
    let to = black.get("/t/net/tables/1/play");
    assert_eq!(
        to.header("location"),
        Some(format!("/t/net/games/{game}/play").as_str())
    );
    let page = black.get(to.header("location").unwrap());
    // A move is confirmed, legal moves are hidden as the director chose, the allowance is said beforehand.
    says(&page, "data-entry=\"confirm\"");
    says(&page, "data-online");
    says(&page, "data-late=\"SOC II.6.a\"");
    says(&page, "Legal moves are not shown in this game.");
    says(&page, "up to 0.5 s per move and 10 s per game");
    done(&act(
        &black,
        &game,
        "black",
        json!({"act": "arrive", "player": "black"}),
    ));
    done(&act(
        &white,
        &game,
        "white",
        json!({"act": "arrive", "player": "white"}),
    ));
    assert_eq!(online.phase(&game), "ready");
    online.start_round();
    until(|| (online.phase(&game) == "playing").then_some(()));
    // A touch of a legal square commits: another square is refused by the clause.
    done(&act(
        &black,
        &game,
        "black",
        json!({"act": "touch", "first": "f5", "with": "disc"}),
    ));
    assert_eq!(online.view(&game)["bound"], json!(["f5"]));
    let other = act(
        &black,
        &game,
        "black",
        json!({"act": "play", "square": "d3"}),
    );
    assert_eq!(
        (other.status, other.json()["clause"].as_str().unwrap()),
        (422, "SOC-III.5.p1.a")
    );
    done(&act(
        &black,
        &game,
        "black",
        json!({"act": "play", "square": "f5"}),
    ));
    done(&act(
        &white,
        &game,
        "white",
        json!({"act": "resign", "player": "white", "how": "resigns"}),
    ));
    for (client, side) in [(&black, "black"), (&white, "white")] {
        done(&act(client, &game, side, json!({"act": "sign"})));
    }
    let state = |table: u16| {
        let event = online.hosted.desk.tournament_named("net").unwrap();
        let card = event
            .affairs()
            .round(ROUND)
            .unwrap()
            .card(TableNumber(table))
            .unwrap();
        card.state
    };
    until(|| (state(1) == ResultState::Confirmed).then_some(()));
    says(&online.director.get("/t/net/pairings/1"), "64");
}

#[test]
fn a_player_who_does_not_come_is_counted_down_and_the_director_can_waive_both_rules() {
    let online = online();
    let (second, black, _) = online.at(2);
    let (third, _, white) = online.at(3);
    done(&act(
        &black,
        &second,
        "black",
        json!({"act": "arrive", "player": "black"}),
    ));
    done(&act(
        &white,
        &third,
        "white",
        json!({"act": "arrive", "player": "white"}),
    ));
    online.start_round();
    until(|| (online.phase(&third) == "playing").then_some(()));
    until(|| (online.phase(&second) == "playing").then_some(()));
    online.clock.pass_ms(2 * MINUTE);
    let view = online.view(&second);
    assert_eq!(view["presence"]["white"], "late");
    let left = view["late_in_ms"].as_i64().unwrap();
    assert!(
        (3 * MINUTE - 1000..=3 * MINUTE + 1).contains(&left),
        "{left}"
    );
    let tables = online.director.get("/t/net/desk/tables");
    says(&tables, "White is late");
    says(&tables, "loses in 3:0");
    // Black of table 3 gets the lost time back and does not forfeit, which are two decisions. They are still expected.
    for waive in ["waive_time", "waive_forfeit"] {
        let form = format!("do={waive}&table=3&side=black");
        let waived = send(&online.director, "/t/net/desk/tables", &form);
        assert_eq!(waived.status, 303, "{}", waived.text());
    }
    assert_eq!(online.view(&third)["presence"]["black"], "late");
    online.clock.pass_ms(3 * MINUTE + 1000);
    until(|| (online.phase(&second) == "over").then_some(()));
    assert_eq!(online.view(&second)["result"]["ending"], "lateness");
    assert_eq!(online.phase(&third), "playing");
}

#[test]
fn the_director_declares_an_event_online_while_no_game_is_open() {
    let online = online();
    let page = online.director.get("/t/net/desk/event");
    says(&page, "Switch to play at tables");
    let refused = send(&online.director, "/t/net/desk/event", "do=screen");
    assert_eq!(refused.status, 422);
    says(
        &refused,
        "Call the round off before you change how it is played",
    );
    let id = online.hosted.event("hall", 4);
    let set = send(
        &online.director,
        "/t/hall/desk/event",
        "do=screen&on=1&entry=confirm&hints=shown",
    );
    assert_eq!(set.status, 303, "{}", set.text());
    says(
        &online.director.get("/t/hall/desk/event"),
        "One tap selects the square, a second tap plays.",
    );
    let event = online.hosted.desk.tournament(&id).unwrap();
    assert!(event.on_screen.is_some());
}

//! A player with special needs and his assistant: granted by the head director, done by link, refused beyond it.

use crate::support::championship::{WofNumbers, announced, entered};
use crate::support::forms::{says, send};
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{GamePlace, NewGame, What};
use outflank_game::{Act as GameAct, By, Opening};
use outflank_tournament::EntrantId;
use serde_json::{Value, json};

fn act(client: &Client, game: &str, by: &str, act: Value) -> Reply {
    let id = outflank_desk::TokenId::random().to_string();
    let body = json!({"command_id": id, "by": by, "act": act});
    client.post(&format!("/api/v1/games/{game}/commands"), &body)
}

#[track_caller]
fn refused_by(reply: &Reply, clause: &str) {
    assert!(
        reply.status == 422 || reply.status == 403,
        "{}",
        reply.text()
    );
    assert_eq!(reply.json()["clause"], clause, "{}", reply.text());
}

#[test]
fn an_assistant_does_what_was_granted_and_nothing_else() {
    let hosted = Hosted::start();
    let id = entered(&hosted, WofNumbers::Unknown);
    let director = hosted.owner();
    let with = |role: Role, entrant: Option<EntrantId>| {
        let scope = Scope {
            tournament: Some(id.clone()),
            entrant,
            ..Scope::default()
        };
        let token = hosted.token(Grant { role, scope }, None);
        hosted.client().bearer(&token)
    };
    // Only the head director finds that a player has special needs.
    let page = "/t/small/desk/entrants/1";
    says(&director.get(page), "WOC IV.10.p1");
    let form = "do=needs&sight=1&task=press_clock&task=place_and_flip&task=announce_turn&note=spoken+squares";
    let desk = with(Role::Director, None);
    let refused = send(&desk, page, form);
    assert_eq!(refused.status, 403);
    says(&refused, "WOC IV.10.p1");
    assert_eq!(send(&director, page, form).status, 303);
    says(&director.get(page), "spoken squares");
    // It is personal: the log says that something was granted to a number, not what.
    let log = director
        .get("/api/v1/tournaments/small/events?after=0&limit=1000")
        .text();
    assert!(!log.contains("spoken squares"), "{log}");
    let round = announced(&hosted, &id);
    let now = hosted.desk.tournament(&id).unwrap();
    let life = now.affairs().round(round).unwrap();
    let is_his =
        |card: &&outflank_tournament::running::Card| card.players().contains(&EntrantId(1));
    let card = life.cards.iter().find(is_his).unwrap();
    let own = if card.black == EntrantId(1) {
        "black"
    } else {
        "white"
    };
    let assistant = with(Role::NeedsAssistant, Some(EntrantId(1)));
    says(
        &assistant.get("/t/small/assist"),
        "No game to help with at the moment.",
    );
    let made = hosted.submit(What::NewGame(Box::new(NewGame {
        place: Some(GamePlace {
            tournament: id.clone(),
            round,
            table: card.table,
        }),
        rulebook: None,
        opening: Opening::default(),
    })));
    let game = made.made.unwrap();
    let table = director.get(&format!("/api/v1/games/{game}/table")).json();
    let help = &table["help"][own];
    for task in [
        "granted",
        "presses",
        "places",
        "announces_turn",
        "feels_board",
    ] {
        assert_eq!(help[task], true, "{task} in {help}");
    }
    assert_eq!(help["announces_time"], false);
    let page = assistant.get("/t/small/assist");
    says(&page, &format!("data-side=\"{own}\""));
    says(&page, "place and flip the discs the player indicates");
    assert!(
        !page.text().contains("id=\"clocks\""),
        "he was not asked to tell the time"
    );
    assert_eq!(hosted.client().get("/t/small/assist").status, 404);
    // The game starts; when it is his player's turn he makes the indicated move.
    let rule = |by: By, act: GameAct| {
        hosted.submit(What::Game(Box::new(outflank_desk::GameRequest {
            game: game.parse().unwrap(),
            by,
            act,
        })))
    };
    rule(By::Director, GameAct::ConfirmReady);
    rule(By::Director, GameAct::Signal);
    rule(By::White, GameAct::Press);
    let speaks = format!("assistant_{own}");
    let mut squares = ["f5", "d6"].into_iter();
    if own == "white" {
        rule(
            By::Black,
            GameAct::Play {
                square: "f5".parse().unwrap(),
            },
        );
        squares.next();
    }
    let square = squares.next().unwrap();
    let played = act(
        &assistant,
        &game,
        &speaks,
        json!({"act": "play", "square": square}),
    );
    assert_eq!(played.status, 200, "{}", played.text());
    // He does not resign, sign, speak for the player, or for the other one.
    let clause = "WOC-IV.10.p1";
    refused_by(
        &act(
            &assistant,
            &game,
            &speaks,
            json!({"act": "resign", "player": own, "how": "resigns"}),
        ),
        clause,
    );
    refused_by(
        &act(
            &assistant,
            &game,
            &speaks,
            json!({"act": "dispute", "about": "the last move"}),
        ),
        clause,
    );
    refused_by(&act(&assistant, &game, own, json!({"act": "pass"})), clause);
    refused_by(
        &act(
            &assistant,
            &game,
            &speaks,
            json!({"act": "stop", "why": "to think"}),
        ),
        clause,
    );
    let other = if own == "black" {
        "assistant_white"
    } else {
        "assistant_black"
    };
    refused_by(
        &act(&assistant, &game, other, json!({"act": "press"})),
        clause,
    );
    // What is taken back is gone in the game that is open, too.
    assert_eq!(
        send(&director, "/t/small/desk/entrants/1", "do=no_needs").status,
        303
    );
    let reply = act(&assistant, &game, &speaks, json!({"act": "press"}));
    assert_eq!(reply.code(), "game.no_assistant");
    refused_by(&reply, clause);
}

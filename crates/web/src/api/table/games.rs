//! Games, and the devices beside their boards.

use axum::http::StatusCode;
use outflank_desk::access::Action::PlayGame;
use outflank_desk::views::board::table::TableView;

use crate::api::queries::{AFTER, LIMIT};
use crate::api::route::{Content, Needs, Route, handler, json_of};
use crate::api::shapes::{
    CallAnswered, CallCommand, DeviceGone, DeviceHere, DeviceThere, GameCommand, GameShown,
    HeldCommand, LogPage, OpenGame, WatchCommand,
};
use crate::api::table::{STREAM, act, read};
use crate::api::{games, log};

const TABLE: Content = Content {
    example: None,
    ..json_of::<TableView>("")
};

pub(crate) const ROUTES: &[Route] = &[
    Route {
        status: StatusCode::CREATED,
        ..act(
            "/api/v1/games",
            "open_game",
            "Open a game at a table, or a casual one",
            json_of::<OpenGame>(
                r#"{"command_id": "g1", "game": {"rulebook": "wof", "opening": {"kind": "casual"}}}"#,
            ),
            handler!(games::open),
        )
    },
    read(
        "/api/v1/games/{game}",
        "show_game",
        "A game: board, clocks, moves with their times",
        Content {
            example: None,
            ..json_of::<GameShown>("")
        },
        handler!(games::show),
    ),
    act(
        "/api/v1/games/{game}/commands",
        "command_game",
        "Do something at a game's table",
        json_of::<GameCommand>(
            r#"{"command_id": "m1", "by": "black", "act": {"act": "play", "square": "f5"}}"#,
        ),
        handler!(games::command),
    ),
    act(
        "/api/v1/games/{game}/held",
        "settle_held",
        "Decide about a tap of a device that did not fit",
        json_of::<HeldCommand>(r#"{"command_id": "h1", "held": 1, "counts": true}"#),
        handler!(games::held),
    ),
    act(
        "/api/v1/watching",
        "set_watching",
        "Set the delay for spectators, withhold a game, or report an irregularity to the officials",
        json_of::<WatchCommand>(
            r#"{"command_id": "w1", "act": {"act": "withhold", "game": "4k2m9x7q0b", "withheld": true}}"#,
        ),
        handler!(games::watching),
    ),
    Route {
        needs: Needs::Action(PlayGame),
        answer: Content {
            example: None,
            ..json_of::<GameShown>("")
        },
        ..act(
            "/api/v1/games/{game}/contact",
            "contact_game",
            "The device at the table says that it is there",
            json_of::<DeviceThere>(r#"{"device": "tablet-5", "at_ms": 120034}"#),
            handler!(games::contact),
        )
    },
    Route {
        needs: Needs::Action(PlayGame),
        ..read(
            "/api/v1/games/{game}/table",
            "show_table",
            "The table as the device beside it needs it",
            TABLE,
            handler!(games::table),
        )
    },
    Route {
        needs: Needs::Action(PlayGame),
        answer: TABLE,
        ..act(
            "/api/v1/games/{game}/table",
            "be_at_table",
            "The device at the table says that it is there and what it has not sent, and gets the table",
            json_of::<DeviceHere>(
                r#"{"device": "tablet-5", "at_ms": 120034, "queued": 0, "place": "board"}"#,
            ),
            handler!(games::here),
        )
    },
    // A device gives its own place away; another's only somebody who rules on the game. The desk looks.
    Route {
        answer: TABLE,
        ..act(
            "/api/v1/games/{game}/release",
            "release_device",
            "A device hands its place at the table over, or the director replaces it",
            json_of::<DeviceGone>(r#"{"device": "tablet-5", "place": "board"}"#),
            handler!(games::release),
        )
    },
    act(
        "/api/v1/games/{game}/calls",
        "call_director",
        "Call the director to the table",
        json_of::<CallCommand>(
            r#"{"command_id": "c1", "by": "judge", "reason": "discs are missing"}"#,
        ),
        handler!(games::call),
    ),
    act(
        "/api/v1/games/{game}/calls/answered",
        "answer_call",
        "The director has come to the table",
        json_of::<CallAnswered>(r#"{"command_id": "c2", "call": 1}"#),
        handler!(games::answer_call),
    ),
    Route {
        query: &[AFTER, LIMIT],
        ..read(
            "/api/v1/games/{game}/log",
            "log_game",
            "The game's events, as far as the caller may see them",
            json_of::<LogPage>(r#"{"events": [], "next": null}"#),
            handler!(log::of_game),
        )
    },
    Route {
        query: &[AFTER],
        ..read(
            "/api/v1/games/{game}/events",
            "watch_game",
            "The game's events as they happen",
            STREAM,
            handler!(log::watch_game),
        )
    },
];

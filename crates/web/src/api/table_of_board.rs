//! The rows of the table of routes that a device beside a board uses.

use outflank_desk::access::Action::PlayGame;
use outflank_desk::at_table::TableView;

use super::games;
use super::route::{Content, Needs, Route, handler, json_of};
use super::shapes::{CallAnswered, CallCommand, DeviceGone, DeviceHere};
use super::table::{act, read};

const TABLE: Content = Content {
    example: None,
    ..json_of::<TableView>("")
};

pub(super) const SHOW: Route = Route {
    needs: Needs::Action(PlayGame),
    ..read(
        "/api/v1/games/{game}/table",
        "show_table",
        "The table as the device beside it needs it",
        TABLE,
        handler!(games::table),
    )
};

pub(super) const HERE: Route = Route {
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
};

// A device gives its own place away; another's only somebody who rules on the game. The desk looks.
pub(super) const RELEASE: Route = Route {
    answer: TABLE,
    ..act(
        "/api/v1/games/{game}/release",
        "release_device",
        "A device hands its place at the table over, or the director replaces it",
        json_of::<DeviceGone>(r#"{"device": "tablet-5", "place": "board"}"#),
        handler!(games::release),
    )
};

pub(super) const CALL: Route = act(
    "/api/v1/games/{game}/calls",
    "call_director",
    "Call the director to the table",
    json_of::<CallCommand>(r#"{"command_id": "c1", "by": "judge", "reason": "discs are missing"}"#),
    handler!(games::call),
);

pub(super) const ANSWER: Route = act(
    "/api/v1/games/{game}/calls/answered",
    "answer_call",
    "The director has come to the table",
    json_of::<CallAnswered>(r#"{"command_id": "c2", "call": 1}"#),
    handler!(games::answer_call),
);

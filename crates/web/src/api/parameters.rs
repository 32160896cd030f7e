//! What stands in braces in a path.

use serde_json::{Value, json};

/// The description of a parameter of a path.
pub(crate) fn parameter(name: &str) -> Value {
    let id = json!({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"});
    let (what, schema) = match name {
        "tournament" => ("the ID of the tournament, or its short name", id),
        "federation" => ("the ID of the federation, or its short name", id),
        "person" => (
            "the person's number in the federation",
            json!({"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32}),
        ),
        "year" => (
            "the year",
            json!({"type": "integer", "minimum": 1, "maximum": 9999}),
        ),
        "event" => (
            "the short name of the tournament in the federation",
            json!({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,60}$"}),
        ),
        "day" => (
            "the day",
            json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
        ),
        "game" => ("the ID of the game", id),
        "round" => (
            "the round's number",
            json!({"type": "integer", "minimum": 1, "maximum": 65535}),
        ),
        "entrant" => (
            "the number of the player",
            json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
        ),
        "format" => (
            "the kind of file",
            json!({"type": "string", "enum": ["json", "elo", "csv", "results"]}),
        ),
        other => unreachable!("the test of the table knows every parameter, not {other}"),
    };
    json!({"name": name, "in": "path", "required": true, "description": what, "schema": schema})
}

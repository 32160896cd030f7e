//! The OpenAPI document, made from the table of routes.

use axum::http::StatusCode;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::api::operation::{Content, Operation};
use crate::api::parameters::parameter;
use crate::routes::{Requires, Route, operations};

/// A rejection from any crate.
#[derive(Debug, JsonSchema)]
#[expect(
    dead_code,
    reason = "only its schema is used; the answer is made in respond.rs"
)]
struct Problem {
    /// The stable name: `game.must_move`.
    code: String,
    /// The clause of a rulebook that demands it, where one does.
    clause: Option<String>,
    /// What it is about.
    facts: Map<String, Value>,
    /// What is wrong and what to do, in English.
    message: String,
}

const REFUSALS: [(&str, &str); 9] = [
    ("400", "the request cannot be read; the message says where"),
    ("401", "the token or session is unknown, expired or revoked"),
    (
        "403",
        "the caller does not have permission, or another site sent the request",
    ),
    ("404", "the resource does not exist"),
    (
        "409",
        "something else was saved first, or the command ID was used for another command",
    ),
    ("413", "the body is too large"),
    ("415", "the body does not have the content type given here"),
    ("422", "the rules forbid it; the clause says which"),
    (
        "429",
        "too many requests; Retry-After says when to try again",
    ),
];

/// The document of the routes of the API.
#[must_use]
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    "/components/schemas".clone_into(&mut *std::borrow::Cow::to_mut(
        &mut settings.definitions_path,
    ));
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<Problem>().to_value();
    let mut paths = Map::new();
    for (route, operation) in operations() {
        let described = describe(&route, &operation, &mut generator);
        let entry = paths
            .entry(route.path)
            .or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(methods) = entry {
            methods.insert(route.methods[0].word().to_owned(), described);
        }
    }
    let responses: Map<String, Value> = REFUSALS
        .iter()
        .map(|(status, what)| {
            let answer = json!({
                "description": what,
                "content": {"application/json": {"schema": problem.clone()}},
            });
            (format!("refused_{status}"), answer)
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Outflank",
            "version": "1",
            "description": "Everything that tournaments and games can do. Commands are idempotent: each carries an ID chosen by the sender, and the same ID with the same request gets the first response again. Rejections have a stable code, the clause of the rulebook that requires them, the facts, and a message that says what to do.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": responses,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "outflank"},
            },
        },
    })
}

fn describe(route: &Route, operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut parameters: Vec<Value> = route.parameters().map(parameter).collect();
    for query in operation.query {
        parameters.push(json!({
            "name": query.name,
            "in": "query",
            "required": false,
            "description": query.what,
            "schema": (query.schema)(generator).to_value(),
        }));
    }
    let mut responses = Map::new();
    let done = json!({
        "description": "done",
        "headers": {
            "RateLimit-Limit": {"schema": {"type": "integer"}, "description": "requests per minute"},
            "RateLimit-Remaining": {"schema": {"type": "integer"}, "description": "requests left now"},
            "RateLimit-Reset": {"schema": {"type": "integer"}, "description": "seconds until all requests are available again"},
        },
        "content": content(&operation.answer, generator),
    });
    if operation.status == StatusCode::CREATED {
        // The same command again is answered as before, and makes nothing.
        responses.insert("200".to_owned(), done.clone());
    }
    responses.insert(operation.status.as_str().to_owned(), done);
    for (status, _) in REFUSALS {
        let reference = json!({"$ref": format!("#/components/responses/refused_{status}")});
        responses.insert(status.to_owned(), reference);
    }
    let mut described = json!({
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
        "x-action": action(route.requires),
    });
    if let Some(body) = &operation.body {
        described["requestBody"] = json!({
            "required": true,
            "content": content(body, generator),
        });
    }
    described
}

fn action(requires: Requires) -> Value {
    match requires {
        Requires::Nothing => Value::Null,
        Requires::Action(action) => action.word().into(),
        Requires::SignedIn => "signed in".into(),
        Requires::ActionOfCommand => "that of the act".into(),
    }
}

fn content(content: &Content, generator: &mut SchemaGenerator) -> Value {
    let mut described = json!({"schema": (content.schema)(generator).to_value()});
    if let Some(example) = content.example {
        described["example"] =
            serde_json::from_str(example).expect("the test of the table reads every example");
    }
    let medias = content.media.split(", ");
    medias
        .map(|media| (media.to_owned(), described.clone()))
        .collect()
}

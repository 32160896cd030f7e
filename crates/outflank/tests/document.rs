//! The OpenAPI document and what the server makes of it.

use std::collections::BTreeSet;

use crate::support::dice::Dice;
use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use crate::support::instances::Instances;
use outflank_desk::{NewGame, What};
use outflank_tournament::RoundNumber;
use outflank_web::api::{Operation, document};
use outflank_web::routes::{Method, Route, operations};
use serde_json::{Value, json};

#[test]
fn every_reference_leads_somewhere_and_every_name_is_there_once() {
    let document = document();
    let text = document.to_string();
    for (at, _) in text.match_indices("\"$ref\":\"#") {
        let reference = text[at + 9..].split('"').next().unwrap();
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
    let operations = operations();
    let names: BTreeSet<&str> = operations.iter().map(|(_, one)| one.name).collect();
    assert_eq!(names.len(), operations.len());
    for (route, operation) in &operations {
        let described = &document["paths"][route.path][route.methods[0].word()];
        assert_eq!(described["operationId"], operation.name);
        let parameters = described["parameters"].as_array().unwrap();
        assert_eq!(
            parameters.len(),
            route.parameters().count() + operation.query.len()
        );
    }
}

/// A hall with an announced round and a game.
struct Hall {
    hosted: Hosted,
    client: Client,
    tournament: String,
    game: String,
}

impl Hall {
    fn new() -> Self {
        let hosted = Hosted::start();
        let id = hosted.event("hall", 6);
        hosted.office("office");
        hosted.announce(&id, RoundNumber(1));
        let opening = outflank_game::Opening {
            kind: outflank_game::GameKind::Casual,
            ..outflank_game::Opening::default()
        };
        let game = hosted.submit(What::NewGame(Box::new(NewGame {
            place: None,
            rulebook: Some("wof".to_owned()),
            opening,
        })));
        Self {
            client: hosted.owner(),
            game: game.made.unwrap(),
            tournament: id.to_string(),
            hosted,
        }
    }

    fn ask(
        &self,
        (route, operation): &(Route, Operation),
        number: usize,
        query: &str,
        body: &Value,
    ) -> Reply {
        let path = route
            .path
            .replace("{tournament}", &self.tournament)
            .replace("{game}", &self.game)
            .replace("{entrant}", &(number % 8).to_string())
            .replace("{federation}", "office")
            .replace("{event}", "2024-example")
            .replace("{day}", "2024-05-04")
            .replace("{person}", &(number % 4).to_string())
            .replace("{year}", &(2022 + number % 4).to_string())
            .replace("{round}", &(number % 3).to_string())
            .replace(
                "{format}",
                ["json", "elo", "csv", "results", "x"][number % 5],
            );
        let path = format!("{path}{query}");
        match route.methods[0] {
            Method::Get if operation.answer.media == "text/event-stream" => {
                let stream = self.client.listen(&path).unwrap();
                Reply {
                    status: stream.status,
                    headers: Vec::new(),
                    body: Vec::new(),
                }
            }
            Method::Get => self.client.get(&path),
            Method::Post => self.client.post(&path, body),
        }
    }
}

#[test]
fn every_example_is_of_the_shape_the_server_reads() {
    let hall = Hall::new();
    for row in &operations() {
        let (route, operation) = row;
        let Some(example) = operation.body.as_ref().and_then(|body| body.example) else {
            continue;
        };
        let body: Value = serde_json::from_str(example).unwrap();
        let reply = hall.ask(row, 1, "", &body);
        assert!(
            !matches!(reply.status, 400 | 415 | 500..),
            "{route:?}: {} {}",
            reply.status,
            reply.text()
        );
    }
}

/// Values made from the document's schemas, right and a little wrong: never a failure of the server, and
/// what the document calls right the server can read.
#[test]
fn nothing_made_from_the_document_breaks_the_server() {
    let count = match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 2000,
        Err(_) => 30,
    };
    let hall = Hall::new();
    let document = document();
    for row in &operations() {
        let (route, described) = row;
        let mut instances = Instances {
            document: &document,
            dice: Dice(7),
        };
        let operation = &document["paths"][route.path][route.methods[0].word()];
        let schema = operation["requestBody"]["content"]["application/json"]["schema"].clone();
        let (mut right, mut read) = (0, 0);
        for n in 0..count {
            let mut body = if schema.is_null() {
                json!({})
            } else {
                instances.value(&schema)
            };
            if body.get("command_id").is_some() {
                body["command_id"] = json!(format!("{}-{n}", described.name));
            }
            let is_spoiled = n % 3 == 2;
            if is_spoiled {
                body = instances.spoiled(body);
            }
            let query = match (described.query.first(), n % 4) {
                (Some(query), 1) => format!("?{}=1", query.name),
                (Some(query), 2) => format!("?{}=%FF", query.name),
                (Some(_) | None, _) => String::new(),
            };
            let reply = hall.ask(row, n, &query, &body);
            assert!(
                reply.status < 500,
                "{route:?} {body}: {} {}",
                reply.status,
                reply.text()
            );
            if !is_spoiled && !schema.is_null() {
                right += 1;
                read += u32::from(reply.status != 400);
            }
        }
        assert!(
            read * 2 >= right,
            "{route:?}: only {read} of {right} could be read"
        );
    }
    assert_eq!(hall.hosted.client().get("/health").status, 200);
}

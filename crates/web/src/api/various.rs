//! Health, rulebooks, the document.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_rulebook::shipped_ids;

use crate::Web;
use crate::api::answers::{json, json_with};
use crate::api::operation::{Operation, read};
use crate::api::shapes::{Health, RulebookLine};
use crate::respond::Problem;

pub(crate) const LIST_RULEBOOKS: Operation = read::<Vec<RulebookLine>>("list_rulebooks", "List the rulebooks and their kinds of tournaments").example(r#"[{"id": "bof", "name": "British Othello Federation", "edition": "2024", "presets": ["bof/regional"]}]"#);

pub(crate) async fn rulebooks() -> Result<Response, Problem> {
    let books = shipped_ids().filter_map(outflank_rulebook::shipped_file);
    let lines = books.map(|book| {
        let about = &book.rulebook.about;
        RulebookLine {
            id: about.id.clone(),
            name: about.name.clone(),
            edition: about.edition.clone(),
            presets: (book.presets.iter())
                .map(|preset| format!("{}/{}", about.id, preset.id))
                .collect(),
        }
    });
    json(&lines.collect::<Vec<_>>())
}

/// How the server does: 200 while commands can be acknowledged.
pub(crate) async fn health(State(web): State<Arc<Web>>) -> Response {
    let failures = web.desk.status().failures;
    let failures = failures
        .into_iter()
        .map(|(task, problem)| (task.to_owned(), problem))
        .collect::<std::collections::BTreeMap<_, _>>();
    let is_well = failures.is_empty();
    let health = Health {
        status: if is_well { "ok" } else { "failing" }.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        global_seq: web.live.public_seq().0,
        viewers: web.live.viewers(),
        failures,
    };
    let status = match is_well {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    match json_with(status, &health) {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

pub(crate) async fn openapi(State(web): State<Arc<Web>>) -> Response {
    let mut response = web.document().into_response();
    let media = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, media);
    response
}

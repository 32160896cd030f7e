//! Answers as JSON.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use outflank_desk::Answer;
use outflank_desk::views::board::table::TableView;
use serde::Serialize;

use crate::Web;
use crate::api::shapes::Done;
use crate::respond::Problem;

pub(crate) fn json<T: Serialize>(value: &T) -> Result<Response, Problem> {
    json_with(StatusCode::OK, value)
}

pub(crate) fn json_with<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, Problem> {
    let text = serde_json::to_vec(value).expect("shapes have no keys but texts");
    let mut response = (status, text).into_response();
    let media = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, media);
    Ok(response)
}

/// What a command came to. The same command again gets 200 whatever it made the first time.
pub(crate) fn done(web: &Web, answer: Answer, made: StatusCode) -> Result<Response, Problem> {
    done_at_table(web, answer, made, None)
}

/// The same with the table as it is afterwards.
pub(crate) fn done_at_table(
    web: &Web,
    answer: Answer,
    made: StatusCode,
    table: Option<TableView>,
) -> Result<Response, Problem> {
    let secret = answer
        .secret
        .as_ref()
        .map(|secret| secret.reveal().to_owned());
    let link = secret.as_ref().map(|secret| {
        let base = web.base();
        format!("{base}/k/{secret}")
    });
    let again = answer.again;
    let status = if again { StatusCode::OK } else { made };
    json_with(
        status,
        &Done {
            answer,
            again,
            secret,
            link,
            table,
        },
    )
}

/// The word for a phase: the name of its variant in small letters.
pub(crate) fn phase_word(phase: &impl std::fmt::Debug) -> String {
    let mut word = String::new();
    for letter in format!("{phase:?}").chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

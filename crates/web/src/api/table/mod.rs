//! The table of routes. Router, document, human page and the test of route × role read it.

mod access;
mod events;
mod everything;
mod federations;
mod games;
mod records;
mod rounds;

use std::sync::LazyLock;

use axum::http::StatusCode;
use outflank_desk::access::Action::ReadPublic;

use crate::api::route::Method::{Get, Post};
use crate::api::route::{Content, Handler, Length, Needs, Route, json_of, schema_of};
use crate::api::shapes::Done;

/// Every row, in the order of the document.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let parts: [&[Route]; 7] = [
        access::ROUTES,
        events::ROUTES,
        rounds::ROUTES,
        records::ROUTES,
        games::ROUTES,
        everything::ROUTES,
        federations::ROUTES,
    ];
    parts.concat()
});

const STREAM: Content = Content {
    media: "text/event-stream",
    schema: schema_of::<String>,
    example: None,
};
const FILE: Content = Content {
    media: "application/octet-stream",
    schema: schema_of::<String>,
    example: None,
};

const DONE: Content = json_of::<Done>(
    r#"{"command_id": "k3-7", "stream": "tournament/4k2m9x7q0b", "version": 12, "events": ["tournament.round_started"], "again": false}"#,
);

/// A row that reads.
const fn read(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    answer: Content,
    run: Handler,
) -> Route {
    Route {
        method: Get,
        path,
        name,
        summary,
        needs: Needs::Action(ReadPublic),
        query: &[],
        body: None,
        length: Length::Command,
        status: StatusCode::OK,
        answer,
        run,
    }
}

/// A row that does.
const fn act(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    body: Content,
    run: Handler,
) -> Route {
    Route {
        method: Post,
        path,
        name,
        summary,
        needs: Needs::TheAct,
        query: &[],
        body: Some(body),
        length: Length::Command,
        status: StatusCode::OK,
        answer: DONE,
        run,
    }
}

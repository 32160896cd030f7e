//! The whole log.

use crate::api::log;
use crate::api::queries::{AFTER, LIMIT};
use crate::api::route::{Route, handler, json_of};
use crate::api::shapes::LogPage;
use crate::api::table::{STREAM, read};

pub(crate) const ROUTES: &[Route] = &[
    Route {
        query: &[AFTER, LIMIT],
        ..read(
            "/api/v1/log",
            "log_all",
            "All events in order, as far as the caller may see them",
            json_of::<LogPage>(r#"{"events": [], "next": null}"#),
            handler!(log::all),
        )
    },
    Route {
        query: &[AFTER],
        ..read(
            "/api/v1/events",
            "watch_all",
            "All events as they happen",
            STREAM,
            handler!(log::watch_all),
        )
    },
];

//! The HTTP API under `/api/v1`: one table of routes makes router, document and tests.

mod access;
mod affairs;
mod answers;
mod asked;
mod dispatch;
mod document_page;
mod federations;
mod files;
mod games;
mod log;
mod openapi;
mod parameters;
mod queries;
mod route;
mod shapes;
mod table;
mod tournaments;
mod various;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{RawPathParams, Request, State};
use axum::routing::{MethodRouter, get, on};

pub use openapi::document;
pub use route::{Content, Length, Method, Needs, Query, Route, SchemaOf};
pub(crate) use various::health;

use crate::Web;
use crate::errors::ApiError;

/// The table of routes.
#[must_use]
pub fn routes() -> &'static [Route] {
    &table::ROUTES
}

pub(crate) fn router() -> Router<Arc<Web>> {
    let mut by_path: BTreeMap<&str, MethodRouter<Arc<Web>>> = BTreeMap::new();
    for route in routes() {
        let filter = match route.method {
            Method::Get => axum::routing::MethodFilter::GET,
            Method::Post => axum::routing::MethodFilter::POST,
        };
        let handler = move |State(web): State<Arc<Web>>, path: RawPathParams, request: Request| {
            dispatch::answer(web, route, path, request)
        };
        let methods = by_path.remove(route.path).unwrap_or_default();
        by_path.insert(route.path, methods.merge(on(filter, handler)));
    }
    let mut router = Router::new()
        .route("/api/v1/", get(document_page::page))
        .route("/api/v1/openapi.json", get(various::openapi));
    for (path, methods) in by_path {
        router = router.route(path, methods.fallback(wrong_method));
    }
    router.route("/api/{*rest}", axum::routing::any(nowhere))
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::METHOD_NOT_ALLOWED,
        "http.wrong_method",
        "this address is asked otherwise; see /api/v1/",
    )
}

async fn nowhere() -> ApiError {
    ApiError::not_found("address")
}

//! How the federation's pages still answer.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse as _, Response};

use crate::Web;
use crate::pages::frame::Frame;
use crate::public::federation::{OfficeRoute, office_table, render_office};
use crate::respond::{Problem, Shared};

/// A page of a federation's office, or one of its tables.
pub(crate) async fn office_page(
    State(web): State<Arc<Web>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let below = uri.path().strip_prefix("/f/").unwrap_or_default();
    let (office, path) = below.split_once('/').unwrap_or((below, ""));
    let Some(now) = web.desk.federation_named(office) else {
        return missing(&web, &headers);
    };
    if let Some(path) = path.strip_suffix(".csv") {
        let table = OfficeRoute::at(path).and_then(|route| office_table(&now, route));
        return match table {
            Some(text) => ([(CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response(),
            None => missing(&web, &headers),
        };
    }
    let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
    let frame = Frame::of_event(&slug, now.version.0, &web.base());
    let page = OfficeRoute::at(path)
        .and_then(|route| render_office(&frame, &now, web.desk.today(&now), route));
    answer_now(page, &web, &headers)
}

pub(crate) fn answer_now(page: Option<String>, web: &Web, headers: &HeaderMap) -> Response {
    match page {
        Some(html) => Shared::html(html).into_response(),
        None => missing(web, headers),
    }
}

pub(crate) fn missing(_: &Web, _: &HeaderMap) -> Response {
    Problem::not_found("page").into_response()
}

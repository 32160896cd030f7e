//! A problem of a page, shown to a person as a page.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::Response;

use crate::Web;
use crate::respond::Problem;

pub(crate) async fn show(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let is_page = super::is_page(request.uri().path());
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Problem>() {
        Some(problem) if is_page => {
            let mut page = problem.page(&web);
            // The allowance and when to try again; the length was that of the JSON.
            response.headers_mut().remove(CONTENT_LENGTH);
            for (name, value) in response.headers() {
                page.headers_mut().entry(name).or_insert(value.clone());
            }
            page
        }
        Some(_) | None => response,
    }
}

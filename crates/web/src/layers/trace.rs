//! A line in the log and a count for every answer.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::Web;

pub(crate) async fn log(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = redact_path(request.uri().path());
    let response = next.run(request).await;
    web.answers.count(response.status());
    let status = response.status().as_u16();
    let took_us = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    if response.status().is_server_error() {
        tracing::error!(%method, path, status, took_us, "answered");
    } else {
        tracing::debug!(%method, path, status, took_us, "answered");
    }
    response
}

/// A path as a log may hold it, without the secret of a link.
fn redact_path(path: &str) -> String {
    if path.starts_with("/k/") {
        return "/k/…".to_owned();
    }
    path.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use crate::layers::trace::redact_path;

    #[test]
    fn a_log_never_holds_a_link() {
        assert_eq!(redact_path("/k/4k2m9x7q0b"), "/k/…");
        assert_eq!(redact_path("/t/open"), "/t/open");
    }
}

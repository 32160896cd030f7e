//! What every request passes before its handler, one tower layer each.

pub(crate) mod access;
pub(crate) mod body;
pub(crate) mod error_page;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod identity;
pub(crate) mod origin;
pub(crate) mod rate_limit;
pub(crate) mod real_ip;
pub(crate) mod streams;
pub(crate) mod tags;
pub(crate) mod trace;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};

use crate::Web;

/// Puts the layers around the routes. A request meets the last one first.
pub(crate) fn around(router: Router<Arc<Web>>, web: &Arc<Web>) -> Router<Arc<Web>> {
    router
        .layer(from_fn(tags::send))
        .layer(from_fn_with_state(web.clone(), body::limit))
        .layer(from_fn_with_state(web.clone(), streams::count))
        .layer(from_fn_with_state(web.clone(), origin::check))
        .layer(from_fn_with_state(web.clone(), rate_limit::limit))
        .layer(from_fn_with_state(web.clone(), host::check))
        .layer(from_fn_with_state(web.clone(), identity::identify))
        .layer(from_fn_with_state(web.clone(), real_ip::find))
        .layer(from_fn_with_state(web.clone(), error_page::show))
        .layer(
            tower_http::compression::CompressionLayer::new()
                .compress_when(headers::is_private_page),
        )
        .layer(from_fn_with_state(web.clone(), headers::add))
        .layer(from_fn_with_state(web.clone(), trace::log))
}

/// Whether the answer may depend on the log. What reports the state of this server must not wait for it.
fn reads_log(path: &str) -> bool {
    let is_own = ["/livez", "/readyz", "/health", "/metrics"].contains(&path);
    !is_own && !path.starts_with("/static/")
}

/// Whether a person reads the answer in a browser.
fn is_page(path: &str) -> bool {
    reads_log(path) && !path.starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use crate::layers::*;

    #[test]
    fn the_state_of_the_server_is_told_without_the_log() {
        for path in ["/livez", "/readyz", "/health", "/metrics", "/static/x.js"] {
            assert!(!reads_log(path), "{path}");
        }
        for path in ["/", "/t/open", "/k/abc", "/api/v1/tournaments"] {
            assert!(reads_log(path), "{path}");
        }
        assert!(is_page("/t/open") && !is_page("/api/v1/tournaments"));
    }
}

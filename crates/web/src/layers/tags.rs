//! What is kept ready for everyone: not sent to a browser that has it, and sent compressed to one that reads that.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::middleware::Next;
use axum::response::Response;

use crate::pages::Cached;

pub(crate) async fn send(request: Request, next: Next) -> Response {
    let [known, encodings] =
        [IF_NONE_MATCH, ACCEPT_ENCODING].map(|name| request.headers().get(name).cloned());
    let mut response = next.run(request).await;
    let Some(kept) = response.extensions_mut().remove::<Arc<Cached>>() else {
        return response;
    };
    let headers = response.headers_mut();
    headers.remove(CONTENT_LENGTH);
    headers.insert(ETAG, kept.etag.clone());
    headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    if lists(known, |tag| tag.as_bytes() == kept.etag.as_bytes()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else if lists(encodings, |encoding| encoding.starts_with("gzip")) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        *response.body_mut() = Body::from(kept.gzip.clone());
    } else {
        *response.body_mut() = Body::from(kept.plain.clone());
    }
    response
}

/// Whether one of the values in a header is meant.
fn lists(header: Option<HeaderValue>, is_meant: impl Fn(&str) -> bool) -> bool {
    let text = header.as_ref().and_then(|value| value.to_str().ok());
    (text.unwrap_or_default().split(',')).any(|one| is_meant(one.trim()))
}

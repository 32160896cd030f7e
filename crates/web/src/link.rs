//! `/k/{token}`: a link becomes a cookie, and its secret leaves the address.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, LOCATION, SET_COOKIE};
use axum::response::{Html, IntoResponse, Response};
use outflank_desk::access::{Grant, Role};

use crate::Web;
use crate::cookies;

pub(crate) async fn open(
    State(web): State<Arc<Web>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Response {
    let session = match web.desk.open_link(&secret).await {
        Ok(session) => session,
        Err(refusal) => {
            let error = crate::respond::Problem::from(refusal);
            if error.status.is_server_error() {
                return crate::pages::away(&web, &headers);
            }
            let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Outflank</title></head>\
                <body><h1>This link does not open anything any more</h1><p>It is unknown, used up, revoked or over. \
                Ask whoever gave it to you for a new one.</p></body></html>";
            return (error.status, Html(page)).into_response();
        }
    };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let to = destination(&web, session.caller.grants());
    if let (Ok(to), Some(cookie)) = (
        HeaderValue::from_str(&to),
        cookies::keep(session.secret.reveal(), &web.settings),
    ) {
        headers.insert(LOCATION, to);
        headers.insert(SET_COOKIE, cookie);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Where the holder of a link wants to be.
pub(crate) fn destination(web: &Web, grants: &[Grant]) -> String {
    let Some(grant) = grants.first() else {
        return "/".to_owned();
    };
    let scope = &grant.scope;
    if let Some(id) = &scope.federation {
        let now = web.desk.federation(id);
        let name = (now.as_ref().and_then(|now| now.slug.as_deref())).unwrap_or(id.as_str());
        return match grant.role {
            Role::Player => format!("/f/{name}/me"),
            Role::Officer | Role::Chairman | Role::Committee => format!("/f/{name}/office"),
            _ => format!("/f/{name}"),
        };
    }
    let Some(id) = &scope.tournament else {
        return "/".to_owned();
    };
    let now = web.desk.tournament(id);
    let name = (now.as_ref().and_then(|now| now.slug.as_deref())).unwrap_or(id.as_str());
    match (grant.role, scope.entrant, scope.tables) {
        (Role::Player, Some(_), _) => format!("/t/{name}/me"),
        (Role::NeedsAssistant, Some(_), _) => format!("/t/{name}/assist"),
        (Role::Judge, _, Some(tables)) => format!("/t/{name}/tables/{}", tables.from),
        _ => format!("/t/{name}"),
    }
}

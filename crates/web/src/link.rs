//! `/k/{token}`: a link becomes a cookie, and its secret leaves the address.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use outflank_desk::access::{Grant, Role};

use crate::Web;
use crate::cookies;
use crate::pages::Frame;
use crate::respond::{Answer, Page, SeeOther, status_of};

#[derive(Template)]
#[template(path = "site/link_over.html")]
struct LinkOverPage<'a> {
    f: &'a Frame,
}

#[derive(Template)]
#[template(path = "site/link.html")]
struct LinkPage<'a> {
    f: &'a Frame,
    secret: &'a str,
}

/// A page with a button. Programs that only look at an address, such as previews of messages, open nothing.
pub(crate) async fn page(State(web): State<Arc<Web>>, Path(secret): Path<String>) -> Answer {
    let f = &Frame::of_site(&web.base());
    if !web.desk.is_link(&secret).await? {
        let page = LinkOverPage { f };
        return Ok(Page::with_status(StatusCode::NOT_FOUND, &page)?.into_response());
    }
    let secret = secret.as_str();
    Ok(Page::of(&LinkPage { f, secret })?.into_response())
}

/// The button.
pub(crate) async fn open(State(web): State<Arc<Web>>, Path(secret): Path<String>) -> Answer {
    enter(&web, &secret).await
}

/// Opens a link for the browser that sent the request.
pub(crate) async fn enter(web: &Web, secret: &str) -> Answer {
    let session = match web.desk.open_link(secret).await {
        Ok(session) => session,
        Err(rejection) => {
            let status = status_of(&rejection);
            if status.is_server_error() {
                return Err(rejection.into());
            }
            let f = &Frame::of_site(&web.base());
            return Ok(Page::with_status(status, &LinkOverPage { f })?.into_response());
        }
    };
    let to = destination(web, session.caller.grants());
    let cookie = cookies::keep(session.secret.reveal(), &web.settings);
    Ok(SeeOther::to(to).with_cookie(cookie).into_response())
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

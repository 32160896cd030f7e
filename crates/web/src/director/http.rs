//! The desk's pages over HTTP.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue,
    LOCATION,
};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use outflank_desk::access::{Action, Caller, Target};

use crate::Web;
use crate::director::upload::read_form;
use crate::director::{
    DeskAnswer, DeskAsk, Form, answer, new_page, new_tournament, take_over_event, take_over_page,
};
use crate::extract;
use crate::hall::Door;
use crate::pages::assets::gzip;
use crate::pages::html::Html;
use crate::pages::qr::qr;
use crate::pages::{Frame, not_found};
use crate::public::http::accepts_gzip;
use crate::public::tournament::made;

/// What a request says, once it was read.
pub(crate) struct Read {
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) form: Option<Form>,
}

pub(crate) async fn read(web: &Web, request: Request) -> Result<Read, Response> {
    let is_form = request.method() == Method::POST;
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let headers = request.headers().clone();
    let form = match is_form {
        false => None,
        true => {
            let kind = headers
                .get(CONTENT_TYPE)
                .and_then(|kind| kind.to_str().ok());
            let kind = kind.unwrap_or_default().to_owned();
            let limit = match kind.starts_with("multipart/") {
                true => web.settings.file_bytes_max,
                false => web.settings.body_bytes_max,
            };
            let body = to_bytes(request.into_body(), limit).await;
            let Ok(body) = body else {
                return Err(html(413, not_found(&Frame::of_site(&web.base()))));
            };
            Some(read_form(&kind, &body))
        }
    };
    Ok(Read {
        path,
        query,
        headers,
        form,
    })
}

/// What a request says and who sends it; whoever cannot be known gets no page of the desk.
pub(crate) async fn read_known(
    web: &Web,
    mut request: Request,
) -> Result<(Read, Caller), Response> {
    let caller = request.extensions_mut().remove::<extract::Caller>();
    let caller = caller.map_or_else(Caller::public, |caller| caller.0);
    let read = read(web, request).await?;
    Ok((read, caller))
}

pub(crate) async fn page(State(web): State<Arc<Web>>, request: Request) -> Response {
    of_event(web, request, Which::Desk).await
}

/// A player's own page.
pub(crate) async fn me(State(web): State<Arc<Web>>, request: Request) -> Response {
    of_event(web, request, Which::Own).await
}

#[derive(Clone, Copy)]
enum Which {
    Desk,
    Own,
}

async fn of_event(web: Arc<Web>, request: Request, which: Which) -> Response {
    let (read, caller) = match read_known(&web, request).await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let below = read.path.strip_prefix("/t/").unwrap_or_default();
    let (event, below) = below.split_once('/').unwrap_or((below, ""));
    let Some(now) = web.desk.tournament_named(event) else {
        return answered(&web, DeskAnswer::Nothing);
    };
    let asked = DeskAsk {
        desk: &web.desk,
        caller: &caller,
        now,
        doors: &web.doors,
        base: &web.base(),
        path: below.strip_prefix("desk").unwrap_or_default(),
        query: &read.query,
        form: read.form,
    };
    let made = match which {
        Which::Desk => answer(asked).await,
        Which::Own => crate::director::me::answer(asked).await,
    };
    answered_packed(&web, made, &read.headers)
}

pub(crate) async fn create(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (read, caller) = match read_known(&web, request).await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let made = match read.form {
        Some(form) => new_tournament(&web.desk, &caller, &web.base(), form).await,
        None => new_page(&web.desk, &caller, &web.base(), &read.query),
    };
    answered(&web, made)
}

/// Takes an event over from a file of another program.
pub(crate) async fn take_over(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (read, caller) = match read_known(&web, request).await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let made = match read.form {
        Some(form) => take_over_event(&web.desk, &caller, &web.base(), form).await,
        None => take_over_page(&caller, &web.base()),
    };
    answered(&web, made)
}

/// Opens the running server to the hall, and to this laptop alone again.
pub(crate) async fn door(
    State(web): State<Arc<Web>>,
    caller: extract::Caller,
    request: Request,
) -> Response {
    let read = match read(&web, request).await {
        Ok(read) => read,
        Err(response) => return response,
    };
    let is_owner = caller.may(Action::ManageUsers, &Target::default());
    if !is_owner {
        return answered(&web, DeskAnswer::NotAllowed);
    }
    let wanted = read.form.as_ref().map(|form| form.get("do"));
    let said = match wanted {
        Some("open") => web.open_door(Door::Hall).await.err(),
        Some("close") => web.open_door(Door::Laptop).await.err(),
        Some(_) | None => None,
    };
    if wanted.is_some() && said.is_none() {
        return answered(&web, DeskAnswer::See("/open-to-the-hall".to_owned()));
    }
    let frame = Frame::of_site(&web.base());
    let page = DoorPage {
        f: &frame,
        is_open: web.door() == Some(Door::Hall),
        can_move: web.door().is_some(),
        code: qr(&frame.base, frame.t("desk.hall.code")),
        said: said.as_deref(),
    };
    let status = if said.is_some() { 503 } else { 200 };
    html(status, made(&page).unwrap_or_default())
}

#[derive(askama::Template)]
#[template(path = "desk/door.html")]
struct DoorPage<'a> {
    f: &'a Frame,
    is_open: bool,
    can_move: bool,
    code: Html,
    said: Option<&'a str>,
}

/// Leads to the demo championship; the owner's click loads it first.
pub(crate) async fn demo(
    State(web): State<Arc<Web>>,
    caller: extract::Caller,
    request: Request,
) -> Response {
    if web.desk.tournament_named("demo").is_some() {
        return answered(&web, DeskAnswer::See("/t/demo".to_owned()));
    }
    let is_owner = caller.may(Action::ManageUsers, &Target::default());
    if !is_owner {
        return answered(&web, DeskAnswer::NotAllowed);
    }
    let said = match (&web.demo, request.method() == Method::POST) {
        (Some(loader), true) => match loader.load().await {
            Ok(slug) => return answered(&web, DeskAnswer::See(format!("/t/{slug}"))),
            Err(said) => Some(said),
        },
        (Some(_), false) | (None, _) => None,
    };
    let frame = Frame::of_site(&web.base());
    let page = DemoPage {
        f: &frame,
        can_load: web.demo.is_some(),
        said: said.as_deref(),
    };
    let status = if said.is_some() { 503 } else { 200 };
    html(status, made(&page).unwrap_or_default())
}

#[derive(askama::Template)]
#[template(path = "desk/demo.html")]
struct DemoPage<'a> {
    f: &'a Frame,
    /// Whether this program can load it now.
    can_load: bool,
    said: Option<&'a str>,
}

#[derive(askama::Template)]
#[template(path = "desk/not_allowed.html")]
struct NotAllowedPage<'a> {
    f: &'a Frame,
}

/// An answer, compressed where it is a page.
pub(crate) fn answered_packed(web: &Web, answer: DeskAnswer, headers: &HeaderMap) -> Response {
    match answer {
        DeskAnswer::Page { status, html } => packed(status, html, headers),
        other => answered(web, other),
    }
}

fn answered(web: &Web, answer: DeskAnswer) -> Response {
    let frame = Frame::of_site(&web.base());
    match answer {
        DeskAnswer::Page { status, html: page } => html(status, page),
        DeskAnswer::See(to) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SEE_OTHER;
            if let Ok(to) = HeaderValue::from_str(&to) {
                response.headers_mut().insert(LOCATION, to);
            }
            response
        }
        DeskAnswer::File { name, bytes } => file(&name, bytes),
        DeskAnswer::Nothing => html(404, not_found(&frame)),
        DeskAnswer::NotAllowed => {
            html(403, made(&NotAllowedPage { f: &frame }).unwrap_or_default())
        }
    }
}

fn file(name: &str, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

fn html(status: u16, page: String) -> Response {
    let mut response = Response::new(Body::from(page));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    // What only the desk may see is kept by no browser and nobody in between.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The same compressed, for a telephone in a full hall. No other site can make a browser send the desk's cookie, so that
/// nobody else learns anything from the length.
fn packed(status: u16, page: String, headers: &HeaderMap) -> Response {
    if !accepts_gzip(headers) {
        return html(status, page);
    }
    let bytes = gzip(page.as_bytes());
    let mut response = html(status, String::new());
    *response.body_mut() = Body::from(bytes);
    let encoding = HeaderValue::from_static("gzip");
    response.headers_mut().insert(CONTENT_ENCODING, encoding);
    response
}

//! The desk's pages over HTTP.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::get;
use outflank_desk::access::{Action, Target};

use super::{DeskAnswer, DeskAsk, Form, answer, new_page, new_tournament};
use crate::Web;
use crate::cookies::Presented;
use crate::pages::event_page::made;
use crate::pages::{Frame, not_found};

/// The pages of the desk, and the page that creates a tournament.
pub(crate) fn router() -> Router<Arc<Web>> {
    Router::new()
        .route("/new", get(create).post(create))
        .route("/demo", get(demo).post(demo))
        .route("/t/{event}/desk", get(page).post(page))
        .route("/t/{event}/desk/", get(page).post(page))
        .route("/t/{event}/desk/{*path}", get(page).post(page))
}

/// What a request says, once it was read.
struct Read {
    path: String,
    query: String,
    headers: HeaderMap,
    form: Option<Form>,
}

async fn read(web: &Web, request: Request) -> Result<Read, Response> {
    let is_form = request.method() == Method::POST;
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let headers = request.headers().clone();
    let form = match is_form {
        false => None,
        true => {
            let body = to_bytes(request.into_body(), web.settings.body_bytes_max).await;
            let Ok(body) = body else {
                return Err(html(413, not_found(&Frame::of_site(base(web)))));
            };
            Some(Form::parse(&String::from_utf8_lossy(&body)))
        }
    };
    Ok(Read {
        path,
        query,
        headers,
        form,
    })
}

async fn page(State(web): State<Arc<Web>>, request: Request) -> Response {
    let read = match read(&web, request).await {
        Ok(read) => read,
        Err(response) => return response,
    };
    let below = read.path.strip_prefix("/t/").unwrap_or_default();
    let (event, below) = below.split_once('/').unwrap_or((below, ""));
    let path = below.strip_prefix("desk").unwrap_or_default();
    let Some(now) = web.desk.tournament_named(event) else {
        return answered(&web, DeskAnswer::Nothing);
    };
    let caller = match web.who(&Presented::of(&read.headers)).await.caller() {
        Ok(caller) => caller,
        Err(_) => return answered(&web, DeskAnswer::NotAllowed),
    };
    let asked = DeskAsk {
        desk: &web.desk,
        caller: &caller,
        now,
        base: base(&web),
        path,
        query: &read.query,
        form: read.form,
    };
    answered(&web, answer(asked).await)
}

async fn create(State(web): State<Arc<Web>>, request: Request) -> Response {
    let read = match read(&web, request).await {
        Ok(read) => read,
        Err(response) => return response,
    };
    let caller = match web.who(&Presented::of(&read.headers)).await.caller() {
        Ok(caller) => caller,
        Err(_) => return answered(&web, DeskAnswer::NotAllowed),
    };
    let made = match read.form {
        Some(form) => new_tournament(&web.desk, &caller, base(&web), form).await,
        None => new_page(&web.desk, &caller, base(&web), &read.query),
    };
    answered(&web, made)
}

/// Leads to the demo championship; the owner's click loads it first.
async fn demo(State(web): State<Arc<Web>>, request: Request) -> Response {
    if web.desk.tournament_named("demo").is_some() {
        return answered(&web, DeskAnswer::See("/t/demo".to_owned()));
    }
    let caller = web.who(&Presented::of(request.headers())).await.caller();
    let is_owner = caller.is_ok_and(|caller| caller.may(Action::ManageUsers, &Target::default()));
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
    let frame = Frame::of_site(base(&web));
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

fn answered(web: &Web, answer: DeskAnswer) -> Response {
    let frame = Frame::of_site(base(web));
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
        DeskAnswer::Nothing => html(404, not_found(&frame)),
        DeskAnswer::NotAllowed => {
            html(403, made(&NotAllowedPage { f: &frame }).unwrap_or_default())
        }
    }
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

fn base(web: &Web) -> &str {
    web.settings.base().unwrap_or_default()
}

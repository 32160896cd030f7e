//! Pages of the server's owner: opening it to the hall, and the demo championship.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_desk::access::{Action as Right, Target};
use serde::Deserialize;

use crate::Web;
use crate::extract::{Caller, Form};
use crate::hall::Door;
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;
use crate::respond::{Answer, Page, Problem, SeeOther};

#[derive(Template)]
#[template(path = "desk/door.html")]
struct DoorPage<'a> {
    f: &'a Frame,
    is_open: bool,
    can_move: bool,
    code: Html,
    problem: Option<&'a str>,
}

#[derive(Deserialize)]
pub(crate) struct DoorForm {
    #[serde(rename = "do")]
    action: DoorAction,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum DoorAction {
    Open,
    Close,
}

/// Whether the server is open to the hall, or to this computer alone.
pub(crate) async fn door(State(web): State<Arc<Web>>) -> Answer {
    show_door(&web, None)
}

pub(crate) async fn move_door(State(web): State<Arc<Web>>, Form(form): Form<DoorForm>) -> Answer {
    let door = match form.action {
        DoorAction::Open => Door::Hall,
        DoorAction::Close => Door::Laptop,
    };
    match web.open_door(door).await {
        Ok(()) => Ok(SeeOther::to("/open-to-the-hall").into_response()),
        Err(problem) => show_door(&web, Some(&problem)),
    }
}

fn check_owner(caller: &Caller) -> Result<(), Problem> {
    match caller.may(Right::ManageUsers, &Target::default()) {
        true => Ok(()),
        false => Err(Problem::not_allowed()),
    }
}

fn show_door(web: &Web, problem: Option<&str>) -> Answer {
    let f = &Frame::of_site(&web.base());
    let page = DoorPage {
        f,
        is_open: web.door() == Some(Door::Hall),
        can_move: web.door().is_some(),
        code: qr(&f.base, f.t("desk.hall.code")),
        problem,
    };
    Ok(Page::with_status(status(problem), &page)?.into_response())
}

fn status(problem: Option<&str>) -> StatusCode {
    match problem {
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
        None => StatusCode::OK,
    }
}

#[derive(Template)]
#[template(path = "desk/demo.html")]
struct DemoPage<'a> {
    f: &'a Frame,
    /// Whether this program can load it now.
    can_load: bool,
    problem: Option<&'a str>,
}

/// Leads to the demo championship, or offers to load it.
pub(crate) async fn demo(State(web): State<Arc<Web>>, caller: Caller) -> Answer {
    if web.desk.tournament_named("demo").is_some() {
        return Ok(SeeOther::to("/t/demo").into_response());
    }
    check_owner(&caller)?;
    show_demo(&web, None)
}

pub(crate) async fn load_demo(State(web): State<Arc<Web>>, caller: Caller) -> Answer {
    if web.desk.tournament_named("demo").is_some() {
        return Ok(SeeOther::to("/t/demo").into_response());
    }
    check_owner(&caller)?;
    match &web.demo {
        Some(loader) => match loader.load().await {
            Ok(slug) => Ok(SeeOther::to(format!("/t/{slug}")).into_response()),
            Err(problem) => show_demo(&web, Some(&problem)),
        },
        None => show_demo(&web, None),
    }
}

fn show_demo(web: &Web, problem: Option<&str>) -> Answer {
    let page = DemoPage {
        f: &Frame::of_site(&web.base()),
        can_load: web.demo.is_some(),
        problem,
    };
    Ok(Page::with_status(status(problem), &page)?.into_response())
}

//! The desk's pages over HTTP.

use std::sync::Arc;

use axum::extract::{FromRequest as _, Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use outflank_desk::access::{Action, Caller, Target};

use crate::Web;
use crate::director::{
    DeskAnswer, DeskAsk, Form, answer, new_page, new_tournament, take_over_event, take_over_page,
};
use crate::extract;
use crate::hall::Door;
use crate::pages::Frame;
use crate::pages::html::Html;
use crate::pages::qr::qr;
use crate::respond::{Download, Page, Problem, SeeOther};

/// What a request says, once it was read.
pub(crate) struct Read {
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) form: Option<Form>,
}

pub(crate) async fn read(web: &Arc<Web>, request: Request) -> Result<Read, Response> {
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let form = match request.method() == Method::POST {
        false => None,
        true => {
            let upload = extract::Upload::from_request(request, web).await;
            let upload = upload.map_err(|problem| problem.into_response())?;
            let mut fields = upload.fields;
            for file in upload.files {
                fields.push((format!("{}.name", file.field), file.name));
                fields.push((file.field, file.text));
            }
            Some(Form::of(fields))
        }
    };
    Ok(Read { path, query, form })
}

/// What a request says and who sends it; whoever cannot be known gets no page of the desk.
pub(crate) async fn read_known(
    web: &Arc<Web>,
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
        return answered(DeskAnswer::Nothing);
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
    answered(made)
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
    answered(made)
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
    answered(made)
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
        return answered(DeskAnswer::NotAllowed);
    }
    let wanted = read.form.as_ref().map(|form| form.get("do"));
    let said = match wanted {
        Some("open") => web.open_door(Door::Hall).await.err(),
        Some("close") => web.open_door(Door::Laptop).await.err(),
        Some(_) | None => None,
    };
    if wanted.is_some() && said.is_none() {
        return answered(DeskAnswer::See("/open-to-the-hall".to_owned()));
    }
    let frame = Frame::of_site(&web.base());
    let page = DoorPage {
        f: &frame,
        is_open: web.door() == Some(Door::Hall),
        can_move: web.door().is_some(),
        code: qr(&frame.base, frame.t("desk.hall.code")),
        said: said.as_deref(),
    };
    let status = match said {
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
        None => StatusCode::OK,
    };
    Page::with_status(status, &page).into_response()
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
        return answered(DeskAnswer::See("/t/demo".to_owned()));
    }
    let is_owner = caller.may(Action::ManageUsers, &Target::default());
    if !is_owner {
        return answered(DeskAnswer::NotAllowed);
    }
    let said = match (&web.demo, request.method() == Method::POST) {
        (Some(loader), true) => match loader.load().await {
            Ok(slug) => return answered(DeskAnswer::See(format!("/t/{slug}"))),
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
    let status = match said {
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
        None => StatusCode::OK,
    };
    Page::with_status(status, &page).into_response()
}

#[derive(askama::Template)]
#[template(path = "desk/demo.html")]
struct DemoPage<'a> {
    f: &'a Frame,
    /// Whether this program can load it now.
    can_load: bool,
    said: Option<&'a str>,
}

pub(crate) fn answered(answer: DeskAnswer) -> Response {
    match answer {
        DeskAnswer::Page { status, html } => Page::rendered(status, html).into_response(),
        DeskAnswer::See(to) => SeeOther::to(to).into_response(),
        DeskAnswer::File { name, bytes } => Download {
            name,
            media: "application/octet-stream",
            bytes,
        }
        .into_response(),
        DeskAnswer::Nothing => Problem::not_found("page").into_response(),
        DeskAnswer::NotAllowed => Problem::not_allowed().into_response(),
    }
}

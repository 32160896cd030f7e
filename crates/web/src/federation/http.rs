//! The pages of the office over HTTP.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use crate::Web;
use crate::director::http::{Read, answered, read_known};
use crate::director::{DeskAnswer, Form};
use crate::extract;
use crate::federation::ask::Ask;
use crate::federation::{answer, me, new};
use crate::pages::Frame;

pub(crate) async fn offices(State(web): State<Arc<Web>>, caller: extract::Caller) -> Response {
    let list = new::list(&web.desk, &caller, &web.base());
    answered(list)
}

pub(crate) async fn to_offices() -> Response {
    answered(DeskAnswer::See("/f".to_owned()))
}

/// The same page has one address.
pub(crate) async fn without_slash(request: Request) -> Response {
    let to = request.uri().path().trim_end_matches('/').to_owned();
    answered(DeskAnswer::See(to))
}

pub(crate) async fn found(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (read, caller) = match read_known(&web, request).await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let made = new::found(&web.desk, &caller, &web.base(), read.form).await;
    answered(made)
}

pub(crate) async fn page(State(web): State<Arc<Web>>, request: Request) -> Response {
    asked(web, request, Which::Office).await
}

pub(crate) async fn own(State(web): State<Arc<Web>>, request: Request) -> Response {
    asked(web, request, Which::Own).await
}

#[derive(Clone, Copy)]
enum Which {
    Office,
    Own,
}

async fn asked(web: Arc<Web>, request: Request, which: Which) -> Response {
    let (read, caller) = match read_known(&web, request).await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let Read { path, query, form } = read;
    let below = path.strip_prefix("/f/").unwrap_or_default();
    let (office, below) = below.split_once('/').unwrap_or((below, ""));
    let Some(now) = web.desk.federation_named(office) else {
        return answered(DeskAnswer::Nothing);
    };
    let today = web.desk.today(&now);
    let Some(head) = now.head(today) else {
        return answered(DeskAnswer::Nothing);
    };
    let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
    let ask = Ask {
        desk: &web.desk,
        caller: &caller,
        f: Frame::of_event(&slug, now.version.0, &web.base()),
        today,
        head,
        query: Form::parse(&query),
        form,
        path: below.strip_prefix("office").unwrap_or_default(),
        now,
    };
    let made = match which {
        Which::Office => answer(&ask).await,
        Which::Own => me::answer(&ask).await,
    };
    answered(made)
}

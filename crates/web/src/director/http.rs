//! How the federation's pages still read requests and answer them.

use std::sync::Arc;

use axum::extract::{FromRequest as _, Request};
use axum::http::Method;
use axum::response::{IntoResponse as _, Response};
use outflank_desk::access::Caller;

use crate::Web;
use crate::director::Form;
use crate::extract;
use crate::public::tournament::made;
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

/// What a request says and who sends it.
pub(crate) async fn read_known(
    web: &Arc<Web>,
    mut request: Request,
) -> Result<(Read, Caller), Response> {
    let caller = request.extensions_mut().remove::<extract::Caller>();
    let caller = caller.map_or_else(Caller::public, |caller| caller.0);
    let read = read(web, request).await?;
    Ok((read, caller))
}

#[derive(Debug)]
pub enum DeskAnswer {
    Page { status: u16, html: String },
    See(String),
    File { name: String, bytes: Vec<u8> },
    Nothing,
    NotAllowed,
}

impl DeskAnswer {
    /// A page, if its template can be filled.
    pub(crate) fn page(status: u16, template: &impl askama::Template) -> Self {
        match made(template) {
            Some(html) => Self::Page { status, html },
            None => Self::Nothing,
        }
    }
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

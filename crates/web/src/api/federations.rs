//! Reading and running federations' offices.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::acts::PersonNumber;
use outflank_desk::{FederationRequest, Request, What};

use super::answers::{done, json};
use super::asked::Asked;
use super::shapes::{DutiesShown, FederationCommand, OpenFederation, RecordShown};
use crate::Web;
use crate::errors::ApiError;

type Answered = Result<Response, ApiError>;

pub(crate) async fn list(web: Arc<Web>, _: Asked) -> Answered {
    let offices = web.desk.federations();
    let heads: Vec<_> = (offices.iter())
        .filter_map(|now| now.head(web.desk.today(now)))
        .collect();
    json(&heads)
}

pub(crate) async fn open(web: Arc<Web>, asked: Asked) -> Answered {
    let body: OpenFederation = asked.json()?;
    let what = What::NewFederation(Box::new(body.federation));
    let request = Request::new(body.command_id, what);
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::CREATED)
}

pub(crate) async fn command(web: Arc<Web>, asked: Asked) -> Answered {
    let body: FederationCommand = asked.json()?;
    let mut request = Request::new(
        body.command_id,
        What::Federation(Box::new(FederationRequest {
            federation: asked.federation()?.id.clone(),
            by: body.by,
            act: body.act,
        })),
    );
    request.if_version = body.if_version;
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

pub(crate) async fn show(web: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let head = now.head(web.desk.today(now));
    json(&head.ok_or_else(|| ApiError::not_found("federation"))?)
}

pub(crate) async fn ratings(_: Arc<Web>, asked: Asked) -> Answered {
    let list = asked.federation()?.ratings(None);
    json(&list.ok_or_else(|| ApiError::not_found("rating list"))?)
}

pub(crate) async fn grand_prix(_: Arc<Web>, asked: Asked) -> Answered {
    let table = asked.federation()?.grand_prix(asked.named("year")?);
    json(&table.ok_or_else(|| ApiError::not_found("Grand Prix"))?)
}

pub(crate) async fn selection(web: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let shown = now.selection(asked.named("year")?, web.desk.today(now));
    json(&shown.ok_or_else(|| ApiError::not_found("selection"))?)
}

pub(crate) async fn events(_: Arc<Web>, asked: Asked) -> Answered {
    json(&asked.federation()?.events())
}

fn person(asked: &Asked) -> Result<PersonNumber, ApiError> {
    Ok(PersonNumber(asked.named("person")?))
}

pub(crate) async fn member(web: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let shown = now.member(person(&asked)?, web.desk.today(now));
    json(&shown.ok_or_else(|| ApiError::not_found("person"))?)
}

/// Everything the record holds, for himself and for the office: to look at, and to take along.
pub(crate) async fn record(_: Arc<Web>, asked: Asked) -> Answered {
    let number = person(&asked)?;
    let dossier = asked.federation()?.dossier(number).cloned();
    let dossier = dossier.ok_or_else(|| ApiError::not_found("person"))?;
    json(&RecordShown {
        person: number.0,
        record: serde_json::to_value(dossier).expect("a record has no keys but texts"),
    })
}

pub(crate) async fn duties(web: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    let (rows, at_risk) = now.duties(asked.named("year")?, web.desk.today(now));
    json(&DutiesShown { rows, at_risk })
}

//! Reading and running federations' offices.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use outflank_desk::{FederationRequest, FederationTogether, Request, What};
use outflank_federation::{Act as OfficeAct, EventKey, PersonNumber};

use crate::Web;
use crate::api::answers::{done, json};
use crate::api::asked::Asked;
use crate::api::shapes::{
    DutiesShown, FederationCommand, FederationCommands, OpenFederation, RecordShown,
};
use crate::errors::ApiError;
use crate::federation::{people_acts, results_acts};
use crate::pages::Frame;

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

pub(crate) async fn together(web: Arc<Web>, asked: Asked) -> Answered {
    let body: FederationCommands = asked.json()?;
    let mut request = Request::new(
        body.command_id,
        What::FederationTogether(Box::new(FederationTogether {
            federation: asked.federation()?.id.clone(),
            by: body.by,
            acts: body.acts,
        })),
    );
    request.if_version = body.if_version;
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(&web, answer, StatusCode::OK)
}

/// A file of which nothing was taken, with everything that is wrong by line.
fn not_taken(lines: Vec<String>) -> ApiError {
    let message = "nothing was taken; correct these lines and send the file again";
    let facts = serde_json::json!({"lines": lines});
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    ApiError::with_facts(status, "file.refused", message, facts)
}

async fn take_in(web: &Web, asked: &Asked, acts: Vec<OfficeAct>) -> Answered {
    if acts.is_empty() {
        return Err(not_taken(vec!["there is nobody new in it".to_owned()]));
    }
    let what = FederationTogether {
        federation: asked.federation()?.id.clone(),
        by: None,
        acts,
    };
    if let Err(refused) = web.desk.foresee(&asked.caller, &what) {
        let lines = refused.iter().map(|(_, refusal)| refusal.to_string());
        return Err(not_taken(lines.collect()));
    }
    // A file is its own name in an office: sent twice it is taken once.
    let mut hasher = blake3::Hasher::new();
    hasher.update(what.federation.as_str().as_bytes());
    hasher.update(&asked.body);
    let hash = hasher.finalize().to_hex();
    let request = Request::new(
        format!("file-{}", &hash[..32]),
        What::FederationTogether(Box::new(what)),
    );
    let answer = web.desk.submit(&asked.caller, request).await?;
    done(web, answer, StatusCode::OK)
}

/// Takes the world federation's list of players in.
pub(crate) async fn import_people(web: Arc<Web>, asked: Asked) -> Answered {
    let text = String::from_utf8_lossy(&asked.body).into_owned();
    let country: Option<String> = asked.query("country")?;
    let frame = Frame::of_site(web.base());
    let now = asked.federation()?;
    let acts = people_acts(&frame, now, &text, country.as_deref().unwrap_or(""), false);
    take_in(&web, &asked, acts.map_err(not_taken)?).await
}

/// Takes the results of an event from a results file.
pub(crate) async fn import_results(web: Arc<Web>, asked: Asked) -> Answered {
    let text = String::from_utf8_lossy(&asked.body).into_owned();
    let event: String = asked.named("event")?;
    let frame = Frame::of_site(web.base());
    let now = asked.federation()?;
    let known = now.affairs().events.get(&EventKey::from(event.as_str()));
    let day = known.map(|one| one.notice.first_day.to_string());
    let day = day.ok_or_else(|| ApiError::not_found("event"))?;
    let today = web.desk.today(now);
    let acts = results_acts(&frame, now, today, (&event, &day), &text, false);
    take_in(&web, &asked, acts.map_err(not_taken)?).await
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

pub(crate) async fn ratings_of_day(_: Arc<Web>, asked: Asked) -> Answered {
    let list = asked.federation()?.ratings(Some(asked.named("day")?));
    json(&list.ok_or_else(|| ApiError::not_found("rating list"))?)
}

pub(crate) async fn members(web: Arc<Web>, asked: Asked) -> Answered {
    let now = asked.federation()?;
    json(&now.member_lines(web.desk.today(now)))
}

pub(crate) async fn meetings(_: Arc<Web>, asked: Asked) -> Answered {
    json(&asked.federation()?.meeting_lines())
}

pub(crate) async fn fees(_: Arc<Web>, asked: Asked) -> Answered {
    let event: String = asked.named("event")?;
    let sheet = asked.federation()?.fee_sheet(&event);
    json(&sheet.ok_or_else(|| ApiError::not_found("fee sheet"))?)
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

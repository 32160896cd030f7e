//! From a request to a handler: who asks, about what, and may he.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{RawPathParams, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use outflank_desk::access::{Caller, Target};

use crate::Web;
use crate::api::asked::Asked;
use crate::api::route::{Length, Needs, Route};
use crate::cookies::Presented;
use crate::errors::ApiError;
use crate::who::Who;

/// Answers a request to a route of the table.
pub(crate) async fn answer(
    web: Arc<Web>,
    route: &'static Route,
    path: RawPathParams,
    request: Request,
) -> Response {
    match asked(&web, route, &path, request).await {
        Err(refusal) => refusal.into_response(),
        Ok(asked) => match (route.run)(web, asked).await {
            Ok(response) => response,
            Err(refusal) => refusal.into_response(),
        },
    }
}

async fn asked(
    web: &Web,
    route: &'static Route,
    path: &RawPathParams,
    mut request: Request,
) -> Result<Asked, ApiError> {
    let who = request.extensions_mut().remove::<Who>();
    let caller = who.unwrap_or(Who::Unknown).caller()?;
    let path: BTreeMap<String, String> = path
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let query = query(route, request.uri().query())?;
    let headers = request.headers().clone();
    let cookie = match Presented::of(&headers) {
        Presented::Cookie(secret) => Some(secret),
        Presented::Bearer(_) | Presented::Nothing => None,
    };
    let mut asked = Asked {
        caller,
        path,
        query,
        headers,
        body: Bytes::new(),
        cookie,
        tournament: None,
        game: None,
        federation: None,
    };
    let target = target(web, route, &mut asked).await?;
    may(route, &asked.caller, &target)?;
    if route.body.is_some() {
        let limit = match route.length {
            Length::Command => web.settings.body_bytes_max,
            Length::File => web.settings.file_bytes_max,
            Length::Archive => web.settings.archive_bytes_max,
        };
        asked.body = body(request, limit).await?;
    }
    Ok(asked)
}

/// What the path names; a thing that is not there is said before anything else is.
async fn target(web: &Web, route: &Route, asked: &mut Asked) -> Result<Target, ApiError> {
    let mut target = Target::default();
    for name in route.parameters() {
        match name {
            "tournament" => {
                let id: String = asked.named(name)?;
                let now = web.desk.tournament_named(&id);
                let now = now.filter(|now| now.is_shown_to(&asked.caller));
                let now = now.ok_or_else(|| ApiError::not_found(name))?;
                target.tournament = Some(now.id.clone());
                asked.tournament = Some(now);
            }
            "game" => {
                let id = asked.named(name)?;
                let seen = web.desk.seen_game(&asked.caller, &id).await?;
                let seen = seen.ok_or_else(|| ApiError::not_found(name))?;
                target = seen.now.target();
                asked.game = Some(seen);
            }
            "federation" => {
                let id: String = asked.named(name)?;
                let now = web.desk.federation_named(&id);
                let now = now.ok_or_else(|| ApiError::not_found(name))?;
                target.federation = Some(now.id.clone());
                asked.federation = Some(now);
            }
            "person" => {
                let number: u32 = asked.named(name)?;
                target.member = Some(outflank_federation::PersonNumber(number));
            }
            "entrant" => {
                let number: u32 = asked.named(name)?;
                let now = asked.tournament()?;
                let found = now.affairs().entrants.keys().find(|id| id.0 == number);
                target.entrants = found.copied().into_iter().collect();
            }
            _ => {}
        }
    }
    Ok(target)
}

/// Whether the table of rights lets him; what an act needs is looked at by the desk.
fn may(route: &Route, caller: &Caller, target: &Target) -> Result<(), ApiError> {
    match route.needs {
        Needs::Nothing | Needs::TheAct => Ok(()),
        Needs::Action(action) if caller.may(action, target) => Ok(()),
        Needs::Action(action) => Err(outflank_desk::Refusal::not_allowed(caller, action).into()),
    }
}

fn query(route: &Route, text: Option<&str>) -> Result<BTreeMap<String, String>, ApiError> {
    let pairs: axum::extract::Query<Vec<(String, String)>> = {
        let uri = format!("/?{}", text.unwrap_or(""));
        let uri = uri
            .parse()
            .map_err(|_| ApiError::unreadable("what follows the question mark cannot be read"))?;
        axum::extract::Query::try_from_uri(&uri)
            .map_err(|_| ApiError::unreadable("what follows the question mark cannot be read"))?
    };
    let mut found = BTreeMap::new();
    for (name, value) in pairs.0 {
        if !route.query.iter().any(|query| query.name == name) {
            let name: String = name.chars().take(40).collect();
            return Err(ApiError::unreadable(format!(
                "there is no parameter '{name}' here; see the document"
            )));
        }
        if found.insert(name.clone(), value).is_some() {
            return Err(ApiError::unreadable(format!(
                "the parameter '{name}' is there twice; give it once"
            )));
        }
    }
    Ok(found)
}

async fn body(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    let too_large = || {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "http.too_large",
            format!("the body has more than {limit} bytes; send less"),
        )
    };
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    axum::body::to_bytes(request.into_body(), limit)
        .await
        .map_err(|_| too_large())
}

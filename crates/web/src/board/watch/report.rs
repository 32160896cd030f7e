//! A spectator tells the officials that something is wrong at a table.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use axum::response::IntoResponse;
use outflank_desk::access::Caller;
use outflank_desk::{WatchAct, What};
use serde::Deserialize;

use crate::Web;
use crate::board::watch::game::Look;
use crate::board::watch::http::{Found, Named, found, frame, page};
use crate::extract::Form;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::respond::{Answer, Page, Problem, SeeOther};

/// What a spectator types.
#[derive(Debug, Deserialize)]
pub(crate) struct Report {
    #[serde(default)]
    text: String,
}

pub(crate) async fn report(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    headers: HeaderMap,
    ip: RealIp,
    Form(form): Form<Report>,
) -> Answer {
    let found = found(&web, &named).await?;
    let place = found.view.round.zip(found.view.table);
    let (Some(event), Some((round, table))) = (&found.event, place) else {
        return Err(Problem::not_found("table"));
    };
    // A few from one address; a hall shares one.
    let key = RateLimitKey::of_address(ip.address);
    let allowance = web.reports.take(key, Instant::now());
    if allowance.is_refused {
        let later = frame(&web, &found).t("watch.report_later");
        let mut response = told(&web, &headers, &found, later, StatusCode::TOO_MANY_REQUESTS)?;
        let seconds = HeaderValue::from(allowance.reset_seconds);
        response.headers_mut().insert(RETRY_AFTER, seconds);
        return Ok(response);
    }
    let act = WatchAct::report(&event.id, round, table, &form.text);
    let id = outflank_desk::TokenId::random();
    let request = outflank_desk::Request::new(id.as_str(), What::Watching { act });
    match web.desk.submit(&Caller::public(), request).await {
        Ok(_) => {
            let to = format!("{}?said=thanks#report", found.here);
            Ok(SeeOther::to(to).into_response())
        }
        Err(refusal) => {
            let status = Problem::from(refusal.clone()).status;
            let why = match refusal.clause() {
                Some(clause) => format!("{refusal} ({})", clause.for_people()),
                None => refusal.to_string(),
            };
            told(&web, &headers, &found, &why, status)
        }
    }
}

/// The page of a game with an answer to whoever has just reported.
fn told(web: &Web, headers: &HeaderMap, found: &Found, said: &str, status: StatusCode) -> Answer {
    let frame = frame(web, found);
    let mut page = page(web, headers, &frame, found, Look::default());
    page.said = Some(said.to_owned());
    Ok(Page::with_status(status, &page)?.into_response())
}

//! A spectator tells the officials that something is wrong at a table.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Redirect, Response};
use outflank_desk::access::Caller;
use outflank_desk::{WatchAct, What};

use crate::Web;
use crate::board::watch::game::Look;
use crate::board::watch::http::{Found, Named, fault, found, frame, page};
use crate::director::Form;
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::pages::answer::Cached;
use crate::public::http::{answer, missing};

/// The most bytes of a report as it is sent.
const REPORT_BYTES_MAX: usize = 8 * 1024;

pub(crate) async fn report(
    State(web): State<Arc<Web>>,
    Path(named): Path<Named>,
    headers: HeaderMap,
    ip: RealIp,
    request: Request,
) -> Response {
    let found = match found(&web, &named).await {
        Ok(Some(found)) => found,
        Ok(None) => return missing(&web, &headers),
        Err(refusal) => return fault(refusal),
    };
    let body = axum::body::to_bytes(request.into_body(), REPORT_BYTES_MAX).await;
    let (Ok(body), Some(event)) = (body, &found.event) else {
        return missing(&web, &headers);
    };
    let form = Form::parse(&String::from_utf8_lossy(&body));
    let (Some(round), Some(table)) = (found.view.round, found.view.table) else {
        return missing(&web, &headers);
    };
    // A few from one address; a hall shares one.
    let key = RateLimitKey::of_address(ip.address);
    let allowance = web.reports.take(key, Instant::now());
    if allowance.is_refused {
        let later = frame(&web, &found).t("watch.report_later");
        let mut response = told(&web, &headers, &found, later, StatusCode::TOO_MANY_REQUESTS);
        let seconds = HeaderValue::from(allowance.reset_seconds);
        response.headers_mut().insert(RETRY_AFTER, seconds);
        return response;
    }
    let act = WatchAct::report(&event.id, round, table, form.get("text"));
    let id = outflank_desk::TokenId::random();
    let request = outflank_desk::Request::new(id.as_str(), What::Watching { act });
    match web.desk.submit(&Caller::public(), request).await {
        Ok(_) => Redirect::to(&format!("{}?said=thanks#report", found.here)).into_response(),
        Err(refusal) => {
            let status = crate::respond::Problem::from(refusal.clone()).status;
            let why = match refusal.clause() {
                Some(clause) => format!("{refusal} ({})", clause.for_people()),
                None => refusal.to_string(),
            };
            told(&web, &headers, &found, &why, status)
        }
    }
}

/// The page of a game with an answer to whoever has just reported.
fn told(web: &Web, headers: &HeaderMap, found: &Found, said: &str, status: StatusCode) -> Response {
    let frame = frame(web, found);
    let mut page = page(web, headers, &frame, found, Look::default());
    page.said = Some(said.to_owned());
    match page.render_page() {
        Some(html) => answer(&Cached::new(html), status, headers),
        None => missing(web, headers),
    }
}

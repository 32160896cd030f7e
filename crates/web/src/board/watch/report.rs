//! A spectator tells the officials that something is wrong at a table.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use outflank_desk::access::Caller;
use outflank_desk::{Request, TokenId, WatchAct, What};
use serde::Deserialize;

use crate::Web;
use crate::board::watch::game::{GamePage, Look};
use crate::extract::{Form, PublicGame, Text};
use crate::layers::rate_limit::RateLimitKey;
use crate::layers::real_ip::RealIp;
use crate::respond::{Answer, Page, Problem, SeeOther, status_of};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ReportForm {
    text: Text,
}

pub(crate) async fn post(
    State(web): State<Arc<Web>>,
    PublicGame(game): PublicGame,
    ip: RealIp,
    Form(form): Form<ReportForm>,
) -> Answer {
    let place = game.view.round.zip(game.view.table);
    let (Some(tournament), Some((round, table))) = (&game.tournament, place) else {
        return Err(Problem::not_found("table"));
    };
    // The page of the game with an answer to the spectator.
    let page = |status, said| {
        let mut page = GamePage::of(&game, Look::default());
        page.said = Some(said);
        Page::with_status(status, &page)
    };
    // A few from one address; a hall shares one.
    let key = RateLimitKey::of_address(ip.address);
    let allowance = web.reports.take(key, Instant::now());
    if allowance.is_refused {
        let said = game.f.t("watch.report_later").to_owned();
        let page = page(StatusCode::TOO_MANY_REQUESTS, said)?;
        return Ok(page.retry_after(allowance.reset_seconds));
    }
    let act = WatchAct::report(&tournament.id, round, table, &form.text);
    let request = Request::new(TokenId::random().as_str(), What::Watching { act });
    match web.desk.submit(&Caller::public(), request).await {
        Ok(_) => Ok(SeeOther::to(format!("{}?said=thanks#report", game.path)).into_response()),
        Err(rejection) => {
            let why = match rejection.clause() {
                Some(clause) => format!("{rejection} ({})", clause.for_people()),
                None => rejection.to_string(),
            };
            Ok(page(status_of(&rejection), why)?.into_response())
        }
    }
}

//! The pages of the office over HTTP.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;
use outflank_desk::FederationNow;
use outflank_federation::{EventKey, PersonNumber};

use crate::Web;
use crate::director::http::{answered, read_known};
use crate::director::{DeskAnswer, Form};
use crate::extract::{Caller, Federation};
use crate::federation::request::OfficeRequest;
use crate::federation::{
    access, decisions, duties, events, fees, grand_prix, log, me, members, new, next, people,
    person, results, tables, team,
};
use crate::pages::Frame;

pub(crate) async fn offices(State(web): State<Arc<Web>>, caller: Caller) -> Response {
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

/// What is asked of an office.
async fn read(
    web: Arc<Web>,
    now: Arc<FederationNow>,
    request: Request,
) -> Result<OfficeRequest, Response> {
    let (read, caller) = read_known(&web, request).await?;
    let today = web.desk.today(&now);
    let Some(head) = now.head(today) else {
        return Err(answered(DeskAnswer::Nothing));
    };
    let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
    Ok(OfficeRequest {
        f: Frame::of_event(&slug, now.version.0, &web.base()),
        web,
        caller,
        today,
        head,
        query: Form::parse(&read.query),
        form: read.form,
        path: read.path,
        now,
    })
}

macro_rules! office_pages {
    ($($name:ident($ask:ident $(, $part:ident)?) => $answer:expr;)+) => {$(
        pub(crate) async fn $name(
            State(web): State<Arc<Web>>,
            Federation(now): Federation,
            $(Path((_, $part)): Path<(String, String)>,)?
            request: Request,
        ) -> Response {
            match read(web, now, request).await {
                Ok($ask) => {
                    let $ask = &$ask;
                    answered($answer)
                }
                Err(response) => response,
            }
        }
    )+};
}

office_pages! {
    own_page(ask) => me::answer(ask).await;
    next_page(ask) => next::answer(ask).await;
    people_page(ask) => people::answer(ask).await;
    people_table(ask) => tables::people(ask);
    person_page(ask, number) => match number.parse() {
        Ok(number) => person::answer(ask, PersonNumber(number)).await,
        Err(_) => DeskAnswer::Nothing,
    };
    members_page(ask) => members::answer(ask).await;
    members_table(ask) => tables::members(ask);
    fees_page(ask, event) => match event.strip_suffix(".csv") {
        Some(event) => tables::fees(ask, &EventKey::from(event)),
        None => fees::answer(ask, &EventKey::from(event.as_str())).await,
    };
    events_page(ask) => events::answer(ask).await;
    results_page(ask, event) => results::answer(ask, &EventKey::from(event.as_str())).await;
    latest_season(ask) => grand_prix::answer(ask, None).await;
    season_page(ask, year) => match year.parse() {
        Ok(year) => grand_prix::answer(ask, Some(year)).await,
        Err(_) => DeskAnswer::Nothing,
    };
    latest_team(ask) => team::answer(ask, None).await;
    team_page(ask, year) => match (year.parse(), file_year(&year, ".csv")) {
        (Ok(year), _) => team::answer(ask, Some(year)).await,
        (_, Some(year)) => tables::team(ask, year),
        (Err(_), None) => DeskAnswer::Nothing,
    };
    next_duties(ask) => duties::answer(ask, None).await;
    duties_page(ask, year) => match (year.parse(), file_year(&year, ".tar")) {
        (Ok(year), _) => duties::answer(ask, Some(year)).await,
        (_, Some(year)) => duties::season_files(ask, year),
        (Err(_), None) => DeskAnswer::Nothing,
    };
    decisions_page(ask) => decisions::answer(ask).await;
    access_page(ask) => access::answer(ask).await;
    log_page(ask) => log::answer(ask).await;
}

fn file_year(name: &str, suffix: &str) -> Option<u16> {
    name.strip_suffix(suffix)?.parse().ok()
}

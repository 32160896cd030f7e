//! The pages over HTTP.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::Uri;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use outflank_desk::TournamentNow;
use outflank_desk::views::Views;
use serde::Deserialize;

use crate::Web;
use crate::extract::Tournament;
use crate::live::{Audience, Topic, Viewer};
use crate::pages::answer::Cached;
use crate::pages::assets::asset;
use crate::pages::frame::Frame;
use crate::pages::spoilers::Spoilers;
use crate::public::federation::{OfficeRoute, office_table, render_office};
use crate::public::print::Sheet;
use crate::public::site::{
    HallSection, HomeEvent, hall, hall_version, home, rulebook_page, rulebooks_page,
};
use crate::public::tournament::EventPage;
use crate::respond::{Answer, Problem, compressed, shared};

pub(crate) async fn home_page(State(web): State<Arc<Web>>, headers: HeaderMap) -> Answer {
    let events: Vec<HomeEvent> = (web.desk.tournaments().iter())
        .filter(|now| now.training.is_none())
        .filter_map(|now| {
            let names = |id| now.called(id);
            let head = Views::of(&now.tournament, &names).head()?;
            Some(HomeEvent {
                slug: address(now),
                head,
            })
        })
        .collect();
    let page = home(&Frame::of_site(&web.base()), &events);
    shown(page, &headers)
}

/// Everything that is played in a hall, event by event.
pub(crate) async fn hall_page(
    State(web): State<Arc<Web>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let sections: Vec<HallSection> = (web.desk.hall(&name).iter())
        .filter_map(|(share, now)| {
            let names = |id| now.called(id);
            let views = Views::of(&now.tournament, &names);
            let head = views.head()?;
            Some(HallSection {
                slug: address(now),
                first: share.first.0,
                last: share.last.0,
                version: now.version.0,
                pairings: head.last_round.and_then(|round| views.pairings(round)),
                head,
            })
        })
        .collect();
    let frame = Frame::of_site(&web.base());
    let page = match sections.is_empty() {
        true => None,
        false => hall(&frame, &name, &sections),
    };
    shown(page, &headers)
}

/// Tells a hall's page that one of its events has changed.
pub(crate) async fn hall_live(State(web): State<Arc<Web>>, Path(name): Path<String>) -> Answer {
    if web.desk.hall(&name).is_empty() {
        return Err(no_page());
    }
    let desk = Arc::clone(&web.desk);
    let version = async move {
        Some(hall_version(
            desk.hall(&name).iter().map(|(_, now)| now.version.0),
        ))
    };
    let viewer = Viewer::greeted(&web.live, Topic::All, Audience::Public, version).await;
    Ok(viewer.into_body().answer())
}

pub(crate) async fn rulebooks(State(web): State<Arc<Web>>, headers: HeaderMap) -> Answer {
    answer_now(rulebooks_page(&Frame::of_site(&web.base())), &web, &headers)
}

pub(crate) async fn rulebook(
    State(web): State<Arc<Web>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    shown(rulebook_page(&Frame::of_site(&web.base()), &id), &headers)
}

/// A request for a public page of the tournament in the path.
pub(crate) struct PageRequest {
    web: Arc<Web>,
    now: Arc<TournamentNow>,
    path: PagePath,
    query: HashMap<String, String>,
    spoilers: Spoilers,
    headers: HeaderMap,
}

#[derive(Debug, Deserialize)]
struct PagePath {
    round: Option<u16>,
    player: Option<u32>,
    sheet: Option<String>,
}

impl FromRequestParts<Arc<Web>> for PageRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, web).await;
        let Path(path) = path.map_err(|_| no_page())?;
        let Tournament(now) = Tournament::from_request_parts(parts, web).await?;
        let query = Query::try_from_uri(&parts.uri).unwrap_or_default();
        Ok(Self {
            web: Arc::clone(web),
            now,
            path,
            query: query.0,
            spoilers: Spoilers::of(parts.uri.query(), &parts.headers),
            headers: parts.headers.clone(),
        })
    }
}

impl PageRequest {
    /// A number in the query.
    fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.query.get(name)?.parse().ok()
    }

    /// The page, made once per version of the tournament.
    fn answer(self, page: EventPage) -> Answer {
        let Self { web, now, .. } = &self;
        let base = web.base();
        let hides = self.spoilers.hides;
        let key = format!("{}/{page:?} {base} {hides}", now.id);
        let made = web.pages.page(&key, now, || {
            let names = |id| now.called(id);
            let mut frame = Frame::of(now, &base);
            frame.hides = hides;
            page.render(&frame, &Views::of(&now.tournament, &names))
        });
        let made = made.ok_or_else(no_page)?;
        Ok(self.spoilers.keep(shared(&made, &self.headers)))
    }
}

macro_rules! pages {
    ($($name:ident: $request:ident => $page:expr;)+) => {$(
        pub(crate) async fn $name($request: PageRequest) -> Answer {
            let page = $page;
            $request.answer(page)
        }
    )+};
}

pages! {
    overview: request => EventPage::Overview;
    pairings: request => EventPage::Pairings(request.path.round);
    standings: request => EventPage::Standings {
        after: request.path.round,
        edition: request.number("edition"),
        open: request.number("open"),
    };
    crosstable: request => EventPage::Crosstable;
    players: request => EventPage::Players;
    player: request => EventPage::Player(request.path.player.ok_or_else(no_page)?);
    teams: request => EventPage::Teams;
    women: request => EventPage::Women;
    young: request => EventPage::Young;
    finals: request => EventPage::Finals;
    schedule: request => EventPage::Schedule;
    event_rules: request => EventPage::Rules;
    screen: request => EventPage::Screen;
    sheets: request => EventPage::Sheets;
    sheet: request => EventPage::Print {
        sheet: request.path.sheet.as_deref().and_then(Sheet::named).ok_or_else(no_page)?,
        round: request.path.round,
        changed: request.number::<u8>("changed") == Some(1),
    };
}

/// A page of a federation's office, or one of its tables.
pub(crate) async fn office_page(
    State(web): State<Arc<Web>>,
    uri: Uri,
    headers: HeaderMap,
) -> Answer {
    let below = uri.path().strip_prefix("/f/").unwrap_or_default();
    let (office, path) = below.split_once('/').unwrap_or((below, ""));
    let Some(now) = web.desk.federation_named(office) else {
        return Err(no_page());
    };
    if let Some(path) = path.strip_suffix(".csv") {
        let table = OfficeRoute::at(path).and_then(|route| office_table(&now, route));
        let text = table.ok_or_else(no_page)?;
        return Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response());
    }
    let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
    let frame = Frame::of_event(&slug, now.version.0, &web.base());
    let page = OfficeRoute::at(path)
        .and_then(|route| render_office(&frame, &now, web.desk.today(&now), route));
    shown(page, &headers)
}

/// What changes in an event, told to its pages.
pub(crate) async fn live(State(web): State<Arc<Web>>, Tournament(now): Tournament) -> Response {
    let id = now.id.clone();
    let topic = Topic::Tournament(id.to_string());
    let desk = Arc::clone(&web.desk);
    // Taken after the place in the line: what happens in between is told, not lost.
    let version = async move { Some(desk.tournament(&id)?.version.0.to_string()) };
    let audience = match now.training.is_some() {
        true => Audience::Officials,
        false => Audience::Public,
    };
    let viewer = Viewer::greeted(&web.live, topic, audience, version).await;
    viewer.into_body().answer()
}

pub(crate) async fn static_file(Path(name): Path<String>, headers: HeaderMap) -> Answer {
    let file = asset(&name).ok_or_else(no_page)?;
    let keep = match name == file.hashed {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let kind = [(CONTENT_TYPE, file.media_type), (CACHE_CONTROL, keep)];
    Ok((kind, compressed(&file.bytes, &file.gzip, &headers)).into_response())
}

fn no_page() -> Problem {
    Problem::not_found("page")
}

fn shown(page: Option<String>, headers: &HeaderMap) -> Answer {
    let html = page.ok_or_else(no_page)?;
    Ok(shared(&Cached::new(html), headers))
}

/// How an event is called in addresses.
pub(crate) fn address(now: &TournamentNow) -> String {
    now.slug.clone().unwrap_or_else(|| now.id.to_string())
}

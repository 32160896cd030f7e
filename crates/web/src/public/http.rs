//! The pages over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use bytes::Bytes;
use outflank_desk::TournamentNow;
use outflank_desk::audience::Audience;
use outflank_desk::views::Views;

use crate::Web;
use crate::extract::Tournament;
use crate::live::{Topic, Viewer};
use crate::pages::answer::Cached;
use crate::pages::frame::Frame;
use crate::pages::spoilers::Spoilers;
use crate::public::print::Sheet;
use crate::public::site::{
    HallSection, HomeEvent, hall, hall_version, home, not_found, rulebook_page, rulebooks_page,
};
use crate::public::tournament::EventPage;

const HTML: &str = "text/html; charset=utf-8";

pub(crate) async fn home_page(State(web): State<Arc<Web>>, headers: HeaderMap) -> Response {
    // Taken before the list is read: a change in between makes the page again.
    let mark = web.desk.tournaments_mark();
    let base = web.base();
    let page = web.site_pages.page(&base, &mark, || {
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
        home(&Frame::of_site(&base), &events)
    });
    match page {
        Some(page) => answer(&page, StatusCode::OK, &headers),
        None => missing(&web, &headers),
    }
}

/// Everything that is played in a hall, event by event.
pub(crate) async fn hall_page(
    State(web): State<Arc<Web>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
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
    answer_now(page, &web, &headers)
}

/// Tells a hall's page that one of its events has changed.
pub(crate) async fn hall_live(State(web): State<Arc<Web>>, Path(name): Path<String>) -> Response {
    if web.desk.hall(&name).is_empty() {
        return missing(&web, &HeaderMap::new());
    }
    let desk = Arc::clone(&web.desk);
    let version = async move {
        Some(hall_version(
            desk.hall(&name).iter().map(|(_, now)| now.version.0),
        ))
    };
    let viewer = Viewer::greeted(&web.live, Topic::All, Audience::Public, version).await;
    viewer.into_body().answer()
}

pub(crate) async fn rulebooks(State(web): State<Arc<Web>>, headers: HeaderMap) -> Response {
    answer_now(rulebooks_page(&Frame::of_site(&web.base())), &web, &headers)
}

pub(crate) async fn rulebook(
    State(web): State<Arc<Web>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    answer_now(
        rulebook_page(&Frame::of_site(&web.base()), &id),
        &web,
        &headers,
    )
}

pub(crate) async fn event_page(
    State(web): State<Arc<Web>>,
    Tournament(now): Tournament,
    uri: Uri,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let below = uri.path().strip_prefix("/t/").unwrap_or_default();
    let (_, path) = below.split_once('/').unwrap_or((below, ""));
    let route = page_at(path, query.as_deref().unwrap_or_default());
    let spoilers = Spoilers::of(query.as_deref(), &headers);
    let page = route.and_then(|route| {
        // The route is the address: the same page under another spelling is not made twice.
        let base = web.base();
        let key = format!("{}/{route:?} {base} {}", now.id, spoilers.hides);
        web.pages.page(&key, &now, || {
            let names = |id| now.called(id);
            let views = Views::of(&now.tournament, &names);
            let mut frame = Frame::of(&now, &base);
            frame.hides = spoilers.hides;
            route.render(&frame, &views)
        })
    });
    match page {
        Some(page) => spoilers.keep(answer(&page, StatusCode::OK, &headers)),
        None => missing(&web, &headers),
    }
}

/// What changes in an event, told to its pages.
pub(crate) async fn live(State(web): State<Arc<Web>>, Tournament(now): Tournament) -> Response {
    let id = now.id.clone();
    let topic = Topic::Tournament(id.clone());
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

pub(crate) fn answer_now(page: Option<String>, web: &Web, headers: &HeaderMap) -> Response {
    match page {
        Some(html) => answer(&Cached::new(html), StatusCode::OK, headers),
        None => missing(web, headers),
    }
}

pub(crate) fn missing(web: &Web, headers: &HeaderMap) -> Response {
    let html = not_found(&Frame::of_site(&web.base()));
    answer(&Cached::new(html), StatusCode::NOT_FOUND, headers)
}

pub(crate) fn answer(page: &Cached, status: StatusCode, headers: &HeaderMap) -> Response {
    let known = headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    let is_known = status == StatusCode::OK
        && known.is_some_and(|known| known.split(',').any(|one| one.trim() == page.etag));
    let mut response = if is_known {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mut response = compressed(&page.html, &page.gzip, headers);
        *response.status_mut() = status;
        response
    };
    let sent = response.headers_mut();
    sent.insert(CONTENT_TYPE, HeaderValue::from_static(HTML));
    // Kept, but asked for again each time: the tag makes that cheap.
    sent.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&page.etag) {
        sent.insert(ETAG, tag);
    }
    response
}

pub(crate) fn compressed(plain: &Bytes, gzip: &Bytes, headers: &HeaderMap) -> Response {
    let mut response = if accepts_gzip(headers) {
        let mut response = Response::new(Body::from(gzip.clone()));
        let encoding = HeaderValue::from_static("gzip");
        response.headers_mut().insert(CONTENT_ENCODING, encoding);
        response
    } else {
        Response::new(Body::from(plain.clone()))
    };
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().insert(VARY, vary);
    response
}

/// Whether whoever asks can read compressed answers.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let mut kinds = accepted.unwrap_or_default().split(',');
    kinds.any(|one| one.trim().starts_with("gzip"))
}

/// How an event is called in addresses.
pub(crate) fn address(now: &TournamentNow) -> String {
    now.slug.clone().unwrap_or_else(|| now.id.to_string())
}

/// The page at a path below `/t/{event}`, with its query.
fn page_at(path: &str, query: &str) -> Option<EventPage> {
    let mut parts = path.trim_matches('/').split('/');
    let (first, second, third) = (parts.next()?, parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let number = |text: Option<&str>| match text {
        None => Some(None),
        Some(text) => text.parse().ok().map(Some),
    };
    let route = match (first, second, third) {
        ("", None, None) => EventPage::Overview,
        ("pairings", round, None) => EventPage::Pairings(number(round)?),
        ("standings", after, None) => EventPage::Standings {
            after: number(after)?,
            edition: asked(query, "edition"),
            open: asked(query, "open"),
        },
        ("crosstable", None, None) => EventPage::Crosstable,
        ("players", None, None) => EventPage::Players,
        ("players", Some(id), None) => EventPage::Player(id.parse().ok()?),
        ("teams", None, None) => EventPage::Teams,
        ("women", None, None) => EventPage::Women,
        ("young", None, None) => EventPage::Young,
        ("finals", None, None) => EventPage::Finals,
        ("schedule", None, None) => EventPage::Schedule,
        ("rules", None, None) => EventPage::Rules,
        ("screen", None, None) => EventPage::Screen,
        ("print", None, None) => EventPage::Sheets,
        ("print", Some(sheet), round) => EventPage::Print {
            sheet: Sheet::named(sheet)?,
            round: number(round)?,
            changed: asked::<u8>(query, "changed") == Some(1),
        },
        _ => return None,
    };
    Some(route)
}

/// A number in a query.
fn asked<T: std::str::FromStr>(query: &str, name: &str) -> Option<T> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut found = pairs
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    found.next_back()?.parse().ok()
}

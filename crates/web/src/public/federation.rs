//! The pages of a federation's office, for everybody.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use outflank_desk::FederationNow;
use outflank_desk::views::{
    CandidateLine, GrandPrixLine, GrandPrixShown, MemberShown, OfficeEvent, OfficeHead, PointsCell,
    RatingsShown, SeatsShown, SelectionShown,
};
use outflank_federation::PersonNumber;
use outflank_formats::{CsvRating, PlayerNumber, guarded, rating_chart, write_ratings_csv};
use outflank_tournament::CivilDate;

use crate::Web;
use crate::extract::Federation;
use crate::federation::words::{Worded, candidate_words, trace_words};
use crate::pages::frame::Frame;
use crate::respond::{Answer, Problem, Shared};

/// Which tab of an office is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeTab {
    Ratings,
    GrandPrix,
    Selection,
    Events,
    None,
}

/// A page with the frame and the head of its federation.
fn show(
    web: &Web,
    now: &FederationNow,
    page: impl FnOnce(&Frame, &OfficeHead, CivilDate) -> Result<Shared, Problem>,
) -> Answer {
    let today = web.desk.today(now);
    let slug = now.slug.clone().unwrap_or_else(|| now.id.to_string());
    let frame = Frame::of_event(&slug, now.version.0, &web.base());
    let head = now.head(today).ok_or_else(missing)?;
    page(&frame, &head, today).map(IntoResponse::into_response)
}

fn missing() -> Problem {
    Problem::not_found("page")
}

/// A table for spreadsheets.
fn table(text: String) -> Answer {
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

fn ratings(f: &Frame, head: &OfficeHead, list: Option<RatingsShown>) -> Result<Shared, Problem> {
    let tab = OfficeTab::Ratings;
    Shared::of(&RatingsPage { f, head, tab, list })
}

pub(crate) async fn latest_ratings(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
) -> Answer {
    show(&web, &now, |f, head, _| ratings(f, head, now.ratings(None)))
}

/// The rating list of a day, or its table: `2026-05-01.csv`.
pub(crate) async fn ratings_of_day(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
    Path((_, name)): Path<(String, String)>,
) -> Answer {
    let (day, is_table) = file_name(&name);
    let list = day.parse().ok().and_then(|day| now.ratings(Some(day)));
    let list = list.ok_or_else(missing)?;
    match is_table {
        true => table(ratings_table(&list)),
        false => show(&web, &now, |f, head, _| ratings(f, head, Some(list))),
    }
}

pub(crate) async fn person(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
    Path((_, number)): Path<(String, String)>,
) -> Answer {
    show(&web, &now, |f, head, today| {
        let number = number.parse().map_err(|_| missing())?;
        let person = now.member(PersonNumber(number), today);
        let person = person.ok_or_else(missing)?;
        let history = person.history.iter();
        let points: Vec<_> = history.map(|one| (one.day, one.rating)).collect();
        let label = f.t1("office.chart", "name", &person.person.name);
        let chart = rating_chart(&points, &label);
        let tab = OfficeTab::None;
        Shared::of(&PersonPage {
            f,
            head,
            tab,
            person,
            chart,
        })
    })
}

fn season(f: &Frame, head: &OfficeHead, table: GrandPrixShown) -> Result<Shared, Problem> {
    let tab = OfficeTab::GrandPrix;
    Shared::of(&GrandPrixPage {
        f,
        head,
        tab,
        table,
    })
}

pub(crate) async fn latest_season(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
) -> Answer {
    show(&web, &now, |f, head, _| {
        let latest = head.grand_prix.last();
        let table = latest.and_then(|year| now.grand_prix(*year));
        season(f, head, table.ok_or_else(missing)?)
    })
}

/// The Grand Prix of a season, or its table: `2026.csv`.
pub(crate) async fn grand_prix(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
    Path((_, name)): Path<(String, String)>,
) -> Answer {
    let (year, is_table) = file_name(&name);
    let points = year.parse().ok().and_then(|year| now.grand_prix(year));
    let points = points.ok_or_else(missing)?;
    match is_table {
        true => table(season_table(&points)),
        false => show(&web, &now, |f, head, _| season(f, head, points)),
    }
}

fn team(f: &Frame, head: &OfficeHead, s: Option<SelectionShown>) -> Result<Shared, Problem> {
    let s = s.ok_or_else(missing)?;
    let tab = OfficeTab::Selection;
    Shared::of(&SelectionPage { f, head, tab, s })
}

pub(crate) async fn latest_selection(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
) -> Answer {
    show(&web, &now, |f, head, today| {
        let latest = head.selections.last();
        let selection = latest.and_then(|year| now.selection(*year, today));
        team(f, head, selection)
    })
}

pub(crate) async fn selection(
    State(web): State<Arc<Web>>,
    Federation(now): Federation,
    Path((_, year)): Path<(String, String)>,
) -> Answer {
    show(&web, &now, |f, head, today| {
        let year = year.parse().map_err(|_| missing())?;
        team(f, head, now.selection(year, today))
    })
}

pub(crate) async fn events(State(web): State<Arc<Web>>, Federation(now): Federation) -> Answer {
    show(&web, &now, |f, head, _| {
        let tab = OfficeTab::Events;
        Shared::of(&EventsPage {
            f,
            head,
            tab,
            events: now.events(),
        })
    })
}

/// The name in an address, and whether it is that of a table.
fn file_name(name: &str) -> (&str, bool) {
    match name.strip_suffix(".csv") {
        Some(name) => (name, true),
        None => (name, false),
    }
}

/// The tabs that an office has, each with its address and its name.
fn tabs(f: &Frame, head: &OfficeHead) -> Vec<(OfficeTab, String, &'static str)> {
    let at = |page: &str| format!("/f/{}{page}", f.slug);
    let mut tabs = vec![(OfficeTab::Ratings, at(""), f.t("office.ratings"))];
    if !head.grand_prix.is_empty() {
        tabs.push((
            OfficeTab::GrandPrix,
            at("/grand-prix"),
            f.t("office.grand_prix"),
        ));
    }
    if !head.selections.is_empty() {
        tabs.push((
            OfficeTab::Selection,
            at("/selection"),
            f.t("office.selection"),
        ));
    }
    tabs.push((OfficeTab::Events, at("/events"), f.t("office.events")));
    tabs
}

/// Every page knows its tabs.
macro_rules! with_tabs {
    ($($page:ident),+) => {$(
        impl $page<'_> {
            fn tabs(&self) -> Vec<(OfficeTab, String, &'static str)> {
                tabs(self.f, self.head)
            }
        }
    )+};
}
with_tabs!(
    RatingsPage,
    PersonPage,
    GrandPrixPage,
    SelectionPage,
    EventsPage
);

#[derive(Template)]
#[template(path = "federation/ratings.html")]
struct RatingsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    list: Option<RatingsShown>,
}

#[derive(Template)]
#[template(path = "federation/person.html")]
struct PersonPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    person: MemberShown,
    chart: String,
}

#[derive(Template)]
#[template(path = "federation/grand_prix.html")]
struct GrandPrixPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    table: GrandPrixShown,
}

impl GrandPrixPage<'_> {
    /// How the points of an event came about.
    fn arithmetic(&self, cell: &PointsCell) -> String {
        let (from, to) = (cell.from, cell.to);
        match from == to {
            true => self.f.t1("office.at_place", "place", from),
            false => {
                let count = to - from + 1;
                let values: [(&str, &dyn std::fmt::Display); 5] = [
                    ("from", &from),
                    ("to", &to),
                    ("sum", &cell.sum),
                    ("count", &count),
                    ("points", &cell.points),
                ];
                self.f.fill("office.shared", &values)
            }
        }
    }

    /// All of somebody's points as one sum.
    fn sum(&self, row: &GrandPrixLine) -> String {
        let cells = row.cells.iter().flatten();
        let parts: Vec<String> = cells
            .map(|cell| {
                let points = if cell.struck { 0 } else { cell.points };
                format!("{points} ({})", self.arithmetic(cell))
            })
            .collect();
        format!("{} = {}", parts.join(" + "), row.total)
    }
}

#[derive(Template)]
#[template(path = "federation/selection.html")]
struct SelectionPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    s: SelectionShown,
}

impl SelectionPage<'_> {
    fn say(&self, value: impl Worded) -> &'static str {
        self.f.t(value.key())
    }

    fn state(&self, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
        candidate_words(self.f, seats, row)
    }
}

#[derive(Template)]
#[template(path = "federation/events.html")]
struct EventsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    events: Vec<OfficeEvent>,
}

impl EventsPage<'_> {
    fn say(&self, value: impl Worded) -> &'static str {
        self.f.t(value.key())
    }

    fn trace(&self, event: &OfficeEvent) -> Vec<String> {
        trace_words(self.f, event)
    }
}

/// A rating list for spreadsheets.
fn ratings_table(list: &RatingsShown) -> String {
    let rows: Vec<CsvRating> = (list.rows.iter().zip(1..))
        .map(|(row, place)| CsvRating {
            place,
            number: PlayerNumber(row.person.number.0),
            name: Some(row.person.name.clone()),
            country: None,
            rating: row.rating,
            margin: Some(row.margin),
            official: Some(row.official),
            games: Some(row.games),
            last_played: None,
        })
        .collect();
    write_ratings_csv(&rows)
}

/// A Grand Prix for spreadsheets.
fn season_table(table: &GrandPrixShown) -> String {
    let cell = |text: &str| guarded(text).replace('"', "\"\"");
    let mut text = String::from("place,number,name");
    for (_, name) in &table.events {
        text.push_str(&format!(",\"{}\"", cell(name)));
    }
    text.push_str(",total\r\n");
    for row in &table.rows {
        let (place, number) = (row.place, row.person.number);
        text.push_str(&format!("{place},{number},\"{}\"", cell(&row.person.name)));
        for points in &row.cells {
            match points {
                Some(points) if !points.struck => text.push_str(&format!(",{}", points.points)),
                Some(_) => text.push_str(",0"),
                None => text.push(','),
            }
        }
        text.push_str(&format!(",{}\r\n", row.total));
    }
    text
}

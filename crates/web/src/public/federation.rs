//! The pages of a federation's office, for everybody.

use askama::Template;
use axum::response::{IntoResponse, Response};
use outflank_desk::views::{
    CandidateLine, GrandPrixLine, GrandPrixShown, MemberShown, OfficeEvent, OfficeHead, PointsCell,
    RatingsShown, SeatsShown, SelectionShown,
};
use outflank_federation::PersonNumber;
use outflank_formats::{CsvRating, PlayerNumber, guarded, rating_chart, write_ratings_csv};

use crate::federation::office::FederationOffice;
use crate::federation::words::{Worded, candidate_words, trace_words};
use crate::pages::frame::Frame;
use crate::respond::{Answer, Inline, Problem, Shared};

/// Which tab of an office is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeTab {
    Ratings,
    GrandPrix,
    Selection,
    Events,
    None,
}

/// The latest rating list or that of a day, and its table: `2026-05-01.csv`.
pub(crate) async fn ratings(office: FederationOffice) -> Answer {
    let (day, is_table) = office.path.part_or_file("day", ".csv")?;
    match (office.now.ratings(day), day) {
        (Some(list), _) if is_table => Ok(table(ratings_table(&list))),
        (None, Some(_)) => Err(Problem::not_found("rating list")),
        (list, _) => shown(&RatingsPage {
            f: &office.f,
            head: &office.head,
            tab: OfficeTab::Ratings,
            list,
        }),
    }
}

pub(crate) async fn person(office: FederationOffice) -> Answer {
    let number = PersonNumber(office.path.needed("person")?);
    let person = office.now.member(number, office.today);
    let person = person.ok_or_else(|| Problem::not_found("person"))?;
    let history = person.history.iter();
    let points: Vec<_> = history.map(|one| (one.day, one.rating)).collect();
    let label = office.f.t1("office.chart", "name", &person.person.name);
    shown(&PersonPage {
        f: &office.f,
        head: &office.head,
        tab: OfficeTab::None,
        chart: rating_chart(&points, &label),
        person,
    })
}

/// The Grand Prix of the latest season or of a year, and its table: `2026.csv`.
pub(crate) async fn grand_prix(office: FederationOffice) -> Answer {
    let (year, is_table) = office.path.part_or_file("year", ".csv")?;
    let year = year.or(office.head.grand_prix.last().copied());
    let season = year.and_then(|year| office.now.grand_prix(year));
    let season = season.ok_or_else(|| Problem::not_found("season"))?;
    match is_table {
        true => Ok(table(season_table(&season))),
        false => shown(&GrandPrixPage {
            f: &office.f,
            head: &office.head,
            tab: OfficeTab::GrandPrix,
            table: season,
        }),
    }
}

/// The team that was last chosen, or that of a year.
pub(crate) async fn selection(office: FederationOffice) -> Answer {
    let year = office.path.part("year")?;
    let year = year.or(office.head.selections.last().copied());
    let team = year.and_then(|year| office.now.selection(year, office.today));
    shown(&SelectionPage {
        f: &office.f,
        head: &office.head,
        tab: OfficeTab::Selection,
        s: team.ok_or_else(|| Problem::not_found("team"))?,
    })
}

pub(crate) async fn events(office: FederationOffice) -> Answer {
    shown(&EventsPage {
        f: &office.f,
        head: &office.head,
        tab: OfficeTab::Events,
        events: office.now.events(),
    })
}

fn shown(page: &impl Template) -> Answer {
    Shared::of(page).map(IntoResponse::into_response)
}

/// A table for spreadsheets.
fn table(text: String) -> Response {
    Inline("text/csv; charset=utf-8", text.into()).into_response()
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

    /// All points of a person as one sum.
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

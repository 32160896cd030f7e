//! The pages of a federation's office, for everybody.

use askama::Template;
use outflank_desk::FederationNow;
use outflank_desk::views::{
    CandidateLine, GrandPrixLine, GrandPrixShown, MemberShown, OfficeEvent, OfficeHead, PointsCell,
    RatingsShown, SeatsShown, SelectionShown,
};
use outflank_formats::rating_chart;

pub(crate) use crate::federation::words::{
    candidate_words, category_words, is_next, seat_words, source_words, state_words, trace_words,
    why_words,
};
use crate::pages::frame::Frame;
use crate::public::tournament::made;

/// Which tab of an office is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeTab {
    Ratings,
    GrandPrix,
    Selection,
    Events,
    None,
}

/// A page of an office.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfficeRoute<'a> {
    Ratings(Option<&'a str>),
    Person(u32),
    GrandPrix(Option<u16>),
    Selection(Option<u16>),
    Events,
}

impl<'a> OfficeRoute<'a> {
    /// The page at an address below `/f/{federation}`.
    pub(crate) fn at(path: &'a str) -> Option<Self> {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let route = match (parts.next(), parts.next()) {
            (None | Some("ratings"), None) => Self::Ratings(None),
            (Some("ratings"), Some(day)) => Self::Ratings(Some(day)),
            (Some("people"), Some(number)) => Self::Person(number.parse().ok()?),
            (Some("grand-prix"), None) => Self::GrandPrix(None),
            (Some("grand-prix"), Some(year)) => Self::GrandPrix(Some(year.parse().ok()?)),
            (Some("selection"), None) => Self::Selection(None),
            (Some("selection"), Some(year)) => Self::Selection(Some(year.parse().ok()?)),
            (Some("events"), None) => Self::Events,
            (_, _) => return None,
        };
        parts.next().is_none().then_some(route)
    }
}

/// Renders a page of an office.
pub(crate) fn render_office(
    f: &Frame,
    now: &FederationNow,
    today: outflank_tournament::CivilDate,
    route: OfficeRoute<'_>,
) -> Option<String> {
    let head = &now.head(today)?;
    match route {
        OfficeRoute::Ratings(day) => {
            let day = match day {
                Some(text) => Some(text.parse().ok()?),
                None => None,
            };
            let list = now.ratings(day);
            if day.is_some() && list.is_none() {
                return None;
            }
            let tab = OfficeTab::Ratings;
            made(&RatingsPage { f, head, tab, list })
        }
        OfficeRoute::Person(number) => {
            let person = now.member(outflank_federation::PersonNumber(number), today)?;
            let points: Vec<_> = (person.history.iter())
                .filter_map(|one| Some((one.day.parse().ok()?, one.rating)))
                .collect();
            let label = f.t1("office.chart", "name", &person.person.name);
            let chart = rating_chart(&points, &label);
            let tab = OfficeTab::None;
            made(&PersonPage {
                f,
                head,
                tab,
                person,
                chart,
            })
        }
        OfficeRoute::GrandPrix(year) => {
            let year = year.or_else(|| head.grand_prix.last().copied())?;
            let table = now.grand_prix(year)?;
            let tab = OfficeTab::GrandPrix;
            made(&GrandPrixPage {
                f,
                head,
                tab,
                table,
            })
        }
        OfficeRoute::Selection(year) => {
            let year = year.or_else(|| head.selections.last().copied())?;
            let s = now.selection(year, today)?;
            let tab = OfficeTab::Selection;
            made(&SelectionPage { f, head, tab, s })
        }
        OfficeRoute::Events => {
            let events = now.events();
            let tab = OfficeTab::Events;
            made(&EventsPage {
                f,
                head,
                tab,
                events,
            })
        }
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
#[template(path = "office/ratings.html")]
struct RatingsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    list: Option<RatingsShown>,
}

#[derive(Template)]
#[template(path = "office/person.html")]
struct PersonPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    person: MemberShown,
    chart: String,
}

#[derive(Template)]
#[template(path = "office/grand_prix.html")]
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
#[template(path = "office/selection.html")]
struct SelectionPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    s: SelectionShown,
}

impl SelectionPage<'_> {
    fn seat(&self, word: &str) -> &'static str {
        seat_words(self.f, word)
    }

    fn source(&self, word: &str) -> &'static str {
        source_words(self.f, word)
    }

    fn state(&self, seats: &SeatsShown, row: &CandidateLine) -> &'static str {
        candidate_words(self.f, seats, row)
    }

    fn why(&self, word: &str) -> &'static str {
        why_words(self.f, word)
    }
}

#[derive(Template)]
#[template(path = "office/events.html")]
struct EventsPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    tab: OfficeTab,
    events: Vec<OfficeEvent>,
}

impl EventsPage<'_> {
    fn category(&self, word: &str) -> &'static str {
        category_words(self.f, word)
    }

    fn trace(&self, event: &OfficeEvent) -> Vec<String> {
        trace_words(self.f, event)
    }
}

/// A table of an office for spreadsheets: a rating list or a Grand Prix.
pub(crate) fn office_table(now: &FederationNow, route: OfficeRoute<'_>) -> Option<String> {
    let cell = |text: &str| outflank_formats::guarded(text).replace('"', "\"\"");
    match route {
        OfficeRoute::Ratings(day) => {
            let list = now.ratings(Some(day?.parse().ok()?))?;
            let rows: Vec<outflank_formats::CsvRating> = (list.rows.iter().zip(1..))
                .map(|(row, place)| outflank_formats::CsvRating {
                    place,
                    number: outflank_formats::PlayerNumber(row.person.number),
                    name: Some(row.person.name.clone()),
                    country: None,
                    rating: row.rating,
                    margin: Some(row.margin),
                    official: Some(row.official),
                    games: Some(row.games),
                    last_played: None,
                })
                .collect();
            Some(outflank_formats::write_ratings_csv(&rows))
        }
        OfficeRoute::GrandPrix(year) => {
            let table = now.grand_prix(year?)?;
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
                        Some(points) if !points.struck => {
                            text.push_str(&format!(",{}", points.points));
                        }
                        Some(_) => text.push_str(",0"),
                        None => text.push(','),
                    }
                }
                text.push_str(&format!(",{}\r\n", row.total));
            }
            Some(text)
        }
        OfficeRoute::Person(_) | OfficeRoute::Selection(_) | OfficeRoute::Events => None,
    }
}

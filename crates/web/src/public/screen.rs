//! The projector: pages that turn by themselves, read from twenty metres.

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::{Head, Pairings, StandingRow, TableRow, Views};

use crate::pages::frame::Frame;
use crate::public::tournament::made;

/// Tables or places on one page of the projector.
const ON_A_PAGE: usize = 18;

#[derive(Template)]
#[template(path = "event/screen.html")]
struct Screen<'a> {
    f: &'a Frame,
    head: &'a Head,
    pairings: Option<Pairings>,
    tables: Vec<Vec<TableRow>>,
    places: Vec<Vec<StandingRow>>,
    after: u16,
}

/// The pages of the projector: the pairing with results as they arrive, then the standings.
pub(crate) fn screen(f: &Frame, head: &Head, views: &Views<'_>) -> Option<String> {
    let pairings = head.last_round.and_then(|round| views.pairings(round));
    let tables = (pairings.as_ref()).map_or_else(Vec::new, |one| pages(&one.tables));
    let table = views.standings(None, None);
    // Before and while a round is played nobody looks for more than the first places.
    let limit = match &pairings {
        Some(pairings) if !pairings.finished => ON_A_PAGE,
        Some(_) | None => usize::MAX,
    };
    let rows = table.as_ref().map_or(&[][..], |table| &table.rows);
    made(&Screen {
        f,
        head,
        tables,
        places: pages(&rows[..rows.len().min(limit)]),
        after: table.as_ref().map_or(0, |table| table.after),
        pairings,
    })
}

fn pages<T: Clone>(rows: &[T]) -> Vec<Vec<T>> {
    rows.chunks(ON_A_PAGE).map(<[T]>::to_vec).collect()
}

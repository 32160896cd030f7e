//! The final list of an event as a table: what a Grand Prix is reckoned from.

use outflank_federation::rating::PlayerNumber;
use outflank_tournament::HalfPoints;

use crate::csv_tables::table::{Row, read};
use crate::csv_tables::warning::CsvWarning;
use crate::warning::ParseWarning;

/// The columns of a table of places.
pub const PLACING_COLUMNS: &[&str] = &["event", "place", "name", "number", "points"];

/// One line of a table of places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPlacing {
    /// The event; a file of one event need not name it.
    pub event: Option<String>,
    /// The player's place in the final list.
    pub place: Option<u32>,
    pub name: String,
    pub number: Option<PlayerNumber>,
    pub points: Option<HalfPoints>,
}

/// Reads a table of places; the column `name` must be there, and a place or game points in every row.
///
/// ```
/// use outflank_formats::read_placings_csv;
/// let (rows, strange) = read_placings_csv(b"place,name,points\n1,Ada Example,6.5\n2,Bo Sample,x\n");
/// assert_eq!(rows[0].points.map(|points| points.0), Some(13));
/// assert_eq!((rows.len(), strange[0].line), (1, 3));
/// ```
#[must_use]
pub fn read_placings_csv(bytes: &[u8]) -> (Vec<CsvPlacing>, Vec<ParseWarning>) {
    let table = read(bytes, PLACING_COLUMNS, &["name"]);
    let mut strange = table.strange;
    let mut rows = Vec::new();
    for row in table.rows {
        match placing(&row) {
            Ok(read) => rows.push(read),
            Err(why) => strange.push(ParseWarning::left_out(row.line, &row.text, why)),
        }
    }
    (rows, strange)
}

fn placing(row: &Row) -> Result<CsvPlacing, CsvWarning> {
    let whole = |text: &str| text.parse::<u32>().ok();
    let place = row.value("place", "Write a whole number from 1", |text| {
        whole(text).filter(|place| *place > 0)
    })?;
    let points = row.value(
        "points",
        "Write whole or half points, such as 6.5",
        half_points,
    )?;
    if place.is_none() && points.is_none() {
        return Err(CsvWarning::CellEmpty { column: "place" });
    }
    Ok(CsvPlacing {
        event: row.cell("event").map(str::to_owned),
        place,
        name: row.needed("name")?.to_owned(),
        number: row
            .value("number", "Write a whole number", whole)?
            .map(PlayerNumber),
        points,
    })
}

/// Whole or half points: `6`, `6.5`, `6,5` or `6½`.
fn half_points(text: &str) -> Option<HalfPoints> {
    let (whole, half) = match text.strip_suffix('½') {
        Some("") => ("0", 1),
        Some(whole) => (whole, 1),
        None => match text.split_once(['.', ',']) {
            Some((whole, "5" | "50")) => (whole, 1),
            Some((whole, "0" | "00")) => (whole, 0),
            Some(_) => return None,
            None => (text, 0),
        },
    };
    let whole: u16 = whole.parse().ok()?;
    Some(HalfPoints(whole.checked_mul(2)?.checked_add(half)?))
}

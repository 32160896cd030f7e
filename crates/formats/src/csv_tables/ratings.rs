//! Rating lists as tables.

use outflank_federation::rating::PlayerNumber;

use crate::csv_tables::table::{Row, read, write};
use crate::csv_tables::warning::CsvWarning;
use crate::warning::ParseWarning;

/// The columns of a rating list.
pub const RATING_COLUMNS: &[&str] = &[
    "place",
    "number",
    "name",
    "country",
    "rating",
    "margin",
    "official",
    "games",
    "last_played",
];

/// One line of a rating list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvRating {
    pub place: u32,
    pub number: PlayerNumber,
    pub name: Option<String>,
    pub country: Option<String>,
    pub rating: i32,
    /// Its margin of error.
    pub margin: Option<u32>,
    pub official: Option<bool>,
    pub games: Option<u32>,
    pub last_played: Option<String>,
}

/// Writes a rating list.
#[must_use]
pub fn write_ratings_csv(rows: &[CsvRating]) -> String {
    let text = |value: &Option<u32>| value.map_or(String::new(), |value| value.to_string());
    let cells = |row: &CsvRating| {
        vec![
            row.place.to_string(),
            row.number.to_string(),
            row.name.clone().unwrap_or_default(),
            row.country.clone().unwrap_or_default(),
            row.rating.to_string(),
            text(&row.margin),
            match row.official {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => String::new(),
            },
            text(&row.games),
            row.last_played.clone().unwrap_or_default(),
        ]
    };
    write(RATING_COLUMNS, rows.iter().map(cells))
}

/// Reads a rating list; the columns `number` and `rating` must be there. Lines that cannot be used are
/// said and left out.
///
/// ```
/// use outflank_formats::read_ratings_csv;
/// let (rows, strange) = read_ratings_csv(b"number,rating\n12,1850\nx,1\n");
/// assert_eq!((rows[0].number.0, rows[0].rating, strange[0].line), (12, 1850, 3));
/// ```
#[must_use]
pub fn read_ratings_csv(bytes: &[u8]) -> (Vec<CsvRating>, Vec<ParseWarning>) {
    let table = read(bytes, RATING_COLUMNS, &["number", "rating"]);
    let mut strange = table.strange;
    let mut rows: Vec<CsvRating> = Vec::new();
    for row in table.rows {
        match rating(&row, rows.len()) {
            Ok(read) => rows.push(read),
            Err(why) => strange.push(ParseWarning::left_out(row.line, &row.text, why)),
        }
    }
    (rows, strange)
}

fn rating(row: &Row, before: usize) -> Result<CsvRating, CsvWarning> {
    row.needed("number")?;
    row.needed("rating")?;
    let whole = |column| {
        row.value(column, "Write a whole number", |text| {
            text.parse::<u32>().ok()
        })
    };
    let number = whole("number")?.map_or(0, |number| number);
    let rating = row.value("rating", "Write a whole number", |text| {
        text.parse::<i32>().ok()
    })?;
    let official = row.value("official", "Write yes or no", |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })?;
    let text = |column| row.cell(column).map(str::to_owned);
    Ok(CsvRating {
        place: whole("place")?.unwrap_or_else(|| u32::try_from(before + 1).unwrap_or(u32::MAX)),
        number: PlayerNumber(number),
        name: text("name"),
        country: text("country"),
        rating: rating.unwrap_or(0),
        margin: whole("margin")?,
        official,
        games: whole("games")?,
        last_played: text("last_played"),
    })
}

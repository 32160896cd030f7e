//! Players as a table.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, Place, RoundNumber};
use outflank_tournament::{Additional, Entrant, Gender};

use crate::csv_tables::table::{Row, read, write};
use crate::csv_tables::warning::CsvWarning;
use crate::warning::ParseWarning;

/// The columns of a table of players, in the order they are written; any order is read.
pub const PLAYER_COLUMNS: [&str; 17] = [
    "id",
    "name",
    "ascii",
    "native",
    "country",
    "rating",
    "gender",
    "born",
    "team",
    "institute",
    "category",
    "wof_id",
    "additional",
    "group_a",
    "woc_semifinals",
    "seeding",
    "from_round",
];

/// A player of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPlayer {
    pub entrant: Entrant,
    /// The player's name in ASCII for the World Othello Federation, as `LAST, First`.
    pub ascii: Option<String>,
}

/// A table of players as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPlayers {
    /// The players, in the order of the table.
    pub players: Vec<CsvPlayer>,
    /// The rows that are not as they should be.
    pub strange: Vec<ParseWarning>,
}

/// Reads a table of players; its first row names the columns, of which `name` must be there. Without a column `id`
/// the players are numbered in their order.
///
/// ```
/// use outflank_formats::read_players_csv;
/// let table = read_players_csv(b"id,name,country\n7,Ada Example,GBR\n");
/// assert_eq!(table.players[0].entrant.country.as_deref(), Some("GBR"));
/// ```
#[must_use]
pub fn read_players_csv(bytes: &[u8]) -> CsvPlayers {
    let table = read(bytes, &PLAYER_COLUMNS, &["name"]);
    let mut strange = table.strange;
    let mut players = Vec::new();
    let mut ids = BTreeSet::new();
    for row in &table.rows {
        let next = ids
            .last()
            .map_or(1, |last: &EntrantId| last.0.saturating_add(1));
        let read = player(row, EntrantId(next)).and_then(|player| {
            let id = player.entrant.id;
            if ids.insert(id) {
                Ok(player)
            } else {
                Err(CsvWarning::IdTwice { id: id.0 })
            }
        });
        match read {
            Ok(player) => players.push(player),
            Err(why) => strange.push(ParseWarning::left_out(row.line, &row.text, why)),
        }
    }
    CsvPlayers { players, strange }
}

/// Writes a table of players.
#[must_use]
pub fn write_players_csv(players: &[CsvPlayer]) -> String {
    write(&PLAYER_COLUMNS, players.iter().map(cells))
}

fn player(row: &Row, next: EntrantId) -> Result<CsvPlayer, CsvWarning> {
    const NUMBER: &str = "Write a whole number";
    let id = row.value("id", "Write a whole number from 1", |text| {
        text.parse().ok().filter(|id| *id > 0).map(EntrantId)
    })?;
    let text = |column| row.cell(column).map(str::to_owned);
    let mut entrant = Entrant::new(id.unwrap_or(next), row.needed("name")?);
    entrant.native = text("native");
    entrant.country = text("country");
    entrant.rating = row.value("rating", NUMBER, |text| text.parse().ok())?;
    entrant.gender = row.value("gender", "Write f, m or x", gender)?;
    entrant.born = row.value("born", "Write the date as 2012-05-01", |text| {
        text.parse().ok()
    })?;
    entrant.team = text("team");
    entrant.institute = text("institute");
    entrant.category = text("category");
    entrant.wof_id = row.value("wof_id", NUMBER, |text| {
        text.parse().ok().filter(|id| *id > 0)
    })?;
    entrant.additional = row.value("additional", "Write host or wof", additional)?;
    entrant.group_a = row.value("group_a", "Write yes or no", yes_or_no)?;
    entrant.woc_semifinals = row
        .value(
            "woc_semifinals",
            "Write the years separated by spaces",
            years,
        )?
        .unwrap_or_default();
    entrant.seeding = row.value("seeding", NUMBER, |text| {
        text.parse().ok().filter(|p| *p > 0).map(Place)
    })?;
    entrant.from_round = row.value("from_round", NUMBER, |text| {
        text.parse().ok().filter(|n| *n > 0).map(RoundNumber)
    })?;
    Ok(CsvPlayer {
        entrant,
        ascii: text("ascii"),
    })
}

fn cells(player: &CsvPlayer) -> Vec<String> {
    let entrant = &player.entrant;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let semifinals: Vec<String> = entrant.woc_semifinals.iter().map(u16::to_string).collect();
    vec![
        entrant.id.to_string(),
        entrant.name.clone(),
        text(&player.ascii),
        text(&entrant.native),
        text(&entrant.country),
        shown(entrant.rating),
        entrant
            .gender
            .map(gender_letter)
            .unwrap_or_default()
            .to_owned(),
        shown(entrant.born),
        text(&entrant.team),
        text(&entrant.institute),
        text(&entrant.category),
        shown(entrant.wof_id),
        entrant
            .additional
            .map(additional_word)
            .unwrap_or_default()
            .to_owned(),
        entrant
            .group_a
            .map(|is| if is { "yes" } else { "no" })
            .unwrap_or_default()
            .to_owned(),
        semifinals.join(" "),
        shown(entrant.seeding.map(|place| place.0)),
        shown(entrant.from_round.map(|round| round.0)),
    ]
}

fn shown(value: Option<impl std::fmt::Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn gender(text: &str) -> Option<Gender> {
    match text.to_ascii_lowercase().as_str() {
        "f" | "w" | "female" | "woman" => Some(Gender::Female),
        "m" | "male" | "man" => Some(Gender::Male),
        "x" | "other" => Some(Gender::Other),
        _ => None,
    }
}

fn gender_letter(gender: Gender) -> &'static str {
    match gender {
        Gender::Female => "f",
        Gender::Male => "m",
        Gender::Other => "x",
    }
}

fn additional(text: &str) -> Option<Additional> {
    match text.to_ascii_lowercase().as_str() {
        "host" => Some(Additional::Host),
        "wof" => Some(Additional::Wof),
        _ => None,
    }
}

fn additional_word(additional: Additional) -> &'static str {
    match additional {
        Additional::Host => "host",
        Additional::Wof => "wof",
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "1" => Some(true),
        "no" | "n" | "false" | "0" => Some(false),
        _ => None,
    }
}

fn years(text: &str) -> Option<Vec<u16>> {
    text.split_whitespace()
        .map(|year| year.parse().ok())
        .collect()
}

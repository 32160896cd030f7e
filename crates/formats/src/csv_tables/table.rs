//! Tables whose first row names the columns.

use crate::csv_tables::cell::{guarded, unguarded};
use crate::csv_tables::warning::CsvWarning;
use crate::text_lines::{LINES_MAX, decoded};
use crate::warning::{ParseWarning, WarningCause};

/// A table with the columns that are known.
pub(crate) struct Table {
    pub(crate) rows: Vec<Row>,
    pub(crate) strange: Vec<ParseWarning>,
}

/// One row under the first.
pub(crate) struct Row {
    pub(crate) line: u32,
    /// The row as it stands, for messages.
    pub(crate) text: String,
    /// Cell by known column; empty cells are nothing.
    cells: Vec<Option<String>>,
    columns: &'static [&'static str],
}

impl Row {
    /// What stands under a column.
    pub(crate) fn cell(&self, column: &'static str) -> Option<&str> {
        let place = self.columns.iter().position(|known| *known == column)?;
        self.cells[place].as_deref()
    }

    /// What stands under a column that must have something.
    pub(crate) fn needed(&self, column: &'static str) -> Result<&str, CsvWarning> {
        self.cell(column).ok_or(CsvWarning::CellEmpty { column })
    }

    /// The value under a column, where there is one.
    pub(crate) fn value<T>(
        &self,
        column: &'static str,
        hint: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CsvWarning> {
        let Some(text) = self.cell(column) else {
            return Ok(None);
        };
        match parse(text) {
            Some(value) => Ok(Some(value)),
            None => Err(CsvWarning::CellUnclear {
                column,
                text: text.chars().take(40).collect(),
                hint,
            }),
        }
    }
}

/// Reads a table: comma, semicolon or tab, as the first row has more of; UTF-8, UTF-16 with a mark, or Latin-1.
pub(crate) fn read(
    bytes: &[u8],
    columns: &'static [&'static str],
    needed: &[&'static str],
) -> Table {
    let text = decoded(bytes);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let mut strange = Vec::new();
    let mut rows = Vec::new();
    let mut places: Option<Vec<Option<usize>>> = None;
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                strange.push(ParseWarning::left_out(small(line), "", CsvWarning::NoRow));
                continue;
            }
        };
        let line = small(record.position().map_or(1, csv::Position::line));
        let shown = record.iter().collect::<Vec<_>>().join(",");
        if rows.len() == LINES_MAX {
            let cut = WarningCause::TooManyLines { max: LINES_MAX };
            strange.push(ParseWarning::left_out(line, &shown, cut));
            break;
        }
        match &places {
            None => {
                let found = named_columns(&record, columns, needed);
                let notes = found.strange.into_iter();
                strange.extend(notes.map(|why| ParseWarning::kept(line, &shown, why)));
                places = Some(found.places);
            }
            Some(places) => rows.push(Row {
                line,
                text: shown,
                cells: cells(&record, places, columns.len()),
                columns,
            }),
        }
    }
    if places.is_none() {
        let missing = needed
            .iter()
            .map(|column| CsvWarning::ColumnMissing { column });
        strange.extend(missing.map(|why| ParseWarning::kept(1, "", why)));
    }
    Table { rows, strange }
}

/// Writes a table with a first row of names, guarded against formulas, lines ended by CRLF as the format has it.
pub(crate) fn write(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer
        .write_record(columns)
        .expect("memory takes everything");
    for row in rows {
        let cells = row.iter().map(|cell| guarded(cell).into_owned());
        writer
            .write_record(cells)
            .expect("rows are as long as the first");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("cells are text")
}

struct Columns {
    /// Which known column stands at each place.
    places: Vec<Option<usize>>,
    strange: Vec<CsvWarning>,
}

fn named_columns(
    first: &csv::StringRecord,
    columns: &[&'static str],
    needed: &[&'static str],
) -> Columns {
    let mut strange = Vec::new();
    let mut places: Vec<Option<usize>> = Vec::new();
    for name in first {
        let name = unguarded(name.trim())
            .to_ascii_lowercase()
            .replace([' ', '-'], "_");
        let place = columns.iter().position(|known| *known == name);
        let shown = || name.chars().take(40).collect();
        let place = match place {
            None if name.is_empty() => None,
            None => {
                strange.push(CsvWarning::ColumnUnknown { column: shown() });
                None
            }
            Some(place) if places.contains(&Some(place)) => {
                strange.push(CsvWarning::ColumnTwice { column: shown() });
                None
            }
            Some(place) => Some(place),
        };
        places.push(place);
    }
    for column in needed.iter().copied() {
        let place = columns.iter().position(|known| *known == column);
        if !places.contains(&place) {
            strange.push(CsvWarning::ColumnMissing { column });
        }
    }
    Columns { places, strange }
}

fn cells(
    record: &csv::StringRecord,
    places: &[Option<usize>],
    columns: usize,
) -> Vec<Option<String>> {
    let mut cells = vec![None; columns];
    for (cell, place) in record.iter().zip(places) {
        if let (Some(place), false) = (place, cell.trim().is_empty()) {
            cells[*place] = Some(unguarded(cell.trim()).to_owned());
        }
    }
    cells
}

/// What the first row has most of.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or("");
    let count = |delimiter: char| first.matches(delimiter).count();
    let (commas, semicolons, tabs) = (count(','), count(';'), count('\t'));
    if tabs > commas && tabs > semicolons {
        b'\t'
    } else if semicolons > commas {
        b';'
    } else {
        b','
    }
}

fn small(line: u64) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

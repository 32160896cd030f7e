//! Results as a table: one row per game, bye and absence.

use outflank_pairing::{Colour, EntrantId};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, Game, GameResult, Stage};

use crate::csv_tables::table::{Row, read, write};
use crate::csv_tables::warning::CsvStrange;
use crate::warning::StrangeLine;

/// The columns of a table of results, in the order they are written; any order is read.
pub const RESULT_COLUMNS: [&str; 10] = [
    "round",
    "table",
    "black",
    "white",
    "black_discs",
    "white_discs",
    "result",
    "by",
    "winner",
    "stage",
];

/// A row of a table of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CsvResult {
    /// The round, counted from 1.
    pub round: u16,
    /// What the round belongs to.
    pub stage: Stage,
    /// The table played at.
    pub table: Option<u16>,
    pub what: CsvWhat,
}

/// What a row of a table of results says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvWhat {
    Game(Game),
    /// A player had a bye.
    Bye(EntrantId),
    Absent(EntrantId),
}

/// A table of results as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvResults {
    /// The rows, in the order of the table.
    pub rows: Vec<CsvResult>,
    /// The rows that are not as they should be.
    pub strange: Vec<StrangeLine>,
}

/// Reads a table of results; its first row names the columns, of which `round` and `black` must be there.
///
/// ```
/// use outflank_formats::read_results_csv;
/// let table = read_results_csv(b"round,black,white,black_discs,white_discs,result\n1,1,2,40,24,\n1,3,,,,bye\n");
/// assert_eq!(table.rows.len(), 2);
/// ```
#[must_use]
pub fn read_results_csv(bytes: &[u8]) -> CsvResults {
    let table = read(bytes, &RESULT_COLUMNS, &["round", "black"]);
    let mut strange = table.strange;
    let mut rows = Vec::new();
    for row in &table.rows {
        match result(row) {
            Ok(result) => rows.push(result),
            Err(why) => strange.push(StrangeLine::left_out(row.line, &row.text, why)),
        }
    }
    CsvResults { rows, strange }
}

/// Writes a table of results.
#[must_use]
pub fn write_results_csv(rows: &[CsvResult]) -> String {
    write(&RESULT_COLUMNS, rows.iter().map(cells))
}

/// The word in the column `result`.
#[derive(Clone, Copy)]
enum Word {
    Played,
    Resigned,
    Forfeit,
    DoubleForfeit,
    Adjudicated,
    Annulled,
    Pending,
    Bye,
    Absent,
}

const WORDS: [(&str, Word); 9] = [
    ("played", Word::Played),
    ("resigned", Word::Resigned),
    ("forfeit", Word::Forfeit),
    ("double_forfeit", Word::DoubleForfeit),
    ("adjudicated", Word::Adjudicated),
    ("annulled", Word::Annulled),
    ("pending", Word::Pending),
    ("bye", Word::Bye),
    ("absent", Word::Absent),
];

const STAGES: [(&str, Stage); 5] = [
    ("swiss", Stage::Swiss),
    ("playoff", Stage::Playoff),
    ("semi", Stage::Semi),
    ("third", Stage::Third),
    ("final", Stage::Final),
];

fn result(row: &Row) -> Result<CsvResult, CsvStrange> {
    const FROM_1: &str = "Write a whole number from 1";
    row.needed("round")?;
    let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
    let round = row.value("round", FROM_1, number)?.unwrap_or(1);
    let table = row.value("table", FROM_1, number)?;
    let stages = "Write swiss, playoff, semi, third or final";
    let stage = row
        .value("stage", stages, |text| find(&STAGES, text))?
        .unwrap_or_default();
    Ok(CsvResult {
        round,
        stage,
        table,
        what: what(row)?,
    })
}

fn what(row: &Row) -> Result<CsvWhat, CsvStrange> {
    const ENTRANT: &str = "Write the player's number";
    let id = |column| {
        row.needed(column)?;
        row.value(column, ENTRANT, |text| {
            text.parse().ok().filter(|id| *id > 0).map(EntrantId)
        })
        .map(|id| id.unwrap_or(EntrantId(0)))
    };
    let black = id("black")?;
    let words = "Write resigned, forfeit, double_forfeit, adjudicated, annulled, bye or absent, or leave it empty";
    let word = row.value("result", words, |text| find(&WORDS, text))?;
    let word = match word {
        Some(word) => word,
        None if row.cell("black_discs").is_some() => Word::Played,
        None => Word::Pending,
    };
    match word {
        Word::Bye => return Ok(CsvWhat::Bye(black)),
        Word::Absent => return Ok(CsvWhat::Absent(black)),
        Word::Played
        | Word::Resigned
        | Word::Forfeit
        | Word::DoubleForfeit
        | Word::Adjudicated
        | Word::Annulled
        | Word::Pending => {}
    }
    let white = id("white")?;
    if black == white {
        return Err(CsvStrange::PlaysHimself { id: black.0 });
    }
    Ok(CsvWhat::Game(Game {
        black,
        white,
        result: game_result(row, word)?,
        of: None,
    }))
}

fn game_result(row: &Row, word: Word) -> Result<GameResult, CsvStrange> {
    let winner = row.value("winner", "Write black or white", colour)?;
    Ok(match word {
        Word::Played => GameResult::Played {
            discs: needed_discs(row)?,
            winner,
        },
        Word::Adjudicated => GameResult::Adjudicated {
            discs: needed_discs(row)?,
            winner,
        },
        Word::Resigned => GameResult::Resigned {
            by: by(row)?,
            discs: discs(row)?,
        },
        Word::Forfeit => GameResult::Forfeit {
            by: by(row)?,
            discs: discs(row)?,
            arrived: false,
        },
        Word::DoubleForfeit => GameResult::both_missing(),
        Word::Annulled => GameResult::Annulled,
        Word::Pending | Word::Bye | Word::Absent => GameResult::Pending,
    })
}

fn by(row: &Row) -> Result<Colour, CsvStrange> {
    row.needed("by")?;
    let by = row.value(
        "by",
        "Write black or white for the player who resigned or was absent",
        colour,
    )?;
    by.ok_or(CsvStrange::CellEmpty { column: "by" })
}

fn needed_discs(row: &Row) -> Result<ByColour<HalfDiscs>, CsvStrange> {
    discs(row)?.ok_or(CsvStrange::CellEmpty {
        column: "black_discs",
    })
}

/// Both scores or neither.
fn discs(row: &Row) -> Result<Option<ByColour<HalfDiscs>>, CsvStrange> {
    let score = |column| {
        row.value(
            column,
            "Write a number from 0 to 64, with halves as 38.5",
            |text| text.parse().ok(),
        )
    };
    match (score("black_discs")?, score("white_discs")?) {
        (Some(black), Some(white)) => Ok(Some(ByColour { black, white })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(CsvStrange::CellEmpty {
            column: "white_discs",
        }),
        (None, Some(_)) => Err(CsvStrange::CellEmpty {
            column: "black_discs",
        }),
    }
}

fn colour(text: &str) -> Option<Colour> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Colour::Black),
        "white" | "w" => Some(Colour::White),
        _ => None,
    }
}

fn find<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    let text = text.to_ascii_lowercase().replace([' ', '-'], "_");
    words
        .iter()
        .find(|(word, _)| *word == text)
        .map(|(_, value)| *value)
}

fn cells(row: &CsvResult) -> Vec<String> {
    let mut cells = vec![String::new(); RESULT_COLUMNS.len()];
    let mut put = |column: &str, value: String| {
        if let Some(place) = RESULT_COLUMNS.iter().position(|known| *known == column) {
            cells[place] = value;
        }
    };
    put("round", row.round.to_string());
    put(
        "table",
        row.table.map(|table| table.to_string()).unwrap_or_default(),
    );
    put("stage", stage_word(row.stage).to_owned());
    match row.what {
        CsvWhat::Bye(id) => {
            put("black", id.to_string());
            put("result", "bye".to_owned());
        }
        CsvWhat::Absent(id) => {
            put("black", id.to_string());
            put("result", "absent".to_owned());
        }
        CsvWhat::Game(game) => {
            put("black", game.black.to_string());
            put("white", game.white.to_string());
            let told = Told::of(game.result);
            if let Some(discs) = told.discs {
                put("black_discs", discs.black.to_string());
                put("white_discs", discs.white.to_string());
            }
            put("result", told.word.to_owned());
            let word = |side: Option<Colour>| {
                side.map_or_else(String::new, |side| side.to_string().to_lowercase())
            };
            put("by", word(told.by));
            put("winner", word(told.winner));
        }
    }
    cells
}

/// What a row tells of a game.
struct Told {
    word: &'static str,
    discs: Option<ByColour<HalfDiscs>>,
    by: Option<Colour>,
    winner: Option<Colour>,
}

impl Told {
    fn of(result: GameResult) -> Self {
        let told = |word, discs, by, winner| Self {
            word,
            discs,
            by,
            winner,
        };
        match result {
            GameResult::Played { discs, winner } => told("", Some(discs), None, winner),
            GameResult::Resigned { by, discs } => told("resigned", discs, Some(by), None),
            GameResult::Forfeit { by, discs, .. } => told("forfeit", discs, Some(by), None),
            GameResult::DoubleForfeit { .. } => told("double_forfeit", None, None, None),
            GameResult::Adjudicated { discs, winner } => {
                told("adjudicated", Some(discs), None, winner)
            }
            GameResult::Annulled => told("annulled", None, None, None),
            GameResult::Pending => told("", None, None, None),
        }
    }
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Swiss => "swiss",
        Stage::Playoff => "playoff",
        Stage::Semi => "semi",
        Stage::Third => "third",
        Stage::Final => "final",
    }
}

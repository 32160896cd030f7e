//! Games from GGF.

use outflank_board::{BySide, Move, Position, Side, Square, SquareSet};
use outflank_rulebook::Millis;

use crate::game_sheet::{GameSheet, SheetEnding, SheetMove, SheetResult};
use crate::ggf::clock::read_clock;
use crate::ggf::day::read_day;
use crate::ggf::number::thousandths;
use crate::ggf::tags::{Block, Property, blocks, shown};
use crate::ggf::warning::GgfWarning;
use crate::text_lines::decoded;

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GgfReading {
    /// One after the other.
    pub games: Vec<GgfGame>,
}

/// One game of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GgfGame {
    /// The line of its beginning, from 1.
    pub line: usize,
    /// The game, or why it cannot be read.
    pub sheet: Result<GameSheet, GgfWarning>,
    /// What was passed over in it.
    pub strange: Vec<GgfWarning>,
}

/// Reads all games of a file.
///
/// ```
/// use outflank_formats::read_ggf;
/// let reading = read_ggf(b"1 (;GM[Othello]PB[A]PW[B]TI[15:00//02:00]TY[8]RE[+4.00]B[f5//1.25]W[d6];)");
/// let sheet = reading.games[0].sheet.as_ref().unwrap();
/// assert_eq!(sheet.moves.len(), 2);
/// assert_eq!(sheet.moves[0].used.unwrap().to_string(), "0:01.250");
/// ```
#[must_use]
pub fn read_ggf(bytes: &[u8]) -> GgfReading {
    let text = decoded(bytes);
    let games = blocks(&text).into_iter().map(game).collect();
    GgfReading { games }
}

fn game(block: Block<'_>) -> GgfGame {
    let mut strange = Vec::new();
    let sheet = block.properties.and_then(|list| {
        let mut sheet = GameSheet::new();
        for property in list {
            put(&mut sheet, property, &mut strange)?;
        }
        Ok(sheet)
    });
    GgfGame {
        line: block.line,
        sheet,
        strange,
    }
}

fn put(
    sheet: &mut GameSheet,
    Property { tag, value }: Property<'_>,
    strange: &mut Vec<GgfWarning>,
) -> Result<(), GgfWarning> {
    let mut not_clear = || {
        strange.push(GgfWarning::NotClear {
            tag: tag.to_owned(),
            value: shown(value),
        });
    };
    match tag {
        "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
            return Err(GgfWarning::OtherGame { name: shown(value) });
        }
        "TY" if !plain_type(value) => {
            return Err(GgfWarning::OtherType { text: shown(value) });
        }
        "KB" | "KW" | "KM" => return Err(GgfWarning::OtherType { text: tag.into() }),
        "PC" => sheet.place = Some(value.trim().to_owned()).filter(|place| !place.is_empty()),
        "DT" => match read_day(value) {
            Some(day) => sheet.played = Some(day),
            None => not_clear(),
        },
        "PB" | "PW" => sheet.players[side_of(tag)].name = value.trim().to_owned(),
        "RB" | "RW" => match thousandths(value.trim()).map(|rating| rating / 1000) {
            Some(rating) => sheet.players[side_of(tag)].rating = i32::try_from(rating).ok(),
            None if matches!(value.trim(), "" | "?") => {}
            None => not_clear(),
        },
        "TI" | "TB" | "TW" => match read_clock(value) {
            Some((clock, more)) => {
                let mut clocks = sheet.clocks.unwrap_or(BySide::both(clock));
                match tag {
                    "TB" => clocks.black = clock,
                    "TW" => clocks.white = clock,
                    _ => clocks = BySide::both(clock),
                }
                sheet.clocks = Some(clocks);
                if more {
                    not_clear();
                }
            }
            None => not_clear(),
        },
        "RE" => match result(value) {
            Ok(result) => sheet.result = result,
            Err(()) => not_clear(),
        },
        "BO" => {
            sheet.start = board(value).ok_or_else(|| GgfWarning::NoBoard { text: shown(value) })?;
        }
        "B" | "W" => sheet.moves.push(played(side_of(tag), value)?),
        // Newer properties and those nobody asks for.
        _ => {}
    }
    Ok(())
}

fn side_of(tag: &str) -> Side {
    if tag.ends_with('B') {
        Side::Black
    } else {
        Side::White
    }
}

/// `8`, `s8r18`: eight by eight, perhaps one of two synchronous games, perhaps from a random start.
fn plain_type(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_prefix('s').unwrap_or(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let options = &text[digits..];
    matches!(&text[..digits], "" | "8" | "88") && !options.contains(['k', 'a'])
}

/// `8 -------- … *`, or 64 cells together.
fn board(text: &str) -> Option<Position> {
    let cells = text.trim().strip_prefix('8')?;
    let cells: Vec<char> = cells.chars().filter(|cell| !cell.is_whitespace()).collect();
    let (to_move, cells) = cells.split_last().filter(|(_, cells)| cells.len() == 64)?;
    let mut position = Position::empty();
    for (square, cell) in Square::all().zip(cells) {
        position = match cell {
            '*' => position.with_discs(Side::Black, SquareSet::from(square)),
            'O' | 'o' => position.with_discs(Side::White, SquareSet::from(square)),
            '-' => position,
            _ => return None,
        };
    }
    match to_move {
        '*' => Some(position.with_to_move(Side::Black)),
        'O' | 'o' => Some(position.with_to_move(Side::White)),
        _ => None,
    }
}

/// `F5/eval/seconds`; a pass is `PA` or `pass`.
fn played(side: Side, text: &str) -> Result<SheetMove, GgfWarning> {
    let mut parts = text.trim().split('/').map(str::trim);
    let word = parts.next().unwrap_or("");
    let no_move = || GgfWarning::NoMove { text: shown(text) };
    let mv: Move = if ["pa", "pass"]
        .iter()
        .any(|pass| word.eq_ignore_ascii_case(pass))
    {
        Move::Pass
    } else {
        Move::Disc(word.to_ascii_lowercase().parse().map_err(|_| no_move())?)
    };
    let eval = parts.next().filter(|eval| !eval.is_empty());
    let used = match parts.next() {
        None | Some("") => None,
        Some(seconds) => Some(Millis(thousandths(seconds).ok_or_else(no_move)?)),
    };
    Ok(SheetMove {
        side,
        mv,
        used,
        left: None,
        improper: None,
        eval: eval.map(str::to_owned),
        note: None,
    })
}

/// `-40.00`, `+2.00:r`, `?`.
fn result(text: &str) -> Result<Option<SheetResult>, ()> {
    let (number, how) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    if matches!(number, "?" | "") {
        return Ok(None);
    }
    let ending = match how {
        "" => SheetEnding::Played,
        "r" => SheetEnding::Resigned,
        "t" => SheetEnding::Time,
        "s" => SheetEnding::Ruled,
        _ => return Err(()),
    };
    let difference = thousandths(number).ok_or(())?;
    if difference.abs() > 64_000 {
        return Err(());
    }
    Ok(Some(SheetResult {
        difference_halves: i32::try_from(difference / 500).map_err(|_| ())?,
        score: None,
        ending,
    }))
}

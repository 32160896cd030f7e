//! Games to GGF.

use std::fmt::Write as _;

use outflank_board::{BySide, Move, Position, Side, Square};

use crate::game_sheet::{GameSheet, SheetDate, SheetEnding, SheetMove, SheetResult};
use crate::ggf::clock::write_clock;

/// What GGF could not take of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GgfLeftOut {
    /// An improper move stood: nobody could replay what came after it.
    #[error(
        "move {number} was improper and was not corrected, so the moves from there on are left out and only the result is kept"
    )]
    Improper {
        /// Its number, from 1.
        number: usize,
    },
}

/// One game on one line, without the line's end.
///
/// ```
/// use outflank_formats::{GameSheet, write_ggf};
/// let (text, left_out) = write_ggf(&GameSheet::new());
/// assert!(text.starts_with("(;GM[Othello]") && text.ends_with(";)"));
/// assert_eq!(left_out, None);
/// ```
#[must_use]
pub fn write_ggf(sheet: &GameSheet) -> (String, Option<GgfLeftOut>) {
    let mut text = String::from("(;GM[Othello]");
    let mut put = |tag: &str, value: &str| {
        let _ = write!(text, "{tag}[{}]", plain(value));
    };
    put("PC", sheet.place.as_deref().unwrap_or("Outflank"));
    match sheet.played {
        Some(SheetDate::Day(day)) => put("DT", &day.to_string()),
        Some(SheetDate::Year(year)) => put("DT", &year.to_string()),
        None => {}
    }
    put("PB", &sheet.players.black.name);
    put("PW", &sheet.players.white.name);
    for (tag, player) in [("RB", &sheet.players.black), ("RW", &sheet.players.white)] {
        if let Some(rating) = player.rating {
            put(tag, &rating.to_string());
        }
    }
    match sheet.clocks {
        None => {}
        Some(BySide { black, white }) if black == white => put("TI", &write_clock(black)),
        Some(BySide { black, white }) => {
            put("TB", &write_clock(black));
            put("TW", &write_clock(white));
        }
    }
    put("TY", "8");
    put("RE", &sheet.result.map_or_else(|| "?".to_owned(), result));
    put("BO", &board(&sheet.start));
    let proper = sheet.proper_moves();
    for own in &sheet.moves[..proper] {
        put(
            match own.side {
                Side::Black => "B",
                Side::White => "W",
            },
            &played(own),
        );
    }
    text.push_str(";)");
    let left_out =
        (proper < sheet.moves.len()).then_some(GgfLeftOut::Improper { number: proper + 1 });
    (text, left_out)
}

/// Nothing escapes a bracket in GGF.
fn plain(value: &str) -> String {
    let letters = value.chars().map(|letter| match letter {
        '[' => '(',
        ']' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    });
    letters.collect()
}

fn result(result: SheetResult) -> String {
    let halves = result.difference_halves;
    let sign = if halves < 0 { '-' } else { '+' };
    let all = halves.unsigned_abs();
    let how = match result.ending {
        SheetEnding::Played => "",
        SheetEnding::Resigned => ":r",
        SheetEnding::Time => ":t",
        SheetEnding::Ruled => ":s",
    };
    let part = if all.is_multiple_of(2) { "00" } else { "50" };
    format!("{sign}{}.{part}{how}", all / 2)
}

fn board(position: &Position) -> String {
    let mut text = String::from("8");
    for square in Square::all() {
        if square.col() == 0 {
            text.push(' ');
        }
        text.push(match position.at(square) {
            Some(side) => cell(side),
            None => '-',
        });
    }
    text.push(' ');
    text.push(cell(position.to_move()));
    text
}

const fn cell(side: Side) -> char {
    match side {
        Side::Black => '*',
        Side::White => 'O',
    }
}

fn played(own: &SheetMove) -> String {
    let word = match own.mv {
        Move::Disc(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    };
    let eval = own.eval.as_deref().unwrap_or("");
    match own.used {
        Some(used) => {
            let ms = used.0.unsigned_abs();
            format!("{word}/{eval}/{}.{:03}", ms / 1000, ms % 1000)
        }
        None if eval.is_empty() => word,
        None => format!("{word}/{eval}"),
    }
}

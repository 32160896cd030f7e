//! Games of an event as WTHOR files.

use outflank_board::{Move, Position};

use crate::elo::ascii::ascii_form;
use crate::game_sheet::{GameSheet, SheetPlayer, SheetResult};
use crate::wthor::games::{WthorGame, WthorGames};
use crate::wthor::header::{WthorContent, WthorDay, WthorHeader};
use crate::wthor::names::{WthorNameKind, WthorNames};

/// The three files of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorFiles {
    pub games: WthorGames,
    pub players: WthorNames,
    pub tournaments: WthorNames,
    /// What a file of this kind cannot hold.
    pub left_out: Vec<WthorLeftOut>,
}

/// What was left out of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WthorLeftOut {
    /// The sheet's place, from 0.
    pub sheet: usize,
    pub why: WthorLeftOutWhy,
}

/// Why something of a game is not in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WthorLeftOutWhy {
    #[error("the game has no result yet and is left out")]
    NoResult,
    #[error("the game did not begin from the starting position and is left out")]
    OtherStart,
    /// An improper move stood: nobody could replay what came after it.
    #[error(
        "an improper move was not corrected, so the moves from there on are left out and only the official score is kept"
    )]
    Improper,
    /// The score ends in a half.
    #[error("the score has half discs and is rounded in favour of the winner")]
    Halves,
}

/// The files of the games of one event. The theoretical score is the real one and the head says that nobody computed it.
#[must_use]
pub fn wthor_of_sheets(
    event: &str,
    year: u16,
    created: WthorDay,
    sheets: &[GameSheet],
) -> WthorFiles {
    let mut players = WthorNames {
        kind: WthorNameKind::Players,
        created,
        names: vec![WthorNameKind::Players.first().to_owned()],
    };
    let tournaments = WthorNames {
        kind: WthorNameKind::Tournaments,
        created,
        names: vec![
            WthorNameKind::Tournaments.first().to_owned(),
            event.to_owned(),
        ],
    };
    let (mut games, mut left_out) = (Vec::new(), Vec::new());
    for (sheet, own) in sheets.iter().enumerate() {
        let mut leave = |why| left_out.push(WthorLeftOut { sheet, why });
        let Some(result) = own.result else {
            leave(WthorLeftOutWhy::NoResult);
            continue;
        };
        if own.start != Position::start() {
            leave(WthorLeftOutWhy::OtherStart);
            continue;
        }
        if own.proper_moves() < own.moves.len() {
            leave(WthorLeftOutWhy::Improper);
        }
        let (score, whole) = black_discs(result);
        if !whole {
            leave(WthorLeftOutWhy::Halves);
        }
        let squares = own.moves[..own.proper_moves()].iter();
        games.push(WthorGame {
            tournament: 1,
            black: place_of(&mut players.names, &own.players.black),
            white: place_of(&mut players.names, &own.players.white),
            score,
            theoretical: score,
            stored: WthorGame::stored_moves(squares.filter_map(|own| match own.mv {
                Move::Disc(square) => Some(square),
                Move::Pass => None,
            })),
        });
    }
    let header = WthorHeader {
        created,
        games: u32::try_from(games.len()).unwrap_or(u32::MAX),
        names: 0,
        year,
        board: 8,
        content: WthorContent::Games,
        empties: 0,
    };
    WthorFiles {
        games: WthorGames { header, games },
        players,
        tournaments,
        left_out,
    }
}

/// Black's discs of 64, the empty squares given to the winner, and whether no half disc was lost.
fn black_discs(result: SheetResult) -> (u8, bool) {
    let loser_halves = match result.score {
        Some(score) => i32::from(score.black.min(score.white)),
        None => (128 - result.difference_halves.abs()) / 2,
    };
    let loser = u8::try_from((loser_halves / 2).clamp(0, 32)).unwrap_or(0);
    let discs = match result.difference_halves.signum() {
        1 => 64 - loser,
        0 => 32,
        _ => loser,
    };
    let whole = loser_halves % 2 == 0 || result.difference_halves == 0;
    (discs, whole)
}

/// A player's place in the list of names, added if it is missing.
fn place_of(names: &mut Vec<String>, player: &SheetPlayer) -> u16 {
    let plain = player.ascii.clone().or_else(|| ascii_form(&player.name));
    let name = plain.unwrap_or_else(|| player.name.clone());
    if name.is_empty() {
        return 0;
    }
    let place = (names.iter().position(|known| *known == name)).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    u16::try_from(place).unwrap_or(0)
}

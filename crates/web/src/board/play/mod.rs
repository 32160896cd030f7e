//! Playing on screen: a casual game by link or on one device, and the same board for a table of a tournament.

pub(crate) mod assist;
pub(crate) mod game;
pub(crate) mod new;

use outflank_desk::{LAG_PER_GAME, LAG_PER_MOVE};

use crate::pages::frame::Frame;

/// The allowance for the network, as it is stated before the game.
fn allowance(f: &Frame) -> String {
    let tenths = LAG_PER_MOVE.0 / 100;
    let per_move = format!("{}.{}", tenths / 10, tenths % 10);
    let per_game = LAG_PER_GAME.0 / 1000;
    f.t2("play.allowance", "move", per_move, "game", per_game)
}

//! A turn as the recorder of a real board saw it.

use outflank_board::{Position, Side, Square, SquareSet};
use serde::{Deserialize, Serialize};

use crate::command::Fault;

/// A turn as it stood on a real board, right or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub player: Side,
    /// Where a disc was placed; nothing for a pass.
    pub square: Option<Square>,
    /// The colour of the disc.
    pub colour: Side,
    /// The discs that were turned over.
    pub flipped: SquareSet,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    pub after: Position,
}

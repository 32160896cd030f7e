//! The board: what can be said about one Othello position, and nothing about tournaments, clocks or persons.
//!
//! Squares are named a1 to h8 with row 1 at the top. A [`Setup`] is anything one could put on a board, a [`Position`] is
//! a set-up with at most one disc on a square; positions that legal play cannot reach are positions too, because an
//! accepted wrong flip stands. Moves, passes and the end of the game follow USOA 3 and 4.
//!
//! ```
//! use outflank_board::{Move, Position, Side};
//! let start = Position::start();
//! assert_eq!(start.legal_moves().to_string(), "d3 c4 f5 e6");
//! let after = start.play("d3".parse::<Move>()?)?;
//! assert_eq!(after.count()[Side::Black], 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod bits;
mod blocks;
mod diagram;
#[cfg(test)]
mod differential;
mod dispute;
mod fast_replay;
mod illegal;
mod instructions;
mod line;
mod moves;
mod obf;
mod perft;
mod position;
mod replay;
mod side;
mod simd;
mod square;
mod square_set;
mod symmetry;
mod transcript;

pub use diagram::DiagramError;
pub use dispute::{Account, Parting, Reached, differing, written_by_hand};
pub use fast_replay::{FastReplay, GameError, fast_replay, fast_replay_portable};
pub use illegal::{Illegal, WhyNot};
pub use instructions::{Computation, Instructions};
pub use line::{Direction, Line, LineEnd, explain};
pub use moves::{Move, ParseMoveError};
pub use obf::{Obf, ObfError, ObfItem};
pub use perft::{perft, perft_portable, perft_split, perft_ways, simd_in_use};
pub use position::{ParsePositionError, Position, Setup, SetupError};
pub use replay::{Ply, Replay, ReplayError, replay};
pub use side::{BySide, ParseSideError, Side};
pub use square::{ParseSquareError, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::{Symmetry, canonical};
pub use transcript::{
    Entry, PassStyle, TRANSCRIPT_MAX, Transcript, TranscriptError, TranscriptProblem,
};

//! The flag procedure of the six rulebooks, written a second time from the rule texts alone.
//!
//! [`tables`], [`scores`] and [`interpreter`] use nothing of the crates under test. [`tables`] holds what each text says, row by row, with its clause;
//! [`interpreter`] walks an order of events through those rows and says what must be true afterwards: who
//! defaulted, who is guaranteed the win, what each clock reads, whose clock runs, and whether and how the game
//! is over.
//!
//! [`referee`] plays the same happenings, with the [`games`], at a table with the real referee and compares.
//!
//! Where a text is silent the rows follow the written decisions AMB-14 to AMB-28.

pub(crate) mod games;
mod interpreter;
pub(crate) mod referee;
mod scores;
mod tables;

pub(crate) use interpreter::{Movers, Outcome, Over, Reading, Timing, run};
pub(crate) use scores::BOARDS;
pub(crate) use tables::{EndedBy, FlagRules, RULES};

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Black,
    White,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Black, Side::White];

    pub(crate) fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    pub(crate) fn index(self) -> usize {
        match self {
            Side::Black => 0,
            Side::White => 1,
        }
    }
}

/// How a fallen flag comes to be noticed (AMB-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detection {
    /// The clock itself notices at once.
    Automatic,
    /// Somebody has to say so; moves made meanwhile stand (USOA-6.4).
    Claimed,
}

/// One thing that happens at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    /// The clock of this side reaches zero. A flag falls only on a running clock: where the other side is to
    /// act, that side first completes its move and presses.
    Fall(Side),
    /// The side to act completes a move and presses the clock; after the last move it only presses.
    Press,
    /// The side to act touches a disc to a legal square and has not flipped yet.
    Commit,
    /// The director stops both clocks and lets them run again a while later.
    StopAndResume,
    /// The rest of the game is played in no time; the last move is flipped but the clock is not yet pressed.
    LastMove,
    /// This side leaves the table, and comes back when it acts next.
    Leave(Side),
    /// Every flag that is down is noticed and the director is told (only with [`Detection::Claimed`]).
    Claim,
}

/// The side of this table, from a side of the board crate.
pub(crate) fn table_side(side: outflank_board::Side) -> Side {
    match side {
        outflank_board::Side::Black => Side::Black,
        outflank_board::Side::White => Side::White,
    }
}

/// The side of the board crate, from a side of this table.
pub(crate) fn board_side(side: Side) -> outflank_board::Side {
    match side {
        Side::Black => outflank_board::Side::Black,
        Side::White => outflank_board::Side::White,
    }
}

//! Protocols with which other people's programs talk to the engine, one line at a time.
//!
//! Nothing is read or written here: a line goes in, lines come out. The caller owns the streams and turns time into numbers
//! of positions.

mod gtp;
mod nboard;

pub use gtp::Gtp;
pub use nboard::NBoard;

use outflank_board::{Move, Position};

/// What the caller does after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The lines to write, in this order.
    pub lines: Vec<String>,
    /// Whether the other program is done with the engine.
    pub is_last: bool,
}

impl Answer {
    fn lines(lines: Vec<String>) -> Self {
        Self {
            lines,
            is_last: false,
        }
    }
}

/// A game in progress, with the positions to go back to.
#[derive(Debug, Clone)]
struct Game {
    position: Position,
    before: Vec<Position>,
}

impl Game {
    const fn new(position: Position) -> Self {
        Self {
            position,
            before: Vec::new(),
        }
    }

    /// Plays a move; a pass that was left out is made up for. Nothing if the move is not legal.
    fn play(&mut self, mv: Move) -> Option<()> {
        let before = self.position;
        let mut here = before;
        if here.must_pass() && mv != Move::Pass {
            here = here.play(Move::Pass).ok()?;
        }
        self.position = here.play(mv).ok()?;
        self.before.push(before);
        Some(())
    }

    fn undo(&mut self) -> Option<()> {
        self.position = self.before.pop()?;
        Some(())
    }
}

/// A value in discs with one decimal: `+2.5`.
fn discs_text(tenths: i32) -> String {
    let sign = if tenths < 0 { '-' } else { '+' };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_in_discs() {
        assert_eq!(discs_text(-5), "-0.5");
        assert_eq!(discs_text(123), "+12.3");
    }
}

//! Playing a transcript through, with every position on the way.

use std::fmt;

use crate::{BySide, Entry, Illegal, Move, Position, Side, SquareSet, Transcript};

/// A transcript played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Where it began.
    pub start: Position,
    /// Every disc and every pass, the omitted ones included.
    pub plies: Vec<Ply>,
    /// Whether the game is over at the end.
    pub complete: bool,
}

/// One turn of a replayed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// Whose turn it was.
    pub side: Side,
    /// What was done.
    pub mv: Move,
    /// Whether the pass was not written and had to be inserted.
    pub inserted: bool,
    /// The discs turned over.
    pub flipped: SquareSet,
    pub after: Position,
}

impl Replay {
    /// The position at the end.
    #[must_use]
    pub fn last(&self) -> Position {
        self.plies.last().map_or(self.start, |ply| ply.after)
    }

    /// The discs of both sides at the end.
    #[must_use]
    pub fn count(&self) -> BySide<u8> {
        self.last().count()
    }

    /// How many discs were placed.
    #[must_use]
    pub fn discs_placed(&self) -> usize {
        self.plies.len() - self.passes()
    }

    /// How many passes there were, written or not.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.plies.iter().filter(|ply| ply.mv == Move::Pass).count()
    }

    /// The start and the position after every ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        std::iter::once(self.start).chain(self.plies.iter().map(|ply| ply.after))
    }

    /// The moves with every pass written.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        self.plies.iter().map(|ply| ply.mv).collect()
    }

    fn next_ply(&self, mv: Move) -> Result<Ply, Illegal> {
        let before = self.last();
        let side = before.to_move();
        let flipped = mv
            .square()
            .map_or(SquareSet::EMPTY, |square| before.flips(side, square));
        Ok(Ply {
            side,
            mv,
            inserted: false,
            flipped,
            after: before.play(mv)?,
        })
    }
}

/// A transcript that cannot be played through; the move number counts discs from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// A move is not legal.
    Illegal {
        /// The disc it is, or before which the pass stands.
        number: usize,
        /// Whose turn it was.
        side: Side,
        mv: Move,
        /// Why it is not legal.
        illegal: Illegal,
    },
    /// A sign gives the move to the side whose turn it is not.
    WrongSide {
        /// The disc it is, or before which the pass stands.
        number: usize,
        /// Whose turn it was.
        side: Side,
        mv: Move,
    },
    /// The game was over before this move.
    AfterEnd {
        /// The disc it would be, or before which the pass stands.
        number: usize,
        mv: Move,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal {
                number,
                side,
                mv,
                illegal,
            } => write!(f, "move {number} ({side} {mv}): {illegal}."),
            Self::WrongSide { number, side, mv } => write!(
                f,
                "move {number} ({mv}): the sign says {}, but it is {side}'s turn. Correct the sign or the moves before it.",
                side.other()
            ),
            Self::AfterEnd { number, mv } => write!(
                f,
                "move {number} ({mv}): the game was already over, because neither side could move. Remove this move and everything after it."
            ),
        }
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Illegal { illegal, .. } => Some(illegal),
            Self::WrongSide { .. } | Self::AfterEnd { .. } => None,
        }
    }
}

/// Plays a transcript from a position, inserting the passes that it omits.
///
/// The transcript may stop before the game is over; [`Replay::complete`] tells. A pass that is due after the last
/// written move is not inserted.
///
/// ```
/// # use outflank_board::{replay, Position, Transcript};
/// let game = replay(&Transcript::parse("e6f4e3f6g5d6e7f5c5")?, Position::start())?;
/// assert!(game.complete);
/// assert_eq!(game.count().black, 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReplayError`] names the first move that cannot be played, and why.
pub fn replay(transcript: &Transcript, start: Position) -> Result<Replay, ReplayError> {
    let mut game = Replay {
        start,
        plies: Vec::with_capacity(transcript.entries.len()),
        complete: false,
    };
    let mut number = 1;
    for entry in &transcript.entries {
        play_entry(&mut game, *entry, number)?;
        number += usize::from(entry.mv != Move::Pass);
    }
    game.complete = game.last().is_over();
    Ok(game)
}

fn play_entry(game: &mut Replay, entry: Entry, number: usize) -> Result<(), ReplayError> {
    let mv = entry.mv;
    if game.last().is_over() {
        return Err(ReplayError::AfterEnd { number, mv });
    }
    let refused = |side| {
        move |illegal| ReplayError::Illegal {
            number,
            side,
            mv,
            illegal,
        }
    };
    if mv != Move::Pass && game.last().must_pass() {
        let pass = game
            .next_ply(Move::Pass)
            .map_err(refused(game.last().to_move()))?;
        game.plies.push(Ply {
            inserted: true,
            ..pass
        });
    }
    let side = game.last().to_move();
    if entry.side.is_some_and(|signed| signed != side) {
        return Err(ReplayError::WrongSide { number, side, mv });
    }
    let ply = game.next_ply(mv).map_err(refused(side))?;
    game.plies.push(ply);
    Ok(())
}

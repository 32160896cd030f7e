//! Replaying many games: only what is at the end, without every position on the way.

use crate::simd::{self, Path, Task};
use crate::transcript::{PASS_WORDS, starts_with};
use crate::{
    BySide, Position, ReplayError, Side, Square, Transcript, TranscriptError, bits, replay,
};

/// What a fast replay tells of a legal game or beginning of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FastReplay {
    /// How many discs were placed.
    pub moves: u8,
    /// How many passes there were, written or not.
    pub passes: u8,
    /// The position at the end.
    pub last: Position,
    /// Whether the game is over there.
    pub complete: bool,
}

impl FastReplay {
    /// The discs of both sides at the end.
    #[must_use]
    pub const fn count(&self) -> BySide<u8> {
        self.last.count()
    }
}

/// A game that could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The bytes are no text.
    #[error(
        "column {column}: the byte {byte:#04x} is not UTF-8 text. Save the file as plain text."
    )]
    NotText {
        /// The first byte that is wrong, counted from 1.
        column: usize,
        byte: u8,
    },
    /// The transcript could not be read.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// A move could not be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Replays the transcript of one game from the starting position.
///
/// ```
/// # use outflank_board::fast_replay;
/// let game = fast_replay(b"e6f4e3f6g5d6e7f5c5")?;
/// assert_eq!((game.moves, game.passes, game.complete), (9, 0, true));
/// assert_eq!(game.count().black, 13);
/// # Ok::<(), outflank_board::GameError>(())
/// ```
///
/// # Errors
/// [`GameError`], the same as from [`Transcript::parse`] and [`replay`].
pub fn fast_replay(transcript: &[u8]) -> Result<FastReplay, GameError> {
    replay_on(Path::detected(), transcript)
}

/// [`fast_replay`] without special instructions of the machine.
///
/// # Errors
/// As [`fast_replay`].
pub fn fast_replay_portable(transcript: &[u8]) -> Result<FastReplay, GameError> {
    replay_on(Path::Portable, transcript)
}

fn replay_on(path: Path, transcript: &[u8]) -> Result<FastReplay, GameError> {
    let mut game = None;
    simd::run_on(
        path,
        Task::Replay {
            transcript,
            game: &mut game,
        },
    );
    game.map_or_else(|| slow(transcript), Ok)
}

/// Plays plain squares and passes; `None` if there is anything else or a move is not legal.
#[inline(always)]
pub(crate) fn play_through(
    transcript: &[u8],
    flips: impl Fn(u64, u64, u64) -> u64,
) -> Option<FastReplay> {
    let (mut own, mut hostile) = Position::start().own_and_hostile();
    let mut to_move = Side::Black;
    let (mut moves, mut passes) = (0, 0);
    let mut rest = transcript;
    loop {
        match *rest {
            [] => break,
            [b' ' | b'\t' | b'\n' | b'\r' | b',', ..] => rest = &rest[1..],
            [col, row, ..] if let Some(square) = Square::from_letters(col, row) => {
                rest = &rest[2..];
                let square = square.bit();
                if (own | hostile) & square != 0 {
                    return None;
                }
                let mut turned = flips(own, hostile, square);
                if turned == 0 {
                    // Only an omitted pass can make the move good.
                    if bits::mobility(own, hostile) != 0 {
                        return None;
                    }
                    (own, hostile, to_move) = (hostile, own, to_move.other());
                    passes += 1;
                    turned = flips(own, hostile, square);
                    if turned == 0 {
                        return None;
                    }
                }
                (own, hostile, to_move) =
                    (hostile ^ turned, own | square | turned, to_move.other());
                moves += 1;
            }
            _ => {
                rest = after_pass(rest)?;
                if bits::mobility(own, hostile) != 0 || bits::mobility(hostile, own) == 0 {
                    return None;
                }
                (own, hostile, to_move) = (hostile, own, to_move.other());
                passes += 1;
            }
        }
    }
    let last = Position::from_own_and_hostile(own, hostile, to_move);
    Some(FastReplay {
        moves,
        passes,
        last,
        complete: last.is_over(),
    })
}

/// What follows a word for a pass.
fn after_pass(rest: &[u8]) -> Option<&[u8]> {
    PASS_WORDS
        .iter()
        .find(|word| starts_with(rest, word))
        .map(|word| &rest[word.len()..])
}

/// The long way, which finds the words for what is wrong.
fn slow(transcript: &[u8]) -> Result<FastReplay, GameError> {
    let text = std::str::from_utf8(transcript).map_err(|error| {
        let at = error.valid_up_to();
        GameError::NotText {
            column: at + 1,
            byte: transcript[at],
        }
    })?;
    let game = replay(&Transcript::parse(text)?, Position::start())?;
    Ok(FastReplay {
        moves: u8::try_from(game.discs_placed()).unwrap_or(u8::MAX),
        passes: u8::try_from(game.passes()).unwrap_or(u8::MAX),
        last: game.last(),
        complete: game.complete,
    })
}

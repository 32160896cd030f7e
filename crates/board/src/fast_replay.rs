//! Replaying many games: only what is at the end, without every position on the way.

use crate::{BySide, Position, ReplayError, Transcript, TranscriptError, replay};

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
    #[error("column {column}: the byte {byte:#04x} is not UTF-8 text: save the file as plain text")]
    NotText {
        /// The first byte that is wrong, counted from 1.
        column: usize,
        /// The byte.
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
/// # Errors
/// [`GameError`], the same as from [`Transcript::parse`] and [`replay`].
pub fn fast_replay(transcript: &[u8]) -> Result<FastReplay, GameError> {
    slow(transcript)
}

/// [`fast_replay`] without special instructions of the machine.
///
/// # Errors
/// As [`fast_replay`].
pub fn fast_replay_portable(transcript: &[u8]) -> Result<FastReplay, GameError> {
    slow(transcript)
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

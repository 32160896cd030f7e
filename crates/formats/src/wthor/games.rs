//! The games of one year: `.wtb`.

use outflank_board::{FastReplay, GameError, Square, fast_replay};

use crate::wthor::header::{HEADER_BYTES, WthorContent, WthorHeader};
use crate::wthor::warning::{WthorError, WthorReading, WthorWarning};

/// The length of a game's record.
const GAME_BYTES: usize = 68;
/// The most moves of a game: every square but the four of the start.
const MOVES_MAX: usize = 60;
/// Room for a game's moves as text.
const TEXT_BYTES: usize = 2 * MOVES_MAX;

/// A file of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGames {
    /// Its head; the count is the file's own word.
    pub header: WthorHeader,
    /// The games in order.
    pub games: Vec<WthorGame>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WthorGame {
    /// The tournament's place in the file of tournaments, from 0.
    pub tournament: u16,
    /// Black's place in the file of players, from 0.
    pub black: u16,
    /// White's place in the file of players, from 0.
    pub white: u16,
    /// Black's discs at the end, the empty squares given to the winner.
    pub score: u8,
    /// Black's discs under perfect play from the position the head names.
    pub theoretical: u8,
    /// The squares as stored: ten times the row plus the column, both from 1; 0 behind the last one.
    pub stored: [u8; MOVES_MAX],
}

impl WthorGames {
    /// Reads a file of games.
    ///
    /// ```
    /// use outflank_formats::WthorGames;
    /// let mut bytes = vec![20, 26, 11, 15, 1, 0, 0, 0, 0, 0, 0xEA, 0x07, 8, 0, 24, 0];
    /// bytes.extend([0, 0, 1, 0, 2, 0, 13, 13, 56, 66]);
    /// bytes.resize(16 + 68, 0);
    /// let reading = WthorGames::read(&bytes)?;
    /// assert_eq!(reading.file.header.year, 2026);
    /// assert_eq!(reading.file.games[0].text(), "f5f6");
    /// # Ok::<(), outflank_formats::WthorError>(())
    /// ```
    ///
    /// # Errors
    /// [`WthorError`] if it is no file of games on 8 by 8 at all.
    pub fn read(bytes: &[u8]) -> Result<WthorReading<Self>, WthorError> {
        let header = WthorHeader::read(bytes)?;
        // The format's description lets 0 stand for 8.
        if !matches!(header.board, 0 | 8) {
            return Err(WthorError::OtherBoard { side: header.board });
        }
        if header.games == 0 && header.names > 0 {
            return Err(WthorError::OtherKind {
                games: header.games,
                names: header.names,
                expected: "file of games",
            });
        }
        let (records, rest) = bytes[HEADER_BYTES..].as_chunks::<GAME_BYTES>();
        let mut strange = Vec::new();
        match header.content {
            WthorContent::Games => {}
            WthorContent::Problems => strange.push(WthorWarning::Problems),
            WthorContent::Unknown(other) => strange.push(WthorWarning::UnknownContent(other)),
        }
        let found = u32::try_from(records.len()).unwrap_or(u32::MAX);
        if found != header.games {
            strange.push(WthorWarning::Count {
                said: header.games,
                found,
            });
        }
        if !rest.is_empty() {
            strange.push(WthorWarning::CutOff { bytes: rest.len() });
        }
        let games = records.iter().map(WthorGame::of_record).collect();
        Ok(WthorReading {
            file: Self { header, games },
            strange,
        })
    }

    /// The bytes of the file; the count in the head is that of the games.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let header = WthorHeader {
            games: u32::try_from(self.games.len()).unwrap_or(u32::MAX),
            ..self.header
        };
        let mut bytes = Vec::with_capacity(HEADER_BYTES + GAME_BYTES * self.games.len());
        bytes.extend(header.write());
        for game in &self.games {
            bytes.extend(game.record());
        }
        bytes
    }
}

impl WthorGame {
    fn of_record(record: &[u8; GAME_BYTES]) -> Self {
        let word = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut stored = [0; MOVES_MAX];
        stored.copy_from_slice(&record[8..]);
        Self {
            tournament: word(0),
            black: word(2),
            white: word(4),
            score: record[6],
            theoretical: record[7],
            stored,
        }
    }

    fn record(&self) -> [u8; GAME_BYTES] {
        let mut record = [0; GAME_BYTES];
        record[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        record[2..4].copy_from_slice(&self.black.to_le_bytes());
        record[4..6].copy_from_slice(&self.white.to_le_bytes());
        record[6] = self.score;
        record[7] = self.theoretical;
        record[8..].copy_from_slice(&self.stored);
        record
    }

    /// The stored form of moves; passes are not stored.
    pub(crate) fn stored_moves(squares: impl Iterator<Item = Square>) -> [u8; MOVES_MAX] {
        let mut stored = [0; MOVES_MAX];
        for (place, square) in stored.iter_mut().zip(squares) {
            *place = 10 * (square.row() + 1) + square.col() + 1;
        }
        stored
    }

    /// The moves as text, passes left out; a byte that is no square is written as it is, so that a replay names it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut buffer = [0; TEXT_BYTES];
        match self.plain_text(&mut buffer) {
            Some(text) => String::from_utf8_lossy(text).into_owned(),
            None => self.text_of_any_bytes(),
        }
    }

    fn text_of_any_bytes(&self) -> String {
        let used = (self.stored.iter().rposition(|byte| *byte != 0)).map_or(0, |last| last + 1);
        let word = |byte: &u8| match square(*byte) {
            Some(square) => square.to_string(),
            None => format!("<{byte}>"),
        };
        self.stored[..used].iter().map(word).collect()
    }

    /// The moves as text if every byte is a square or behind the last one.
    fn plain_text<'a>(&self, buffer: &'a mut [u8; TEXT_BYTES]) -> Option<&'a [u8]> {
        let used = (self.stored.iter().position(|byte| *byte == 0)).unwrap_or(MOVES_MAX);
        if self.stored[used..].iter().any(|byte| *byte != 0) {
            return None;
        }
        for (place, byte) in buffer.chunks_exact_mut(2).zip(&self.stored[..used]) {
            let square = square(*byte)?;
            place[0] = b'a' + square.col();
            place[1] = b'1' + square.row();
        }
        Some(&buffer[..2 * used])
    }

    /// Plays the game through, the passes inserted.
    ///
    /// # Errors
    /// [`GameError`] names the move that is not legal or the byte that is no square.
    pub fn replay(&self) -> Result<FastReplay, GameError> {
        let mut buffer = [0; TEXT_BYTES];
        match self.plain_text(&mut buffer) {
            Some(text) => fast_replay(text),
            None => fast_replay(self.text_of_any_bytes().as_bytes()),
        }
    }

    /// Whether a finished board shows the stored score: Black's discs with the empty squares given to the winner, a draw 32.
    #[must_use]
    pub fn score_agrees(&self, replayed: &FastReplay) -> bool {
        let count = replayed.count();
        let empty = 64 - count.black - count.white;
        let shown = match count.black.cmp(&count.white) {
            std::cmp::Ordering::Greater => count.black + empty,
            std::cmp::Ordering::Less => count.black,
            std::cmp::Ordering::Equal => 32,
        };
        !replayed.complete || shown == self.score
    }
}

fn square(byte: u8) -> Option<Square> {
    Square::new((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)
}

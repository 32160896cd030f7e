//! The head of every WTHOR file.

use crate::wthor::warning::WthorError;

pub(crate) const HEADER_BYTES: usize = 16;

/// The head of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WthorHeader {
    /// The day the file was made.
    pub created: WthorDay,
    /// How many games the file says it has.
    pub games: u32,
    /// How many names the file says it has.
    pub names: u16,
    /// The year the games were played; 0 in a file of names.
    pub year: u16,
    /// The side of the board; 0 in a file of names.
    pub board: u8,
    pub content: WthorContent,
    /// With how many empty squares left the theoretical scores begin; 0 if nobody computed them.
    pub empties: u8,
}

/// A day as a file's head writes it, whatever it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WthorDay {
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

/// What the games of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WthorContent {
    /// Games that were played.
    Games,
    /// Problems for one ("solitaires").
    Problems,
    /// Something newer than this reader.
    Unknown(u8),
}

impl WthorHeader {
    /// A file's head.
    ///
    /// # Errors
    /// [`WthorError::TooShort`] if there are fewer than 16 bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, WthorError> {
        let Some(head) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(WthorError::TooShort { bytes: bytes.len() });
        };
        Ok(Self {
            created: WthorDay {
                year: u16::from(head[0]) * 100 + u16::from(head[1]),
                month: head[2],
                day: head[3],
            },
            games: u32::from_le_bytes([head[4], head[5], head[6], head[7]]),
            names: u16::from_le_bytes([head[8], head[9]]),
            year: u16::from_le_bytes([head[10], head[11]]),
            board: head[12],
            content: match head[13] {
                0 => WthorContent::Games,
                1 => WthorContent::Problems,
                other => WthorContent::Unknown(other),
            },
            empties: head[14],
        })
    }

    pub(crate) fn write(&self) -> [u8; HEADER_BYTES] {
        let mut head = [0; HEADER_BYTES];
        head[0] = u8::try_from(self.created.year / 100).unwrap_or(u8::MAX);
        head[1] = u8::try_from(self.created.year % 100).unwrap_or(u8::MAX);
        head[2] = self.created.month;
        head[3] = self.created.day;
        head[4..8].copy_from_slice(&self.games.to_le_bytes());
        head[8..10].copy_from_slice(&self.names.to_le_bytes());
        head[10..12].copy_from_slice(&self.year.to_le_bytes());
        head[12] = self.board;
        head[13] = match self.content {
            WthorContent::Games => 0,
            WthorContent::Problems => 1,
            WthorContent::Unknown(other) => other,
        };
        head[14] = self.empties;
        head
    }
}

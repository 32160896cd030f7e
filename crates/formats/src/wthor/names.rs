//! The names of players (`.jou`) and tournaments (`.trn`).

use crate::elo::ascii::ascii_form;
use crate::wthor::header::{HEADER_BYTES, WthorContent, WthorDay, WthorHeader};
use crate::wthor::warning::{WthorError, WthorReading, WthorWarning};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WthorNameKind {
    Players,
    Tournaments,
}

impl WthorNameKind {
    /// The length of a record.
    const fn bytes(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    /// The first name of every file: nobody, and games of no tournament.
    #[must_use]
    pub const fn first(self) -> &'static str {
        match self {
            Self::Players => "???",
            Self::Tournaments => "Diverses parties",
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Self::Players => "file of players",
            Self::Tournaments => "file of tournaments",
        }
    }
}

/// A file of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorNames {
    pub kind: WthorNameKind,
    /// The day the file was made.
    pub created: WthorDay,
    /// The names; games count them from 0.
    pub names: Vec<String>,
}

impl WthorNames {
    /// Reads a file of names; they are Latin-1.
    ///
    /// # Errors
    /// [`WthorError`] if it is no file of names at all.
    pub fn read(kind: WthorNameKind, bytes: &[u8]) -> Result<WthorReading<Self>, WthorError> {
        let header = WthorHeader::read(bytes)?;
        if header.games > 0 {
            return Err(WthorError::OtherKind {
                games: header.games,
                names: header.names,
                expected: kind.expected(),
            });
        }
        let records = bytes[HEADER_BYTES..].chunks_exact(kind.bytes());
        let mut strange = Vec::new();
        let rest = records.remainder().len();
        let found = u32::try_from(records.len()).unwrap_or(u32::MAX);
        if found != u32::from(header.names) {
            strange.push(WthorWarning::Count {
                said: u32::from(header.names),
                found,
            });
        }
        if rest > 0 {
            strange.push(WthorWarning::CutOff { bytes: rest });
        }
        let mut names = Vec::with_capacity(records.len());
        for (record, bytes) in (0..).zip(records) {
            let end = bytes.iter().position(|byte| *byte == 0);
            if end.is_none() {
                strange.push(WthorWarning::NameWithoutEnd { record });
            }
            let name = bytes[..end.unwrap_or(bytes.len())].iter();
            names.push(name.map(|byte| char::from(*byte)).collect());
        }
        let created = header.created;
        Ok(WthorReading {
            file: Self {
                kind,
                created,
                names,
            },
            strange,
        })
    }

    /// The bytes of the file: Latin-1, other letters in their plain form, a name cut where the field ends.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let header = WthorHeader {
            created: self.created,
            games: 0,
            names: u16::try_from(self.names.len()).unwrap_or(u16::MAX),
            year: 0,
            board: 0,
            content: WthorContent::Games,
            empties: 0,
        };
        let length = self.kind.bytes();
        let mut bytes = Vec::with_capacity(HEADER_BYTES + length * self.names.len());
        bytes.extend(header.write());
        for name in &self.names {
            let mut record = latin1(name);
            // The last byte ends the name.
            record.truncate(length - 1);
            record.resize(length, 0);
            bytes.extend(record);
        }
        bytes
    }

    /// The name at a place, if the file has it; a file of another issue may not.
    #[must_use]
    pub fn name(&self, place: u16) -> Option<&str> {
        self.names.get(usize::from(place)).map(String::as_str)
    }
}

fn latin1(name: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(name.len());
    for letter in name.chars() {
        match u8::try_from(u32::from(letter)) {
            Ok(0) => {}
            Ok(byte) => bytes.push(byte),
            Err(_) => {
                let plain = ascii_form(letter.encode_utf8(&mut [0; 4]));
                bytes.extend(plain.as_deref().unwrap_or("?").bytes());
            }
        }
    }
    bytes
}

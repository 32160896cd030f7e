//! The end of the log, kept beside it: whoever opens the log can tell that confirmed entries are missing.
//!
//! SQLite drops what it cannot read at the end of its journal, and says nothing. The number and the hash of the last entry
//! are therefore written here after every commit. The file is synced each second and at the stop: a power cut may hide the
//! last second, a killed process nothing.

use std::fs::{self, File};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_desk::log::{Fault, GlobalSeq, Hash};
use rusqlite::Connection;

use super::rows;
use crate::whole_file::{beside, private};

/// Bytes of one of the two slots. They are written in turn, so that one is whole if a write is torn.
const SLOT: usize = 128;
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The last entry of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogHead {
    pub(crate) number: GlobalSeq,
    pub(crate) hash: Hash,
}

impl LogHead {
    /// The last entry that is in the file.
    pub(crate) fn of(connection: &Connection) -> Result<Self, Fault> {
        let number = rows::last(connection)?;
        let hash = rows::hash_of(connection, number)?;
        Ok(Self {
            number,
            hash: hash.unwrap_or(Hash::START),
        })
    }

    fn line(self) -> String {
        let text = format!("{:020} {}", self.number.0, self.hash);
        let sum = blake3::hash(text.as_bytes()).to_hex();
        format!("{text} {}\n", &sum[..32])
    }

    fn parse(line: &str) -> Option<Self> {
        let (text, sum) = line.trim_end().rsplit_once(' ')?;
        if blake3::hash(text.as_bytes()).to_hex()[..32] != *sum {
            return None;
        }
        let (number, hash) = text.split_once(' ')?;
        Some(Self {
            number: GlobalSeq(number.parse().ok()?),
            hash: Hash::from_hex(hash)?,
        })
    }
}

fn path_of(log: &Path) -> std::path::PathBuf {
    beside(log, ".head")
}

/// What the file beside a log says; nothing if there is none, as after an earlier version.
pub(crate) fn read(log: &Path) -> Option<LogHead> {
    let bytes = fs::read(path_of(log)).ok()?;
    let slots = bytes.chunks(SLOT).filter_map(|slot| {
        let text = std::str::from_utf8(slot).ok()?;
        LogHead::parse(text.trim_end_matches('\0'))
    });
    slots.max_by_key(|head| head.number)
}

/// Removes it with its log.
pub(crate) fn remove(log: &Path) {
    let _ = fs::remove_file(path_of(log));
}

/// Whether a log still has the last entry that was confirmed.
pub(crate) fn check(confirmed: Option<LogHead>, connection: &Connection) -> Result<(), Fault> {
    let Some(confirmed) = confirmed else {
        return Ok(());
    };
    let found = LogHead::of(connection)?;
    if found.number < confirmed.number {
        return Err(Fault::Incomplete(format!(
            "The log ends at number {}, but number {} was confirmed. Its journal was damaged or removed, or the folder was restored from an older copy.",
            found.number.0, confirmed.number.0
        )));
    }
    let hash = rows::hash_of(connection, confirmed.number)?;
    let is_known = confirmed.number == GlobalSeq(0) || hash == Some(confirmed.hash);
    match is_known {
        true => Ok(()),
        false => Err(Fault::Incomplete(format!(
            "Number {} of the log is not the entry that was confirmed under this number. Another copy of the log was put in its place.",
            confirmed.number.0
        ))),
    }
}

/// The file while the log is written.
#[derive(Debug)]
pub(crate) struct HeadFile {
    file: File,
    slot: u64,
    is_dirty: bool,
    synced: Instant,
}

impl HeadFile {
    pub(crate) fn open(log: &Path, head: LogHead) -> io::Result<Self> {
        let mut options = private();
        options.read(true).write(true).create(true).truncate(false);
        let mut new = Self {
            file: options.open(path_of(log))?,
            slot: 0,
            is_dirty: false,
            synced: Instant::now(),
        };
        // Both slots: what was accepted at the start replaces what was confirmed before.
        new.put(head)?;
        new.put(head)?;
        new.sync()?;
        Ok(new)
    }

    /// Writes the end of the log.
    pub(crate) fn put(&mut self, head: LogHead) -> io::Result<()> {
        let mut slot = [0; SLOT];
        let line = head.line();
        slot[..line.len()].copy_from_slice(line.as_bytes());
        let place = self.slot % 2 * u64::try_from(SLOT).expect("a slot is small");
        self.slot += 1;
        self.file.seek(SeekFrom::Start(place))?;
        self.file.write_all(&slot)?;
        self.is_dirty = true;
        Ok(())
    }

    /// Syncs it, once a second.
    pub(crate) fn sync_now_and_then(&mut self) -> io::Result<()> {
        match self.is_dirty && self.synced.elapsed() >= SYNC_EVERY {
            true => self.sync(),
            false => Ok(()),
        }
    }

    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.is_dirty = false;
        self.synced = Instant::now();
        Ok(())
    }
}

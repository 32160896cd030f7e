//! One program writes a log: the lock beside the file.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use outflank_desk::log::Fault;

use super::faults::file_fault;
use crate::whole_file::{beside, private};

/// Held while the log is open for writing. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    /// The log itself, so that the lock holds even if its own file is deleted. It is closed only after every connection to
    /// the log: closing it earlier would let go of SQLite's own locks.
    log: Option<File>,
}

impl Lock {
    /// Takes the lock of a log, or says who has it.
    pub(crate) fn take(log: &Path) -> Result<Self, Fault> {
        let path = beside(log, ".lock");
        let mut file = private()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| file_fault(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Who holds it is a courtesy; that it is held is what counts.
                let _ = file.read_to_string(&mut holder);
                return Err(Fault::InUse(match holder.trim() {
                    "" => log.display().to_string(),
                    process => format!("{} (process {process})", log.display()),
                }));
            }
            Err(TryLockError::Error(error)) => return Err(file_fault(&path, &error)),
        }
        let note = file
            .set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        // A full disk may have no room for the number; the lock holds all the same.
        drop(note);
        let mut lock = Self {
            _file: file,
            log: None,
        };
        if log.exists() {
            lock.hold(log)?;
        }
        Ok(lock)
    }

    /// Locks the log's own file too, once it is there.
    pub(crate) fn hold(&mut self, log: &Path) -> Result<(), Fault> {
        if self.log.is_some() || !cfg!(unix) {
            return Ok(());
        }
        let file = File::open(log).map_err(|error| file_fault(log, &error))?;
        match file.try_lock() {
            Ok(()) => {
                self.log = Some(file);
                Ok(())
            }
            Err(TryLockError::WouldBlock) => Err(Fault::InUse(log.display().to_string())),
            // Some network file systems cannot; then the file beside it must do.
            Err(TryLockError::Error(_)) => Ok(()),
        }
    }
}

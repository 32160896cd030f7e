//! One program writes a log: the lock beside the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use outflank_desk::log::Fault;

use super::faults::file_fault;
use crate::whole_file::beside;

/// Held while the log is open for writing. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a log, or says who has it.
    pub(crate) fn take(log: &Path) -> Result<Self, Fault> {
        let path = beside(log, ".lock");
        let mut file = OpenOptions::new()
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
        Ok(Self { _file: file })
    }
}

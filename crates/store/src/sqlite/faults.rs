//! What SQLite reports, as a fault in words.

use std::fmt::Display;
use std::io;
use std::path::Path;

use outflank_desk::log::Fault;
use rusqlite::ffi;
use rusqlite::{Error, ErrorCode};

/// The fault behind an error of SQLite.
pub(crate) fn fault(error: &Error) -> Fault {
    match error {
        Error::SqliteFailure(code, message) => {
            let words = message.clone().unwrap_or_else(|| code.to_string());
            by_code(*code, words)
        }
        Error::SqlInputError { error, msg, .. } => by_code(*error, msg.clone()),
        // A row that does not have the shape we wrote it in.
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => Fault::Damaged(error.to_string()),
        other => Fault::Unavailable(other.to_string()),
    }
}

fn by_code(code: ffi::Error, words: String) -> Fault {
    match code.code {
        ErrorCode::DiskFull => Fault::Full(words),
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Fault::ReadOnly(words),
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Fault::Damaged(words),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Fault::InUse(words),
        ErrorCode::ConstraintViolation => Fault::Damaged(format!(
            "{words}: the file contains data that is missing in its index"
        )),
        ErrorCode::SystemIoFailure => match code.extended_code {
            ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS | ffi::SQLITE_IOERR_DATA => {
                Fault::Damaged(format!("{words}: part of the file is missing"))
            }
            // The index of the journal found no room.
            ffi::SQLITE_IOERR_SHMSIZE => Fault::Full(words),
            number => Fault::Unavailable(format!(
                "the disk failed ({words}, number {number}). Check the disk and start again"
            )),
        },
        _ => Fault::Unavailable(words),
    }
}

/// Whether after this error nobody knows what reached the disk, so that only a new start can tell.
pub(crate) fn is_sync_failure(error: &Error) -> bool {
    let Error::SqliteFailure(code, _) = error else {
        return false;
    };
    matches!(
        code.extended_code,
        ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC | ffi::SQLITE_IOERR_CLOSE
    )
}

/// The fault behind an error of the file system.
pub(crate) fn file_fault(path: &Path, error: &io::Error) -> Fault {
    let words = in_words(path, error);
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Fault::Full(words)
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Fault::ReadOnly(words)
        }
        io::ErrorKind::NotFound => Fault::Unavailable(format!(
            "{words}. Check the name of the file and its folder"
        )),
        _ => Fault::Unavailable(words),
    }
}

fn in_words(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

/// The same fault, naming the file.
pub(crate) fn named(path: &Path, fault: Fault) -> Fault {
    match fault {
        Fault::Full(words) => Fault::Full(in_words(path, &words)),
        Fault::ReadOnly(words) => Fault::ReadOnly(in_words(path, &words)),
        Fault::Damaged(words) => Fault::Damaged(in_words(path, &words)),
        Fault::InUse(words) => Fault::InUse(in_words(path, &words)),
        Fault::Unavailable(words) => Fault::Unavailable(in_words(path, &words)),
        Fault::Away(words) => Fault::Away(in_words(path, &words)),
        Fault::Database(words) => Fault::Database(in_words(path, &words)),
        Fault::Incomplete(words) => Fault::Incomplete(in_words(path, &words)),
        Fault::Newer { found, known } => Fault::Newer { found, known },
    }
}

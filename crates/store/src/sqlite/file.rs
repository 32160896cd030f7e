//! Opening the file: what is there, what it may be used for, and what is wrong with it.

use std::fs::{self, OpenOptions};
use std::path::Path;

use outflank_desk::log::Fault;
use rusqlite::{Connection, OpenFlags};

use super::faults::{fault, file_fault, named};
use super::format;
use crate::whole_file::{beside, create_private, make_private, put_in_place};

/// Statements kept ready per connection.
const STATEMENTS_MAX: usize = 32;
/// Pages of the journal after which it is written back into the file: the fewer times, the fewer commands wait for it.
/// A start reads what is left in the journal, so that it stays within some tens of megabytes.
const JOURNAL_PAGES: i64 = 6000;
/// Kibibytes of pages the writer keeps, so that it need not read again what it has just written.
const WRITER_CACHE_KIB: i64 = 64 * 1024;

/// Opens a log for writing, and makes it if there is none.
pub(crate) fn open_to_write(path: &Path) -> Result<Connection, Fault> {
    if !exists(path)? {
        create(path)?;
    }
    refuse_empty(path)?;
    for suffix in ["", "-wal", "-shm"] {
        make_private(&beside(path, suffix));
    }
    OpenOptions::new()
        .append(true)
        .open(path)
        .map_err(|error| file_fault(path, &error))?;
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let prepare = |connection: &mut Connection| {
        format::bring_forward(connection, format::STEPS)?;
        let set = || {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "wal_autocheckpoint", JOURNAL_PAGES)?;
            connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
            // What is erased is overwritten, not only unlinked.
            connection.pragma_update(None, "secure_delete", "ON")
        };
        set().map_err(|error| fault(&error))
    };
    prepare(&mut connection).map_err(|fault| named(path, fault))?;
    Ok(connection)
}

/// Opens a log that is there, to look at it only; its writer may go on.
pub(crate) fn open_to_read(path: &Path) -> Result<Connection, Fault> {
    if !exists(path)? {
        return Err(Fault::Unavailable(format!(
            "there is no log at {}. Check the name of the folder",
            path.display()
        )));
    }
    refuse_empty(path)?;
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    match format::found(&connection) {
        Ok(0) => Err(Fault::Damaged("it is empty".into())),
        Ok(_) => Ok(connection),
        Err(fault) => Err(fault),
    }
    .map_err(|fault| named(path, fault))
}

fn connect(path: &Path, mode: OpenFlags) -> Result<Connection, Fault> {
    let open = || {
        let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
        connection.pragma_update(None, "cell_size_check", "ON")?;
        connection.pragma_update(None, "trusted_schema", "OFF")?;
        Ok(connection)
    };
    open().map_err(|error| named(path, fault(&error)))
}

fn exists(path: &Path) -> Result<bool, Fault> {
    let is_there = path
        .try_exists()
        .map_err(|error| file_fault(path, &error))?;
    let journal = beside(path, "-wal");
    if !is_there && journal.exists() {
        return Err(Fault::Damaged(format!(
            "{} is missing, but its journal {} is there",
            path.display(),
            journal.display()
        )));
    }
    Ok(is_there)
}

/// A log is never an empty file: a new one gets its name when it is whole.
fn refuse_empty(path: &Path) -> Result<(), Fault> {
    let length = fs::metadata(path)
        .map_err(|error| file_fault(path, &error))?
        .len();
    if length == 0 {
        return Err(Fault::Damaged(format!("{} is empty", path.display())));
    }
    Ok(())
}

/// Makes a new log under another name and renames it when it is whole.
fn create(path: &Path) -> Result<(), Fault> {
    let unfinished = beside(path, ".new");
    let connection = create_at(&unfinished)?;
    let closed = connection.close().map_err(|(_, error)| fault(&error));
    closed.map_err(|fault| named(&unfinished, fault))?;
    put_in_place(&unfinished, path).map_err(|error| file_fault(path, &error))
}

/// Makes a new log in place of what may be left of another try.
pub(crate) fn create_at(path: &Path) -> Result<Connection, Fault> {
    let cleared = match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    };
    cleared.map_err(|error| file_fault(path, &error))?;
    create_private(path).map_err(|error| file_fault(path, &error))?;
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    format::bring_forward(&mut connection, format::STEPS).map_err(|fault| named(path, fault))?;
    Ok(connection)
}

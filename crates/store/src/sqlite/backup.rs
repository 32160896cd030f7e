//! A copy of the whole log while it is written, and putting one back.

use std::fs;
use std::path::Path;
use std::time::Duration;

use outflank_desk::log::{Fault, RecordChange, RecordKey, RecordKind};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::faults::{fault, file_fault, named};
use super::file::open_to_read;
use super::lock::Lock;
use super::{SqliteStore, head_file, kept};
use crate::chain::{Verified, verify_chain};
use crate::whole_file::{beside, create_private, folder_of, put_in_place, unfinished};

/// Pages copied at a time; between two portions the writer may go on.
const PAGES_PER_STEP: i32 = 1000;

impl SqliteStore {
    /// Writes a copy of the log as it is now to `to`, while writing goes on, and verifies it.
    ///
    /// The copy gets its name only when it is whole and on the disk; a file of that name is replaced.
    pub async fn backup(&self, to: &Path) -> Result<Verified, Fault> {
        let unfinished = unfinished(to);
        let target = unfinished.clone();
        let copied = (self.readers).ask(move |from| copy(from, &target)).await;
        let verified = match copied {
            Ok(()) => verify_file(&unfinished).await,
            Err(fault) => Err(fault),
        };
        let placed = match verified {
            Ok(verified) => put_in_place(&unfinished, to)
                .map(|()| verified)
                .map_err(|error| file_fault(to, &error)),
            Err(fault) => Err(fault),
        };
        if placed.is_err() {
            // What is left of a failed copy only takes up room.
            let _ = fs::remove_file(&unfinished);
        }
        placed
    }
}

/// Puts a backup in the place of a log that no program uses. The backup is verified first; the log that
/// was there is kept beside it and its new name given back.
pub async fn restore(
    backup: &Path,
    log: &Path,
) -> Result<(Verified, Option<std::path::PathBuf>), Fault> {
    let verified = verify_file(backup).await?;
    let folder = folder_of(log);
    fs::create_dir_all(&folder).map_err(|error| file_fault(&folder, &error))?;
    let _lock = Lock::take(log)?;
    let unfinished = unfinished(log);
    let from = open_to_read(backup)?;
    copy(&from, &unfinished)?;
    let erased = erased_people(log);
    let kept = keep_aside(log)?;
    head_file::remove(log);
    put_in_place(&unfinished, log).map_err(|error| file_fault(log, &error))?;
    erase_again(log, &erased)?;
    Ok((verified, kept))
}

/// The records of everybody who was erased in the log that is replaced. An older backup must not bring them back. A log that
/// cannot be read any more tells nothing.
fn erased_people(log: &Path) -> Vec<String> {
    let Ok(file) = open_to_read(log) else {
        return Vec::new();
    };
    let ask = "SELECT stream, kind, body FROM events WHERE kind IN
               ('access.person_erased', 'federation.person_added', 'federation.person_erased') ORDER BY global_seq";
    let Ok(mut statement) = file.prepare(ask) else {
        return Vec::new();
    };
    type Three = (String, String, String);
    let three = |row: &rusqlite::Row<'_>| -> rusqlite::Result<Three> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    };
    let Ok(rows) = statement.query_map([], three) else {
        return Vec::new();
    };
    let mut records = std::collections::HashMap::new();
    let mut erased = Vec::new();
    for (stream, kind, body) in rows.flatten() {
        let Ok(body) = serde_json::from_str::<serde_json::Value>(&body) else {
            continue;
        };
        let person = body["person"].to_string();
        match kind.as_str() {
            "access.person_erased" => erased.extend(body["person"].as_str().map(str::to_owned)),
            "federation.person_added" => {
                let record = body["record"].as_str().unwrap_or_default().to_owned();
                records.insert((stream, person), record);
            }
            _ => erased.extend(records.get(&(stream, person)).cloned()),
        }
    }
    erased
}

fn erase_again(log: &Path, people: &[String]) -> Result<(), Fault> {
    if people.is_empty() {
        return Ok(());
    }
    let file = super::file::open_to_write(log)?;
    let erase = || {
        for person in people {
            let change = RecordChange {
                key: RecordKey::new(RecordKind::Person, person.as_str()),
                body: None,
            };
            kept::change_record(&file, &change)?;
        }
        file.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
            row.get::<_, i64>(0)
        })
    };
    erase().map_err(|error| named(log, fault(&error)))?;
    Ok(())
}

/// Verifies a log in a file that nobody needs to have open: its pages, its chains.
pub async fn verify_file(path: &Path) -> Result<Verified, Fault> {
    // Before the log is read: while a server writes it, only more can be there.
    let confirmed = head_file::read(path);
    let store = SqliteStore::open_to_read(path)?;
    let check = move |log: &Connection| head_file::check(confirmed, log);
    let named_fault = |fault| named(path, fault);
    store.readers.ask(check).await.map_err(named_fault)?;
    store.check_file().await?;
    verify_chain(&store)
        .await
        .map_err(|fault| named(path, fault))
}

/// Whether SQLite finds its own pages and indexes in order, and what no chain covers has its sums.
pub(super) fn check_file(connection: &Connection) -> Result<(), Fault> {
    let mut statement = connection
        .prepare("PRAGMA integrity_check(1)")
        .map_err(|e| fault(&e))?;
    let found: String = (statement.query_row([], |row| row.get(0))).map_err(|e| fault(&e))?;
    if found == "ok" {
        kept::check_all(connection)
    } else {
        Err(Fault::Damaged(found.replace('\n', ": ")))
    }
}

fn copy(from: &Connection, to: &Path) -> Result<(), Fault> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(file_fault(to, &error));
        }
        Ok(()) | Err(_) => {}
    }
    create_private(to).map_err(|error| file_fault(to, &error))?;
    copy_pages(from, to).map_err(|error| named(to, fault(&error)))
}

fn copy_pages(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags(to, flags)?;
    // One snapshot for the whole copy: otherwise each commit of the writer would start it again.
    from.execute_batch("BEGIN")?;
    let copied = copy_snapshot(from, &mut copy);
    from.execute_batch("COMMIT")?;
    copied?;
    // The copy is one file: no journal beside it that could be forgotten.
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    copy.close().map_err(|(_, error)| error)
}

fn copy_snapshot(from: &Connection, copy: &mut Connection) -> rusqlite::Result<()> {
    from.query_row("SELECT count(*) FROM format", [], |row| {
        row.get::<_, i64>(0)
    })?;
    let backup = Backup::new(from, copy)?;
    loop {
        match backup.step(PAGES_PER_STEP)? {
            StepResult::Done => return Ok(()),
            StepResult::Busy | StepResult::Locked => std::thread::sleep(Duration::from_millis(5)),
            StepResult::More => {}
            _ => {}
        }
    }
}

/// Renames a log and its journal out of the way.
fn keep_aside(log: &Path) -> Result<Option<std::path::PathBuf>, Fault> {
    if !log.exists() {
        return Ok(None);
    }
    let (number, aside) = (1..)
        .map(|number| (number, beside(log, &format!(".before-restore-{number}"))))
        .find(|(_, path)| !path.exists())
        .expect("some number is free");
    for suffix in ["-wal", "-shm"] {
        let journal = beside(log, suffix);
        if journal.exists() {
            let to = beside(log, &format!(".before-restore-{number}{suffix}"));
            fs::rename(&journal, &to).map_err(|error| file_fault(&journal, &error))?;
        }
    }
    fs::rename(log, &aside).map_err(|error| file_fault(log, &error))?;
    Ok(Some(aside))
}

//! The format of the file: its version, and how older ones are brought forward.

use outflank_desk::log::Fault;
use rusqlite::Connection;

use super::faults::fault;

/// Marks a SQLite file as a log of ours.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Ofla");

/// Step *n* brings a file from format *n* to format *n* + 1. A step never changes once it is released,
/// and none changes an event.
pub(crate) const STEPS: &[&str] = &[FORMAT_1];

const FORMAT_1: &str = "
CREATE TABLE events (
    global_seq  INTEGER PRIMARY KEY,
    stream      TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    device      TEXT,
    command_id  TEXT NOT NULL,
    kind        TEXT NOT NULL,
    body        TEXT NOT NULL,
    prev_hash   BLOB NOT NULL,
    hash        BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_by_stream ON events (stream, seq);
CREATE TABLE set_aside (
    global_seq  INTEGER PRIMARY KEY,
    stream      TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    device      TEXT,
    command_id  TEXT NOT NULL,
    kind        TEXT NOT NULL,
    body        TEXT NOT NULL,
    prev_hash   BLOB NOT NULL,
    hash        BLOB NOT NULL
) STRICT;
CREATE TABLE commands (
    command_id TEXT PRIMARY KEY,
    request    BLOB NOT NULL,
    answer     TEXT NOT NULL,
    sum        BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
    kind TEXT NOT NULL,
    id   TEXT NOT NULL,
    body TEXT NOT NULL,
    sum  BLOB NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
";

/// The latest format this program reads and writes.
pub(crate) fn known() -> u32 {
    number(STEPS.len())
}

/// The file's format; 0 if nothing is in it yet.
pub(crate) fn found(connection: &Connection) -> Result<u32, Fault> {
    let ask = || -> rusqlite::Result<(i32, Option<u32>, i64)> {
        let id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let tables = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";
        let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
        if id != APPLICATION_ID {
            return Ok((id, None, tables));
        }
        let version = "SELECT max(version) FROM format";
        Ok((
            id,
            connection.query_row(version, [], |row| row.get(0))?,
            tables,
        ))
    };
    match ask().map_err(|error| fault(&error))? {
        (APPLICATION_ID, Some(version), _) if version > known() => Err(Fault::Newer {
            found: version,
            known: known(),
        }),
        (APPLICATION_ID, Some(version), _) => Ok(version),
        (APPLICATION_ID, None, _) => Err(Fault::Damaged("the format number is missing".into())),
        (0, None, 0) => Ok(0),
        _ => Err(Fault::Unavailable(
            "this file belongs to another program. Choose a folder with an Outflank log, or a new one"
                .into(),
        )),
    }
}

/// Brings a file to the format of `steps`, each step whole or not at all.
pub(crate) fn bring_forward(connection: &mut Connection, steps: &[&str]) -> Result<(), Fault> {
    let found = found(connection)?;
    for (from, step) in (0_usize..).zip(steps) {
        if number(from) >= found {
            one_step(connection, number(from) + 1, step).map_err(|error| fault(&error))?;
        }
    }
    Ok(())
}

fn one_step(connection: &mut Connection, to: u32, step: &str) -> rusqlite::Result<()> {
    let change = connection.transaction()?;
    if to == 1 {
        change.pragma_update(None, "application_id", APPLICATION_ID)?;
        change.execute_batch("CREATE TABLE format (version INTEGER NOT NULL) STRICT;")?;
    }
    change.execute_batch(step)?;
    change.execute("DELETE FROM format", [])?;
    change.execute("INSERT INTO format (version) VALUES (?1)", [to])?;
    change.commit()
}

fn number(steps: usize) -> u32 {
    u32::try_from(steps).expect("there are few formats")
}

#[cfg(test)]
mod tests {
    use outflank_desk::log::GlobalSeq;

    use super::*;
    use crate::sqlite::rows;

    fn empty() -> Connection {
        Connection::open_in_memory().expect("memory")
    }

    #[test]
    fn steps_are_taken_once_and_in_order() {
        let mut file = empty();
        bring_forward(&mut file, STEPS).unwrap();
        assert_eq!(found(&file), Ok(known()));
        bring_forward(&mut file, STEPS).unwrap();
        // What a next release would do: its step runs on a file of this one, and only its step.
        let next = [STEPS, &["ALTER TABLE records ADD COLUMN changed INTEGER"]].concat();
        let version = |file: &Connection| {
            file.query_row("SELECT version FROM format", [], |row| row.get::<_, u32>(0))
        };
        bring_forward(&mut file, &next).unwrap();
        assert_eq!(version(&file), Ok(known() + 1));
    }

    /// What a program of format 1 wrote, and every release after it brings forward.
    #[test]
    fn a_file_of_format_1_is_brought_forward_with_every_event_as_it_was() {
        let mut file = empty();
        (file.execute_batch(include_str!("../../tests/golden/format-1.sql"))).unwrap();
        let before = rows::read_all(&file, GlobalSeq(0), usize::MAX).unwrap();
        let next = [
            STEPS,
            &["ALTER TABLE records ADD COLUMN changed INTEGER; CREATE TABLE more (x TEXT) STRICT"],
        ]
        .concat();
        bring_forward(&mut file, &next).unwrap();
        let version = "SELECT version FROM format";
        let version = file.query_row(version, [], |row| row.get::<_, u32>(0));
        assert_eq!(version, Ok(known() + 1));
        let after = rows::read_all(&file, GlobalSeq(0), usize::MAX).unwrap();
        assert_eq!((after.len(), &after), (20, &before));
        assert_eq!(rows::set_aside(&file).unwrap().len(), 1);
        crate::sqlite::kept::check_all(&file).unwrap();
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut file = empty();
        bring_forward(&mut file, STEPS).unwrap();
        let broken = [
            STEPS,
            &["CREATE TABLE half (x TEXT); CREATE TABLE records (x TEXT)"],
        ]
        .concat();
        assert!(bring_forward(&mut file, &broken).is_err());
        assert_eq!(found(&file), Ok(known()));
        let half = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'";
        assert_eq!(file.query_row(half, [], |row| row.get(0)), Ok(0));
    }
}

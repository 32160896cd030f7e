//! Commands and records as rows. No chain covers them, so each row carries the sum of its own texts.

use outflank_desk::log::{Answered, Fault, RecordChange, RecordKind};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::faults::fault;
use crate::sums::{Sum, checked_command, checked_record, sum_of_command, sum_of_record};

/// What a command was asked and answered.
pub(crate) fn command(connection: &Connection, id: &str) -> Result<Option<Answered>, Fault> {
    let ask = "SELECT command_id, request, answer, sum FROM commands WHERE command_id = ?1";
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let row = statement.query_row([id], command_row).optional();
    row.map_err(|error| fault(&error))?
        .map(checked_command)
        .transpose()
}

/// Commands by id after `after`, which is no command's id if it is empty.
pub(crate) fn commands_after(
    connection: &Connection,
    after: &str,
    limit: usize,
) -> Result<Vec<(String, Answered)>, Fault> {
    let ask = "SELECT command_id, request, answer, sum FROM commands
               WHERE command_id > ?1 ORDER BY command_id LIMIT ?2";
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement
        .query_map(params![after, limit], command_row)
        .map_err(|e| fault(&e))?;
    rows.map(|row| {
        let row = row.map_err(|e| fault(&e))?;
        let id = row.0.clone();
        checked_command(row).map(|answered| (id, answered))
    })
    .collect()
}

fn command_row(row: &Row<'_>) -> rusqlite::Result<(String, Answered, Sum)> {
    let answered = Answered {
        request: row.get(1)?,
        answer: row.get(2)?,
    };
    Ok((row.get(0)?, answered, row.get(3)?))
}

pub(crate) fn record(
    connection: &Connection,
    kind: RecordKind,
    id: &str,
) -> Result<Option<String>, Fault> {
    let ask = "SELECT id, body, sum FROM records WHERE kind = ?1 AND id = ?2";
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let row = statement
        .query_row([kind.word(), id], record_row)
        .optional();
    let row = row.map_err(|error| fault(&error))?;
    row.map(|row| checked_record(kind, row).map(|(_, body)| body))
        .transpose()
}

/// All records of a kind.
pub(crate) fn records(
    connection: &Connection,
    kind: RecordKind,
) -> Result<Vec<(String, String)>, Fault> {
    let ask = "SELECT id, body, sum FROM records WHERE kind = ?1 ORDER BY id";
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let rows = statement
        .query_map([kind.word()], record_row)
        .map_err(|e| fault(&e))?;
    rows.map(|row| checked_record(kind, row.map_err(|e| fault(&e))?))
        .collect()
}

fn record_row(row: &Row<'_>) -> rusqlite::Result<(String, String, Sum)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// Writes what a command was answered, and says whether it is new; one that is here already stays.
pub(crate) fn insert_command(
    connection: &Connection,
    id: &str,
    answered: &Answered,
) -> rusqlite::Result<bool> {
    let put = "INSERT INTO commands (command_id, request, answer, sum) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO NOTHING";
    let sum = sum_of_command(id, answered);
    let row = params![id, answered.request, answered.answer, sum];
    Ok(connection.prepare_cached(put)?.execute(row)? == 1)
}

/// Takes back a command that was not written after all.
pub(crate) fn remove_command(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let erase = "DELETE FROM commands WHERE command_id = ?1";
    connection.prepare_cached(erase)?.execute([id])?;
    Ok(())
}

/// Writes or erases a record.
pub(crate) fn change_record(
    connection: &Connection,
    change: &RecordChange,
) -> rusqlite::Result<()> {
    let (kind, id) = (change.key.kind, change.key.id.as_str());
    match &change.body {
        Some(body) => {
            let put = "INSERT INTO records (kind, id, body, sum) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum";
            let row = params![kind.word(), id, body, sum_of_record(kind, id, body)];
            connection.prepare_cached(put)?.execute(row)?;
        }
        None => {
            let erase = "DELETE FROM records WHERE kind = ?1 AND id = ?2";
            connection
                .prepare_cached(erase)?
                .execute([kind.word(), id])?;
        }
    }
    Ok(())
}

/// Reads every command and record, and finds the first whose sum is wrong.
pub(crate) fn check_all(connection: &Connection) -> Result<(), Fault> {
    let ask = "SELECT command_id, request, answer, sum FROM commands";
    let mut statement = connection.prepare(ask).map_err(|e| fault(&e))?;
    let rows = statement
        .query_map([], command_row)
        .map_err(|e| fault(&e))?;
    for row in rows {
        checked_command(row.map_err(|e| fault(&e))?)?;
    }
    let mut known = 0;
    for kind in RecordKind::ALL {
        known += records(connection, kind)?.len();
    }
    let all: i64 = (connection.query_row("SELECT count(*) FROM records", [], |row| row.get(0)))
        .map_err(|e| fault(&e))?;
    if i64::try_from(known) == Ok(all) {
        Ok(())
    } else {
        Err(Fault::Damaged(
            "there are records of an unknown kind".into(),
        ))
    }
}

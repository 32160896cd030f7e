//! Events as rows; every event that is read is checked against its own hash.

use std::sync::Arc;

use outflank_desk::log::{
    Content, Envelope, Fault, GlobalSeq, Hash, Head, Seq, StreamName, Timestamp,
};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};

use super::faults::fault;
use crate::chain::{follow_each_other, matches_hash};

macro_rules! columns {
    () => {
        "global_seq, stream, seq, at, recorded_at, actor, device, command_id, kind, body, prev_hash, hash"
    };
}

const BY_STREAM: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE stream = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
);
const BY_PLACE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE global_seq > ?1 ORDER BY global_seq LIMIT ?2"
);
const ASIDE: &str = concat!("SELECT ", columns!(), " FROM set_aside ORDER BY global_seq");
const END: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE stream = ?1 ORDER BY seq DESC LIMIT 1"
);
const ONE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE stream = ?1 AND seq = ?2"
);
const INSERT: &str = concat!(
    "INSERT INTO events (",
    columns!(),
    ") VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"
);
const INSERT_ASIDE: &str = concat!(
    "INSERT INTO set_aside (",
    columns!(),
    ") VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"
);
const MOVE_ASIDE: &str = concat!(
    "INSERT INTO set_aside SELECT ",
    columns!(),
    " FROM events WHERE stream = ?1 AND seq > ?2"
);

/// The events of a stream after `after`, which must follow each other.
pub(crate) fn read(
    connection: &Connection,
    stream: &StreamName,
    after: Seq,
    limit: usize,
) -> Result<Vec<Arc<Envelope>>, Fault> {
    let place = (stream.to_string(), integer(after.0), integer(limit));
    let events = envelopes(connection, BY_STREAM, place)?;
    follow_each_other(events, stream, after)
}

/// The events of all streams after `after`.
pub(crate) fn read_all(
    connection: &Connection,
    after: GlobalSeq,
    limit: usize,
) -> Result<Vec<Arc<Envelope>>, Fault> {
    envelopes(connection, BY_PLACE, (integer(after.0), integer(limit)))
}

/// The events that were set aside.
pub(crate) fn set_aside(connection: &Connection) -> Result<Vec<Arc<Envelope>>, Fault> {
    envelopes(connection, ASIDE, [])
}

/// Where a stream ends.
pub(crate) fn end(connection: &Connection, stream: &StreamName) -> Result<Option<Head>, Fault> {
    let last = envelopes(connection, END, [stream.to_string()])?;
    Ok(last.first().map(|event| Head {
        seq: event.content.seq,
        hash: event.hash,
    }))
}

pub(crate) fn hash_at(
    connection: &Connection,
    stream: &StreamName,
    seq: Seq,
) -> Result<Option<Hash>, Fault> {
    let one = envelopes(connection, ONE, (stream.to_string(), integer(seq.0)))?;
    Ok(one.first().map(|event| event.hash))
}

/// The hash of the entry with this number.
pub(crate) fn hash_of(connection: &Connection, place: GlobalSeq) -> Result<Option<Hash>, Fault> {
    let ask = "SELECT hash FROM events WHERE global_seq = ?1
               UNION ALL SELECT hash FROM set_aside WHERE global_seq = ?1";
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let found = statement
        .query_row([integer(place.0)], |row| row.get::<_, [u8; 32]>(0))
        .optional();
    Ok(found.map_err(|error| fault(&error))?.map(Hash))
}

/// The last place that was ever given.
pub(crate) fn last(connection: &Connection) -> Result<GlobalSeq, Fault> {
    let ask = "SELECT max(coalesce((SELECT max(global_seq) FROM events), 0),
                          coalesce((SELECT max(global_seq) FROM set_aside), 0))";
    let last: i64 =
        (connection.query_row(ask, [], |row| row.get(0))).map_err(|error| fault(&error))?;
    natural(last).map(GlobalSeq)
}

/// The names of streams that begin with `prefix`; the index is entered once per stream.
pub(crate) fn streams(connection: &Connection, prefix: &str) -> Result<Vec<StreamName>, Fault> {
    let at_or_after = "SELECT min(stream) FROM events WHERE stream >= ?1";
    let after = "SELECT min(stream) FROM events WHERE stream > ?1";
    let mut found = Vec::new();
    let mut next = one_text(connection, at_or_after, prefix)?;
    while let Some(name) = next.filter(|name| name.starts_with(prefix)) {
        next = one_text(connection, after, &name)?;
        found.push(stream_named(name)?);
    }
    Ok(found)
}

fn one_text(connection: &Connection, ask: &str, value: &str) -> Result<Option<String>, Fault> {
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    (statement.query_row([value], |row| row.get(0))).map_err(|error| fault(&error))
}

pub(crate) fn insert(connection: &Connection, event: &Envelope) -> rusqlite::Result<()> {
    insert_into(connection, INSERT, event)
}

/// Writes an event that was set aside.
pub(crate) fn insert_aside(connection: &Connection, event: &Envelope) -> rusqlite::Result<()> {
    insert_into(connection, INSERT_ASIDE, event)
}

fn insert_into(connection: &Connection, put: &str, event: &Envelope) -> rusqlite::Result<()> {
    let content = &event.content;
    connection.prepare_cached(put)?.execute(params![
        integer(event.global_seq.0),
        content.stream.to_string(),
        integer(content.seq.0),
        content.at.0,
        content.recorded_at.0,
        content.actor,
        content.device,
        content.command_id,
        content.kind,
        content.body,
        event.prev_hash.0,
        event.hash.0,
    ])?;
    Ok(())
}

/// Sets the events of a stream after `keep` aside, and forgets the answers to their commands.
pub(crate) fn move_aside(
    connection: &Connection,
    stream: &StreamName,
    keep: Seq,
) -> rusqlite::Result<()> {
    let stream = stream.to_string();
    let tail = (stream.as_str(), integer(keep.0));
    connection.execute(MOVE_ASIDE, tail)?;
    connection.execute(
        "DELETE FROM commands WHERE command_id IN
         (SELECT command_id FROM events WHERE stream = ?1 AND seq > ?2)",
        tail,
    )?;
    connection.execute("DELETE FROM events WHERE stream = ?1 AND seq > ?2", tail)?;
    Ok(())
}

fn envelopes(
    connection: &Connection,
    ask: &str,
    values: impl Params,
) -> Result<Vec<Arc<Envelope>>, Fault> {
    let mut statement = connection.prepare_cached(ask).map_err(|e| fault(&e))?;
    let mut rows = statement.query(values).map_err(|e| fault(&e))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(|e| fault(&e))? {
        found.push(Arc::new(matches_hash(unchecked(row)?)?));
    }
    Ok(found)
}

fn unchecked(row: &Row<'_>) -> Result<Envelope, Fault> {
    let place = row.get::<_, i64>(0).map_err(|e| fault(&e))?;
    let read = || -> rusqlite::Result<_> {
        Ok((
            row.get::<_, String>(1)?,
            row.get::<_, i64>(2)?,
            (Timestamp(row.get(3)?), Timestamp(row.get(4)?)),
            (row.get(5)?, row.get(6)?, row.get(7)?),
            (row.get(8)?, row.get(9)?),
            (Hash(row.get(10)?), Hash(row.get(11)?)),
        ))
    };
    let (stream, seq, (at, recorded_at), (actor, device, command_id), (kind, body), hashes) =
        read().map_err(|error| Fault::Damaged(format!("number {place} of the log: {error}")))?;
    Ok(Envelope {
        global_seq: GlobalSeq(natural(place)?),
        content: Content {
            stream: stream_named(stream)?,
            seq: Seq(natural(seq)?),
            at,
            recorded_at,
            actor,
            device,
            command_id,
            kind,
            body,
        },
        prev_hash: hashes.0,
        hash: hashes.1,
    })
}

fn stream_named(name: String) -> Result<StreamName, Fault> {
    name.try_into()
        .map_err(|error| Fault::Damaged(format!("a stream name: {error}")))
}

fn natural(number: i64) -> Result<u64, Fault> {
    u64::try_from(number)
        .map_err(|_| Fault::Damaged(format!("{number} is not a valid position of a log entry")))
}

/// SQLite counts in `i64`; no log has more events, and a larger limit means all.
fn integer(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

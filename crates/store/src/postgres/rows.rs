//! Events, commands and records as rows; every one that is read is checked against its hash or sum.

use std::sync::Arc;

use outflank_desk::log::{
    Answered, Content, Envelope, Fault, GlobalSeq, Hash, Head, RecordKind, Seq, StreamName,
    Timestamp,
};
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use crate::chain::matches_hash;
use crate::sums::{checked_command, checked_record};

macro_rules! columns {
    () => {
        "global_seq, stream, seq, at, recorded_at, actor, device, command_id, kind, body, prev_hash, hash"
    };
}

pub(super) const BY_STREAM: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outflank.events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3"
);
pub(super) const BY_PLACE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outflank.events WHERE global_seq > $1 ORDER BY global_seq LIMIT $2"
);
pub(super) const ASIDE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outflank.set_aside ORDER BY global_seq"
);
pub(super) const END: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outflank.events WHERE stream = $1 ORDER BY seq DESC LIMIT 1"
);
pub(super) const ENDS: &str = "SELECT s.stream, e.seq, e.hash
     FROM unnest($1::text[]) AS s(stream)
     CROSS JOIN LATERAL (SELECT seq, hash FROM outflank.events
                         WHERE stream = s.stream ORDER BY seq DESC LIMIT 1) AS e";
pub(super) const HASHES: &str = "SELECT e.stream, e.seq, e.hash
     FROM unnest($1::text[], $2::bigint[]) AS s(stream, seq)
     JOIN outflank.events AS e ON e.stream = s.stream COLLATE \"C\" AND e.seq = s.seq";
pub(super) const INSERT: &str = concat!(
    "INSERT INTO outflank.events (",
    columns!(),
    ") SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
                            $7::bytea[], $8::bytea[], $9::text[], $10::bytea[], $11::bytea[], $12::bytea[])"
);
pub(super) const INSERT_ASIDE: &str = concat!(
    "INSERT INTO outflank.set_aside (",
    columns!(),
    ") SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
                            $7::bytea[], $8::bytea[], $9::text[], $10::bytea[], $11::bytea[], $12::bytea[])"
);
pub(super) const MOVE_ASIDE: &str = concat!(
    "INSERT INTO outflank.set_aside SELECT ",
    columns!(),
    " FROM outflank.events WHERE stream = $1 AND seq > $2"
);
pub(super) const FORGET_COMMANDS: &str = "DELETE FROM outflank.commands WHERE command_id IN
     (SELECT command_id FROM outflank.events WHERE stream = $1 AND seq > $2)";
pub(super) const CUT: &str = "DELETE FROM outflank.events WHERE stream = $1 AND seq > $2";
/// Enters the index once per stream.
pub(super) const STREAMS: &str = "WITH RECURSIVE found(stream) AS (
         (SELECT stream FROM outflank.events WHERE stream >= $1::text COLLATE \"C\" ORDER BY stream LIMIT 1)
         UNION ALL
         SELECT (SELECT e.stream FROM outflank.events AS e WHERE e.stream > found.stream ORDER BY e.stream LIMIT 1)
         FROM found WHERE starts_with(found.stream, $1))
     SELECT stream FROM found WHERE starts_with(stream, $1)";
pub(super) const HEAD: &str = "SELECT seq FROM outflank.head";
pub(super) const LOCK_HEAD: &str = "SELECT seq, cuts FROM outflank.head WHERE one FOR UPDATE";
/// Numbers come from here, not from a sequence: no gap, and no number is seen before a lower one.
pub(super) const MOVE_HEAD: &str =
    "UPDATE outflank.head SET seq = seq + $1, cuts = cuts + $2 WHERE one";
/// A whole group in one statement and one trip, where no stream was cut meanwhile; else nothing.
pub(super) const AT_ONCE: &str = concat!(
    "WITH moved AS (UPDATE outflank.head SET seq = seq + $13 WHERE one AND cuts = $14 RETURNING seq AS last),
     written AS (INSERT INTO outflank.events (",
    columns!(),
    ") SELECT last - $13 + place, stream, seq, at, recorded_at, actor, device, command_id, kind, body, prev_hash, hash
         FROM moved, unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
                            $7::bytea[], $8::bytea[], $9::text[], $10::bytea[], $11::bytea[], $12::bytea[])
         AS e(place, stream, seq, at, recorded_at, actor, device, command_id, kind, body, prev_hash, hash)),
     answered AS (INSERT INTO outflank.commands (command_id, request, answer, sum)
         SELECT c.* FROM moved, unnest($15::bytea[], $16::bytea[], $17::bytea[], $18::bytea[]) AS c)
     SELECT last FROM moved"
);
/// The same for one event of one command, without the lists.
pub(super) const ONE_AT_ONCE: &str = concat!(
    "WITH moved AS (UPDATE outflank.head SET seq = seq + $13 WHERE one AND cuts = $14 RETURNING seq AS last),
     written AS (INSERT INTO outflank.events (",
    columns!(),
    ") SELECT last - $13 + $1::bigint, $2::text, $3::bigint, $4::bigint, $5::bigint, $6::bytea,
              $7::bytea, $8::bytea, $9::text, $10::bytea, $11::bytea, $12::bytea FROM moved),
     answered AS (INSERT INTO outflank.commands (command_id, request, answer, sum)
         SELECT $15::bytea, $16::bytea, $17::bytea, $18::bytea FROM moved)
     SELECT last FROM moved"
);
pub(super) const COMMAND: &str =
    "SELECT command_id, request, answer, sum FROM outflank.commands WHERE command_id = $1";
pub(super) const COMMANDS: &str =
    "SELECT command_id, request, answer, sum FROM outflank.commands WHERE command_id = ANY($1)";
pub(super) const INSERT_COMMANDS: &str =
    "INSERT INTO outflank.commands (command_id, request, answer, sum)
     SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[]) ON CONFLICT DO NOTHING";
pub(super) const RECORD: &str =
    "SELECT id, body, sum FROM outflank.records WHERE kind = $1 AND id = $2";
pub(super) const RECORDS: &str =
    "SELECT id, body, sum FROM outflank.records WHERE kind = $1 ORDER BY id";
pub(super) const PUT_RECORDS: &str = "INSERT INTO outflank.records (kind, id, body, sum)
     SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[])
     ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body, sum = excluded.sum";
pub(super) const ERASE_RECORDS: &str = "DELETE FROM outflank.records AS r
     USING unnest($1::text[], $2::bytea[]) AS gone(kind, id) WHERE r.kind = gone.kind AND r.id = gone.id";

/// Events as they were read, each what its hash says.
pub(crate) fn envelopes(rows: &[Row]) -> Result<Vec<Arc<Envelope>>, Fault> {
    (rows.iter())
        .map(|row| envelope(row).map(Arc::new))
        .collect()
}

fn envelope(row: &Row) -> Result<Envelope, Fault> {
    matches_hash(Envelope {
        global_seq: GlobalSeq(natural(row, 0)?),
        content: Content {
            stream: stream(row, 1)?,
            seq: Seq(natural(row, 2)?),
            at: Timestamp(value(row, 3)?),
            recorded_at: Timestamp(value(row, 4)?),
            actor: text(value(row, 5)?)?,
            device: value::<Option<&[u8]>>(row, 6)?.map(text).transpose()?,
            command_id: text(value(row, 7)?)?,
            kind: value(row, 8)?,
            body: text(value(row, 9)?)?,
        },
        prev_hash: hash(row, 10)?,
        hash: hash(row, 11)?,
    })
}

/// A stream's end: its name, last event and hash.
pub(crate) fn end(row: &Row) -> Result<(StreamName, Head), Fault> {
    let head = Head {
        seq: Seq(natural(row, 1)?),
        hash: hash(row, 2)?,
    };
    Ok((stream(row, 0)?, head))
}

/// A command with its id.
pub(crate) fn command(row: &Row) -> Result<(String, Answered), Fault> {
    let id = text(value(row, 0)?)?;
    let answered = Answered {
        request: sized(row, 1)?,
        answer: text(value(row, 2)?)?.into(),
    };
    let answered = checked_command((id.clone(), answered, sized(row, 3)?))?;
    Ok((id, answered))
}

/// A record with its id.
pub(crate) fn record(kind: RecordKind, row: &Row) -> Result<(String, String), Fault> {
    let (id, body) = (text(value(row, 0)?)?, text(value(row, 1)?)?);
    checked_record(kind, (id, body, sized(row, 2)?))
}

pub(crate) fn stream(row: &Row, column: usize) -> Result<StreamName, Fault> {
    let name: String = value(row, column)?;
    (name.try_into()).map_err(|error| Fault::Damaged(format!("a stream name: {error}")))
}

pub(crate) fn natural(row: &Row, column: usize) -> Result<u64, Fault> {
    let number: i64 = value(row, column)?;
    u64::try_from(number)
        .map_err(|_| Fault::Damaged(format!("{number} is not a valid position of a log entry")))
}

fn value<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, Fault> {
    (row.try_get(column)).map_err(|error| Fault::Damaged(format!("a row of the log: {error}")))
}

fn text(bytes: &[u8]) -> Result<String, Fault> {
    String::from_utf8(bytes.to_vec())
        .map_err(|error| Fault::Damaged(format!("a text of the log: {error}")))
}

fn hash(row: &Row, column: usize) -> Result<Hash, Fault> {
    sized(row, column).map(Hash)
}

fn sized<const N: usize>(row: &Row, column: usize) -> Result<[u8; N], Fault> {
    let bytes: &[u8] = value(row, column)?;
    (bytes.try_into()).map_err(|_| Fault::Damaged("a hash has the wrong length".into()))
}

/// PostgreSQL counts in `i64`; no log has more events, and a larger limit means all.
pub(crate) fn integer(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

//! The whole log out of a database into a file, and back: every number, every hash, what was set aside and what no
//! chain covers.

use std::path::Path;

use outflank_desk::log::{Answered, Fault, GlobalSeq, RecordChange, RecordKey, RecordKind, Store};
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

use super::address::Address;
use super::batch::{Batch, insert_commands, insert_events, portions};
use super::faults::fault;
use super::session::{Purpose, Session};
use super::{PostgresStore, format, rows};
use crate::chain::{Verified, verify_chain};
use crate::sqlite::{NewFile, SqliteStore, verify_file};

/// Rows read at a time.
const PORTION: usize = 2000;
/// Where the last heartbeat is in a file.
const HEARTBEAT: &str = "heartbeat";
const BEAT_AT: &str =
    "SELECT (extract(epoch FROM at) * 1000)::bigint FROM outflank.heartbeat WHERE at IS NOT NULL";
const SET_BEAT: &str = "UPDATE outflank.heartbeat SET at = to_timestamp($1::bigint / 1000.0)";
const COMMANDS_AFTER: &str = "SELECT command_id, request, answer, sum FROM outflank.commands
     WHERE command_id > $1 ORDER BY command_id LIMIT $2";
const RECORDS_IN_ALL: &str = "SELECT count(*) FROM outflank.records";

impl PostgresStore {
    /// Writes a copy of the log as it is now into a file, while the servers go on, and verifies it. The copy is a
    /// log in SQLite; it gets its name only when it is whole and on the disk.
    ///
    /// # Errors
    /// [`Fault`] if the database or the disk fails.
    pub async fn backup(&self, to: &Path) -> Result<Verified, Fault> {
        let snapshot = Snapshot::take(&self.address).await?;
        let mut file = NewFile::begin(to)?;
        let mut after = GlobalSeq(0);
        loop {
            let values = [&rows::integer(after.0) as _, &rows::integer(PORTION) as _];
            let events = rows::envelopes(&snapshot.query(rows::BY_PLACE, &values).await?)?;
            let Some(last) = events.last() else { break };
            after = last.global_seq;
            file.put_events(&events)?;
        }
        file.put_aside(&rows::envelopes(&snapshot.query(rows::ASIDE, &[]).await?)?)?;
        snapshot
            .each_command(|portion| file.put_commands(portion))
            .await?;
        for kind in RecordKind::ALL {
            file.put_records(&snapshot.records(kind).await?)?;
        }
        if let Some(row) = snapshot.query(BEAT_AT, &[]).await?.first() {
            let at: i64 = row.get(0);
            file.put_records(&[RecordChange {
                key: RecordKey::new(RecordKind::Setting, HEARTBEAT),
                body: Some(at.to_string()),
            }])?;
        }
        file.finish().await
    }

    /// Verifies the log: every chain, and the sums of what no chain covers.
    ///
    /// # Errors
    /// [`Fault::Damaged`] names the first that is wrong.
    pub async fn verify(&self) -> Result<Verified, Fault> {
        let snapshot = Snapshot::take(&self.address).await?;
        snapshot.each_command(|_| Ok(())).await?;
        let mut known = 0;
        for kind in RecordKind::ALL {
            known += snapshot.records(kind).await?.len();
        }
        let all = snapshot.query(RECORDS_IN_ALL, &[]).await?;
        if all.first().map(|row| row.get::<_, i64>(0)) != i64::try_from(known).ok() {
            let words = "there are records of an unknown kind";
            return Err(Fault::Damaged(format!("{}: {words}", self.address)));
        }
        verify_chain(self).await
    }
}

/// Puts a log in a file into a database that has none yet, whole or not at all, and verifies both.
///
/// # Errors
/// [`Fault`] if the file is not whole, or if there is something in the log of the database.
pub async fn restore(file: &Path, address: &Address) -> Result<Verified, Fault> {
    let verified = verify_file(file).await?;
    let from = SqliteStore::open_to_read(file)?;
    let session = Session::open(address, Purpose::Write, None).await?;
    format::bring_forward(&session, address).await?;
    let failed = |error: Error| fault(address, &error);
    session
        .client
        .batch_execute("BEGIN")
        .await
        .map_err(failed)?;
    // A connection that is dropped in a transaction rolls it back.
    let head = session.query(rows::LOCK_HEAD, &[]).await.map_err(failed)?;
    let is_empty = match head.first() {
        Some(row) => rows::natural(row, 0)? == 0,
        None => false,
    };
    if !is_empty {
        return Err(Fault::Database(format!(
            "There is already a log in PostgreSQL at {address}. Nothing was changed. Use a new database in --database."
        )));
    }
    put_all(&from, &session, address).await?;
    session
        .client
        .batch_execute("COMMIT")
        .await
        .map_err(failed)?;
    let written = PostgresStore::open_to_read(address).await?.verify().await?;
    if written != verified {
        return Err(Fault::Damaged(format!(
            "{address}: the written data differs from {}",
            file.display()
        )));
    }
    Ok(written)
}

async fn put_all(from: &SqliteStore, session: &Session, address: &Address) -> Result<(), Fault> {
    let failed = |error: Error| fault(address, &error);
    let mut last = GlobalSeq(0);
    loop {
        let events = from.read_all(last, PORTION).await?;
        let Some(end) = events.last() else { break };
        last = end.global_seq;
        for portion in portions(&events) {
            let put = insert_events(session, rows::INSERT, portion).await;
            put.map_err(failed)?;
        }
    }
    let aside = from.set_aside().await?;
    for portion in portions(&aside) {
        let put = insert_events(session, rows::INSERT_ASIDE, portion).await;
        put.map_err(failed)?;
    }
    last = last.max(aside.last().map_or(last, |event| event.global_seq));
    let mut after = None;
    loop {
        let commands = from.commands_after(after, PORTION).await?;
        let Some((id, _)) = commands.last() else {
            break;
        };
        after = Some(id.clone());
        insert_commands(session, &commands).await.map_err(failed)?;
    }
    let mut batch = Batch::default();
    for kind in RecordKind::ALL {
        for (id, body) in from.records(kind).await? {
            if kind == RecordKind::Setting && id == HEARTBEAT {
                let at: i64 = body.parse().unwrap_or_default();
                session.query(SET_BEAT, &[&at]).await.map_err(failed)?;
                continue;
            }
            batch.change_records(&[RecordChange {
                key: RecordKey::new(kind, id),
                body: Some(body),
            }]);
        }
    }
    batch.write_last(session).await.map_err(failed)?;
    let moved = session
        .query(rows::MOVE_HEAD, &[&rows::integer(last.0), &0_i64])
        .await;
    moved.map_err(failed)?;
    Ok(())
}

/// The log as it is at one moment.
struct Snapshot<'a> {
    session: Session,
    address: &'a Address,
}

impl<'a> Snapshot<'a> {
    async fn take(address: &'a Address) -> Result<Self, Fault> {
        let session = Session::open(address, Purpose::Look, None).await?;
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let begun = session.client.batch_execute(begin).await;
        begun.map_err(|error| fault(address, &error))?;
        Ok(Self { session, address })
    }

    async fn query(
        &self,
        text: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<tokio_postgres::Row>, Fault> {
        let answer = self.session.query(text, values).await;
        answer.map_err(|error| fault(self.address, &error))
    }

    async fn each_command(
        &self,
        mut take: impl FnMut(&[(String, Answered)]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut after = Vec::new();
        loop {
            let values = [&after as _, &rows::integer(PORTION) as _];
            let found = self.query(COMMANDS_AFTER, &values).await?;
            let commands = found.iter().map(rows::command);
            let commands = commands.collect::<Result<Vec<_>, Fault>>()?;
            let Some((id, _)) = commands.last() else {
                return Ok(());
            };
            after = id.clone().into_bytes();
            take(&commands)?;
        }
    }

    async fn records(&self, kind: RecordKind) -> Result<Vec<RecordChange>, Fault> {
        let found = self.query(rows::RECORDS, &[&kind.word()]).await?;
        let change = |row| {
            let (id, body) = rows::record(kind, row)?;
            Ok(RecordChange {
                key: RecordKey::new(kind, id),
                body: Some(body),
            })
        };
        found.iter().map(change).collect()
    }
}

//! The log in a PostgreSQL database, which several servers share.
//!
//! One task of this process writes, in groups, under the lock of the log's one head row: numbers have no gap and none is
//! seen before a lower one. A few connections read beside it; one more is woken by the other servers and holds
//! the lock of the server on duty. Each is reopened when it breaks.

mod address;
mod at_once;
mod batch;
mod faults;
mod format;
mod group;
mod listener;
mod moving;
mod readers;
mod rows;
mod session;
mod tls;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, BoxFuture, Duty, Envelope, Fault, GlobalSeq,
    Head, Millis, RecordChange, RecordKey, RecordKind, Seq, Store, StreamName, Timestamp,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;

pub use address::{Address, BadAddressError};
use at_once::Latest;
use listener::{Listener, Part};
pub use moving::restore;
use readers::Readers;
use session::{Purpose, Session};
use writer::{Reply, Task, Writer};

use crate::chain::follow_each_other;

/// The longest anybody waits for an answer to a write; after it nobody knows.
const ANSWERED_WITHIN: Duration = Duration::from_secs(40);

/// How long the table of records may take to be written anew.
const REWRITTEN_WITHIN: Duration = Duration::from_secs(60);

/// A silence as long as this is a gap that only the server on duty may close.
const BEAT: &str = "UPDATE outflank.heartbeat SET at = clock_timestamp()
     WHERE $1 OR at IS NULL OR clock_timestamp() - at < interval '5 seconds'";
const SILENCE: &str = "SELECT (extract(epoch FROM clock_timestamp() - at) * 1000)::bigint
     FROM outflank.heartbeat WHERE at IS NOT NULL";
const CLOCK: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// A log in PostgreSQL.
pub struct PostgresStore {
    address: Address,
    readers: Readers,
    tasks: Option<mpsc::Sender<Task>>,
    durable: Arc<watch::Sender<GlobalSeq>>,
    is_on_duty: Arc<AtomicBool>,
    listening: Option<AbortHandle>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PostgresStore").field(&self.address).finish()
    }
}

impl PostgresStore {
    /// Opens a log for a server: its tables are made if there are none, and the duty is taken if nobody has it.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong with the database and what to do.
    pub async fn open(address: &Address) -> Result<Self, Fault> {
        Self::open_as(address, Part::Server).await
    }

    /// Opens a log for a program that writes beside the servers and leaves the alarms to them.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong with the database and what to do.
    pub async fn open_beside(address: &Address) -> Result<Self, Fault> {
        Self::open_as(address, Part::Beside).await
    }

    async fn open_as(address: &Address, part: Part) -> Result<Self, Fault> {
        let session = Session::open(address, Purpose::Write, None).await?;
        format::bring_forward(&session, address).await?;
        let durable = Arc::new(watch::Sender::new(GlobalSeq(0)));
        let is_on_duty = Arc::new(AtomicBool::new(false));
        let listener = Listener {
            address: address.clone(),
            part,
            durable: Arc::clone(&durable),
            is_on_duty: Arc::clone(&is_on_duty),
            written: Arc::default(),
        };
        let written = Arc::clone(&listener.written);
        let listening = listener.start().await?;
        let listening = tokio::spawn(listener.run(Some(listening)));
        let (tasks, waiting) = mpsc::channel(writer::QUEUE_MAX);
        let writer = Writer {
            address: address.clone(),
            tasks: waiting,
            held: None,
            durable: Arc::clone(&durable),
            written,
            session: Some(session),
            latest: Latest::default(),
        };
        tokio::spawn(writer.run());
        Ok(Self {
            address: address.clone(),
            readers: Readers::new(address.clone(), Purpose::Ask),
            tasks: Some(tasks),
            durable,
            is_on_duty,
            listening: Some(listening.abort_handle()),
        })
    }

    /// Opens a log to look at it; a standby will do.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong with the database and what to do.
    pub async fn open_to_read(address: &Address) -> Result<Self, Fault> {
        let session = Session::open(address, Purpose::Look, None).await?;
        if format::found(&session, address).await? == 0 {
            return Err(Fault::Database(format!(
                "There is no log in PostgreSQL at {address}. Correct the name of the database in --database."
            )));
        }
        let readers = Readers::new(address.clone(), Purpose::Look);
        let head = readers.query(rows::HEAD, &[]).await?;
        let last = head.first().map(|row| rows::natural(row, 0)).transpose()?;
        Ok(Self {
            address: address.clone(),
            readers,
            tasks: None,
            durable: Arc::new(watch::Sender::new(GlobalSeq(last.unwrap_or(0)))),
            is_on_duty: Arc::default(),
            listening: None,
        })
    }

    /// Where it is, without the password.
    #[must_use]
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// What time it is in the database, so that the clocks of all servers are one.
    ///
    /// # Errors
    /// [`Fault`] if it does not answer.
    pub async fn clock(&self) -> Result<Timestamp, Fault> {
        let answer = self.readers.query(CLOCK, &[]).await?;
        let now = answer.first().map(|row| row.get(0));
        Ok(Timestamp(now.unwrap_or_default()))
    }

    /// Writes the table of records anew, so that nothing of an erased person is left in its file. The write-ahead log of
    /// PostgreSQL and its backups keep it until they are removed.
    fn rewrite_records(&self) {
        let address = self.address.clone();
        tokio::spawn(async move {
            let rewritten = async {
                let session = Session::open(&address, Purpose::Ask, None).await?;
                let done = session
                    .client
                    .batch_execute("VACUUM FULL outflank.records")
                    .await;
                done.map_err(|error| faults::fault(&address, &error))
            };
            match tokio::time::timeout(REWRITTEN_WITHIN, rewritten).await {
                Ok(Ok(())) => {}
                Ok(Err(fault)) => {
                    tracing::error!(%fault, "an erased person may still be in a file of the database")
                }
                Err(_) => tracing::error!(
                    "an erased person may still be in a file of the database: VACUUM did not end"
                ),
            }
        });
    }

    async fn send<T>(&self, task: impl FnOnce(Reply<T>) -> Task) -> Result<T, Fault> {
        let Some(tasks) = &self.tasks else {
            let words = format!("{} was opened only for reading", self.address);
            return Err(Fault::ReadOnly(words));
        };
        let ended = || Fault::Unavailable("it was closed. Start the program again".into());
        let late = |_| Fault::Away(format!("{}: no answer", self.address));
        let (reply, answer) = oneshot::channel();
        let asked = async {
            tasks.send(task(reply)).await.map_err(|_| ended())?;
            answer.await.map_err(|_| ended())
        };
        (tokio::time::timeout(ANSWERED_WITHIN, asked).await).map_err(late)?
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // The writer ends by itself when it has written what waits.
        if let Some(listening) = &self.listening {
            listening.abort();
        }
    }
}

/// Whether a person's record is erased.
fn erases_person(changes: &[RecordChange]) -> bool {
    let is_erased = |one: &RecordChange| one.key.kind == RecordKind::Person && one.body.is_none();
    changes.iter().any(is_erased)
}

/// Tells that the log is durable up to `last`; never less than before.
fn told(durable: &watch::Sender<GlobalSeq>, last: GlobalSeq) {
    durable.send_if_modified(|known| {
        let is_news = last > *known;
        if is_news {
            *known = last;
        }
        is_news
    });
}

impl Store for PostgresStore {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            append.check()?;
            let erases = erases_person(&append.records);
            let appended = self.send(|reply| Task::Append(append, reply)).await?;
            if erases && appended.is_ok() {
                self.rewrite_records();
            }
            appended
        })
    }

    fn command<'a>(
        &'a self,
        command_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<Answered>, Fault>> {
        Box::pin(async move {
            let id = command_id.as_bytes();
            let found = self.readers.query(rows::COMMAND, &[&id]).await?;
            let found = found.first().map(rows::command).transpose()?;
            Ok(found.map(|(_, answered)| answered))
        })
    }

    fn adopt(&self, adoption: Adoption) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, AppendError>> {
        Box::pin(async move { self.send(|reply| Task::Adopt(adoption, reply)).await? })
    }

    fn set_aside(&self) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(async move { rows::envelopes(&self.readers.query(rows::ASIDE, &[]).await?) })
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(async move {
            let (from, limit) = (rows::integer(after.0), rows::integer(limit));
            let asked = [&stream.to_string() as _, &from as _, &limit as _];
            let found = self.readers.query(rows::BY_STREAM, &asked).await?;
            follow_each_other(rows::envelopes(&found)?, stream, after)
        })
    }

    fn read_all(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(async move {
            let (from, limit) = (rows::integer(after.0), rows::integer(limit));
            let found = self.readers.query(rows::BY_PLACE, &[&from, &limit]).await?;
            rows::envelopes(&found)
        })
    }

    fn head<'a>(&'a self, stream: &'a StreamName) -> BoxFuture<'a, Result<Option<Head>, Fault>> {
        Box::pin(async move {
            let found = self
                .readers
                .query(rows::END, &[&stream.to_string()])
                .await?;
            let last = rows::envelopes(&found)?;
            Ok(last.first().map(|event| Head {
                seq: event.content.seq,
                hash: event.hash,
            }))
        })
    }

    fn streams<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<StreamName>, Fault>> {
        Box::pin(async move {
            let found = self.readers.query(rows::STREAMS, &[&prefix]).await?;
            found.iter().map(|row| rows::stream(row, 0)).collect()
        })
    }

    fn durable(&self) -> watch::Receiver<GlobalSeq> {
        self.durable.subscribe()
    }

    fn record<'a>(&'a self, key: &'a RecordKey) -> BoxFuture<'a, Result<Option<String>, Fault>> {
        Box::pin(async move {
            let (kind, id) = (key.kind.word(), key.id.as_bytes());
            let found = self.readers.query(rows::RECORD, &[&kind, &id]).await?;
            let found = found.first().map(|row| rows::record(key.kind, row));
            Ok(found.transpose()?.map(|(_, body)| body))
        })
    }

    fn records(&self, kind: RecordKind) -> BoxFuture<'_, Result<Vec<(String, String)>, Fault>> {
        Box::pin(async move {
            let found = self.readers.query(rows::RECORDS, &[&kind.word()]).await?;
            found.iter().map(|row| rows::record(kind, row)).collect()
        })
    }

    fn put_records(&self, changes: Vec<RecordChange>) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            for change in &changes {
                (change.check()).map_err(|unfit| Fault::Unavailable(unfit.to_string()))?;
            }
            let erases = erases_person(&changes);
            let written = self.send(|reply| Task::Records(changes, reply)).await?;
            if erases && written.is_ok() {
                self.rewrite_records();
            }
            written
        })
    }

    fn duty(&self) -> Duty {
        match self.is_on_duty.load(Ordering::Acquire) {
            true => Duty::OnDuty,
            false => Duty::Standby,
        }
    }

    fn beat(&self, _now: Timestamp) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            let may_step = self.duty() == Duty::OnDuty;
            self.readers.query(BEAT, &[&may_step]).await?;
            Ok(())
        })
    }

    fn silence(&self, _now: Timestamp) -> BoxFuture<'_, Result<Option<Millis>, Fault>> {
        Box::pin(async move {
            let answer = self.readers.query(SILENCE, &[]).await?;
            // The clock of a promoted standby may be a little behind.
            Ok(answer
                .first()
                .map(|row| Millis(row.get::<_, i64>(0).max(0))))
        })
    }
}

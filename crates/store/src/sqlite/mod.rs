//! The log in one SQLite file.
//!
//! One thread writes, in groups: whatever waits is committed together, and each sender is told once the
//! disk has it (`synchronous=FULL`). A few other connections read beside it (write-ahead logging).

mod backup;
mod faults;
mod file;
mod format;
mod head_file;
mod journal;
mod kept;
mod lock;
mod new_file;
mod readers;
mod rows;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, BoxFuture, Envelope, Fault, GlobalSeq, Head,
    RecordChange, RecordKey, RecordKind, Seq, Store, StreamName,
};
use tokio::sync::{mpsc, oneshot, watch};

pub use backup::{restore, verify_file};
use head_file::{HeadFile, LogHead};
use journal::Journal;
use lock::Lock;
pub(crate) use new_file::NewFile;
use readers::{Readers, ended, no_thread};
use writer::{Job, Reply, Writer};

/// The name of the log in a data folder.
pub const FILE_NAME: &str = "outflank.db";

/// A log in a file.
pub struct SqliteStore {
    path: PathBuf,
    readers: Readers,
    writing: Option<Writing>,
    durable: watch::Receiver<GlobalSeq>,
}

/// What only a log that is open for writing has.
struct Writing {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Let go last, when the writer has ended.
    _lock: Lock,
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SqliteStore").field(&self.path).finish()
    }
}

impl SqliteStore {
    /// Opens a log for writing. A file that is not there is made; an older format is brought forward.
    /// [`Fault::Incomplete`] if confirmed entries are missing.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        Self::open_checked(path, |confirmed, connection| {
            head_file::check(confirmed, connection)
        })
    }

    /// The same for a log that is shorter than what was confirmed, because its owner has restored it from a copy.
    pub fn open_shorter(path: &Path) -> Result<Self, Fault> {
        Self::open_checked(path, |_, _| Ok(()))
    }

    fn open_checked(
        path: &Path,
        check: impl Fn(Option<LogHead>, &rusqlite::Connection) -> Result<(), Fault>,
    ) -> Result<Self, Fault> {
        let named = |fault| faults::named(path, fault);
        let mut lock = Lock::take(path)?;
        let confirmed = head_file::read(path);
        let journal = journal::examine(path).map_err(|error| faults::file_fault(path, &error))?;
        report_journal(path, journal);
        let connection = file::open_to_write(path)?;
        lock.hold(path)?;
        check(confirmed, &connection).map_err(named)?;
        let head = LogHead::of(&connection).map_err(named)?;
        let head = HeadFile::open(path, head).map_err(|error| faults::file_fault(path, &error))?;
        let readers = Readers::start(|| file::open_to_read(path))?;
        let (jobs, waiting) = mpsc::channel(writer::QUEUE_MAX);
        let (tell, durable) = watch::channel(GlobalSeq(0));
        let writer = Writer::new(connection, waiting, tell, Some(head)).map_err(named)?;
        let thread = (thread::Builder::new().name("log-writer".into()))
            .spawn(move || writer.run())
            .map_err(no_thread)?;
        Ok(Self {
            path: path.to_owned(),
            readers,
            writing: Some(Writing {
                jobs: Some(jobs),
                thread: Some(thread),
                _lock: lock,
            }),
            durable,
        })
    }

    /// Opens a log to look at it, also while another program writes it.
    pub fn open_to_read(path: &Path) -> Result<Self, Fault> {
        let connection = file::open_to_read(path)?;
        let last = rows::last(&connection).map_err(|fault| faults::named(path, fault))?;
        let (tell, durable) = watch::channel(last);
        // Nobody writes here, so nobody is woken.
        drop(tell);
        Ok(Self {
            path: path.to_owned(),
            readers: Readers::start(|| file::open_to_read(path))?,
            writing: None,
            durable,
        })
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the file grow to so many pages of 4 kB and no further, as a full disk would.
    pub async fn limit_pages(&self, pages: u32) -> Result<(), Fault> {
        self.send(|reply| Job::LimitPages(pages, reply)).await?
    }

    /// Whether the file is sound below the log: its pages, its indexes. Reads all of it.
    pub async fn check_file(&self) -> Result<(), Fault> {
        let check = |connection: &rusqlite::Connection| backup::check_file(connection);
        let named = |fault| faults::named(&self.path, fault);
        self.readers.ask(check).await.map_err(named)
    }

    /// Commands with what they were answered, by id after `after`, at most `limit`.
    pub(crate) async fn commands_after(
        &self,
        after: Option<String>,
        limit: usize,
    ) -> Result<Vec<(String, Answered)>, Fault> {
        let ask = move |file: &rusqlite::Connection| {
            kept::commands_after(file, after.as_deref().unwrap_or_default(), limit)
        };
        self.readers.ask(ask).await
    }

    async fn send<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, Fault> {
        let Some(writing) = &self.writing else {
            let words = format!("{} was opened only for reading", self.path.display());
            return Err(Fault::ReadOnly(words));
        };
        let (reply, answer) = oneshot::channel();
        let jobs = writing.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job(reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())
    }
}

/// Keeps a damaged journal before SQLite forgets what it cannot read of it.
fn report_journal(path: &Path, journal: Journal) {
    match journal {
        Journal::Whole => {}
        Journal::TornTail { frames } => {
            tracing::info!(
                frames,
                "the journal ends in a commit that was cut off; nobody was told of it"
            );
        }
        Journal::DamagedMiddle { frames, lost } => match journal::keep_aside(path) {
            Ok(kept) => tracing::error!(
                frames, lost, kept = %kept.display(),
                "the journal is damaged in the middle and is kept aside"
            ),
            Err(error) => {
                tracing::error!(frames, lost, %error, "the journal is damaged in the middle");
            }
        },
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has told nobody that anything was written.
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>> {
        Box::pin(async move { self.send(|reply| Job::Append(append, reply)).await? })
    }

    fn command<'a>(
        &'a self,
        command_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<Answered>, Fault>> {
        let id = command_id.to_owned();
        Box::pin(self.readers.ask(move |file| kept::command(file, &id)))
    }

    fn adopt(&self, adoption: Adoption) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, AppendError>> {
        Box::pin(async move { self.send(|reply| Job::Adopt(adoption, reply)).await? })
    }

    fn set_aside(&self) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(self.readers.ask(rows::set_aside))
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        let stream = stream.clone();
        Box::pin(
            self.readers
                .ask(move |file| rows::read(file, &stream, after, limit)),
        )
    }

    fn read_all(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(
            self.readers
                .ask(move |file| rows::read_all(file, after, limit)),
        )
    }

    fn head<'a>(&'a self, stream: &'a StreamName) -> BoxFuture<'a, Result<Option<Head>, Fault>> {
        let stream = stream.clone();
        Box::pin(self.readers.ask(move |file| rows::end(file, &stream)))
    }

    fn streams<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<StreamName>, Fault>> {
        let prefix = prefix.to_owned();
        Box::pin(self.readers.ask(move |file| rows::streams(file, &prefix)))
    }

    fn durable(&self) -> watch::Receiver<GlobalSeq> {
        self.durable.clone()
    }

    fn record<'a>(&'a self, key: &'a RecordKey) -> BoxFuture<'a, Result<Option<String>, Fault>> {
        let key = key.clone();
        Box::pin(
            self.readers
                .ask(move |file| kept::record(file, key.kind, &key.id)),
        )
    }

    fn records(&self, kind: RecordKind) -> BoxFuture<'_, Result<Vec<(String, String)>, Fault>> {
        Box::pin(self.readers.ask(move |file| kept::records(file, kind)))
    }

    fn put_records(&self, changes: Vec<RecordChange>) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            for change in &changes {
                (change.check()).map_err(|unfit| Fault::Unavailable(unfit.to_string()))?;
            }
            self.send(|reply| Job::Records(changes, reply)).await?
        })
    }
}

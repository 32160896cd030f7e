//! The one writer: a thread that writes waiting appends in groups, one durable commit per group.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, Envelope, Fault, GlobalSeq, Hash, Head,
    RecordChange, RecordKind, Seq, StreamName,
};
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot, watch};

use super::faults::{fault, is_sync_failure};
use super::head_file::{HeadFile, LogHead};
use super::{kept, rows};
use crate::sealing::{Ends, seal_adoption, seal_append};

/// The most jobs that wait for the writer; the next sender waits for its turn.
pub(crate) const QUEUE_MAX: usize = 4096;
/// The most jobs of one commit: enough to share one wait for the disk, few enough not to keep the first.
const GROUP_MAX: usize = 1024;
/// So many in one group are a crowd, for which a short wait saves a wait for the disk.
const CROWD: usize = 16;
/// How long the first of a crowd waits for the others.
const GATHERING: Duration = Duration::from_micros(200);
/// The most ends of streams that are kept in memory.
const ENDS_MAX: usize = 20_000;

/// What the writer is asked to do.
pub(crate) enum Job {
    Append(Append, Reply<Result<Appended, AppendError>>),
    /// Take over events of another store.
    Adopt(Adoption, Reply<Result<Vec<Arc<Envelope>>, AppendError>>),
    Records(Vec<RecordChange>, Reply<Result<(), Fault>>),
    /// Let the file grow to so many pages and no further.
    LimitPages(u32, Reply<Result<(), Fault>>),
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<T>;

pub(crate) struct Writer {
    connection: Connection,
    jobs: mpsc::Receiver<Job>,
    durable: watch::Sender<GlobalSeq>,
    last: GlobalSeq,
    ends: HashMap<StreamName, Option<Head>>,
    scrub: Scrub,
    /// The end of the log, beside it.
    head: Option<HeadFile>,
    last_hash: Hash,
    /// Set once nobody knows what is on the disk; nothing is written any more.
    broken: Option<Fault>,
}

/// Whether erased text may still be in the journal beside the file.
#[derive(PartialEq, Eq)]
enum Scrub {
    Clean,
    Due,
}

/// A job that is done except for the commit.
enum Done {
    Append(
        Reply<Result<Appended, AppendError>>,
        Result<Appended, AppendError>,
    ),
    Adopt(
        Reply<Result<Vec<Arc<Envelope>>, AppendError>>,
        Result<Vec<Arc<Envelope>>, AppendError>,
    ),
    Records(Reply<Result<(), Fault>>, Result<(), Fault>),
}

impl Writer {
    pub(crate) fn new(
        connection: Connection,
        jobs: mpsc::Receiver<Job>,
        durable: watch::Sender<GlobalSeq>,
        head: Option<HeadFile>,
    ) -> Result<Self, Fault> {
        let LogHead { number: last, hash } = LogHead::of(&connection)?;
        durable.send_replace(last);
        Ok(Self {
            connection,
            jobs,
            durable,
            last,
            ends: HashMap::new(),
            scrub: Scrub::Clean,
            head,
            last_hash: hash,
            broken: None,
        })
    }

    /// Works until nobody can send any more.
    pub(crate) fn run(mut self) {
        let mut group = Vec::new();
        let mut last_length = 0;
        while let Some(first) = self.jobs.blocking_recv() {
            group.push(first);
            self.gather(&mut group);
            // Callers that were answered together return one by one: the first waits a little for the others.
            if last_length >= CROWD && group.len() < last_length {
                std::thread::sleep(GATHERING);
                self.gather(&mut group);
            }
            last_length = group.len();
            self.write_group(group.drain(..));
            if self.scrub == Scrub::Due {
                self.scrub_journal();
            }
            if let Some(head) = &mut self.head
                && let Err(error) = head.sync_now_and_then()
            {
                tracing::error!(%error, "the end of the log could not be noted beside it");
            }
        }
        if let Some(head) = &mut self.head {
            // Nobody is left to be told.
            let _ = head.sync();
        }
    }

    /// Notes the end of the log before anybody is told that it is durable.
    fn note_head(&mut self) {
        let end = LogHead {
            number: self.last,
            hash: self.last_hash,
        };
        if let Some(head) = &mut self.head
            && let Err(error) = head.put(end)
        {
            tracing::error!(%error, "the end of the log could not be noted beside it");
        }
    }

    fn gather(&mut self, group: &mut Vec<Job>) {
        while group.len() < GROUP_MAX
            && let Ok(next) = self.jobs.try_recv()
        {
            group.push(next);
        }
    }

    fn write_group(&mut self, group: impl Iterator<Item = Job>) {
        let mut done = Vec::new();
        let mut failed = self.broken.clone();
        if failed.is_none() {
            failed = self.begin().err();
        }
        for job in group {
            match self.write(job, &failed) {
                Ok(job) => done.extend(job),
                Err((job, fault)) => {
                    done.push(job);
                    failed = Some(fault);
                }
            }
        }
        if failed.is_none() {
            failed = self.commit().err();
        }
        match failed {
            None => {
                if *self.durable.borrow() != self.last {
                    self.note_head();
                }
                self.durable.send_if_modified(|durable| {
                    let is_news = *durable != self.last;
                    *durable = self.last;
                    is_news
                });
                done.into_iter().for_each(Done::tell);
            }
            Some(fault) => {
                self.roll_back();
                done.into_iter().for_each(|job| job.fail(&fault));
            }
        }
    }

    /// Writes one job into the open transaction; an error means that the whole group must be rolled back.
    fn write(&mut self, job: Job, failed: &Option<Fault>) -> Result<Option<Done>, (Done, Fault)> {
        let refused = |fault: &Fault| Err(AppendError::Fault(fault.clone()));
        match job {
            Job::Append(append, reply) => {
                let result = match failed {
                    Some(fault) => refused(fault),
                    None => self.append(&append),
                };
                match result {
                    Err(AppendError::Fault(fault)) if failed.is_none() => {
                        Err((Done::Append(reply, refused(&fault)), fault))
                    }
                    result => Ok(Some(Done::Append(reply, result))),
                }
            }
            Job::Adopt(adoption, reply) => {
                let result = match failed {
                    Some(fault) => refused_adoption(fault),
                    None => self.adopt(&adoption),
                };
                match result {
                    Err(AppendError::Fault(fault)) if failed.is_none() => {
                        Err((Done::Adopt(reply, refused_adoption(&fault)), fault))
                    }
                    result => Ok(Some(Done::Adopt(reply, result))),
                }
            }
            Job::Records(changes, reply) => {
                let result = match failed {
                    Some(fault) => Err(fault.clone()),
                    None => self.change_records(&changes),
                };
                match result {
                    Err(fault) if failed.is_none() => {
                        Err((Done::Records(reply, Err(fault.clone())), fault))
                    }
                    result => Ok(Some(Done::Records(reply, result))),
                }
            }
            Job::LimitPages(pages, reply) => {
                let limited = self.connection.pragma_update(None, "max_page_count", pages);
                // Nobody waits for the answer any more: then it is of no use.
                let _ = reply.send(limited.map_err(|error| fault(&error)));
                Ok(None)
            }
        }
    }

    fn append(&mut self, append: &Append) -> Result<Appended, AppendError> {
        append.check()?;
        let answered = Answered {
            request: append.request,
            answer: Arc::clone(&append.answer),
        };
        // Nearly every command is new: its row is put where it belongs, and only if one is there is that one read.
        let is_new = kept::insert_command(&self.connection, &append.command_id, &answered)
            .map_err(|error| self.noted(&error))?;
        if !is_new {
            return self.written_before(append);
        }
        let last = self.last;
        let sealed = match seal_append(append, self, last) {
            Ok(sealed) => sealed,
            Err(error) => {
                kept::remove_command(&self.connection, &append.command_id)
                    .map_err(|error| self.noted(&error))?;
                return Err(error);
            }
        };
        self.insert(&sealed)?;
        self.change_records(&append.records)?;
        Ok(Appended::Now(sealed))
    }

    /// A command that is here already: the same again, or another under its name.
    fn written_before(&self, append: &Append) -> Result<Appended, AppendError> {
        match kept::command(&self.connection, &append.command_id)? {
            Some(answered) if answered.request == append.request => {
                Ok(Appended::Before(answered.answer))
            }
            Some(_) => Err(AppendError::IdReused),
            None => Err(Fault::Damaged(format!(
                "command {} exists but cannot be found",
                append.command_id
            ))
            .into()),
        }
    }

    fn adopt(&mut self, adoption: &Adoption) -> Result<Vec<Arc<Envelope>>, AppendError> {
        let last = self.last;
        let sealed = seal_adoption(adoption, self, last)?;
        for part in &adoption.streams {
            rows::move_aside(&self.connection, &part.stream, part.keep)
                .map_err(|error| self.noted(&error))?;
            self.ends.remove(&part.stream);
        }
        self.insert(&sealed)?;
        for (id, answered) in &adoption.commands {
            kept::insert_command(&self.connection, id, answered)
                .map_err(|error| self.noted(&error))?;
        }
        self.change_records(&adoption.records)?;
        Ok(sealed)
    }

    fn insert(&mut self, sealed: &[Arc<Envelope>]) -> Result<(), Fault> {
        for event in sealed {
            rows::insert(&self.connection, event).map_err(|error| self.noted(&error))?;
            self.last = event.global_seq;
            self.last_hash = event.hash;
            let head = Head {
                seq: event.content.seq,
                hash: event.hash,
            };
            match self.ends.get_mut(&event.content.stream) {
                Some(end) => *end = Some(head),
                None => {
                    self.ends.insert(event.content.stream.clone(), Some(head));
                }
            }
        }
        Ok(())
    }

    fn change_records(&mut self, changes: &[RecordChange]) -> Result<(), Fault> {
        for change in changes {
            kept::change_record(&self.connection, change).map_err(|error| self.noted(&error))?;
            if change.key.kind == RecordKind::Person {
                self.scrub = Scrub::Due;
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Fault> {
        let open = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate);
        // The transaction outlives this function; commit or roll_back end it.
        let opened = open.map(|mut open| open.set_drop_behavior(rusqlite::DropBehavior::Ignore));
        opened.map_err(|error| self.noted(&error))
    }

    fn commit(&mut self) -> Result<(), Fault> {
        (self.connection.execute_batch("COMMIT")).map_err(|error| self.noted(&error))
    }

    /// Takes everything of this group back, and forgets what was remembered of it.
    fn roll_back(&mut self) {
        if !self.connection.is_autocommit()
            && let Err(error) = self.connection.execute_batch("ROLLBACK")
        {
            self.broken.get_or_insert(fault(&error));
        }
        self.ends.clear();
        match LogHead::of(&self.connection) {
            Ok(end) => {
                self.last = end.number;
                self.last_hash = end.hash;
            }
            Err(fault) => {
                self.broken.get_or_insert(fault);
            }
        }
    }

    /// The fault of an error; one that leaves the disk unknown stops all writing.
    fn noted(&mut self, error: &rusqlite::Error) -> Fault {
        let fault = fault(error);
        if is_sync_failure(error) {
            self.broken.get_or_insert_with(|| fault.clone());
        }
        fault
    }

    /// Empties the journal, so that what was erased is nowhere. While a reader is inside, the next commit tries again.
    fn scrub_journal(&mut self) {
        let emptied = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
                row.get::<_, i64>(0)
            });
        if let Ok(0) = emptied {
            self.scrub = Scrub::Clean;
        }
    }
}

fn refused_adoption(fault: &Fault) -> Result<Vec<Arc<Envelope>>, AppendError> {
    Err(AppendError::Fault(fault.clone()))
}

impl Ends for Writer {
    fn end(&mut self, stream: &StreamName) -> Result<Option<Head>, Fault> {
        if let Some(end) = self.ends.get(stream) {
            return Ok(*end);
        }
        if self.ends.len() >= ENDS_MAX {
            self.ends.clear();
        }
        let end = rows::end(&self.connection, stream)?;
        self.ends.insert(stream.clone(), end);
        Ok(end)
    }

    fn hash_at(&mut self, stream: &StreamName, seq: Seq) -> Result<Option<Hash>, Fault> {
        rows::hash_at(&self.connection, stream, seq)
    }
}

impl Done {
    /// Sends the answer; a caller that has stopped waiting does not get it.
    fn tell(self) {
        match self {
            Self::Append(reply, result) => drop(reply.send(result)),
            Self::Adopt(reply, result) => drop(reply.send(result)),
            Self::Records(reply, result) => drop(reply.send(result)),
        }
    }

    fn fail(self, fault: &Fault) {
        match self {
            Self::Append(reply, _) => drop(reply.send(Err(fault.clone().into()))),
            Self::Adopt(reply, _) => drop(reply.send(Err(fault.clone().into()))),
            Self::Records(reply, _) => drop(reply.send(Err(fault.clone()))),
        }
    }
}

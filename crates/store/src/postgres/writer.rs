//! The writer of this process: waiting appends are written in groups, one commit per group.
//!
//! When the connection breaks nobody knows whether the last group is in the log. Its commands are sent again on
//! the next connection under their ids: what was written is answered as written, what was not is written now.

use std::sync::Arc;
use std::time::Duration;

use outflank_desk::log::{
    Adoption, Append, AppendError, Appended, Envelope, Fault, GlobalSeq, RecordChange,
};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use super::address::Address;
use super::at_once::Latest;
use super::group::{self, Done, Failed, Work};
use super::session::{Purpose, Session};
use super::{rows, told};

/// The most jobs that wait for the writer; the next sender waits for its turn.
pub(crate) const QUEUE_MAX: usize = 4096;
/// The most jobs of one commit.
const GROUP_MAX: usize = 512;
/// How often others get their turn before a group goes without those who were answered together last.
const TURNS: usize = 6;
/// How long a command waits for a database that is away.
const WAITS: Duration = Duration::from_secs(3);
/// How long one waits of which nobody knows whether it was written.
const WAITS_IN_DOUBT: Duration = Duration::from_secs(3);
/// How long one commit may take. A synchronous standby that does not answer is waited for as long, and the command is then
/// sent again under its id.
const WRITTEN_WITHIN: Duration = Duration::from_secs(3);
/// An archive is many entries in one commit.
const ADOPTED_WITHIN: Duration = Duration::from_secs(60);
/// The first and the longest time between two tries to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(30);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What the writer is asked to do.
pub(crate) enum Task {
    Append(Append, Reply<Result<Appended, AppendError>>),
    /// Take over events of another store.
    Adopt(Adoption, Reply<Result<Vec<Arc<Envelope>>, AppendError>>),
    Records(Vec<RecordChange>, Reply<Result<(), Fault>>),
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<T>;

/// A task and how long it waits.
struct Job {
    task: Task,
    until: Instant,
}

pub(crate) struct Writer {
    pub(crate) address: Address,
    pub(crate) tasks: mpsc::Receiver<Task>,
    /// One that was taken and does not go with the group before it.
    pub(crate) held: Option<Task>,
    pub(crate) durable: Arc<watch::Sender<GlobalSeq>>,
    /// Told when something was written, for the other servers.
    pub(crate) written: Arc<Notify>,
    pub(crate) session: Option<Session>,
    pub(crate) latest: Latest,
}

impl Writer {
    /// Works until nobody can send any more.
    pub(crate) async fn run(mut self) {
        let mut group = Vec::new();
        let mut expected = 0;
        while let Some(first) = self.next().await {
            group.push(job(first));
            if !matches!(group[0].task, Task::Adopt(..)) {
                self.gather(&mut group);
                for _ in 0..TURNS {
                    if group.len() >= expected {
                        break;
                    }
                    tokio::task::yield_now().await;
                    self.gather(&mut group);
                }
            }
            let length = group.len();
            self.settle(&mut group).await;
            // Those who were answered come back one by one, and those who wait already need not go alone.
            expected = length + self.tasks.len();
        }
    }

    async fn next(&mut self) -> Option<Task> {
        match self.held.take() {
            Some(task) => Some(task),
            None => self.tasks.recv().await,
        }
    }

    /// Takes whatever waits; an adoption waits for a transaction of its own.
    fn gather(&mut self, group: &mut Vec<Job>) {
        while self.held.is_none()
            && group.len() < GROUP_MAX
            && let Ok(next) = self.tasks.try_recv()
        {
            match next {
                Task::Adopt(..) => self.held = Some(next),
                Task::Append(..) | Task::Records(..) => group.push(job(next)),
            }
        }
    }

    /// Writes a group and answers; while the database is unavailable it tries again as long as a caller waits.
    async fn settle(&mut self, group: &mut Vec<Job>) {
        let mut pause = FIRST_PAUSE;
        while !group.is_empty() {
            let is_adoption = matches!(
                group.first(),
                Some(Job {
                    task: Task::Adopt(..),
                    ..
                })
            );
            let within = match is_adoption {
                true => ADOPTED_WITHIN,
                false => WRITTEN_WITHIN,
            };
            let tried = match tokio::time::timeout(within, self.try_write(group)).await {
                Ok(tried) => tried,
                // A database that has stopped answering does not close its connections.
                Err(_) => Err(Failed::Unknown(Fault::Away(format!(
                    "{}: no answer",
                    self.address
                )))),
            };
            let fault = match tried {
                Ok(()) => return,
                Err(Failed::Refused(fault)) => {
                    group.drain(..).for_each(|job| job.fail(&fault));
                    return;
                }
                Err(Failed::Unknown(fault)) => fault,
            };
            self.session = None;
            self.latest.forget();
            let now = Instant::now();
            for job in group.extract_if(.., |job| job.until <= now) {
                job.fail(&fault);
            }
            // No caller may wait longer than for a database that answers.
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
            if !matches!(
                group.first(),
                None | Some(Job {
                    task: Task::Adopt(..),
                    ..
                })
            ) {
                self.gather(group);
            }
        }
    }

    async fn try_write(&mut self, group: &mut Vec<Job>) -> Result<(), Failed> {
        let seen = *self.durable.borrow();
        let session = match &mut self.session {
            Some(session) if !session.client.is_closed() => session,
            place => {
                // Another database may be behind the address by now.
                self.latest.forget();
                let session = connect(&self.address, seen).await;
                place.insert(session.map_err(Failed::Unknown)?)
            }
        };
        for job in group.iter_mut() {
            job.until = job.until.max(Instant::now() + WAITS_IN_DOUBT);
        }
        if let Some(Job {
            task: Task::Adopt(adoption, _),
            ..
        }) = group.first()
        {
            self.latest.forget();
            let adopted = match group::adopt(session, &self.address, adoption).await {
                Ok((adopted, last)) => {
                    self.written.notify_one();
                    told(&self.durable, last);
                    adopted
                }
                // Importing the same twice is harmless, so the caller gets the error.
                Err(Failed::Unknown(fault) | Failed::Refused(fault)) => Err(fault.into()),
            };
            for job in group.drain(..) {
                if let Task::Adopt(_, reply) = job.task {
                    // A caller that has stopped waiting does not get it.
                    drop(reply.send(adopted.clone()));
                }
            }
            return Ok(());
        }
        let work: Vec<Work<'_>> = (group.iter())
            .filter_map(|job| match &job.task {
                Task::Append(append, _) => Some(Work::Append(append)),
                Task::Records(changes, _) => Some(Work::Records(changes)),
                Task::Adopt(..) => None,
            })
            .collect();
        let written = group::write(session, &self.address, &mut self.latest, &work);
        let (done, last) = written.await?;
        self.written.notify_one();
        told(&self.durable, last);
        for (job, done) in group.drain(..).zip(done) {
            job.tell(done);
        }
        Ok(())
    }
}

/// A connection for writing, to a log that has everything this process has seen.
async fn connect(address: &Address, seen: GlobalSeq) -> Result<Session, Fault> {
    let session = Session::open(address, Purpose::Write, None).await?;
    let head = session.query(rows::HEAD, &[]).await;
    let head = head.map_err(|error| super::faults::fault(address, &error))?;
    let last = match head.first() {
        Some(row) => rows::natural(row, 0)?,
        None => 0,
    };
    if last < seen.0 {
        return Err(Fault::Database(format!(
            "PostgreSQL at {address} ends at number {last} of the log, but this server has already seen number {}. It is an older copy. Stop it and start the complete one.",
            seen.0
        )));
    }
    Ok(session)
}

fn job(task: Task) -> Job {
    Job {
        task,
        until: Instant::now() + WAITS,
    }
}

impl Job {
    /// Sends the answer; a caller that has stopped waiting does not get it.
    fn tell(self, done: Done) {
        match (self.task, done) {
            (Task::Append(_, reply), Done::Append(result)) => drop(reply.send(result)),
            (Task::Records(_, reply), Done::Records) => drop(reply.send(Ok(()))),
            (Task::Append(..) | Task::Adopt(..) | Task::Records(..), _) => {
                unreachable!("each job has the answer of its kind")
            }
        }
    }

    fn fail(self, fault: &Fault) {
        match self.task {
            Task::Append(_, reply) => drop(reply.send(Err(fault.clone().into()))),
            Task::Adopt(_, reply) => drop(reply.send(Err(fault.clone().into()))),
            Task::Records(_, reply) => drop(reply.send(Err(fault.clone()))),
        }
    }
}

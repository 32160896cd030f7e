//! Being woken by other servers, and the lock of whoever is on duty.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_desk::log::{Fault, GlobalSeq};
use tokio::sync::{mpsc, watch};

use super::address::Address;
use super::faults::fault;
use super::session::{Purpose, Session};
use super::{rows, told};

/// The lock of whoever is on duty.
const ON_DUTY: i64 = 0x4f66_6c61_0002;
const TAKE_DUTY: &str = "SELECT pg_try_advisory_lock($1)";
/// The log is looked at this often though nobody woke us; the lock is kept by it.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long until the next try to connect.
const PAUSE: Duration = Duration::from_millis(200);

/// Whether this process takes part in the duty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// It serves: it takes the duty when nobody has it.
    Server,
    /// It looks or writes beside the servers.
    Beside,
}

/// The listener's task.
pub(crate) struct Listener {
    pub(crate) address: Address,
    pub(crate) part: Part,
    pub(crate) durable: Arc<watch::Sender<GlobalSeq>>,
    pub(crate) is_on_duty: Arc<AtomicBool>,
}

/// A connection that is woken.
pub(crate) struct Listening {
    session: Session,
    woken: mpsc::Receiver<()>,
}

impl Listener {
    /// Connects, takes the duty if it is free, and looks where the log ends.
    pub(crate) async fn start(&self) -> Result<Listening, Fault> {
        let (wake, woken) = mpsc::channel(1);
        let session = Session::open(&self.address, Purpose::Listen, Some(wake)).await?;
        let listening = session.client.batch_execute("LISTEN outflank").await;
        listening.map_err(|error| fault(&self.address, &error))?;
        self.look(&session).await?;
        Ok(Listening { session, woken })
    }

    /// Listens until the store is dropped; a connection that breaks is made anew, and the duty is lost with it.
    pub(crate) async fn run(self, mut listening: Option<Listening>) {
        loop {
            if let Some(Listening { session, mut woken }) = listening.take() {
                while self.look(&session).await.is_ok() {
                    // Woken or not: what counts is what is in the log.
                    let _ = tokio::time::timeout(LOOK_EVERY, woken.recv()).await;
                    if session.client.is_closed() {
                        break;
                    }
                }
            }
            self.is_on_duty.store(false, Ordering::Release);
            tokio::time::sleep(PAUSE).await;
            listening = self.start().await.ok();
        }
    }

    async fn look(&self, session: &Session) -> Result<(), Fault> {
        let failed = |error| fault(&self.address, &error);
        let head = session.query(rows::HEAD, &[]).await.map_err(failed)?;
        if let Some(row) = head.first() {
            told(&self.durable, GlobalSeq(rows::natural(row, 0)?));
        }
        if self.part == Part::Server && !self.is_on_duty.load(Ordering::Acquire) {
            let taken = session.query(TAKE_DUTY, &[&ON_DUTY]).await;
            let taken = taken.map_err(failed)?;
            let is_ours = taken.first().is_some_and(|row| row.get::<_, bool>(0));
            self.is_on_duty.store(is_ours, Ordering::Release);
        }
        Ok(())
    }
}

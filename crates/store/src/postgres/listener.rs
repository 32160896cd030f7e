//! Waking other servers and being woken by them, and the lock of the server on duty.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_desk::log::{Fault, GlobalSeq};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::address::Address;
use super::faults::fault;
use super::session::{Calls, Purpose, Session};
use super::{rows, told};

/// The lock of the server on duty.
const ON_DUTY: i64 = 0x4f66_6c61_0002;
const OWN: &str = "SELECT pg_backend_pid()";
const TAKE_DUTY: &str = "SELECT pg_try_advisory_lock($1)";
/// The log is looked at this often though nobody woke us; the lock is kept by it.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The least time between two calls to the other servers: one call will do for all that was written meanwhile.
const BETWEEN_CALLS: Duration = Duration::from_millis(5);
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

pub(crate) struct Listener {
    pub(crate) address: Address,
    pub(crate) part: Part,
    pub(crate) durable: Arc<watch::Sender<GlobalSeq>>,
    pub(crate) is_on_duty: Arc<AtomicBool>,
    /// Told when this process has written.
    pub(crate) written: Arc<Notify>,
}

/// A connection that is woken.
pub(crate) struct Listening {
    session: Session,
    wake: Arc<Calls>,
}

impl Listener {
    /// Connects, takes the duty if it is free, and looks where the log ends.
    pub(crate) async fn start(&self) -> Result<Listening, Fault> {
        let failed = |error| fault(&self.address, &error);
        let wake = Arc::new(Calls::default());
        let session =
            Session::open(&self.address, Purpose::Listen, Some(Arc::clone(&wake))).await?;
        let own = session.query(OWN, &[]).await.map_err(failed)?;
        let own = own.first().map_or(0, |row| row.get(0));
        wake.own.store(own, Ordering::Release);
        let listening = session.client.batch_execute("LISTEN outflank").await;
        listening.map_err(failed)?;
        self.look(&session).await?;
        Ok(Listening { session, wake })
    }

    /// Listens until the store is dropped; a connection that breaks is made anew, and the duty is lost with it.
    pub(crate) async fn run(self, mut listening: Option<Listening>) {
        loop {
            if let Some(Listening { session, wake }) = listening.take() {
                while self.listen(&session, &wake).await.is_ok() && !session.client.is_closed() {}
            }
            self.is_on_duty.store(false, Ordering::Release);
            tokio::time::sleep(PAUSE).await;
            listening = self.start().await.ok();
        }
    }

    /// Calls the others when this process has written. Woken or not: what counts is what is in the log.
    async fn listen(&self, session: &Session, wake: &Calls) -> Result<(), Fault> {
        self.look(session).await?;
        let until = Instant::now() + LOOK_EVERY;
        loop {
            tokio::select! {
                () = wake.called.notified() => return Ok(()),
                () = tokio::time::sleep_until(until) => return Ok(()),
                () = self.written.notified() => {
                    let called = session.client.batch_execute("NOTIFY outflank").await;
                    called.map_err(|error| fault(&self.address, &error))?;
                    tokio::time::sleep(BETWEEN_CALLS).await;
                }
            }
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

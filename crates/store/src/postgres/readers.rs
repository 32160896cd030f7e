//! A few connections that read beside the writer, made anew when they break.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use outflank_desk::log::Fault;
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::address::Address;
use super::faults::{fault, is_lost};
use super::session::{Purpose, Session};

/// How many connections read at once; each takes any number of questions after each other.
const READERS: usize = 3;
/// After a failed try nobody tries again for so long, so that those who ask are told at once.
const NO_TRY_FOR: Duration = Duration::from_millis(300);

/// How long a question may take: the pages of a start read many entries at once.
const READ_WITHIN: Duration = Duration::from_secs(3);
/// How long it may take to get a connection.
const OPENED_WITHIN: Duration = Duration::from_secs(4);

pub(crate) struct Readers {
    address: Address,
    purpose: Purpose,
    slots: [Mutex<Slot>; READERS],
    next: AtomicUsize,
}

#[derive(Default)]
struct Slot {
    session: Option<Arc<Session>>,
    failed: Option<(Instant, Fault)>,
}

impl Readers {
    pub(crate) fn new(address: Address, purpose: Purpose) -> Self {
        Self {
            address,
            purpose,
            slots: Default::default(),
            next: AtomicUsize::new(0),
        }
    }

    /// Asks; if the connection breaks, once more on a new one: a question changes nothing.
    pub(crate) async fn query(
        &self,
        text: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Fault> {
        let number = self.next.fetch_add(1, Ordering::Relaxed) % READERS;
        let late = || Fault::Away(format!("{}: no answer", self.address));
        let Ok(session) = tokio::time::timeout(OPENED_WITHIN, self.session(number)).await else {
            return Err(late());
        };
        let session = session?;
        let Ok(answer) = tokio::time::timeout(READ_WITHIN, session.query(text, values)).await
        else {
            // A server that has stopped answering does not close its connections.
            self.forget(number, &session).await;
            return Err(late());
        };
        match answer {
            Err(error) if is_lost(&error) => {
                self.forget(number, &session).await;
                let session = self.session(number).await?;
                let again = tokio::time::timeout(READ_WITHIN, session.query(text, values)).await;
                let again = again.map_err(|_| late())?;
                again.map_err(|error| fault(&self.address, &error))
            }
            answer => answer.map_err(|error| fault(&self.address, &error)),
        }
    }

    /// A session that broke is not used again, whether it knows it yet or not.
    async fn forget(&self, number: usize, broken: &Arc<Session>) {
        let mut slot = self.slots[number].lock().await;
        if (slot.session.as_ref()).is_some_and(|session| Arc::ptr_eq(session, broken)) {
            slot.session = None;
        }
    }

    async fn session(&self, number: usize) -> Result<Arc<Session>, Fault> {
        let mut slot = self.slots[number].lock().await;
        if let Some(session) = &slot.session
            && !session.client.is_closed()
        {
            return Ok(Arc::clone(session));
        }
        if let Some((at, fault)) = &slot.failed
            && at.elapsed() < NO_TRY_FOR
        {
            return Err(fault.clone());
        }
        match Session::open(&self.address, self.purpose, None).await {
            Ok(session) => {
                let session = Arc::new(session);
                slot.session = Some(Arc::clone(&session));
                slot.failed = None;
                Ok(session)
            }
            Err(fault) => {
                slot.session = None;
                slot.failed = Some((Instant::now(), fault.clone()));
                Err(fault)
            }
        }
    }
}

//! A log whose disk is full for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, BoxFuture, Envelope, Fault, GlobalSeq, Head,
    RecordChange, RecordKey, RecordKind, Seq, Store, StreamName,
};
use tokio::sync::watch;

/// Another store, which refuses to write while it is told to.
pub(crate) struct Faulty {
    inner: Box<dyn Store>,
    is_full: AtomicBool,
}

impl Faulty {
    pub(crate) fn new(inner: impl Store) -> Self {
        Self {
            inner: Box::new(inner),
            is_full: AtomicBool::new(false),
        }
    }

    pub(crate) fn fail(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::SeqCst);
    }

    fn check(&self) -> Result<(), Fault> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Err(Fault::Full("no room".to_owned())),
            false => Ok(()),
        }
    }
}

impl Store for Faulty {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            self.check()?;
            self.inner.append(append).await
        })
    }

    fn command<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Answered>, Fault>> {
        self.inner.command(id)
    }

    fn adopt(&self, adoption: Adoption) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, AppendError>> {
        self.inner.adopt(adoption)
    }

    fn set_aside(&self) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        self.inner.set_aside()
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        self.inner.read(stream, after, limit)
    }

    fn read_all(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        self.inner.read_all(after, limit)
    }

    fn head<'a>(&'a self, stream: &'a StreamName) -> BoxFuture<'a, Result<Option<Head>, Fault>> {
        self.inner.head(stream)
    }

    fn streams<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<StreamName>, Fault>> {
        self.inner.streams(prefix)
    }

    fn durable(&self) -> watch::Receiver<GlobalSeq> {
        self.inner.durable()
    }

    fn record<'a>(&'a self, key: &'a RecordKey) -> BoxFuture<'a, Result<Option<String>, Fault>> {
        self.inner.record(key)
    }

    fn records(&self, kind: RecordKind) -> BoxFuture<'_, Result<Vec<(String, String)>, Fault>> {
        self.inner.records(kind)
    }

    fn put_records(&self, changes: Vec<RecordChange>) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            self.check()?;
            self.inner.put_records(changes).await
        })
    }
}

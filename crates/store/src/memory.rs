//! A log in memory: for tests, simulations and demonstrations.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_desk::log::{
    Adoption, Answered, Append, AppendError, Appended, BoxFuture, Envelope, Fault, GlobalSeq, Hash,
    Head, RecordChange, RecordKey, RecordKind, Seq, Store, StreamName,
};
use tokio::sync::watch;

use crate::sealing::{Ends, seal_adoption, seal_append};

/// A log that ends with the process. Clones share it, as connections share a file.
#[derive(Debug, Clone)]
pub struct MemoryStore {
    log: Arc<Mutex<Log>>,
    durable: watch::Sender<GlobalSeq>,
}

#[derive(Debug, Default)]
struct Log {
    last: GlobalSeq,
    all: BTreeMap<GlobalSeq, Arc<Envelope>>,
    streams: BTreeMap<StreamName, Vec<Arc<Envelope>>>,
    aside: BTreeMap<GlobalSeq, Arc<Envelope>>,
    commands: HashMap<String, Answered>,
    records: BTreeMap<RecordKey, String>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    #[must_use]
    pub fn new() -> Self {
        Self {
            log: Arc::default(),
            durable: watch::Sender::new(GlobalSeq(0)),
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, log: &Log) {
        self.durable.send_replace(log.last);
    }

    fn append_now(&self, append: Append) -> Result<Appended, AppendError> {
        let mut log = self.log();
        if let Some(answered) = log.commands.get(&append.command_id) {
            return if answered.request == append.request {
                Ok(Appended::Before(Arc::clone(&answered.answer)))
            } else {
                Err(AppendError::IdReused)
            };
        }
        let last = log.last;
        let sealed = seal_append(&append, &mut *log, last)?;
        log.put_events(&sealed);
        let answered = Answered {
            request: append.request,
            answer: append.answer,
        };
        log.commands.insert(append.command_id, answered);
        log.put_records(append.records);
        self.tell(&log);
        Ok(Appended::Now(sealed))
    }

    fn adopt_now(&self, adoption: Adoption) -> Result<Vec<Arc<Envelope>>, AppendError> {
        let mut log = self.log();
        let last = log.last;
        let sealed = seal_adoption(&adoption, &mut *log, last)?;
        for part in &adoption.streams {
            log.set_aside(&part.stream, part.keep);
        }
        log.put_events(&sealed);
        for (command_id, answered) in adoption.commands {
            log.commands.entry(command_id).or_insert(answered);
        }
        log.put_records(adoption.records);
        self.tell(&log);
        Ok(sealed)
    }
}

impl Ends for Log {
    fn end(&mut self, stream: &StreamName) -> Result<Option<Head>, Fault> {
        let last = self.streams.get(stream).and_then(|events| events.last());
        Ok(last.map(|event| head_of(event)))
    }

    fn hash_at(&mut self, stream: &StreamName, seq: Seq) -> Result<Option<Hash>, Fault> {
        let events = self.streams.get(stream).map_or(&[][..], Vec::as_slice);
        Ok(place_of(seq)
            .checked_sub(1)
            .and_then(|place| events.get(place))
            .map(|event| event.hash))
    }
}

impl Log {
    fn put_events(&mut self, sealed: &[Arc<Envelope>]) {
        for event in sealed {
            self.last = event.global_seq;
            self.all.insert(event.global_seq, Arc::clone(event));
            let stream = self.streams.entry(event.content.stream.clone());
            stream.or_default().push(Arc::clone(event));
        }
    }

    fn put_records(&mut self, changes: Vec<RecordChange>) {
        for change in changes {
            match change.body {
                Some(body) => self.records.insert(change.key, body),
                None => self.records.remove(&change.key),
            };
        }
    }

    fn set_aside(&mut self, stream: &StreamName, keep: Seq) {
        let Some(events) = self.streams.get_mut(stream) else {
            return;
        };
        let tail = events.split_off(events.len().min(place_of(keep)));
        if events.is_empty() {
            self.streams.remove(stream);
        }
        for event in tail {
            self.all.remove(&event.global_seq);
            self.commands.remove(&event.content.command_id);
            self.aside.insert(event.global_seq, event);
        }
    }
}

fn head_of(event: &Envelope) -> Head {
    Head {
        seq: event.content.seq,
        hash: event.hash,
    }
}

fn place_of(seq: Seq) -> usize {
    usize::try_from(seq.0).unwrap_or(usize::MAX)
}

/// An answer that is there already.
fn ready<'a, T: Send + 'a>(answer: T) -> BoxFuture<'a, T> {
    Box::pin(std::future::ready(answer))
}

impl Store for MemoryStore {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>> {
        Box::pin(async move { self.append_now(append) })
    }

    fn command<'a>(
        &'a self,
        command_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<Answered>, Fault>> {
        ready(Ok(self.log().commands.get(command_id).cloned()))
    }

    fn adopt(&self, adoption: Adoption) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, AppendError>> {
        Box::pin(async move { self.adopt_now(adoption) })
    }

    fn set_aside(&self) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        ready(Ok(self.log().aside.values().cloned().collect()))
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        let log = self.log();
        let events = log.streams.get(stream).map_or(&[][..], Vec::as_slice);
        let events = events.iter().skip(place_of(after)).take(limit);
        ready(Ok(events.cloned().collect()))
    }

    fn read_all(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> BoxFuture<'_, Result<Vec<Arc<Envelope>>, Fault>> {
        let log = self.log();
        let first = GlobalSeq(after.0.saturating_add(1));
        let events = log.all.range(first..).map(|(_, event)| event);
        ready(Ok(events.take(limit).cloned().collect()))
    }

    fn head<'a>(&'a self, stream: &'a StreamName) -> BoxFuture<'a, Result<Option<Head>, Fault>> {
        ready(self.log().end(stream))
    }

    fn streams<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<StreamName>, Fault>> {
        let log = self.log();
        let streams = log.streams.keys();
        ready(Ok(streams
            .filter(|stream| stream.to_string().starts_with(prefix))
            .cloned()
            .collect()))
    }

    fn durable(&self) -> watch::Receiver<GlobalSeq> {
        self.durable.subscribe()
    }

    fn record<'a>(&'a self, key: &'a RecordKey) -> BoxFuture<'a, Result<Option<String>, Fault>> {
        ready(Ok(self.log().records.get(key).cloned()))
    }

    fn records(&self, kind: RecordKind) -> BoxFuture<'_, Result<Vec<(String, String)>, Fault>> {
        let log = self.log();
        let records = log.records.iter().filter(|(key, _)| key.kind == kind);
        ready(Ok(records
            .map(|(key, body)| (key.id.clone(), body.clone()))
            .collect()))
    }

    fn put_records(&self, changes: Vec<RecordChange>) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            for change in &changes {
                (change.check()).map_err(|unfit| Fault::Unavailable(unfit.to_string()))?;
            }
            self.log().put_records(changes);
            Ok(())
        })
    }
}

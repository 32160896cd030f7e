//! Whether a log is whole: every stream's chain, the order of all events, and the first that is wrong.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use outflank_desk::log::{Envelope, Fault, GlobalSeq, Hash, Head, Seq, Store, StreamName};

/// Events read at a time.
const PORTION: usize = 2000;

/// Events of one stream as they were read: they must follow each other, and the first must be the one after `after`.
pub(crate) fn follow_each_other(
    events: Vec<Arc<Envelope>>,
    stream: &StreamName,
    after: Seq,
) -> Result<Vec<Arc<Envelope>>, Fault> {
    let mut expected = after;
    let mut prev = None;
    for event in &events {
        expected = expected.next();
        let is_next = event.content.seq == expected && event.content.stream == *stream;
        if !is_next || prev.is_some_and(|hash| hash != event.prev_hash) {
            return Err(Fault::Damaged(format!(
                "log entry {} of stream {stream} is missing or does not follow the one before it",
                expected.0
            )));
        }
        prev = Some(event.hash);
    }
    Ok(events)
}

/// An event as it was read: it must be what its hash says.
pub(crate) fn matches_hash(event: Envelope) -> Result<Envelope, Fault> {
    if event.follows(event.prev_hash) {
        Ok(event)
    } else {
        Err(Fault::Damaged(format!(
            "log entry {} of stream {} (number {} of the log) does not match its hash",
            event.content.seq.0, event.content.stream, event.global_seq.0
        )))
    }
}

/// A log whose every event follows from the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub events: u64,
    /// How many more were set aside for another copy.
    pub set_aside: u64,
    /// Where each stream ends.
    pub heads: BTreeMap<StreamName, Head>,
}

impl Verified {
    /// One hash over the ends of all streams: who keeps it can later show that nothing was cut off.
    #[must_use]
    pub fn head(&self) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"heads1");
        for (stream, head) in &self.heads {
            let name = stream.to_string();
            let length = u64::try_from(name.len()).expect("no name has 2^64 bytes");
            hasher.update(&length.to_le_bytes());
            hasher.update(name.as_bytes());
            hasher.update(&head.seq.0.to_le_bytes());
            hasher.update(&head.hash.0);
        }
        Hash(*hasher.finalize().as_bytes())
    }

    /// Whether this hash is one of it all or of the end of some stream.
    #[must_use]
    pub fn ends_with(&self, hash: Hash) -> bool {
        self.head() == hash || self.heads.values().any(|head| head.hash == hash)
    }
}

/// Walks all events of a store. [`Fault::Damaged`] names the first that is wrong.
pub async fn verify_chain(store: &dyn Store) -> Result<Verified, Fault> {
    let mut walk = Walk::default();
    let aside = store.set_aside().await?;
    let last = *store.durable().borrow();
    let mut aside = aside.into_iter().peekable();
    loop {
        let portion = store.read_all(walk.live, PORTION).await?;
        let Some(end) = portion.last().map(|event| event.global_seq) else {
            break;
        };
        for event in portion {
            while let Some(gone) = aside.next_if(|gone| gone.global_seq < event.global_seq) {
                walk.pass_aside(&gone)?;
            }
            walk.pass(&event)?;
        }
        walk.live = end;
    }
    for gone in aside {
        walk.pass_aside(&gone)?;
    }
    if walk.place < last {
        return Err(Fault::Damaged(format!(
            "the log ends at number {}, but was written up to {}",
            walk.place.0, last.0
        )));
    }
    check_heads(store, &walk.heads).await?;
    Ok(Verified {
        events: walk.events,
        set_aside: walk.set_aside,
        heads: walk.heads,
    })
}

/// The streams as they are found by name must be those that were walked.
async fn check_heads(store: &dyn Store, heads: &BTreeMap<StreamName, Head>) -> Result<(), Fault> {
    for (stream, head) in heads {
        let found = store.head(stream).await?;
        // A store that is written meanwhile may have gone on.
        if found.is_none_or(|found| found.seq < head.seq) {
            return Err(Fault::Damaged(format!(
                "stream {stream} has {} log entries, but only {} are found by its name",
                head.seq.0,
                found.map_or(0, |head| head.seq.0)
            )));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Walk {
    /// The last event that was read.
    live: GlobalSeq,
    /// The last place seen, set aside or not.
    place: GlobalSeq,
    events: u64,
    set_aside: u64,
    heads: BTreeMap<StreamName, Head>,
    /// What events that were set aside may follow: `None` while none was, to save the room.
    aside: HashSet<(StreamName, Seq, Hash)>,
}

impl Walk {
    fn pass(&mut self, event: &Arc<Envelope>) -> Result<(), Fault> {
        self.next_place(event)?;
        let stream = &event.content.stream;
        let end = self.heads.get(stream);
        let prev = end.map_or(Hash::START, |head| head.hash);
        let seq = end.map_or(Seq(0), |head| head.seq).next();
        if event.content.seq != seq {
            return Err(wrong(
                event,
                &format!("is in the place of log entry {} of that stream", seq.0),
            ));
        }
        if event.prev_hash != prev {
            return Err(wrong(event, "does not follow the log entry before it"));
        }
        if !event.follows(prev) {
            return Err(wrong(event, "does not match its hash"));
        }
        let head = Head {
            seq,
            hash: event.hash,
        };
        self.events += 1;
        self.heads.insert(stream.clone(), head);
        Ok(())
    }

    /// Events set aside chain among themselves and to the events that stayed.
    fn pass_aside(&mut self, event: &Arc<Envelope>) -> Result<(), Fault> {
        self.next_place(event)?;
        if !event.follows(event.prev_hash) {
            return Err(wrong(event, "was set aside and does not match its hash"));
        }
        let content = &event.content;
        let before = Seq(content.seq.0.saturating_sub(1));
        let end = self.heads.get(&content.stream);
        let is_first = before == Seq(0) && event.prev_hash == Hash::START;
        let after_kept = end.is_some_and(|head| (head.seq, head.hash) == (before, event.prev_hash));
        let after_aside = (self.aside).contains(&(content.stream.clone(), before, event.prev_hash));
        if !(is_first || after_kept || after_aside) {
            return Err(wrong(
                event,
                "was set aside and does not follow any log entry",
            ));
        }
        self.set_aside += 1;
        (self.aside).insert((content.stream.clone(), content.seq, event.hash));
        Ok(())
    }

    fn next_place(&mut self, event: &Arc<Envelope>) -> Result<(), Fault> {
        let next = GlobalSeq(self.place.0 + 1);
        if event.global_seq != next {
            return Err(Fault::Damaged(format!(
                "number {} of the log is missing; the next one is {}",
                next.0, event.global_seq.0
            )));
        }
        self.place = next;
        Ok(())
    }
}

fn wrong(event: &Envelope, how: &str) -> Fault {
    Fault::Damaged(format!(
        "log entry {} of stream {} (number {} of the log, {}) {how}",
        event.content.seq.0, event.content.stream, event.global_seq.0, event.content.kind
    ))
}

//! An archive beside a log: what is new, what is the same, and where they part.

use std::sync::Arc;

use outflank_desk::log::{Content, Envelope, Fault, Head, Seq, Store, StreamName};

use super::{Archive, ArchivedStream};

/// How a stream of an archive stands to the same stream here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// It is not here yet.
    New,
    /// Both end with the same event.
    Same(Head),
    /// The archive goes on where ours ends.
    TheyGoOn { ours: Head },
    /// Ours goes on where the archive ends.
    WeGoOn {
        ours: Head,
        /// The last event both have.
        common: Seq,
        /// Our first event after it.
        next: Arc<Envelope>,
    },
    /// Both went on from the same event, each in its own way.
    Forked {
        ours: Head,
        /// The last event both have.
        common: Seq,
        /// Our first event after it.
        our_next: Arc<Envelope>,
        their_next: Box<Content>,
    },
}

/// How an archive stands to a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Each stream of the archive, in its order.
    pub streams: Vec<(StreamName, Relation)>,
    /// The first event that only one copy has, if both went on.
    pub parted: Option<Difference>,
}

/// The first place where two copies differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub stream: StreamName,
    pub seq: Seq,
    /// What is there here; `None` if our copy ends before it.
    pub ours: Option<Content>,
    /// What is there in the archive; `None` if it ends before it.
    pub theirs: Option<Content>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "The two copies have diverged: log entry {} of stream {} is ",
            self.seq.0, self.stream
        )?;
        one_side(f, "here", self.ours.as_ref())?;
        f.write_str(", and ")?;
        one_side(f, "in the archive", self.theirs.as_ref())
    }
}

fn one_side(
    f: &mut std::fmt::Formatter<'_>,
    place: &str,
    content: Option<&Content>,
) -> std::fmt::Result {
    match content {
        Some(content) => write!(
            f,
            "{} by {} at {} {place}: {}",
            content.kind, content.actor, content.recorded_at.0, content.body
        ),
        None => write!(f, "missing {place}"),
    }
}

/// Compares an archive with a log; nothing is changed.
pub async fn compare(store: &dyn Store, archive: &Archive) -> Result<Comparison, Fault> {
    let mut streams = Vec::new();
    for theirs in &archive.streams {
        streams.push((theirs.stream.clone(), relation(store, theirs).await?));
    }
    let parted = first_difference(archive, &streams);
    Ok(Comparison { streams, parted })
}

async fn relation(store: &dyn Store, theirs: &ArchivedStream) -> Result<Relation, Fault> {
    let (Some(ours), Some(their_head)) = (store.head(&theirs.stream).await?, theirs.head()) else {
        return Ok(Relation::New);
    };
    let shorter = Seq(ours.seq.0.min(their_head.seq.0));
    let common = common_until(store, theirs, shorter).await?;
    if common == shorter {
        return Ok(match ours.seq.cmp(&their_head.seq) {
            std::cmp::Ordering::Equal => Relation::Same(ours),
            std::cmp::Ordering::Less => Relation::TheyGoOn { ours },
            std::cmp::Ordering::Greater => Relation::WeGoOn {
                ours,
                common,
                next: one(store, &theirs.stream, common.next()).await?,
            },
        });
    }
    Ok(Relation::Forked {
        ours,
        common,
        our_next: one(store, &theirs.stream, common.next()).await?,
        their_next: Box::new(theirs.events[index(common)].clone()),
    })
}

/// The last event up to `end` that both have. Hashes are chained: where they agree, all before agrees.
async fn common_until(store: &dyn Store, theirs: &ArchivedStream, end: Seq) -> Result<Seq, Fault> {
    let (mut agreed, mut open) = (Seq(0), end);
    let mut probe = end;
    while agreed < open {
        let ours = one(store, &theirs.stream, probe).await?;
        if ours.hash == theirs.hashes[index(probe) - 1] {
            agreed = probe;
        } else {
            open = Seq(probe.0 - 1);
        }
        probe = Seq((agreed.0 + open.0).div_ceil(2));
    }
    Ok(agreed)
}

async fn one(store: &dyn Store, stream: &StreamName, seq: Seq) -> Result<Arc<Envelope>, Fault> {
    let found = store.read(stream, Seq(seq.0 - 1), 1).await?;
    (found.into_iter().next())
        .ok_or_else(|| Fault::Damaged(format!("log entry {} of stream {stream} is missing", seq.0)))
}

fn index(seq: Seq) -> usize {
    usize::try_from(seq.0).expect("the archive is in memory")
}

/// Both went on if a stream forked, or if each copy has events in some stream that the other has not.
///
/// The stream of accounts and links belongs to a laptop, not to an event: it counts for neither.
fn first_difference(archive: &Archive, streams: &[(StreamName, Relation)]) -> Option<Difference> {
    let mut only_here = Vec::new();
    let mut only_there = Vec::new();
    let mut forks = Vec::new();
    for (theirs, (stream, relation)) in archive.streams.iter().zip(streams) {
        if *stream == StreamName::Access {
            continue;
        }
        let difference = |seq: Seq, ours: Option<&Content>, theirs: Option<&Content>| Difference {
            stream: stream.clone(),
            seq,
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        };
        match relation {
            Relation::Same(_) => {}
            Relation::New => only_there.push(difference(Seq(1), None, theirs.events.first())),
            Relation::TheyGoOn { ours } => {
                let next = theirs.events.get(index(ours.seq));
                only_there.push(difference(ours.seq.next(), None, next));
            }
            Relation::WeGoOn { common, next, .. } => {
                only_here.push(difference(common.next(), Some(&next.content), None));
            }
            Relation::Forked {
                common,
                our_next,
                their_next,
                ..
            } => forks.push(difference(
                common.next(),
                Some(&our_next.content),
                Some(their_next),
            )),
        }
    }
    let is_parted = !forks.is_empty() || (!only_here.is_empty() && !only_there.is_empty());
    if forks.is_empty() {
        forks.extend(only_here);
        forks.extend(only_there);
    }
    forks
        .into_iter()
        .filter(|_| is_parted)
        .min_by_key(|difference| {
            let sides = [&difference.ours, &difference.theirs];
            (sides.into_iter().flatten())
                .map(|content| content.recorded_at)
                .min()
        })
}

//! Writing without reading first: one statement, one trip, where this process knows the ends of the streams.
//!
//! What it remembers may be out of date. If another server has written to a stream, the place of the next event is
//! taken; if a command was written before, so is its id: then nothing is written, and the group goes the long way. Only a
//! stream that was cut would not show; so the head counts the cuts.

use std::collections::HashMap;
use std::sync::Arc;

use outflank_desk::log::{Appended, Envelope, GlobalSeq, Head, StreamName};
use tokio_postgres::error::SqlState;

use super::address::Address;
use super::batch::Batch;
use super::group::{Done, Failed, Known, Work, failed};
use super::rows;
use super::session::Session;

/// The most streams whose ends are remembered.
const STREAMS_MAX: usize = 10_000;

/// The ends of streams as this process saw them last.
#[derive(Default)]
pub(crate) struct Latest {
    /// How often streams had been cut; `None` before the first look.
    cuts: Option<u64>,
    ends: HashMap<StreamName, Head>,
}

impl Latest {
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes over what a group found and left behind.
    pub(crate) fn note(&mut self, known: Known) {
        if self.cuts != Some(known.cuts) || self.ends.len() > STREAMS_MAX {
            self.ends.clear();
        }
        self.cuts = Some(known.cuts);
        self.ends.extend(known.ends);
    }

    /// What a group needs, if all of it is known here.
    fn known(&self, group: &[Work<'_>]) -> Option<Known> {
        let mut ends = HashMap::new();
        for work in group {
            let Work::Append(append) = work else {
                return None;
            };
            for write in &append.writes {
                ends.insert(write.stream.clone(), *self.ends.get(&write.stream)?);
            }
        }
        Some(Known::of_ends(self.cuts?, ends))
    }
}

/// Writes a group in one trip if it can; else nothing is written, and the answer is `None`.
pub(crate) async fn write_at_once(
    session: &Session,
    address: &Address,
    latest: &mut Latest,
    group: &[Work<'_>],
) -> Result<Option<(Vec<Done>, GlobalSeq)>, Failed> {
    let Some(mut known) = latest.known(group) else {
        return Ok(None);
    };
    // Its events are numbered from 1; the head says where that is.
    let mut batch = Batch::default();
    let mut appended = Vec::with_capacity(group.len());
    for work in group {
        let Work::Append(append) = work else {
            return Ok(None);
        };
        match known.append(append, &mut batch) {
            Ok(Appended::Now(events)) => appended.push(events),
            // What is refused, or answered as before, only the log can say.
            Ok(Appended::Before(_)) | Err(_) => return Ok(None),
        }
    }
    if !batch.goes_at_once() {
        return Ok(None);
    }
    match batch.write_at_once(session, known.cuts).await {
        Ok(Some(moved)) => {
            let last = rows::natural(&moved, 0).map_err(Failed::Refused)?;
            let before = last - known.last.0;
            drop(batch);
            latest.note(known);
            let done = appended.into_iter().map(|events| now(events, before));
            Ok(Some((done.collect(), GlobalSeq(last))))
        }
        Ok(None) => {
            latest.forget();
            Ok(None)
        }
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Ok(None),
        Err(error) => Err(failed(address, &error)),
    }
}

/// Events with the numbers the log gave them.
fn now(mut events: Vec<Arc<Envelope>>, before: u64) -> Done {
    for event in &mut events {
        let place = event.global_seq.0;
        Arc::make_mut(event).global_seq = GlobalSeq(before + place);
    }
    Done::Append(Ok(Appended::Now(events)))
}

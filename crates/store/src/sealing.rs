//! From an append to the events that are stored: the same for every store.

use std::sync::Arc;

use outflank_desk::log::{
    Adoption, Append, AppendError, Content, Envelope, Fault, GlobalSeq, Hash, Head, Seq,
    StreamAdoption, StreamName, Unfit,
};

/// What a store knows of the ends of its streams while it writes.
pub(crate) trait Ends {
    /// Where a stream ends.
    fn end(&mut self, stream: &StreamName) -> Result<Option<Head>, Fault>;
    /// One event's hash; `None` if the stream has no such event.
    fn hash_at(&mut self, stream: &StreamName, seq: Seq) -> Result<Option<Hash>, Fault>;
}

/// The events of an append, sealed after `last`, or why it is not written.
pub(crate) fn seal_append(
    append: &Append,
    ends: &mut impl Ends,
    last: GlobalSeq,
) -> Result<Vec<Arc<Envelope>>, AppendError> {
    append.check()?;
    let mut sealed = Vec::new();
    let mut global = last;
    for write in &append.writes {
        let end = ends.end(&write.stream)?;
        let actual = end.map_or(Seq(0), |head| head.seq);
        if actual != write.expected {
            return Err(AppendError::Conflict {
                stream: write.stream.clone(),
                expected: write.expected,
                actual,
            });
        }
        let mut prev = end.map_or(Hash::START, |head| head.hash);
        let mut seq = actual;
        for event in &write.events {
            seq = seq.next();
            global = GlobalSeq(global.0 + 1);
            let content = Content {
                stream: write.stream.clone(),
                seq,
                at: event.at,
                recorded_at: append.recorded_at,
                actor: append.actor.clone(),
                device: append.device.clone(),
                command_id: append.command_id.clone(),
                kind: event.kind.clone(),
                body: event.body.clone(),
            };
            let envelope = content.seal(global, prev);
            prev = envelope.hash;
            sealed.push(Arc::new(envelope));
        }
    }
    Ok(sealed)
}

/// The events of an adoption, sealed after `last`, or why it is not written.
pub(crate) fn seal_adoption(
    adoption: &Adoption,
    ends: &mut impl Ends,
    last: GlobalSeq,
) -> Result<Vec<Arc<Envelope>>, AppendError> {
    let mut sealed = Vec::new();
    let mut global = last;
    for (n, part) in adoption.streams.iter().enumerate() {
        if (adoption.streams[..n].iter()).any(|earlier| earlier.stream == part.stream) {
            return Err(Unfit::StreamTwice(part.stream.clone()).into());
        }
        let mut prev = hash_to_follow(part, ends)?;
        let mut seq = part.keep;
        for content in &part.events {
            seq = seq.next();
            global = GlobalSeq(global.0 + 1);
            if content.stream != part.stream || content.seq != seq {
                return Err(unchained(part, seq));
            }
            let envelope = content.clone().seal(global, prev);
            prev = envelope.hash;
            sealed.push(Arc::new(envelope));
        }
    }
    for change in &adoption.records {
        change.check()?;
    }
    Ok(sealed)
}

fn hash_to_follow(part: &StreamAdoption, ends: &mut impl Ends) -> Result<Hash, AppendError> {
    let end = ends.end(&part.stream)?;
    if end != part.expected {
        return Err(AppendError::Conflict {
            stream: part.stream.clone(),
            expected: part.expected.map_or(Seq(0), |head| head.seq),
            actual: end.map_or(Seq(0), |head| head.seq),
        });
    }
    if part.keep == Seq(0) {
        return Ok(Hash::START);
    }
    (ends.hash_at(&part.stream, part.keep)?).ok_or_else(|| unchained(part, part.keep))
}

fn unchained(part: &StreamAdoption, seq: Seq) -> AppendError {
    Unfit::Unchained {
        stream: part.stream.clone(),
        seq,
    }
    .into()
}

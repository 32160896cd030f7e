//! Writing an archive while the log goes on.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use outflank_desk::log::{
    Envelope, Fault, GlobalSeq, Hash, Head, RecordChange, RecordKey, Seq, Store, StreamName,
    Timestamp,
};
use serde::Serialize;

use super::lines::{CommandLine, EndLine, EventLine, Line, Opening, RecordLine, StreamLine};
use super::{ArchiveError, Private, Selection, VERSION};
use crate::whole_file::{self, private};

/// Events read at a time.
const PORTION: usize = 1000;

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Where each stream ends in it: what a print beside the archive should carry.
    pub heads: Vec<(StreamName, Head)>,
    pub events: u64,
    pub records: usize,
}

/// Writes an archive. It gets its name when it is whole and on the disk; an older one of that name is replaced then.
///
/// All streams are cut at one moment of the log, so that no command is in it by half.
pub async fn write_file(
    store: &dyn Store,
    selection: &Selection,
    made_at: Timestamp,
    path: &Path,
) -> Result<Written, ArchiveError> {
    let unfinished = whole_file::unfinished(path);
    let written = write_unfinished(store, selection, made_at, &unfinished).await;
    let placed = match written {
        Ok(written) => (whole_file::put_in_place(&unfinished, path).map(|()| written))
            .map_err(|error| file_error(path, &error)),
        Err(error) => Err(error),
    };
    if placed.is_err() {
        // What is left of a failed archive only takes up room.
        let _ = fs::remove_file(&unfinished);
    }
    placed
}

async fn write_unfinished(
    store: &dyn Store,
    selection: &Selection,
    made_at: Timestamp,
    path: &Path,
) -> Result<Written, ArchiveError> {
    let moment = *store.durable().borrow();
    let heads = heads_at(store, selection, moment).await?;
    let file = private().write(true).create(true).truncate(true).open(path);
    let file = file.map_err(|error| file_error(path, &error))?;
    let mut out = Lines::new(path, file);
    let written = Written {
        events: heads.iter().map(|(_, head)| head.seq.0).sum(),
        records: 0,
        heads,
    };
    out.put(&opening(&written.heads, made_at))?;
    let mut commands = Vec::new();
    for (stream, head) in &written.heads {
        write_stream(store, stream, *head, &mut out, &mut commands).await?;
    }
    let records = match &selection.private {
        Private::LeftOut => 0,
        Private::Included(keys) => {
            write_commands(store, &commands, &mut out).await?;
            let kept = write_records(store, keys, &mut out).await?;
            kept + write_made(&selection.also, &mut out)?
        }
    };
    out.end()?;
    Ok(Written { records, ..written })
}

fn opening(heads: &[(StreamName, Head)], made_at: Timestamp) -> Opening {
    let line = |(stream, head): &(StreamName, Head)| StreamLine {
        stream: stream.clone(),
        events: head.seq.0,
        hash: head.hash.to_string(),
    };
    Opening {
        outflank_archive: VERSION,
        made_at,
        streams: heads.iter().map(line).collect(),
    }
}

/// Where each stream ended at a moment of the log.
async fn heads_at(
    store: &dyn Store,
    selection: &Selection,
    moment: GlobalSeq,
) -> Result<Vec<(StreamName, Head)>, Fault> {
    let mut heads = Vec::new();
    let mut seen = HashSet::new();
    for stream in &selection.streams {
        let Some(now) = store.head(stream).await?.filter(|_| seen.insert(stream)) else {
            continue;
        };
        if let Some(event) = last_before(store, stream, now.seq, moment).await? {
            let head = Head {
                seq: event.content.seq,
                hash: event.hash,
            };
            heads.push((stream.clone(), head));
        }
    }
    Ok(heads)
}

/// The last event of a stream up to a moment; nearly always its last one.
async fn last_before(
    store: &dyn Store,
    stream: &StreamName,
    end: Seq,
    moment: GlobalSeq,
) -> Result<Option<std::sync::Arc<Envelope>>, Fault> {
    let mut seq = end;
    while seq > Seq(0) {
        let before = Seq(seq.0 - 1);
        let event = store.read(stream, before, 1).await?.into_iter().next();
        match event {
            Some(event) if event.global_seq <= moment => return Ok(Some(event)),
            Some(_) | None => seq = before,
        }
    }
    Ok(None)
}

async fn write_stream(
    store: &dyn Store,
    stream: &StreamName,
    head: Head,
    out: &mut Lines<'_>,
    commands: &mut Vec<String>,
) -> Result<(), ArchiveError> {
    let mut prev = Hash::START;
    let mut seq = Seq(0);
    while seq < head.seq {
        let portion = store.read(stream, seq, PORTION).await?;
        if portion.is_empty() {
            let words = format!("stream {stream} ends before log entry {}", head.seq.0);
            return Err(Fault::Damaged(words).into());
        }
        for event in portion {
            if seq == head.seq {
                break;
            }
            seq = seq.next();
            if event.content.seq != seq || !event.follows(prev) {
                let words = format!(
                    "log entry {} of stream {stream} does not follow the one before it",
                    seq.0
                );
                return Err(Fault::Damaged(words).into());
            }
            prev = event.hash;
            out.put(&Line::Event(EventLine::of(&event.content, event.hash)))?;
            // An answer about an account or a link may hold a secret, which stays here.
            let is_of_event = *stream != StreamName::Access;
            if is_of_event && commands.last() != Some(&event.content.command_id) {
                commands.push(event.content.command_id.clone());
            }
        }
    }
    Ok(())
}

async fn write_commands(
    store: &dyn Store,
    ids: &[String],
    out: &mut Lines<'_>,
) -> Result<(), ArchiveError> {
    let mut seen = HashSet::new();
    for id in ids.iter().filter(|id| seen.insert(id.as_str())) {
        if let Some(answered) = store.command(id).await? {
            out.put(&Line::Command(CommandLine {
                id: id.as_str().into(),
                request: Hash(answered.request).to_string(),
                answer: answered.answer.as_ref().into(),
            }))?;
        }
    }
    Ok(())
}

async fn write_records(
    store: &dyn Store,
    keys: &[RecordKey],
    out: &mut Lines<'_>,
) -> Result<usize, ArchiveError> {
    let mut written = 0;
    for key in keys {
        if let Some(body) = store.record(key).await? {
            out.put(&record_line(key, &body))?;
            written += 1;
        }
    }
    Ok(written)
}

fn write_made(records: &[RecordChange], out: &mut Lines<'_>) -> Result<usize, ArchiveError> {
    let mut written = 0;
    for record in records {
        if let Some(body) = &record.body {
            out.put(&record_line(&record.key, body))?;
            written += 1;
        }
    }
    Ok(written)
}

fn record_line<'a>(key: &'a RecordKey, body: &'a str) -> Line<'a> {
    Line::Record(RecordLine {
        kind: key.kind.word().into(),
        id: key.id.as_str().into(),
        body: body.into(),
    })
}

/// Lines on their way into the file, hashed as they go.
struct Lines<'a> {
    path: &'a Path,
    out: BufWriter<File>,
    hasher: blake3::Hasher,
    count: usize,
}

impl<'a> Lines<'a> {
    fn new(path: &'a Path, file: File) -> Self {
        Self {
            path,
            out: BufWriter::new(file),
            hasher: blake3::Hasher::new(),
            count: 0,
        }
    }

    fn put(&mut self, line: &impl Serialize) -> Result<(), ArchiveError> {
        let mut text = serde_json::to_string(line).map_err(|error| ArchiveError::Line {
            line: self.count + 1,
            what: error.to_string(),
        })?;
        text.push('\n');
        self.hasher.update(text.as_bytes());
        self.count += 1;
        (self.out.write_all(text.as_bytes())).map_err(|error| file_error(self.path, &error))
    }

    fn end(mut self) -> Result<(), ArchiveError> {
        let end = EndLine {
            lines: self.count,
            hash: Hash(*self.hasher.finalize().as_bytes()).to_string(),
        };
        self.put(&Line::End(end))?;
        self.out
            .flush()
            .map_err(|error| file_error(self.path, &error))
    }
}

pub(super) fn file_error(path: &Path, error: &io::Error) -> ArchiveError {
    ArchiveError::File {
        path: PathBuf::from(path),
        what: error.to_string(),
    }
}

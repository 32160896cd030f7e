//! Reading an archive: nothing of it is believed before its hashes are right.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use outflank_desk::log::{
    Answered, Content, Hash, RecordChange, RecordKey, RecordKind, Seq, TEXT_BYTES_MAX,
};

use super::lines::{CommandLine, EndLine, EventLine, Line, Opening, RecordLine, StreamLine};
use super::write::file_error;
use super::{Archive, ArchiveError, ArchivedStream, VERSION};

/// The longest line: a text of the greatest length, every character of it escaped, and its names.
const LINE_BYTES_MAX: u64 = 6 * TEXT_BYTES_MAX as u64 + 65_536;
/// The most lines of an archive: some hundred times a World Championship.
const LINES_MAX: usize = 20_000_000;

/// Reads an archive and verifies all of it.
pub fn read_file(path: &Path) -> Result<Archive, ArchiveError> {
    let file = File::open(path).map_err(|error| file_error(path, &error))?;
    read_lines(BufReader::new(file), path)
}

/// Reads an uploaded archive and verifies all of it.
pub fn read(bytes: &[u8]) -> Result<Archive, ArchiveError> {
    read_lines(bytes, Path::new("the archive"))
}

fn read_lines(mut input: impl BufRead, path: &Path) -> Result<Archive, ArchiveError> {
    let mut reading = Reading::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut portion = (&mut input).take(LINE_BYTES_MAX);
        let length = portion
            .read_until(b'\n', &mut line)
            .map_err(|e| file_error(path, &e))?;
        if length == 0 {
            return reading.finish();
        }
        reading.line(&line)?;
    }
}

#[derive(Default)]
struct Reading {
    lines: usize,
    opening: Option<Opening>,
    hasher: blake3::Hasher,
    streams: Vec<ArchivedStream>,
    commands: Vec<(String, Answered)>,
    records: Vec<RecordChange>,
    is_ended: bool,
}

impl Reading {
    fn line(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        let Some(text) = bytes.strip_suffix(b"\n") else {
            return Err(ArchiveError::Cut(self.lines));
        };
        self.lines += 1;
        if self.is_ended || self.lines > LINES_MAX {
            return Err(self.wrong("it comes after the end"));
        }
        let text = std::str::from_utf8(text).map_err(|error| self.wrong(error))?;
        if self.opening.is_none() {
            self.opening = Some(self.opening(text)?);
        } else {
            match serde_json::from_str(text).map_err(|error| self.wrong(error))? {
                Line::Event(event) => self.event(event)?,
                Line::Command(command) => self.command(command)?,
                Line::Record(record) => self.record(record)?,
                Line::End(end) => self.end(&end)?,
            }
        }
        self.hasher.update(bytes);
        Ok(())
    }

    /// The version is looked at before the rest: another version may have another shape.
    fn opening(&self, text: &str) -> Result<Opening, ArchiveError> {
        let value: serde_json::Value = serde_json::from_str(text)
            .map_err(|_| self.wrong("this is not an Outflank archive"))?;
        let version = value
            .get("outflank_archive")
            .and_then(serde_json::Value::as_u64);
        match version.map(u32::try_from) {
            Some(Ok(VERSION)) => serde_json::from_value(value).map_err(|error| self.wrong(error)),
            Some(Ok(found)) if found > VERSION => Err(ArchiveError::Newer { found }),
            Some(_) | None => Err(self.wrong("this is not an Outflank archive")),
        }
    }

    fn event(&mut self, line: EventLine<'_>) -> Result<(), ArchiveError> {
        let written = Hash::from_hex(&line.hash);
        let content: Content = line.content();
        let (prev, expected) = match self.streams.last() {
            Some(open) if open.stream == content.stream => open
                .head()
                .map_or((Hash::START, Seq(1)), |head| (head.hash, head.seq.next())),
            Some(_) | None => (Hash::START, Seq(1)),
        };
        let hash = content.hash(prev);
        if content.seq != expected || Some(hash) != written {
            return Err(ArchiveError::Chain {
                line: self.lines,
                stream: content.stream,
                seq: content.seq,
            });
        }
        if expected == Seq(1) {
            self.streams.push(ArchivedStream {
                stream: content.stream.clone(),
                events: Vec::new(),
                hashes: Vec::new(),
            });
        }
        if let Some(open) = self.streams.last_mut() {
            open.events.push(content);
            open.hashes.push(hash);
        }
        Ok(())
    }

    fn command(&mut self, line: CommandLine<'_>) -> Result<(), ArchiveError> {
        let request = Hash::from_hex(&line.request);
        let request = request
            .ok_or_else(|| self.wrong("the request is not a hash"))?
            .0;
        let answer = line.answer.into_owned().into();
        self.commands
            .push((line.id.into_owned(), Answered { request, answer }));
        Ok(())
    }

    fn record(&mut self, line: RecordLine<'_>) -> Result<(), ArchiveError> {
        let kind = RecordKind::from_word(&line.kind);
        let kind =
            kind.ok_or_else(|| self.wrong(format!("'{}' is not a kind of record", line.kind)))?;
        let change = RecordChange {
            key: RecordKey::new(kind, line.id),
            body: Some(line.body.into_owned()),
        };
        change.check().map_err(|error| self.wrong(error))?;
        self.records.push(change);
        Ok(())
    }

    fn end(&mut self, end: &EndLine) -> Result<(), ArchiveError> {
        let hash = Hash(*self.hasher.finalize().as_bytes()).to_string();
        if end.lines + 1 != self.lines || end.hash != hash {
            return Err(self.wrong("the lines before it were changed"));
        }
        self.is_ended = true;
        Ok(())
    }

    fn finish(self) -> Result<Archive, ArchiveError> {
        let Some(opening) = self.opening.as_ref().filter(|_| self.is_ended) else {
            return Err(ArchiveError::Cut(self.lines));
        };
        let found = self.streams.iter().filter_map(|stream| {
            let head = stream.head()?;
            Some(StreamLine {
                stream: stream.stream.clone(),
                events: head.seq.0,
                hash: head.hash.to_string(),
            })
        });
        if !found.eq(opening.streams.iter().cloned()) {
            return Err(ArchiveError::Line {
                line: 1,
                what: "the file does not contain the streams it lists".into(),
            });
        }
        Ok(Archive {
            made_at: opening.made_at,
            streams: self.streams,
            commands: self.commands,
            records: self.records,
        })
    }

    fn wrong(&self, what: impl ToString) -> ArchiveError {
        ArchiveError::Line {
            line: self.lines,
            what: what.to_string(),
        }
    }
}

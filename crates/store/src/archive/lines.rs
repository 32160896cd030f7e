//! The lines of the file.

use std::borrow::Cow;

use outflank_desk::log::{Content, Hash, Seq, StreamName, Timestamp};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Opening {
    /// The version of the format.
    pub(super) outflank_archive: u32,
    pub(super) made_at: Timestamp,
    /// What the file holds, so that a missing stream is noticed.
    pub(super) streams: Vec<StreamLine>,
}

/// One stream and where it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StreamLine {
    pub(super) stream: StreamName,
    pub(super) events: u64,
    pub(super) hash: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line<'a> {
    Event(#[serde(borrow)] EventLine<'a>),
    Command(#[serde(borrow)] CommandLine<'a>),
    Record(#[serde(borrow)] RecordLine<'a>),
    End(EndLine),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventLine<'a> {
    pub(super) stream: StreamName,
    pub(super) seq: Seq,
    pub(super) at: Timestamp,
    pub(super) recorded_at: Timestamp,
    #[serde(borrow)]
    pub(super) actor: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub(super) device: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) command_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) kind: Cow<'a, str>,
    /// The body as a text inside the text: its bytes are what was hashed.
    #[serde(borrow)]
    pub(super) body: Cow<'a, str>,
    pub(super) hash: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandLine<'a> {
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    pub(super) request: String,
    #[serde(borrow)]
    pub(super) answer: Cow<'a, str>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordLine<'a> {
    #[serde(borrow)]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) body: Cow<'a, str>,
}

/// The last line: without it the file is cut off.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndLine {
    /// How many lines come before it.
    pub(super) lines: usize,
    /// BLAKE3 of all bytes before it.
    pub(super) hash: String,
}

impl<'a> EventLine<'a> {
    pub(super) fn of(content: &'a Content, hash: Hash) -> Self {
        Self {
            stream: content.stream.clone(),
            seq: content.seq,
            at: content.at,
            recorded_at: content.recorded_at,
            actor: content.actor.as_str().into(),
            device: content.device.as_deref().map(Into::into),
            command_id: content.command_id.as_str().into(),
            kind: content.kind.as_str().into(),
            body: content.body.as_str().into(),
            hash: hash.to_string(),
        }
    }

    pub(super) fn content(self) -> Content {
        Content {
            stream: self.stream,
            seq: self.seq,
            at: self.at,
            recorded_at: self.recorded_at,
            actor: self.actor.into_owned(),
            device: self.device.map(Cow::into_owned),
            command_id: self.command_id.into_owned(),
            kind: self.kind.into_owned(),
            body: self.body.into_owned(),
        }
    }
}

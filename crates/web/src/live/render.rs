//! An event as the bytes of a stream, rendered once for everybody who may see the same.

use bytes::Bytes;
use outflank_desk::log::Envelope;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::live::audience::{Audience, Sight};

/// An event as the API shows it.
#[derive(Debug, Serialize)]
pub struct EventShown<'a> {
    /// Its place in the whole log.
    pub global_seq: u64,
    /// Its stream: `tournament/ID`, `game/ID` or `access`.
    pub stream: &'a str,
    /// Its place in the stream.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// When it was written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_at: Option<i64>,
    /// Who sent the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<&'a str>,
    /// The command it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_id: Option<&'a str>,
    pub kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'a RawValue>,
    /// Its hash, for whoever keeps the chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// What this audience sees of an event; `None` if it sees nothing.
#[must_use]
pub fn shown(envelope: &Envelope, audience: Audience) -> Option<EventShown<'_>> {
    let content = &envelope.content;
    let sight = audience.sight(&content.kind);
    let (is_full, has_body) = match sight {
        Sight::Full => (true, true),
        Sight::Body => (false, true),
        Sight::KindOnly => (false, false),
        Sight::Hidden => return None,
    };
    Some(EventShown {
        global_seq: envelope.global_seq.0,
        stream: content.stream.as_str(),
        seq: content.seq.0,
        at: content.at.0,
        recorded_at: is_full.then_some(content.recorded_at.0),
        actor: is_full.then_some(content.actor.as_str()),
        device: content.device.as_deref().filter(|_| is_full),
        command_id: is_full.then_some(content.command_id.as_str()),
        kind: &content.kind,
        body: has_body
            .then(|| serde_json::from_str(&content.body).ok())
            .flatten(),
        hash: is_full.then(|| envelope.hash.to_string()),
    })
}

/// The event as a message of a stream: `id`, `event` and `data`.
pub(crate) fn message(envelope: &Envelope, audience: Audience) -> Option<Bytes> {
    let shown = shown(envelope, audience)?;
    let data = serde_json::to_string(&shown).expect("an event has no keys but texts");
    Some(frame(envelope.global_seq.0, "event", &data))
}

/// One message. Ours have one line of data; a stored body from elsewhere may have several.
pub(crate) fn frame(id: u64, event: &str, data: &str) -> Bytes {
    let mut text = format!("id: {id}\nevent: {event}\n");
    for line in data.lines() {
        text.push_str("data: ");
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    Bytes::from(text)
}

/// A message without a place in the log: it says how things stand, and nothing is lost with it.
pub(crate) fn bare(event: &str, data: &str) -> Bytes {
    Bytes::from(format!("event: {event}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use crate::live::render::*;

    #[test]
    fn a_message_keeps_its_lines_apart() {
        assert_eq!(
            frame(7, "event", "{\n}"),
            "id: 7\nevent: event\ndata: {\ndata: }\n\n"
        );
    }
}

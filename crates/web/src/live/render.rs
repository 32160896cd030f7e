//! An event as the bytes of a stream, rendered once for everybody who may see the same.

use bytes::Bytes;
use outflank_desk::audience::{Audience, EventShown};
use outflank_desk::log::Envelope;

/// The event as a message of a stream: `id`, `event` and `data`.
pub(crate) fn message(envelope: &Envelope, audience: Audience) -> Option<Bytes> {
    let shown = EventShown::of(envelope, audience)?;
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

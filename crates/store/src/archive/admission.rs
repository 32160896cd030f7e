//! Which records of an archive are imported. A file may have been changed on its way: it can give roles in its own
//! tournament and nowhere else.

use std::collections::BTreeSet;

use outflank_desk::is_travelling;
use outflank_desk::log::{Fault, RecordChange, RecordKind, Store};
use serde_json::Value;

use super::Archive;

/// What an archive may bring into a log.
pub(super) struct Admission {
    events: BTreeSet<String>,
    /// The links that are known here, by their names and by what they are kept under.
    links: BTreeSet<String>,
}

impl Admission {
    pub(super) async fn of(store: &dyn Store, archive: &Archive) -> Result<Self, Fault> {
        let streams = archive.streams.iter().map(|stream| &stream.stream);
        let mut links = BTreeSet::new();
        for (key, body) in store.records(RecordKind::Token).await? {
            links.extend(text(&body, "/token"));
            links.insert(key);
        }
        Ok(Self {
            events: (streams.filter_map(|stream| stream.tournament()))
                .map(ToString::to_string)
                .collect(),
            links,
        })
    }

    /// Whether a record comes in. What it lets its holder do is for the desk to look at.
    pub(super) fn admits(&self, change: &RecordChange) -> bool {
        let (key, body) = (&change.key, change.body.as_deref().unwrap_or_default());
        let is_of_event = |pointer| text(body, pointer).is_some_and(|id| self.events.contains(&id));
        match key.kind {
            RecordKind::Person | RecordKind::Device => true,
            RecordKind::Token => {
                let is_known = |name: &String| self.links.contains(name);
                // A link that is known here stays as it is.
                !is_known(&key.id)
                    && !text(body, "/token").as_ref().is_some_and(is_known)
                    && is_of_event("/grant/scope/tournament")
            }
            // Of an account only what a desk has made for the journey, never one that is in use here.
            RecordKind::User => is_travelling(key) && is_of_event("/tournament"),
            RecordKind::Setting => key.id.starts_with("running/"),
            RecordKind::Session => false,
        }
    }
}

/// A text inside a record.
fn text(body: &str, pointer: &str) -> Option<String> {
    let value: Value = serde_json::from_str(body).ok()?;
    value.pointer(pointer)?.as_str().map(str::to_owned)
}

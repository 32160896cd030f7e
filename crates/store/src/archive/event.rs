//! What belongs to one event, found in its own stream.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_desk::log::{BoxFuture, Fault, RecordKey, RecordKind, Seq, Store, StreamName};
use outflank_desk::{Archiver, Belongings, Clock, DeskFact};
use serde_json::Value;

use super::{Private, Selection, write_file};

/// Events read at a time.
const PORTION: usize = 1000;
/// How an archive's name ends.
pub const EXTENSION: &str = "outflank";

/// What a public archive of an event holds: its stream and those of its games.
pub async fn public_selection(
    store: &dyn Store,
    tournament: &StreamName,
) -> Result<Selection, Fault> {
    let found = look_through(store, tournament).await?;
    Ok(Selection {
        streams: found.streams,
        private: Private::LeftOut,
    })
}

/// What another laptop needs to take an event over: also its persons, and everybody's accounts and links.
pub async fn take_over_selection(
    store: &dyn Store,
    tournament: &StreamName,
) -> Result<Selection, Fault> {
    let mut found = look_through(store, tournament).await?;
    found.streams.push(StreamName::access());
    let mut records = found.persons;
    for kind in [RecordKind::User, RecordKind::Token] {
        let all = store.records(kind).await?;
        records.extend(all.into_iter().map(|(id, _)| RecordKey::new(kind, id)));
    }
    Ok(Selection {
        streams: found.streams,
        private: Private::Included(records),
    })
}

struct Found {
    streams: Vec<StreamName>,
    persons: Vec<RecordKey>,
}

async fn look_through(store: &dyn Store, tournament: &StreamName) -> Result<Found, Fault> {
    let mut found = Found {
        streams: vec![tournament.clone()],
        persons: Vec::new(),
    };
    let mut after = Seq(0);
    loop {
        let portion = store.read(tournament, after, PORTION).await?;
        let Some(last) = portion.last() else {
            return Ok(found);
        };
        after = last.content.seq;
        for event in &portion {
            let content = &event.content;
            if let Ok(fact) = DeskFact::from_stored(&content.kind, &content.body) {
                found.streams.extend(game_of(&fact));
            } else if let Ok(body) = serde_json::from_str(&content.body) {
                find_persons(&body, &mut found.persons);
            }
        }
    }
}

fn game_of(fact: &DeskFact) -> Option<StreamName> {
    match fact {
        DeskFact::GameOpened { game, .. } => format!("game/{game}").parse().ok(),
        DeskFact::SlugGiven { .. }
        | DeskFact::GamePlaced { .. }
        | DeskFact::TapHeld { .. }
        | DeskFact::TapSettled { .. } => None,
    }
}

/// An event names a person in a field `person`, wherever it stands.
fn find_persons(body: &Value, persons: &mut Vec<RecordKey>) {
    match body {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(id) if name == "person" => {
                        let key = RecordKey::new(RecordKind::Person, id.as_str());
                        if !persons.contains(&key) {
                            persons.push(key);
                        }
                    }
                    other => find_persons(other, persons),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| find_persons(value, persons)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Writes archives for taking an event over, as the desk asks for them.
pub struct EventArchiver {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl EventArchiver {
    /// An archiver of a log.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }
}

impl Archiver for EventArchiver {
    fn write<'a>(
        &'a self,
        event: &'a Belongings,
        folder: &'a Path,
    ) -> BoxFuture<'a, Result<PathBuf, String>> {
        Box::pin(async move {
            // The event's own links go with it; other events' and everybody's accounts stay here.
            let selection = Selection {
                streams: event.streams.clone(),
                private: Private::Included(event.records.clone()),
            };
            let path = folder.join(format!("{}.{EXTENSION}", event.tournament));
            let written = write_file(&*self.store, &selection, self.clock.now(), &path).await;
            written.map(|_| path).map_err(|error| error.to_string())
        })
    }
}

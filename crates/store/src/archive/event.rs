//! What belongs to one event, found in its own stream.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_desk::log::{BoxFuture, Fault, Seq, Store, StreamName};
use outflank_desk::{Archiver, Belongings, Clock, DeskFact};

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
    Ok(Selection {
        streams: streams_of(store, tournament).await?,
        private: Private::LeftOut,
    })
}

async fn streams_of(store: &dyn Store, tournament: &StreamName) -> Result<Vec<StreamName>, Fault> {
    let mut streams = vec![tournament.clone()];
    let mut after = Seq(0);
    loop {
        let portion = store.read(tournament, after, PORTION).await?;
        let Some(last) = portion.last() else {
            return Ok(streams);
        };
        after = last.content.seq;
        for event in &portion {
            let content = &event.content;
            if let Ok(fact) = DeskFact::from_stored(&content.kind, &content.body) {
                streams.extend(game_of(&fact));
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
        | DeskFact::TapSettled { .. }
        | DeskFact::PressSeen { .. }
        | DeskFact::PressDropped {}
        | DeskFact::DirectorCalled { .. }
        | DeskFact::CallAnswered { .. }
        | DeskFact::TrainingCopied { .. }
        | DeskFact::DevicePairingsSet { .. }
        | DeskFact::ItemTicked { .. } => None,
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

//! Archives as the desk asks for them: written for taking an event over, and taken in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_desk::log::{BoxFuture, Content, Store};
use outflank_desk::{
    Archiver, Belongings, Clock, CopiedEvent, CopyChoice, NotTakenIn, Parting, TakenIn,
};

use super::{ArchiveError, Choice, Difference, Private, Selection, import, read, write_file};

/// How an archive's name ends.
pub const EXTENSION: &str = "outflank";

impl Selection {
    /// Everything another laptop needs to take an event over. The event's own links and accounts go with it; other
    /// events' stay here.
    #[must_use]
    pub fn to_take_over(event: &Belongings) -> Self {
        Self {
            streams: event.streams.clone(),
            private: Private::Included(event.records.clone()),
            also: event.accounts.clone(),
        }
    }
}

/// Writes archives for taking an event over and takes them in, as the desk asks for it.
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
            let selection = Selection::to_take_over(event);
            let path = folder.join(format!("{}.{EXTENSION}", event.tournament));
            let written = write_file(&*self.store, &selection, self.clock.now(), &path).await;
            written.map(|_| path).map_err(|error| error.to_string())
        })
    }

    fn take_in<'a>(
        &'a self,
        archive: &'a [u8],
        choice: CopyChoice,
    ) -> BoxFuture<'a, Result<TakenIn, NotTakenIn>> {
        Box::pin(async move {
            let choice = match choice {
                CopyChoice::Ask => Choice::Ask,
                CopyChoice::Ours => Choice::Ours,
                CopyChoice::Theirs => Choice::Theirs,
            };
            let archive = read(archive).map_err(not_taken)?;
            let imported = import(&*self.store, &archive, choice).await;
            let imported = imported.map_err(not_taken)?;
            Ok(TakenIn {
                events: imported.events,
                set_aside: imported.set_aside,
                records: imported.records,
            })
        })
    }
}

fn not_taken(error: ArchiveError) -> NotTakenIn {
    match error {
        ArchiveError::Parted(difference) => NotTakenIn::Parted(Box::new(parting(&difference))),
        ArchiveError::Fault(fault) => NotTakenIn::Fault(fault),
        ArchiveError::File { .. }
        | ArchiveError::Newer { .. }
        | ArchiveError::Line { .. }
        | ArchiveError::Chain { .. }
        | ArchiveError::Cut(_)
        | ArchiveError::Append(_) => NotTakenIn::Unreadable(error.to_string()),
    }
}

fn parting(difference: &Difference) -> Parting {
    let side = |content: &Content| CopiedEvent {
        kind: content.kind.clone(),
        by: content.actor.clone(),
        at: content.recorded_at.0,
        body: content.body.clone(),
    };
    Parting {
        stream: difference.stream.to_string(),
        seq: difference.seq.0,
        ours: difference.ours.as_ref().map(side),
        theirs: difference.theirs.as_ref().map(side),
    }
}

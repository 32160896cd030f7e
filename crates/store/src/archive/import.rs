//! Taking an archive in.

use std::sync::Arc;

use outflank_desk::log::{
    Adoption, Envelope, Head, RecordChange, Seq, Store, StreamAdoption, StreamName,
};

use super::admission::Admission;
use super::compare::{Comparison, Relation, compare};
use super::{Archive, ArchiveError};

/// What happens if both copies went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Nothing is taken in; the first difference is named.
    Ask,
    /// Our copy counts; nothing is taken in.
    Ours,
    /// The archive counts. What we have beyond it is set aside, not erased.
    Theirs,
}

/// What was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The events that are new here, at their new places.
    pub events: Vec<Arc<Envelope>>,
    /// Streams of which events were set aside, with the last event that stayed.
    pub set_aside: Vec<(StreamName, Seq)>,
    /// How many records were taken in.
    pub records: usize,
}

/// Takes in what an archive has beyond a log, whole or not at all.
///
/// The stream of a laptop's accounts is never taken in: accounts and links of the event are records, which the desk
/// writes into its own stream. Records come with events that are new here; an archive that holds nothing new changes
/// no record.
pub async fn import(
    store: &dyn Store,
    archive: &Archive,
    choice: Choice,
) -> Result<Imported, ArchiveError> {
    let comparison = compare(store, archive).await?;
    match (&comparison.parted, choice) {
        (Some(difference), Choice::Ask) => Err(ArchiveError::Parted(Box::new(difference.clone()))),
        (Some(_), Choice::Ours) => Ok(Imported {
            events: Vec::new(),
            set_aside: Vec::new(),
            records: 0,
        }),
        (Some(_), Choice::Theirs) => adopt(store, archive, &comparison, Beyond::SetAside).await,
        (None, Choice::Ask | Choice::Ours | Choice::Theirs) => {
            adopt(store, archive, &comparison, Beyond::Stays).await
        }
    }
}

/// What becomes of our events after the archive's last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    Stays,
    SetAside,
}

async fn adopt(
    store: &dyn Store,
    archive: &Archive,
    comparison: &Comparison,
    beyond: Beyond,
) -> Result<Imported, ArchiveError> {
    let mut streams = Vec::new();
    for (theirs, (stream, relation)) in archive.streams.iter().zip(&comparison.streams) {
        let part = |expected: Option<Head>, keep: Seq| StreamAdoption {
            stream: stream.clone(),
            expected,
            keep,
            events: (theirs
                .events
                .iter()
                .filter(|event| event.seq > keep)
                .cloned())
            .collect(),
        };
        if *stream == StreamName::Access {
            continue;
        }
        match relation {
            Relation::Same(_) => {}
            Relation::New => streams.push(part(None, Seq(0))),
            Relation::TheyGoOn { ours } => streams.push(part(Some(*ours), ours.seq)),
            Relation::WeGoOn { ours, common, .. } => match beyond {
                Beyond::Stays => {}
                Beyond::SetAside => streams.push(part(Some(*ours), *common)),
            },
            Relation::Forked { ours, common, .. } => streams.push(part(Some(*ours), *common)),
        }
    }
    if streams.is_empty() {
        return Ok(Imported {
            events: Vec::new(),
            set_aside: Vec::new(),
            records: 0,
        });
    }
    let is_cut = |part: &&StreamAdoption| part.expected.is_some_and(|head| head.seq > part.keep);
    let set_aside = streams
        .iter()
        .filter(is_cut)
        .map(|part| (part.stream.clone(), part.keep));
    let set_aside = set_aside.collect();
    let mut records: Vec<RecordChange> = archive.records.clone();
    let admission = Admission::of(store, archive).await?;
    records.retain(|change| admission.admits(change));
    let count = records.len();
    let events = store
        .adopt(Adoption {
            streams,
            commands: archive.commands.clone(),
            records,
        })
        .await?;
    Ok(Imported {
        events,
        set_aside,
        records: count,
    })
}

//! An adoption: events that another store wrote are taken over with their hashes.

use crate::log::append::Answered;
use crate::log::envelope::{Content, Seq};
use crate::log::record::RecordChange;
use crate::log::store::Head;
use crate::log::stream::StreamName;

/// What is taken over of one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamAdoption {
    pub stream: StreamName,
    /// Where it ends here, as the caller saw it; another end is a conflict.
    pub expected: Option<Head>,
    /// The last event that stays. Those after it are set aside, never erased.
    pub keep: Seq,
    /// What follows `keep`, in order; each must chain after the one before it.
    pub events: Vec<Content>,
}

/// Everything that is taken over at once. The bound of an append does not hold for it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Adoption {
    /// The streams, each at most once.
    pub streams: Vec<StreamAdoption>,
    /// The commands of these events, so that retries stay harmless. One that is here already stays.
    pub commands: Vec<(String, Answered)>,
    /// Records that come with them.
    pub records: Vec<RecordChange>,
}

//! What the director should see of the desk's own work.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::ids::TournamentId;

/// How the second folder of an event does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FolderStatus {
    pub folder: String,
    /// When the archive was last written.
    pub written: Option<Timestamp>,
    /// Why the last copy could not be written.
    pub failure: Option<String>,
}

/// How the desk does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    /// The second folder of each event that has one.
    pub folders: BTreeMap<TournamentId, FolderStatus>,
    /// What a background task last failed at, by its name.
    pub failures: BTreeMap<&'static str, String>,
    /// How often the server stood still, and for how long at most.
    pub stalls: u64,
    pub longest_stall: Millis,
    /// How many games got a technical pause when the desk was opened.
    pub paused_at_start: usize,
}

#[derive(Default)]
pub(crate) struct StatusBoard(Mutex<Status>);

impl StatusBoard {
    pub(crate) fn read(&self) -> Status {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl crate::desk::Desk {
    /// How the desk does.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status.read()
    }
}

//! Devices that ask to be let to a table.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_desk::TournamentId;
use outflank_pairing::RoundNumber;
use outflank_tournament::running::TableNumber;

/// The most devices that wait at once; the longest wait goes first.
const WAITING_MAX: usize = 200;
/// Nobody waits longer than this.
const WAITED_MAX_MS: i64 = 30 * 60_000;

/// A device that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// Its name, which only the device and the desk know.
    pub(crate) id: String,
    pub(crate) event: TournamentId,
    pub(crate) round: RoundNumber,
    pub(crate) table: TableNumber,
    /// The claimed identity.
    pub(crate) who: String,
    /// Since when, in milliseconds since 1970.
    pub(crate) since: i64,
    /// The secret of its link, once it was let in.
    pub(crate) secret: Option<String>,
}

/// All waiting requests. They are not stored: after a restart people ask again.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    waiting: Mutex<BTreeMap<String, Waiting>>,
}

impl Doors {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn knock(&self, one: Waiting) {
        let mut waiting = self.lock();
        let now = one.since;
        waiting.retain(|_, old| now - old.since < WAITED_MAX_MS);
        if waiting.len() >= WAITING_MAX {
            let longest = waiting.values().min_by_key(|old| old.since);
            if let Some(id) = longest.map(|old| old.id.clone()) {
                waiting.remove(&id);
            }
        }
        waiting.insert(one.id.clone(), one);
    }

    /// Who waits at the tables of an event, the longest wait first.
    pub(crate) fn at(&self, event: &TournamentId) -> Vec<Waiting> {
        let mut found: Vec<Waiting> = (self.lock().values())
            .filter(|one| one.event == *event && one.secret.is_none())
            .cloned()
            .collect();
        found.sort_by_key(|one| one.since);
        found
    }

    pub(crate) fn get(&self, id: &str) -> Option<Waiting> {
        self.lock().get(id).cloned()
    }

    pub(crate) fn open(&self, id: &str, secret: String) {
        if let Some(one) = self.lock().get_mut(id) {
            one.secret = Some(secret);
        }
    }

    /// Rejects a waiting device, or it has been admitted.
    pub(crate) fn close(&self, id: &str) {
        self.lock().remove(id);
    }
}

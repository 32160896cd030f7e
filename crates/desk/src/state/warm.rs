//! Aggregates kept folded, one per stream, and the locks that order their writers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use tokio::sync::OwnedMutexGuard;

use crate::access::AccessNow;
use crate::ids::{FederationId, GameId, TournamentId};
use crate::log::{Envelope, GlobalSeq, Seq, StreamName};
use crate::state::federation::FederationNow;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;

/// The most games kept warm; finished ones make room first.
const GAMES_MAX: usize = 4096;

/// Streams that are locked until this is dropped.
pub(crate) type Guards = Vec<OwnedMutexGuard<()>>;

/// What is folded now.
#[derive(Default)]
pub(crate) struct Warm {
    tournaments: RwLock<BTreeMap<TournamentId, Arc<TournamentNow>>>,
    federations: RwLock<BTreeMap<FederationId, Arc<FederationNow>>>,
    games: RwLock<HashMap<GameId, Arc<GameNow>>>,
    access: RwLock<Arc<AccessNow>>,
    locks: Mutex<HashMap<StreamName, Arc<tokio::sync::Mutex<()>>>>,
    /// The last event of each stream that was folded.
    places: Mutex<HashMap<StreamName, (Seq, GlobalSeq)>>,
    /// Tournaments that were folded while the records of their people could not be read.
    nameless: Mutex<BTreeSet<TournamentId>>,
}

/// A panic while a lock is held leaves whole values behind: they are replaced, never edited.
macro_rules! read {
    ($lock:expr) => {
        $lock.read().unwrap_or_else(PoisonError::into_inner)
    };
}
macro_rules! write {
    ($lock:expr) => {
        $lock.write().unwrap_or_else(PoisonError::into_inner)
    };
}

impl Warm {
    pub(crate) fn tournament(&self, id: &TournamentId) -> Option<Arc<TournamentNow>> {
        read!(self.tournaments).get(id).cloned()
    }

    pub(crate) fn tournaments(&self) -> Vec<Arc<TournamentNow>> {
        read!(self.tournaments).values().cloned().collect()
    }

    pub(crate) fn put_tournament(&self, now: Arc<TournamentNow>) {
        write!(self.tournaments).insert(now.id.clone(), now);
    }

    /// Changes a tournament where it lies. It is copied only while somebody is looking at it.
    pub(crate) fn change_tournament<T>(
        &self,
        id: &TournamentId,
        change: impl FnOnce(&mut TournamentNow) -> T,
    ) -> T {
        let mut tournaments = write!(self.tournaments);
        let now = (tournaments.entry(id.clone()))
            .or_insert_with(|| Arc::new(TournamentNow::new(id.clone())));
        change(Arc::make_mut(now))
    }

    pub(crate) fn forget_tournament(&self, id: &TournamentId) {
        write!(self.tournaments).remove(id);
    }

    pub(crate) fn federation(&self, id: &FederationId) -> Option<Arc<FederationNow>> {
        read!(self.federations).get(id).cloned()
    }

    pub(crate) fn federations(&self) -> Vec<Arc<FederationNow>> {
        read!(self.federations).values().cloned().collect()
    }

    pub(crate) fn put_federation(&self, now: Arc<FederationNow>) {
        write!(self.federations).insert(now.id.clone(), now);
    }

    pub(crate) fn game(&self, id: &GameId) -> Option<Arc<GameNow>> {
        read!(self.games).get(id).cloned()
    }

    pub(crate) fn games(&self) -> Vec<Arc<GameNow>> {
        let mut games: Vec<Arc<GameNow>> = read!(self.games).values().cloned().collect();
        games.sort_by(|one, other| one.id.cmp(&other.id));
        games
    }

    pub(crate) fn put_game(&self, now: Arc<GameNow>) {
        let mut games = write!(self.games);
        if games.len() >= GAMES_MAX && !games.contains_key(&now.id) {
            games.retain(|_, game| !is_over(game));
        }
        games.insert(now.id.clone(), now);
    }

    pub(crate) fn forget_game(&self, id: &GameId) {
        write!(self.games).remove(id);
    }

    pub(crate) fn access(&self) -> Arc<AccessNow> {
        read!(self.access).clone()
    }

    pub(crate) fn put_access(&self, now: Arc<AccessNow>) {
        *write!(self.access) = now;
    }

    /// Remembers that the people of a tournament are to be read.
    pub(crate) fn owe_names(&self, id: &TournamentId) {
        let mut nameless = self.nameless.lock().unwrap_or_else(PoisonError::into_inner);
        nameless.insert(id.clone());
    }

    pub(crate) fn names_are_read(&self, id: &TournamentId) {
        let mut nameless = self.nameless.lock().unwrap_or_else(PoisonError::into_inner);
        nameless.remove(id);
    }

    /// Whether they are still to be read.
    pub(crate) fn owes_names(&self, id: &TournamentId) -> bool {
        let nameless = self.nameless.lock().unwrap_or_else(PoisonError::into_inner);
        nameless.contains(id)
    }

    /// Remembers which event of a stream was folded last.
    pub(crate) fn note_last(&self, envelopes: &[Arc<Envelope>]) {
        let Some(last) = envelopes.last() else {
            return;
        };
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() > 16 * GAMES_MAX {
            places.clear();
        }
        let place = (last.content.seq, last.global_seq);
        places.insert(last.content.stream.clone(), place);
    }

    /// Whether an event comes in the place of one that was folded: another copy of its stream was taken over.
    pub(crate) fn is_replaced_by(&self, envelope: &Envelope) -> bool {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let (seq, at) = (envelope.content.seq, envelope.global_seq);
        (places.get(&envelope.content.stream)).is_some_and(|last| seq <= last.0 && at > last.1)
    }

    /// Waits until nobody else writes to these streams; always in the order of their names.
    pub(crate) async fn lock(&self, streams: &[&StreamName]) -> Guards {
        let mut names: Vec<&StreamName> = streams.to_vec();
        names.sort_unstable();
        names.dedup();
        let mut guards = Vec::with_capacity(names.len());
        for name in names {
            guards.push(self.lock_of(name).lock_owned().await);
        }
        guards
    }

    fn lock_of(&self, name: &StreamName) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        if locks.len() > 4 * GAMES_MAX {
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        }
        Arc::clone(locks.entry(name.clone()).or_default())
    }
}

fn is_over(game: &GameNow) -> bool {
    match game.game.phase() {
        outflank_game::Phase::Over | outflank_game::Phase::Confirmed => true,
        outflank_game::Phase::Unopened
        | outflank_game::Phase::Ready
        | outflank_game::Phase::Signalled
        | outflank_game::Phase::Playing => false,
    }
}

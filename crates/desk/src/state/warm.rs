//! States kept folded, one per stream, and the locks that order their writers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use outflank_event::{StoredError, Timestamp};
use tokio::sync::OwnedMutexGuard;

use crate::access::AccessNow;
use crate::desk::Desk;
use crate::log::{Content, Envelope, Fault, GlobalSeq, Seq, StreamName};
use crate::state::event::StreamEvent;
use crate::state::federation::FederationNow;
use crate::state::game::GameNow;
use crate::state::slugs::{ListMark, Slugs};
use crate::state::tournament::TournamentNow;

/// The most games kept warm; finished ones make room first.
pub(crate) const GAMES_MAX: usize = 4096;

/// Streams that are locked until this is dropped.
pub(crate) type Guards = Vec<OwnedMutexGuard<()>>;

/// What the desk keeps of one stream: a state folded from its events, with what records beside the log add to it.
pub(crate) trait StreamState: Clone + Send + Sync + Sized + 'static {
    type Id: Clone + Ord + Send + Sync;
    /// Whose record an event may have changed.
    type Person: Ord + Send + Sync;
    /// What is read from records.
    type Records: Send;

    /// Whether a state that is not in memory stays so until it is read.
    const IS_READ_ON_DEMAND: bool = false;

    fn warm(states: &WarmStates) -> &Warm<Self>;

    fn stream(id: &Self::Id) -> StreamName;

    /// A state of which nothing is known yet.
    fn new(id: Self::Id) -> Self;

    fn id(&self) -> &Self::Id;

    /// The short name, if it has one.
    fn slug(&self) -> Option<&str> {
        None
    }

    /// The last event that is folded.
    fn version(&self) -> Seq;

    /// When the last event happened: nothing is recorded before it.
    fn last_at(&self) -> Timestamp;

    /// Folds one event and says whose records it may have changed.
    fn apply(
        &mut self,
        content: &Content,
        event: &StreamEvent,
    ) -> Result<Touched<Self::Person>, StoredError>;

    /// Folds a whole stream.
    fn replay(id: Self::Id, stream: &[Arc<Envelope>]) -> Result<Self, StoredError> {
        let mut state = Self::new(id);
        for envelope in stream {
            let content = &envelope.content;
            state.apply(content, &StreamEvent::read(&content.kind, &content.body)?)?;
        }
        Ok(state)
    }

    /// Reads records.
    fn records(
        &self,
        desk: &Desk,
        whose: &Touched<Self::Person>,
    ) -> impl Future<Output = Result<Self::Records, Fault>> + Send;

    fn take_records(&mut self, records: Self::Records);

    /// Whether it may make room for others.
    fn is_over(&self) -> bool {
        false
    }
}

/// People whose records may have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Touched<P> {
    Only(BTreeSet<P>),
    Everybody,
}

impl<P: Ord> Touched<P> {
    pub(crate) const fn nobody() -> Self {
        Self::Only(BTreeSet::new())
    }

    pub(crate) fn one(person: P) -> Self {
        Self::Only(BTreeSet::from([person]))
    }

    pub(crate) fn add(&mut self, other: Self) {
        match (&mut *self, other) {
            (Self::Everybody, _) => {}
            (_, Self::Everybody) => *self = Self::Everybody,
            (Self::Only(people), Self::Only(others)) => people.extend(others),
        }
    }

    pub(crate) fn is_nobody(&self) -> bool {
        match self {
            Self::Only(people) => people.is_empty(),
            Self::Everybody => false,
        }
    }
}

/// The folded states of one kind of streams.
pub(crate) struct Warm<S: StreamState> {
    states: RwLock<BTreeMap<S::Id, Arc<S>>>,
    slugs: Slugs<S::Id>,
}

impl<S: StreamState> Default for Warm<S> {
    fn default() -> Self {
        Self {
            states: RwLock::default(),
            slugs: Slugs::default(),
        }
    }
}

// A panic while a lock is held leaves whole values behind: they are replaced, never edited.
impl<S: StreamState> Warm<S> {
    pub(crate) fn get(&self, id: &S::Id) -> Option<Arc<S>> {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        states.get(id).cloned()
    }

    pub(crate) fn named(&self, slug: &str) -> Option<Arc<S>> {
        self.get(&self.slugs.id(slug)?)
            .filter(|state| state.slug() == Some(slug))
    }

    /// The mark of these states: another one as soon as any of them changes.
    pub(crate) fn mark(&self) -> Arc<ListMark> {
        self.slugs.mark()
    }

    /// Every state, by id.
    pub(crate) fn all(&self) -> Vec<Arc<S>> {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        states.values().cloned().collect()
    }

    pub(crate) fn put(&self, id: &S::Id, state: Arc<S>) {
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        make_room(&mut states, id);
        self.slugs.note(id, state.slug());
        states.insert(id.clone(), state);
    }

    /// Changes a state in place; a new one if there is none. It is copied only while a reader holds it.
    pub(crate) fn change<T>(&self, id: &S::Id, change: impl FnOnce(&mut S) -> T) -> T {
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        make_room(&mut states, id);
        let state = (states.entry(id.clone())).or_insert_with(|| Arc::new(S::new(id.clone())));
        let state = Arc::make_mut(state);
        let changed = change(state);
        self.slugs.note(id, state.slug());
        changed
    }

    pub(crate) fn forget(&self, id: &S::Id) {
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        states.remove(id);
        self.slugs.note(id, None);
    }
}

fn make_room<S: StreamState>(states: &mut BTreeMap<S::Id, Arc<S>>, id: &S::Id) {
    if states.len() >= GAMES_MAX && !states.contains_key(id) {
        states.retain(|_, state| !state.is_over());
    }
}

/// Everything that is folded now.
#[derive(Default)]
pub(crate) struct WarmStates {
    pub(crate) tournaments: Warm<TournamentNow>,
    pub(crate) federations: Warm<FederationNow>,
    pub(crate) games: Warm<GameNow>,
    pub(crate) access: Warm<AccessNow>,
    locks: Mutex<HashMap<StreamName, Arc<tokio::sync::Mutex<()>>>>,
    /// The last event of each stream that was folded.
    places: Mutex<HashMap<StreamName, (Seq, GlobalSeq)>>,
    /// Streams that were folded while the records of their people could not be read.
    without_records: Mutex<BTreeSet<StreamName>>,
}

impl WarmStates {
    /// Streams whose records are still to be read.
    pub(crate) fn without_records(&self) -> MutexGuard<'_, BTreeSet<StreamName>> {
        (self.without_records.lock()).unwrap_or_else(PoisonError::into_inner)
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

    /// Whether an event comes in the place of one that was folded: another copy of its stream was imported.
    pub(crate) fn is_replaced_by(&self, envelope: &Envelope) -> bool {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let (seq, at) = (envelope.content.seq, envelope.global_seq);
        (places.get(&envelope.content.stream)).is_some_and(|last| seq <= last.0 && at > last.1)
    }

    /// Waits until nobody else writes to these streams; always in the order of their names.
    pub(crate) async fn lock<'a>(
        &self,
        streams: impl IntoIterator<Item = &'a StreamName>,
    ) -> Guards {
        let names: BTreeSet<&StreamName> = streams.into_iter().collect();
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

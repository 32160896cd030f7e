//! The desk: what it holds, and how it is opened and read.

use crate::Pending;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, Weak};

use outflank_rulebook::Rulebook;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Timestamp, preset};

use crate::access::AccessNow;
use crate::access::hashing::Hashing;
use crate::clock::Clock;
use crate::feed::hub::Hub;
use crate::feed::looks::Looks;
use crate::feed::outbox::Outbox;
use crate::ids::{GameId, PersonId, TournamentId};
use crate::log::{
    Duty, Envelope, Fault, GlobalSeq, RecordChange, RecordKey, RecordKind, Seq, Store, StreamName,
};
use crate::people::person::Person;
use crate::refusal::{Reason, Refusal};
use crate::state::counts::Counters;
use crate::state::game::GameNow;
use crate::state::remembered::Remembered;
use crate::state::slugs::ListMark;
use crate::state::tournament::TournamentNow;
use crate::state::warm::WarmStates;
use crate::status::StatusBoard;
use crate::submit::PairingJobs;
use crate::table::stall::Stalls;
use crate::transfer::archiver::Archiver;

/// How many events are read at once.
const PAGE: usize = 1000;

/// Where rulebooks come from: by name.
pub type RulebookSource = Box<dyn Fn(&str) -> Option<Rulebook> + Send + Sync>;

/// What the program tells the desk at its start.
pub struct Options {
    /// The rulebook of a preset: `bof/regional`.
    pub presets: RulebookSource,
    /// The rulebook of a casual game: `wof`.
    pub rulebooks: RulebookSource,
    /// What writes an event's archive; without it there is no second folder.
    pub archiver: Option<Arc<dyn Archiver>>,
    /// The second folder of every event that has none of its own.
    pub second_folder: Option<String>,
    /// Where the log is, so that no copy is written beside it.
    pub data_folder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            presets: Box::new(preset),
            rulebooks: Box::new(|id| outflank_rulebook::shipped(id).cloned()),
            archiver: None,
            second_folder: None,
            data_folder: None,
        }
    }
}

/// The one way in. See the crate's head.
pub struct Desk {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) options: Options,
    pub(crate) warm: WarmStates,
    pub(crate) hub: Hub,
    pub(crate) outbox: Outbox,
    pub(crate) status: StatusBoard,
    pub(crate) counters: Counters,
    /// The last event that was folded and published here; its holder continues.
    pub(crate) followed: tokio::sync::Mutex<GlobalSeq>,
    /// The same, without locking.
    pub(crate) followed_to: AtomicU64,
    pub(crate) looks: Looks,
    pub(crate) remembered: Remembered,
    pub(crate) hashing: Hashing,
    pub(crate) pairings: PairingJobs,
    pub(crate) stalls: Stalls,
    /// How many wrong codes were typed at the tables of a round.
    pub(crate) wrong_digits: Mutex<HashMap<(TournamentId, RoundNumber), u32>>,
    /// The desk itself, for commands that continue when nobody waits for them.
    pub(crate) me: Weak<Self>,
}

impl Desk {
    /// Opens the desk on a log: folds what is needed, and gives games whose clocks the server keeps
    /// a technical pause for the time it was not there.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub async fn open(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        options: Options,
    ) -> Result<Arc<Self>, Refusal> {
        // Before anything is folded: what others write meanwhile is followed afterwards.
        let followed = *store.durable().borrow();
        let desk = Arc::new_cyclic(|me| Self {
            store,
            clock,
            options,
            warm: WarmStates::default(),
            hub: Hub::new(),
            outbox: Outbox::default(),
            status: StatusBoard::default(),
            counters: Counters::default(),
            followed: tokio::sync::Mutex::new(followed),
            followed_to: AtomicU64::new(followed.0),
            looks: Looks::default(),
            remembered: Remembered::default(),
            hashing: Hashing::default(),
            pairings: PairingJobs::default(),
            stalls: Stalls::default(),
            wrong_digits: Mutex::default(),
            me: me.clone(),
        });
        desk.start().await?;
        Ok(desk)
    }

    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    #[must_use]
    pub fn tournament(&self, id: &TournamentId) -> Option<Arc<TournamentNow>> {
        self.warm.tournaments.get(id)
    }

    /// A tournament by its short name or its id.
    #[must_use]
    pub fn tournament_named(&self, name: &str) -> Option<Arc<TournamentNow>> {
        let by_id = name.parse().ok().and_then(|id| self.tournament(&id));
        by_id.or_else(|| self.warm.tournaments.named(name))
    }

    /// The mark of the list of tournaments: another one as soon as any of them changes.
    #[must_use]
    pub fn tournaments_mark(&self) -> Arc<ListMark> {
        self.warm.tournaments.mark()
    }

    /// Every tournament, by id.
    #[must_use]
    pub fn tournaments(&self) -> Vec<Arc<TournamentNow>> {
        self.warm.tournaments.all()
    }

    /// A game; read from the log if it is not warm.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub fn game<'a>(
        &'a self,
        id: &'a GameId,
    ) -> Pending<'a, Result<Option<Arc<GameNow>>, Refusal>> {
        Box::pin(self.game_here(id))
    }

    async fn game_here(&self, id: &GameId) -> Result<Option<Arc<GameNow>>, Refusal> {
        match self.warm.games.get(id) {
            Some(game) => Ok(Some(game)),
            None => self.load(id).await,
        }
    }

    /// A game that is kept warm.
    #[must_use]
    pub fn warm_game(&self, id: &GameId) -> Option<Arc<GameNow>> {
        self.warm.games.get(id)
    }

    /// The games that are kept warm: all that are being played.
    #[must_use]
    pub fn warm_games(&self) -> Vec<Arc<GameNow>> {
        self.warm.games.all()
    }

    /// Accounts, roles and links.
    #[must_use]
    pub fn access(&self) -> Arc<AccessNow> {
        self.warm.access.get(&()).unwrap_or_default()
    }

    /// What goes out to everybody after it is durable.
    #[must_use]
    pub const fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Events of all streams after a place in the log, in order.
    ///
    /// # Errors
    /// [`Fault`] if the log cannot be read.
    pub fn events_after<'a>(
        &'a self,
        after: GlobalSeq,
        limit: usize,
    ) -> Pending<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(self.events_after_here(after, limit))
    }

    async fn events_after_here(
        &self,
        after: GlobalSeq,
        limit: usize,
    ) -> Result<Vec<Arc<Envelope>>, Fault> {
        self.store.read_all(after, limit).await
    }

    /// Events of one stream after a version, in order.
    ///
    /// # Errors
    /// [`Fault`] if the log cannot be read.
    pub fn stream_after<'a>(
        &'a self,
        stream: &'a StreamName,
        after: Seq,
        limit: usize,
    ) -> Pending<'a, Result<Vec<Arc<Envelope>>, Fault>> {
        Box::pin(self.stream_after_here(stream, after, limit))
    }

    async fn stream_after_here(
        &self,
        stream: &StreamName,
        after: Seq,
        limit: usize,
    ) -> Result<Vec<Arc<Envelope>>, Fault> {
        self.store.read(stream, after, limit).await
    }

    /// The last durable place in the log.
    #[must_use]
    pub fn durable(&self) -> GlobalSeq {
        *self.store.durable().borrow()
    }

    /// Whether other servers work on the same log.
    pub(crate) fn is_shared(&self) -> bool {
        match self.store.duty() {
            Duty::Alone => false,
            Duty::OnDuty | Duty::Standby => true,
        }
    }

    /// Reads a whole stream after a version.
    pub(crate) async fn read_stream(
        &self,
        stream: &StreamName,
        after: Seq,
    ) -> Result<Vec<Arc<Envelope>>, Fault> {
        let mut all = Vec::new();
        let mut after = after;
        loop {
            let page = self.store.read(stream, after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(all);
            };
            after = last.content.seq;
            let is_last = page.len() < PAGE;
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    /// What is known of a person; nothing if they are erased.
    ///
    /// # Errors
    /// [`Refusal`] if the record cannot be read.
    pub(crate) async fn person(&self, id: &PersonId) -> Result<Option<Person>, Refusal> {
        let key = RecordKey::new(RecordKind::Person, id.as_str());
        let text = self.store.record(&key).await?;
        let read = text.map(|text| Person::from_record(&text)).transpose();
        read.map_err(|_| Refusal::desk(Reason::DamagedRecord {}))
    }

    /// The same for a page: a damaged record is shown as one, under a neutral name.
    pub(crate) async fn person_called(
        &self,
        id: &PersonId,
        called: &str,
    ) -> Result<Option<Person>, Fault> {
        let key = RecordKey::new(RecordKind::Person, id.as_str());
        let text = self.store.record(&key).await?;
        Ok(text.map(|text| {
            Person::from_record(&text).unwrap_or_else(|damaged| {
                tracing::error!(record = %id, "{damaged}");
                Person::damaged(called)
            })
        }))
    }

    /// Refuses to write over a personal record that cannot be read: what is left of it may be all there is.
    pub(crate) async fn check_records(&self, changes: &[RecordChange]) -> Result<(), Refusal> {
        let written = (changes.iter())
            .filter(|change| change.key.kind == RecordKind::Person && change.body.is_some());
        for change in written {
            let text = self.store.record(&change.key).await?;
            if text.is_some_and(|text| Person::from_record(&text).is_err()) {
                return Err(Refusal::desk(Reason::DamagedRecord {}));
            }
        }
        Ok(())
    }
}

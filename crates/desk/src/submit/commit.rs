//! Writing a draft, folding what was written, and loading streams.

use std::sync::Arc;

use outflank_event::StoredError;

use crate::access::{AccessFact, AccessNow};
use crate::desk::Desk;
use crate::log::{Append, AppendError, Appended, Envelope, Seq, StreamName, StreamWrite};
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::state::event::{Decided, StreamEvent};
use crate::state::federation::FederationNow;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::state::warm::{StreamState, Touched};
use crate::submit::{Asked, Draft, Failed, Write, read_answer};

/// Does something with the state of a stream, whichever it is.
macro_rules! with_state {
    ($stream:expr, $State:ident, $id:ident => $do:expr) => {
        match $stream {
            StreamName::Access => {
                type $State = AccessNow;
                let $id = &();
                $do
            }
            StreamName::Federation($id) => {
                type $State = FederationNow;
                $do
            }
            StreamName::Game($id) => {
                type $State = GameNow;
                $do
            }
            StreamName::Tournament($id) => {
                type $State = TournamentNow;
                $do
            }
        }
    };
}

impl Desk {
    /// Appends a draft and folds it. The streams are locked by the caller.
    pub(crate) async fn commit(&self, asked: &Asked<'_>, draft: Draft) -> Result<Answer, Failed> {
        self.check_records(&draft.records).await?;
        let text = serde_json::to_string(&draft.answer).expect("an answer is texts and numbers");
        let append = Append {
            command_id: asked.stored_id.clone(),
            request: asked.request,
            actor: asked.caller.signature(draft.role),
            device: asked.device.map(str::to_owned),
            recorded_at: self.now(),
            writes: Vec::new(),
            records: draft.records,
            answer: text.into(),
        };
        match self.write(append, draft.writes).await {
            Ok(None) => Ok(draft.answer),
            Ok(Some(answered)) => Ok(read_answer(&answered)?),
            Err(failed) => Err(failed),
        }
    }

    /// Appends decided events and folds them; the first answer if the command was written before.
    pub(crate) async fn write(
        &self,
        mut append: Append,
        writes: Vec<Write>,
    ) -> Result<Option<crate::log::Answer>, Failed> {
        let mut decided = Vec::new();
        for write in writes {
            let (new, events): (Vec<_>, Vec<_>) =
                write.events.into_iter().map(Decided::split).unzip();
            decided.extend(events);
            append.writes.push(StreamWrite {
                stream: write.stream,
                expected: write.expected,
                events: new,
            });
        }
        let commit = self.outbox.begin();
        match self.store.append(append).await {
            Ok(Appended::Now(envelopes)) => {
                self.counters.written(envelopes.len());
                self.fold(&envelopes, &decided).await?;
                commit.finish(envelopes);
                Ok(None)
            }
            Ok(Appended::Before(answer)) => Ok(Some(answer)),
            Err(AppendError::Conflict { stream, .. }) => {
                self.counters.conflict();
                self.catch_up_stream(&stream).await?;
                Err(Failed::Conflict)
            }
            Err(error @ AppendError::Fault(_)) => {
                self.counters.fault();
                Err(error.into())
            }
            Err(error @ (AppendError::IdReused | AppendError::Unfit(_))) => Err(error.into()),
        }
    }

    /// Folds events into what is warm; what was missed is read from the log. `decided` are the same events before
    /// they were written, or none.
    async fn fold(
        &self,
        envelopes: &[Arc<Envelope>],
        decided: &[StreamEvent],
    ) -> Result<(), Refusal> {
        let mut start = 0;
        for run in envelopes.chunk_by(|one, next| one.content.stream == next.content.stream) {
            let end = start + run.len();
            let events = decided.get(start..end).unwrap_or_default();
            self.fold_run(run, events).await?;
            start = end;
        }
        Ok(())
    }

    /// Folds what another server may have written, before it is published here.
    pub(crate) async fn catch_up(&self, envelopes: &[Arc<Envelope>]) -> Result<(), Refusal> {
        for run in envelopes.chunk_by(|one, next| one.content.stream == next.content.stream) {
            let guard = self.warm.lock([&run[0].content.stream]).await;
            self.fold_run(run, &[]).await?;
            drop(guard);
        }
        // A record that one of them changed may be named by others too.
        match envelopes
            .iter()
            .any(|one| changes_person(&one.content.kind))
        {
            true => self.refresh_people().await,
            false => Ok(()),
        }
    }

    /// Folds what others have written to one stream. The stream is locked by the caller.
    async fn catch_up_stream(&self, stream: &StreamName) -> Result<(), Refusal> {
        let version = with_state!(stream, State, id => {
            State::warm(&self.warm).get(id).map_or(Seq(0), |state| state.version())
        });
        let missed = self.read_stream(stream, version).await?;
        if missed.is_empty() {
            // What we know is not in the log: another copy was imported.
            return self.reload(stream).await;
        }
        self.fold(&missed, &[]).await
    }

    /// Folds events of one stream.
    async fn fold_run(
        &self,
        run: &[Arc<Envelope>],
        decided: &[StreamEvent],
    ) -> Result<(), Refusal> {
        let stream = &run[0].content.stream;
        if run
            .iter()
            .any(|envelope| self.warm.is_replaced_by(envelope))
        {
            return self.reload(stream).await;
        }
        match stream {
            StreamName::Access => self.refresh_people_of(run).await?,
            StreamName::Federation(_) | StreamName::Game(_) | StreamName::Tournament(_) => {}
        }
        with_state!(stream, State, id => self.fold_into::<State>(id, run, decided).await)?;
        self.warm.note_last(run);
        Ok(())
    }

    async fn fold_into<S: StreamState>(
        &self,
        id: &S::Id,
        run: &[Arc<Envelope>],
        decided: &[StreamEvent],
    ) -> Result<(), Refusal> {
        let warm = S::warm(&self.warm);
        if S::IS_READ_ON_DEMAND && run[0].content.seq > Seq(1) && warm.get(id).is_none() {
            return Ok(());
        }
        match warm.change(id, |state| fold_next(state, run, decided))? {
            Some(touched) => self.refresh::<S>(id, touched).await,
            None => self.load::<S>(id).await.map(|_| ()),
        }
    }

    /// Reads the records that folded events may have changed. Until they are read they are remembered as missing,
    /// whatever happens to the log in between.
    async fn refresh<S: StreamState>(
        &self,
        id: &S::Id,
        touched: Touched<S::Person>,
    ) -> Result<(), Refusal> {
        let stream = S::stream(id);
        let touched = match self.warm.without_records().contains(&stream) {
            true => Touched::Everybody,
            false => touched,
        };
        if touched.is_nobody() {
            return Ok(());
        }
        self.warm.without_records().insert(stream.clone());
        let warm = S::warm(&self.warm);
        if let Some(state) = warm.get(id) {
            let records = state.records(self, &touched).await?;
            // Nobody holds the state while it is changed: it need not be copied.
            drop(state);
            warm.change(id, |state| state.take_records(records));
        }
        self.warm.without_records().remove(&stream);
        Ok(())
    }

    /// Personal facts changed or were erased. They are read before the event counts as folded: if the log fails
    /// here, it is folded once more.
    async fn refresh_people_of(&self, run: &[Arc<Envelope>]) -> Result<(), Refusal> {
        let known = self.access().version;
        for envelope in run.iter().filter(|one| one.content.seq > known) {
            let content = &envelope.content;
            match AccessFact::from_stored(&content.kind, &content.body)? {
                AccessFact::PersonChanged { .. } | AccessFact::PersonErased { .. } => {
                    return self.refresh_people().await;
                }
                AccessFact::UserAdded { .. }
                | AccessFact::UserRemoved { .. }
                | AccessFact::PasswordSet { .. }
                | AccessFact::RoleGiven { .. }
                | AccessFact::RoleTaken { .. }
                | AccessFact::LinkMade { .. }
                | AccessFact::LinkUsed { .. }
                | AccessFact::LinkRevoked { .. } => {}
            }
        }
        Ok(())
    }

    /// Reads the personal records of every tournament and federation again. The caller has locked none of them.
    pub(crate) async fn refresh_people(&self) -> Result<(), Refusal> {
        self.refresh_all::<TournamentNow>().await?;
        self.refresh_all::<FederationNow>().await
    }

    async fn refresh_all<S: StreamState>(&self) -> Result<(), Refusal> {
        for listed in S::warm(&self.warm).all() {
            let id = listed.id().clone();
            drop(listed);
            let _guard = self.warm.lock([&S::stream(&id)]).await;
            self.refresh::<S>(&id, Touched::Everybody).await?;
        }
        Ok(())
    }

    /// Folds a stream from the log and keeps its state; nothing if there is no such stream.
    pub(crate) async fn load<S: StreamState>(&self, id: &S::Id) -> Result<Option<Arc<S>>, Refusal> {
        let envelopes = self.read_stream(&S::stream(id), Seq(0)).await?;
        if envelopes.is_empty() {
            S::warm(&self.warm).forget(id);
            return Ok(None);
        }
        self.warm.note_last(&envelopes);
        let mut state = S::replay(id.clone(), &envelopes)?;
        let records = state.records(self, &Touched::Everybody).await?;
        state.take_records(records);
        let state = Arc::new(state);
        S::warm(&self.warm).put(id, Arc::clone(&state));
        Ok(Some(state))
    }

    pub(crate) async fn load_access(&self) -> Result<Arc<AccessNow>, Refusal> {
        let loaded = self.load::<AccessNow>(&()).await?;
        Ok(loaded.unwrap_or_default())
    }

    /// Reads a stream again.
    pub(crate) async fn reload(&self, stream: &StreamName) -> Result<(), Refusal> {
        with_state!(stream, State, id => self.load::<State>(id).await.map(|_| ()))
    }
}

/// Whether an event may come with a change of a personal record.
fn changes_person(kind: &str) -> bool {
    matches!(
        kind,
        "tournament.entrant_changed"
            | "federation.person_changed"
            | "federation.person_erased"
            | "federation.payment_recorded"
            | "desk.assistance_set"
    )
}

/// Folds the events that are not folded yet; nothing if one before them is missing.
fn fold_next<S: StreamState>(
    state: &mut S,
    run: &[Arc<Envelope>],
    decided: &[StreamEvent],
) -> Result<Option<Touched<S::Person>>, StoredError> {
    let mut touched = Touched::nobody();
    for (n, envelope) in run.iter().enumerate() {
        let content = &envelope.content;
        if content.seq <= state.version() {
            continue;
        }
        if content.seq != state.version().next() {
            return Ok(None);
        }
        touched.add(match decided.get(n) {
            Some(event) => state.apply(content, event)?,
            None => state.apply(content, &StreamEvent::read(&content.kind, &content.body)?)?,
        });
    }
    Ok(Some(touched))
}

//! Writing a draft and folding what was written.

use std::sync::Arc;

use outflank_tournament::EntrantId;
use outflank_tournament::running::Fact;

use crate::access::AccessNow;
use crate::desk::{Desk, tournament_stream};
use crate::ids::{FederationId, GameId, PersonId, TournamentId};
use crate::log::{Append, AppendError, Appended, Envelope, Seq, StreamName};
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::state::federation::FederationNow;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::submit::{Asked, Draft, Failed, read_answer};

impl Desk {
    /// Appends a draft and folds it. The streams are locked by the caller.
    pub(crate) async fn commit(&self, asked: &Asked<'_>, draft: Draft) -> Result<Answer, Failed> {
        let text = serde_json::to_string(&draft.answer).expect("an answer is texts and numbers");
        let append = Append {
            command_id: asked.command_id.to_owned(),
            request: asked.request,
            actor: asked.caller.signature(draft.role),
            device: asked.device.map(str::to_owned),
            recorded_at: self.now(),
            writes: draft.writes,
            records: draft.records,
            answer: text.into(),
        };
        match self.store.append(append).await {
            Ok(Appended::Now(envelopes)) => {
                self.counters.written(envelopes.len());
                self.fold(&envelopes).await?;
                Ok(draft.answer)
            }
            Ok(Appended::Before(answer)) => Ok(read_answer(&answer)?),
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

    /// Folds events into what is warm; what was missed is read from the log.
    async fn fold(&self, envelopes: &[Arc<Envelope>]) -> Result<(), Refusal> {
        for run in envelopes.chunk_by(|one, next| one.content.stream == next.content.stream) {
            let stream = &run[0].content.stream;
            match (stream.family(), stream.id()) {
                ("federation", Some(id)) => {
                    let id = id.parse().expect("a stream's id is an id");
                    self.fold_federation(&id, run).await?;
                }
                (_, _) => {
                    for envelope in run {
                        self.fold_one(envelope).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Folds what another server may have written, before it is published here.
    pub(crate) async fn catch_up(&self, envelopes: &[Arc<Envelope>]) -> Result<(), Refusal> {
        for envelope in envelopes {
            let _guard = self.warm.lock(&[&envelope.content.stream]).await;
            self.fold_one(envelope).await?;
        }
        Ok(())
    }

    /// Folds what others have written to one stream. The stream is locked by the caller.
    async fn catch_up_stream(&self, stream: &StreamName) -> Result<(), Refusal> {
        let missed = self.read_stream(stream, self.version_of(stream)).await?;
        if missed.is_empty() {
            // What we know is not in the log: another copy was taken over.
            return self.reload(stream).await;
        }
        self.fold(&missed).await
    }

    /// The last event of a stream that is folded.
    fn version_of(&self, stream: &StreamName) -> Seq {
        let version = match (stream.family(), stream.id()) {
            ("tournament", Some(id)) => {
                let now = id.parse().ok().and_then(|id| self.warm.tournament(&id));
                now.map(|now| now.version)
            }
            ("game", Some(id)) => {
                let now = id.parse().ok().and_then(|id| self.warm.game(&id));
                now.map(|now| now.version)
            }
            ("federation", Some(id)) => {
                let now = id.parse().ok().and_then(|id| self.warm.federation(&id));
                now.map(|now| now.version)
            }
            ("access", None) => Some(self.warm.access().version),
            _ => None,
        };
        version.unwrap_or(Seq(0))
    }

    async fn fold_one(&self, envelope: &Arc<Envelope>) -> Result<(), Refusal> {
        if self.warm.is_replaced_by(envelope) {
            return self.reload(&envelope.content.stream).await;
        }
        self.fold_into(envelope).await?;
        self.warm.note_last(std::slice::from_ref(envelope));
        Ok(())
    }

    async fn fold_into(&self, envelope: &Arc<Envelope>) -> Result<(), Refusal> {
        let stream = &envelope.content.stream;
        match (stream.family(), stream.id()) {
            ("tournament", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.fold_tournament(&id, envelope).await
            }
            ("game", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.fold_game(&id, envelope).await
            }
            ("federation", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.fold_federation(&id, std::slice::from_ref(envelope))
                    .await
            }
            ("access", None) => self.fold_access(envelope).await,
            _ => Ok(()),
        }
    }

    /// Folds events of an office; a list of people that is taken in is thousands of them, and the office is copied once.
    async fn fold_federation(
        &self,
        id: &FederationId,
        run: &[Arc<Envelope>],
    ) -> Result<(), Refusal> {
        let warm = self.warm.federation(id);
        let mut kept = warm.unwrap_or_else(|| Arc::new(FederationNow::new(id.clone())));
        let now = Arc::make_mut(&mut kept);
        for envelope in run {
            match place(now.version, envelope.content.seq) {
                Place::Known => {}
                Place::Gap => return self.load_federation(id).await.map(|_| ()),
                Place::Next => {
                    let concerned = now.apply(envelope)?;
                    self.refresh_dossiers(now, concerned).await?;
                }
            }
        }
        self.warm.put_federation(kept);
        Ok(())
    }

    async fn fold_tournament(&self, id: &TournamentId, envelope: &Envelope) -> Result<(), Refusal> {
        let warm = self.warm.tournament(id);
        let version = warm.map_or(Seq(0), |now| now.version);
        match place(version, envelope.content.seq) {
            // It was folded, and then the log broke off.
            Place::Known if self.warm.owes_names(id) => {
                self.refresh_persons(id, Entered::Anybody).await
            }
            Place::Known => Ok(()),
            Place::Gap => self.load_tournament(id).await.map(|_| ()),
            Place::Next => {
                let is_assistance = envelope.content.kind == "desk.assistance_set";
                let entered = self.warm.change_tournament(id, |now| {
                    now.apply(envelope)?;
                    Ok::<_, Refusal>(match is_assistance {
                        true => Entered::Anybody,
                        false => entered_by_last(now),
                    })
                })?;
                self.refresh_persons(id, entered).await
            }
        }
    }

    /// Reads the records of whoever the last event entered or changed.
    async fn refresh_persons(&self, id: &TournamentId, entered: Entered) -> Result<(), Refusal> {
        let entered = match self.warm.owes_names(id) {
            true => Entered::Anybody,
            false => entered,
        };
        // Until they are read they are owed, whatever happens to the log in between.
        match entered {
            Entered::Nobody => return Ok(()),
            Entered::One(..) | Entered::Anybody => self.warm.owe_names(id),
        }
        match entered {
            Entered::Nobody => {}
            Entered::One(entrant, person) => {
                let person = self.person(&person).await?;
                self.warm.change_tournament(id, |now| match person {
                    Some(person) => now.people.insert(entrant, Arc::new(person)),
                    None => now.people.remove(&entrant),
                });
            }
            Entered::Anybody => {
                let Some(now) = self.warm.tournament(id) else {
                    return Ok(());
                };
                let people = self.people_of(&now).await?;
                drop(now);
                self.warm.change_tournament(id, |now| now.people = people);
            }
        }
        self.warm.names_are_read(id);
        Ok(())
    }

    async fn fold_game(&self, id: &GameId, envelope: &Envelope) -> Result<(), Refusal> {
        let warm = self.warm.game(id);
        let seq = envelope.content.seq;
        let mut now = match warm {
            Some(now) => now,
            None if seq == Seq(1) => Arc::new(GameNow::new(id.clone())),
            // Nobody looks at it: it is read when somebody does.
            None => return Ok(()),
        };
        match place(now.version, seq) {
            Place::Known => Ok(()),
            Place::Gap => self.load_game(id).await.map(|_| ()),
            Place::Next => {
                Arc::make_mut(&mut now).apply(envelope)?;
                self.warm.put_game(now);
                Ok(())
            }
        }
    }

    async fn fold_access(&self, envelope: &Envelope) -> Result<(), Refusal> {
        let mut now: Arc<AccessNow> = self.warm.access();
        let place = place(now.version, envelope.content.seq);
        if matches!(place, Place::Known) {
            return Ok(());
        }
        // Before the event counts as folded: if the log breaks off here, it is folded once more.
        if envelope.content.kind.starts_with("access.person_") {
            self.refresh_names().await?;
            self.refresh_offices().await?;
        }
        match place {
            Place::Known => {}
            Place::Gap => {
                self.load_access().await?;
            }
            Place::Next => {
                Arc::make_mut(&mut now).apply(envelope)?;
                self.warm.put_access(now);
            }
        }
        Ok(())
    }

    /// Reads the names of every tournament anew.
    pub(crate) async fn refresh_names(&self) -> Result<(), Refusal> {
        for listed in self.warm.tournaments() {
            let _guard = self.warm.lock(&[&tournament_stream(&listed.id)]).await;
            let Some(tournament) = self.warm.tournament(&listed.id) else {
                continue;
            };
            let people = self.people_of(&tournament).await?;
            if people != tournament.people {
                let mut now = tournament;
                Arc::make_mut(&mut now).people = people;
                self.warm.put_tournament(now);
            }
        }
        Ok(())
    }

    /// Reads a stream anew after a conflict.
    async fn reload(&self, stream: &StreamName) -> Result<(), Refusal> {
        match (stream.family(), stream.id()) {
            ("tournament", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.load_tournament(&id).await.map(|_| ())
            }
            ("game", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.warm.forget_game(&id);
                self.load_game(&id).await.map(|_| ())
            }
            ("federation", Some(id)) => {
                let id = id.parse().expect("a stream's id is an id");
                self.load_federation(&id).await.map(|_| ())
            }
            ("access", None) => self.load_access().await.map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// Where an event stands to what is folded.
enum Place {
    Known,
    Next,
    Gap,
}

fn place(version: Seq, seq: Seq) -> Place {
    if seq <= version {
        Place::Known
    } else if seq == version.next() {
        Place::Next
    } else {
        Place::Gap
    }
}

/// Whose record an event may have changed.
enum Entered {
    Nobody,
    One(EntrantId, PersonId),
    Anybody,
}

fn entered_by_last(now: &TournamentNow) -> Entered {
    match now.tournament.log().last().map(|event| &event.fact) {
        Some(Fact::EntrantRegistered { entrant, .. } | Fact::EntrantChanged { entrant, .. }) => {
            match now.person_id(*entrant) {
                Some(person) => Entered::One(*entrant, person),
                None => Entered::Nobody,
            }
        }
        Some(Fact::Undone { .. }) => Entered::Anybody,
        Some(_) | None => Entered::Nobody,
    }
}

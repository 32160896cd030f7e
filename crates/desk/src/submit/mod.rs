//! The way of a command: authorise, load, decide, react, append, apply, answer.

mod access;
mod assistance;
mod call;
mod commit;
mod desk_act;
mod entry;
mod federation;
mod game;
mod hall;
mod held;
pub(crate) mod lag;
mod office_flow;
mod online;
mod open;
mod pairing;
mod seen;
mod speak;
mod steps;
mod together;
mod tournament;
mod watch;

use crate::Pending;
use std::sync::Arc;

use outflank_event::Timestamp;

use crate::access::{Action, Actor, Caller, Role, Target};
use crate::desk::Desk;
use crate::ids::{FederationId, GameId, TournamentId};
use crate::log::{AppendError, GlobalSeq, RecordChange, Seq, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Request, What};
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::state::federation::FederationNow;
use crate::state::game::GameNow;
use crate::state::tournament::TournamentNow;
use crate::state::warm::{Guards, StreamState};
use crate::table::online::ALARM;

pub use crate::submit::lag::{LAG_PER_GAME, LAG_PER_MOVE};
pub use crate::submit::open::casual_player;
pub use crate::submit::pairing::{PairingJob, PairingJobs};
pub use crate::submit::together::{Foreseen, RefusedAct};

/// How often a command is decided anew when others were quicker.
const TRIES_MAX: u32 = 5;
/// The same where other servers write to the same streams, against whom no lock of ours helps.
const SHARED_TRIES_MAX: u32 = 25;

/// How often a refusal is decided anew because other servers have written meanwhile.
const OUTDATED_MAX: u32 = 3;

/// A command with what is the same at every try.
pub(crate) struct Asked<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) command_id: &'a str,
    /// What the log calls it: its id, unless a command of another stream has that one already.
    pub(crate) stored_id: String,
    pub(crate) request: [u8; 32],
    pub(crate) if_version: Option<u64>,
    pub(crate) device: Option<&'a str>,
    /// How long the player on screen saw the position, by their device.
    pub(crate) used_ms: Option<i64>,
}

/// What is added to one stream.
pub(crate) struct Write {
    pub(crate) stream: StreamName,
    /// Its last event as the decision saw it.
    pub(crate) expected: Seq,
    pub(crate) events: Vec<Decided>,
}

impl Write {
    /// What is added to the stream of a state.
    pub(crate) fn to<S: StreamState>(state: &S, events: Vec<Decided>) -> Self {
        Self {
            stream: S::stream(state.id()),
            expected: state.version(),
            events,
        }
    }

    /// The first events of a stream.
    pub(crate) fn new_stream(stream: StreamName, events: Vec<Decided>) -> Self {
        Self {
            stream,
            expected: Seq(0),
            events,
        }
    }
}

/// What a decision wants to write.
pub(crate) struct Draft {
    /// The stream the answer speaks of comes first.
    pub(crate) writes: Vec<Write>,
    pub(crate) records: Vec<RecordChange>,
    pub(crate) role: Role,
    pub(crate) answer: Answer,
}

impl Draft {
    /// Events for one stream; the answer names them.
    pub(crate) fn new(asked: &Asked<'_>, write: Write, role: Role) -> Self {
        let count = u64::try_from(write.events.len()).expect("few events");
        let kinds = write.events.iter().map(|one| one.event.kind().to_owned());
        Self {
            records: Vec::new(),
            role,
            answer: Answer {
                command_id: asked.command_id.to_owned(),
                stream: write.stream.clone(),
                version: write.expected.0 + count,
                events: kinds.collect(),
                made: None,
                entrant: None,
                moved_ms: None,
                held: None,
                secret: None,
                again: false,
            },
            writes: vec![write],
        }
    }

    /// Adds an event to the first stream.
    pub(crate) fn push(&mut self, event: Decided) {
        self.answer.version += 1;
        self.answer.events.push(event.event.kind().to_owned());
        self.writes[0].events.push(event);
    }

    /// Adds what is written elsewhere, with its records.
    pub(crate) fn extend(&mut self, others: impl IntoIterator<Item = (Write, Vec<RecordChange>)>) {
        for (write, records) in others {
            self.writes.push(write);
            self.records.extend(records);
        }
    }
}

/// Why a try came to nothing.
pub(crate) enum Failed {
    Conflict,
    Refused(Refusal),
}

impl<E: Into<Refusal>> From<E> for Failed {
    fn from(refusal: E) -> Self {
        Self::Refused(refusal.into())
    }
}

impl Desk {
    /// Does what is asked, or says why not. When it answers, everything is durable.
    ///
    /// A retry with the same command id is harmless: it gets the first answer. Refusals store nothing.
    ///
    /// # Errors
    /// [`Refusal`] says why not and what to do.
    pub fn submit<'a>(
        &'a self,
        caller: &'a Caller,
        request: Request,
    ) -> Pending<'a, Result<Answer, Refusal>> {
        Box::pin(self.submit_here(caller, request))
    }

    async fn submit_here(&self, caller: &Caller, request: Request) -> Result<Answer, Refusal> {
        // The desk's own names have a sign that nobody else may use, so that nobody takes them first.
        let is_alarm = caller.actor == Actor::Desk && request.command_id.starts_with(ALARM);
        if !request.has_good_id() && *caller != Caller::desk() && !is_alarm {
            return Err(Refusal::desk(Reason::BadCommandId {}));
        }
        let hash = request.hash(caller);
        let mut asked = Asked {
            caller,
            command_id: &request.command_id,
            stored_id: request.command_id.clone(),
            request: hash,
            if_version: request.if_version,
            device: request.made.as_ref().map(|made| made.device.as_str()),
            used_ms: request.made.as_ref().and_then(|made| made.used_ms),
        };
        let tries = match self.is_shared() {
            true => SHARED_TRIES_MAX,
            false => TRIES_MAX,
        };
        let mut outdated = 0;
        for _ in 0..tries {
            let seen = self.followed_to();
            let tried = match &request.what {
                What::NewTournament(new) => self.open_tournament(&asked, new).await,
                What::Tournament(what) => self.do_tournament(&asked, what).await,
                What::NewGame(new) => self.open_game(&asked, new).await,
                What::Game(what) => {
                    let made_at = request.made.as_ref().and_then(|made| made.at_ms);
                    self.do_game(&asked, what, made_at).await
                }
                What::Held(what) => self.settle_held(&asked, what).await,
                What::Desk(what) => self.do_desk_act(&asked, what).await,
                What::Call(what) => self.call_director(&asked, what).await,
                What::AnswerCall(what) => self.answer_call(&asked, what).await,
                What::NewFederation(new) => self.open_federation(&asked, new).await,
                What::Federation(what) => self.do_federation(&asked, what).await,
                What::FederationTogether(what) => self.do_together(&asked, what).await,
                What::Watching { act } => self.do_watching(&asked, act).await,
                What::Access { act } => self.do_access(&asked, act).await,
            };
            match tried {
                Ok(answer) => return Ok(answer),
                Err(Failed::Refused(refusal))
                    if self.is_taken_elsewhere(&asked, &request, &refusal).await? =>
                {
                    asked.stored_id = own_id(&request);
                }
                Err(Failed::Refused(refusal)) => {
                    let is_last = outdated == OUTDATED_MAX;
                    if is_last || !self.may_be_outdated(&refusal, seen).await? {
                        return self.unless_answered(&asked, &request, refusal).await;
                    }
                    outdated += 1;
                }
                Err(Failed::Conflict) => {}
            }
        }
        Err(Refusal::desk(Reason::Busy { tries }))
    }

    /// Whether something was refused that may not be refused any more: another server has written since.
    async fn may_be_outdated(&self, refusal: &Refusal, seen: GlobalSeq) -> Result<bool, Refusal> {
        match refusal {
            Refusal::Tournament(_)
            | Refusal::Game(_)
            | Refusal::Federation(_)
            | Refusal::Desk(_)
                if self.is_shared() =>
            {
                self.follow().await?;
                Ok(self.followed_to() > seen)
            }
            Refusal::Tournament(_)
            | Refusal::Game(_)
            | Refusal::Federation(_)
            | Refusal::Desk(_)
            | Refusal::Fault(_) => Ok(false),
        }
    }

    /// Whether a command was refused only because one of another stream has its id. Senders choose ids without knowing each
    /// other: they need to be unique only within a stream.
    async fn is_taken_elsewhere(
        &self,
        asked: &Asked<'_>,
        request: &Request,
        refusal: &Refusal,
    ) -> Result<bool, Refusal> {
        let is_reused = refusal.code() == Refusal::from(AppendError::IdReused).code();
        match is_reused && asked.stored_id == asked.command_id {
            true => self.is_of_other_stream(asked, request).await,
            false => Ok(false),
        }
    }

    /// Whether the command that has this id was about another stream.
    async fn is_of_other_stream(
        &self,
        asked: &Asked<'_>,
        request: &Request,
    ) -> Result<bool, Refusal> {
        let Some(own) = stream_of(&request.what) else {
            return Ok(false);
        };
        let found = self.store.command(asked.command_id).await?;
        let answer = found.and_then(|one| serde_json::from_str::<Answer>(&one.answer).ok());
        Ok(answer.is_none_or(|answer| answer.stream != own))
    }

    /// A command that was written before may be refused if it is decided once more: then its first answer counts.
    /// One that is accepted once more the log itself recognises, so that nobody asks it twice.
    async fn unless_answered(
        &self,
        asked: &Asked<'_>,
        request: &Request,
        refusal: Refusal,
    ) -> Result<Answer, Refusal> {
        let mut answered = (self.store).answered(&asked.stored_id, asked.request).await;
        if let Err(AppendError::IdReused) = &answered
            && asked.stored_id == asked.command_id
            && self.is_of_other_stream(asked, request).await?
        {
            answered = self.store.answered(&own_id(request), asked.request).await;
        }
        match answered {
            Ok(Some(text)) => read_answer(&text),
            Ok(None) => Err(refusal),
            Err(error @ AppendError::IdReused) => Err(error.into()),
            // The log does not answer: what was refused is refused, and a failure of the log said itself.
            Err(AppendError::Fault(fault)) => Err(match refusal {
                Refusal::Fault(first) => Refusal::Fault(first),
                Refusal::Tournament(_)
                | Refusal::Game(_)
                | Refusal::Federation(_)
                | Refusal::Desk(_) => fault.into(),
            }),
            Err(error @ (AppendError::Conflict { .. } | AppendError::Unfit(_))) => {
                Err(error.into())
            }
        }
    }

    /// The moment of a command in a stream: now, and never before its last event.
    pub(crate) fn at_of<S: StreamState>(&self, state: &S) -> Timestamp {
        self.now().max(state.last_at())
    }

    pub(crate) fn known_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentNow>, Refusal> {
        (self.tournament(id)).ok_or_else(|| Refusal::desk(Reason::UnknownTournament {}))
    }

    pub(crate) fn known_federation(
        &self,
        id: &FederationId,
    ) -> Result<Arc<FederationNow>, Refusal> {
        (self.federation(id)).ok_or_else(|| Refusal::desk(Reason::UnknownFederation {}))
    }

    pub(crate) async fn known_game(&self, id: &GameId) -> Result<Arc<GameNow>, Refusal> {
        (self.game(id).await?).ok_or_else(|| Refusal::desk(Reason::UnknownGame {}))
    }

    /// Locks a tournament and finds it, for a caller who may do this there.
    pub(crate) async fn at_event(
        &self,
        asked: &Asked<'_>,
        id: &TournamentId,
        action: Action,
    ) -> Result<(Guards, Arc<TournamentNow>, Role), Refusal> {
        let guards = self.warm.lock([&id.into()]).await;
        let now = self.known_tournament(id)?;
        let role = may(asked.caller, action, &Target::tournament(id))?;
        Ok((guards, now, role))
    }

    /// Writes one fact of the desk into a stream.
    pub(crate) async fn note<S: StreamState>(
        &self,
        asked: &Asked<'_>,
        now: &S,
        role: Role,
        fact: DeskFact,
    ) -> Result<Answer, Failed> {
        let event = Decided::desk(self.at_of(now), fact);
        self.commit(asked, Draft::new(asked, Write::to(now, vec![event]), role))
            .await
    }
}

/// The stream a command is about; none if it makes a new one.
fn stream_of(what: &What) -> Option<StreamName> {
    match what {
        What::Tournament(what) => Some((&what.tournament).into()),
        What::Desk(what) => Some((&what.tournament).into()),
        What::Game(what) => Some((&what.game).into()),
        What::Held(what) => Some((&what.game).into()),
        What::Call(what) => Some((&what.game).into()),
        What::AnswerCall(what) => Some((&what.game).into()),
        What::Federation(what) => Some((&what.federation).into()),
        What::FederationTogether(what) => Some((&what.federation).into()),
        What::Access { .. } => Some(StreamName::Access),
        What::NewTournament(_)
        | What::NewGame(_)
        | What::NewFederation(_)
        | What::Watching { .. } => None,
    }
}

/// What the log calls a command whose id a command of another stream has.
fn own_id(request: &Request) -> String {
    let stream = stream_of(&request.what).map_or_else(String::new, |stream| stream.to_string());
    let hash = blake3::hash(stream.as_bytes()).to_hex();
    format!("{}@{}", request.command_id, &hash[..16])
}

/// The weightiest role that lets a caller do this.
pub(crate) fn may(caller: &Caller, action: Action, target: &Target) -> Result<Role, Refusal> {
    let grants = caller.grants_for(action, target);
    let first = grants.first().map(|grant| grant.role);
    first.ok_or_else(|| speak::refused(caller, action, None))
}

/// A text as typed, without surrounding spaces.
pub(crate) fn text_within<'a>(
    text: &'a str,
    what: &'static str,
    limit: usize,
) -> Result<&'a str, Refusal> {
    let text = text.trim();
    match (1..=limit).contains(&text.chars().count()) {
        true => Ok(text),
        false => Err(Refusal::desk(Reason::BadText { what, limit })),
    }
}

fn read_answer(text: &str) -> Result<Answer, Refusal> {
    let answer: Answer = serde_json::from_str(text).map_err(|problem| {
        Refusal::desk(Reason::Unreadable {
            problem: problem.to_string(),
        })
    })?;
    Ok(Answer {
        again: true,
        ..answer
    })
}

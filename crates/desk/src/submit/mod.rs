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
mod seen;
mod speak;
mod steps;
mod together;
mod tournament;
mod watch;

use outflank_tournament::running::Timestamp;

use crate::access::{Actor, Caller, Role};
use crate::desk::Desk;
use crate::log::{AppendError, GlobalSeq, NewEvent, RecordChange, Seq, StreamName, StreamWrite};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Request, What};
use crate::table::online::ALARM;

pub use crate::submit::lag::{LAG_PER_GAME, LAG_PER_MOVE};
pub use crate::submit::open::casual_player;
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
    pub(crate) request: [u8; 32],
    pub(crate) if_version: Option<u64>,
    pub(crate) device: Option<&'a str>,
    /// How long the player on screen saw the position, by his device.
    pub(crate) used_ms: Option<i64>,
}

/// What a decision wants to write.
pub(crate) struct Draft {
    /// The stream the answer speaks of comes first.
    pub(crate) writes: Vec<StreamWrite>,
    pub(crate) records: Vec<RecordChange>,
    pub(crate) role: Role,
    pub(crate) answer: Answer,
}

impl Draft {
    /// Events for one stream; the answer names them.
    pub(crate) fn new(
        asked: &Asked<'_>,
        stream: StreamName,
        expected: Seq,
        events: Vec<NewEvent>,
        role: Role,
    ) -> Self {
        let answer = Answer {
            version: expected.0 + open::count(&events),
            events: events.iter().map(|event| event.kind.clone()).collect(),
            ..open::answer(asked, stream.clone())
        };
        let write = StreamWrite {
            stream,
            expected,
            events,
        };
        Self {
            writes: vec![write],
            records: Vec::new(),
            role,
            answer,
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
    pub async fn submit(&self, caller: &Caller, request: Request) -> Result<Answer, Refusal> {
        // The desk's own names have a sign that nobody else may use, so that nobody takes them first.
        let is_alarm = caller.actor == Actor::Desk && request.command_id.starts_with(ALARM);
        if !request.has_good_id() && *caller != Caller::desk() && !is_alarm {
            return Err(Refusal::desk(Reason::BadCommandId {}));
        }
        let hash = request.hash(caller);
        let asked = Asked {
            caller,
            command_id: &request.command_id,
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
                Err(Failed::Refused(refusal)) => {
                    let is_last = outdated == OUTDATED_MAX;
                    if is_last || !self.may_be_outdated(&refusal, seen).await? {
                        return self.unless_answered(&asked, refusal).await;
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

    /// A command that was written before may be refused if it is decided once more: then its first answer counts.
    /// One that is accepted once more the log itself recognises, so that nobody asks it twice.
    async fn unless_answered(
        &self,
        asked: &Asked<'_>,
        refusal: Refusal,
    ) -> Result<Answer, Refusal> {
        match self.store.answered(asked.command_id, asked.request).await {
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

    /// Now, and never before the last event of a stream.
    fn now_after(&self, last: Timestamp) -> Timestamp {
        self.now().max(last)
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

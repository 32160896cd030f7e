//! Starting again: what was being played, and how long the desk was away.

use outflank_game as game;
use outflank_game::Timekeeper;
use outflank_tournament::running::Timestamp;

use crate::access::{AccessFact, AccessNow, Actor, Caller};
use crate::desk::Desk;
use crate::ids::{GameId, TokenId};
use crate::log::{Append, Duty, RecordChange, RecordKey, RecordKind};
use crate::refusal::{Reason, Refusal};
use crate::request::{GameRequest, Request, What};
use crate::state::event::Decided;
use crate::state::game::GameNow;
use crate::submit::{Failed, Write};

/// The heartbeat is written this often.
pub(crate) const HEARTBEAT_MS: i64 = 1000;
/// If other servers may be there, a shorter silence does not count: one was just about to write its heartbeat.
const GAP_MS: i64 = 5000;
const RUNNING: &str = "running/";

/// Notes that a game is being played.
pub(crate) fn running_record(game: &GameId) -> RecordChange {
    RecordChange {
        key: RecordKey::new(RecordKind::Setting, format!("{RUNNING}{game}")),
        body: Some(String::new()),
    }
}

/// Notes that it is over.
pub(crate) fn finished_record(game: &GameId) -> RecordChange {
    RecordChange {
        body: None,
        ..running_record(game)
    }
}

/// A time in which nobody was there: since when, if that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gap(Option<Timestamp>);

impl Gap {
    const fn since(self) -> Option<Timestamp> {
        self.0
    }
}

impl Desk {
    /// Folds what is needed and pauses the games whose clocks the server kept.
    pub(crate) async fn start(&self) -> Result<(), Refusal> {
        self.load_access().await?;
        match self.take_in_arrivals().await {
            // Another server that starts at the same time takes them in.
            Err(Refusal::Desk(_)) if self.is_shared() => drop(self.load_access().await?),
            done => done?,
        }
        for family in ["tournament/", "federation/"] {
            for stream in self.store.streams(family).await? {
                self.reload(&stream).await?;
            }
        }
        let gap = self.gap().await?;
        let mut paused = 0;
        for (id, _) in self.store.records(RecordKind::Setting).await? {
            let game = id.strip_prefix(RUNNING).and_then(|id| id.parse().ok());
            let Some(game) = game else {
                continue;
            };
            let now = self.load::<GameNow>(&game).await?;
            if let (Some(now), Some(gap)) = (now, gap) {
                paused += usize::from(self.pause_after_gap(&now, gap.since()).await?);
            }
        }
        self.status.change(|status| status.paused_at_start = paused);
        self.beat().await
    }

    /// Records that the desk is alive. If servers share a log, the one on duty first records a time in which none
    /// of them was there: the log could not be written either.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn beat(&self) -> Result<(), Refusal> {
        if self.store.duty() == Duty::OnDuty
            && let Some(gap) = self.gap().await?
        {
            for game in self.warm.games.all() {
                match self.pause_after_gap(&game, gap.since()).await {
                    Ok(_) => {}
                    Err(Refusal::Fault(fault)) => return Err(fault.into()),
                    // It was stopped or ended in the meantime.
                    Err(
                        Refusal::Game(_)
                        | Refusal::Tournament(_)
                        | Refusal::Federation(_)
                        | Refusal::Desk(_),
                    ) => {}
                }
            }
        }
        self.store.beat(self.now()).await?;
        Ok(())
    }

    /// The time in which nobody was there, if the desk has to record it.
    pub(crate) async fn gap(&self) -> Result<Option<Gap>, Refusal> {
        let now = self.now();
        let silence = self.store.silence(now).await?;
        let since = silence.map(|silence| Timestamp(now.0 - silence.0));
        Ok(match (self.store.duty(), silence) {
            (Duty::Alone, _) => Some(Gap(since)),
            (Duty::OnDuty, Some(silence)) if silence.0 > GAP_MS => Some(Gap(since)),
            (Duty::OnDuty | Duty::Standby, _) => None,
        })
    }

    /// A game whose clock the server keeps stands since the desk was last there: that costs nobody
    /// time. A table with its own clock went on.
    pub(crate) async fn pause_after_gap(
        &self,
        now: &GameNow,
        last_beat: Option<Timestamp>,
    ) -> Result<bool, Refusal> {
        let runs = now.game.clock().running().is_some();
        match now.timekeeper() {
            Some(Timekeeper::Server) if runs => {}
            Some(Timekeeper::Server | Timekeeper::Tablet | Timekeeper::Physical) | None => {
                return Ok(false);
            }
        }
        let since = last_beat.unwrap_or(now.last_at).max(now.last_at);
        let request = GameRequest {
            game: now.id.clone(),
            by: game::By::Clock,
            act: game::Act::Pause {
                since,
                why: "the server was not there".to_owned(),
            },
        };
        let what = What::Game(Box::new(request));
        let id = format!("pause:{}:{}", now.id, now.version.0);
        let request = Request::new(id, what);
        self.submit(&Caller::desk(), request).await?;
        Ok(true)
    }

    /// Writes events of the access stream on the desk's own account. The stream is locked.
    pub(crate) async fn write_access(
        &self,
        now: &AccessNow,
        actor: Actor,
        facts: &[AccessFact],
        records: Vec<RecordChange>,
    ) -> Result<(), Refusal> {
        let at = self.now();
        let append = Append {
            command_id: TokenId::random().to_string(),
            request: [0; 32],
            actor: actor.to_string(),
            device: None,
            recorded_at: at,
            writes: Vec::new(),
            records,
            answer: "{}".into(),
        };
        let events = facts.iter().map(|fact| Decided::access(at, fact.clone()));
        let write = Write::to(now, events.collect());
        match self.write(append, vec![write]).await {
            Ok(_) => Ok(()),
            Err(Failed::Refused(refusal)) => Err(refusal),
            Err(Failed::Conflict) => Err(Refusal::desk(Reason::Busy { tries: 1 })),
        }
    }
}

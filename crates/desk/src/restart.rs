//! Starting again: what was being played, and how long the desk was away.

use outflank_game as game;
use outflank_game::Timekeeper;
use outflank_tournament::running::Timestamp;

use crate::access::{AccessFact, AccessNow, Actor, Caller};
use crate::desk::Desk;
use crate::game_now::GameNow;
use crate::ids::{GameId, TokenId};
use crate::log::{
    Append, NewEvent, RecordChange, RecordKey, RecordKind, Seq, StreamName, StreamWrite,
};
use crate::refusal::Refusal;
use crate::request::{GameRequest, Request, What};

/// The heartbeat is written this often.
pub(crate) const HEARTBEAT_MS: i64 = 1000;
const HEARTBEAT: &str = "heartbeat";
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

impl Desk {
    /// Folds what is needed and pauses the games whose clocks the server kept.
    pub(crate) async fn start(&self) -> Result<(), Refusal> {
        self.load_access().await?;
        self.take_in_arrivals().await?;
        for stream in self.store.streams("tournament/").await? {
            let id = stream.id().and_then(|id| id.parse().ok());
            if let Some(id) = id {
                self.load_tournament(&id).await?;
            }
        }
        for stream in self.store.streams("federation/").await? {
            let id = stream.id().and_then(|id| id.parse().ok());
            if let Some(id) = id {
                self.load_federation(&id).await?;
            }
        }
        let last_beat = self.last_heartbeat().await?;
        let mut paused = 0;
        for (id, _) in self.store.records(RecordKind::Setting).await? {
            let game = id.strip_prefix(RUNNING).and_then(|id| id.parse().ok());
            let Some(game) = game else {
                continue;
            };
            if let Some(now) = self.load_game(&game).await? {
                paused += usize::from(self.pause_after_gap(&now, last_beat).await?);
            }
        }
        self.status.change(|status| status.paused_at_start = paused);
        self.beat().await
    }

    /// Says that the desk is there.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn beat(&self) -> Result<(), Refusal> {
        let change = RecordChange {
            key: RecordKey::new(RecordKind::Setting, HEARTBEAT),
            body: Some(self.now().0.to_string()),
        };
        self.store.put_records(vec![change]).await?;
        Ok(())
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, Refusal> {
        let key = RecordKey::new(RecordKind::Setting, HEARTBEAT);
        let text = self.store.record(&key).await?;
        Ok(text.and_then(|text| text.parse().ok()).map(Timestamp))
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
                since: game::Timestamp(since.0),
                why: "the server was not there".to_owned(),
            },
        };
        let what = What::Game(Box::new(request));
        let request = Request::new(TokenId::random().as_str(), what);
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
        let event = |fact: &AccessFact| NewEvent {
            at,
            kind: fact.kind().to_owned(),
            body: fact.body(),
        };
        let append = Append {
            command_id: TokenId::random().to_string(),
            request: [0; 32],
            actor: actor.to_string(),
            device: None,
            recorded_at: at,
            writes: vec![StreamWrite {
                stream: StreamName::access(),
                expected: Seq(now.version.0),
                events: facts.iter().map(event).collect(),
            }],
            records,
            answer: "{}".into(),
        };
        self.store.append(append).await?;
        self.load_access().await?;
        Ok(())
    }
}

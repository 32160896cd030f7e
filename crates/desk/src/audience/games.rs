//! What is kept from the public of a game: it is delayed, or withheld.

use std::sync::Arc;

use outflank_board::Side;
use outflank_event::Timestamp;
use outflank_rulebook::axes::officials::SpectatorReports;
use outflank_rulebook::{ClauseId, Millis, Rulebook};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::TableNumber;

use crate::access::{Action, Caller, Role};
use crate::desk::Desk;
use crate::ids::GameId;
use crate::log::Seq;
use crate::refusal::Refusal;
use crate::state::event::StreamEvent;
use crate::state::game::GameNow;
use crate::state::warm::StreamState;

/// The longest delay that can be set, in seconds.
pub const DELAY_SECONDS_MAX: u32 = 3600;

/// What a spectator told the officials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irregularity {
    pub report: u32,
    pub round: RoundNumber,
    pub table: TableNumber,
    pub text: String,
    /// When it was said.
    pub at: Timestamp,
}

/// How a game is kept from the public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    Nothing,
    /// It is shown later by this much.
    Delay(Millis),
    /// It is not shown.
    Withheld,
}

impl Hold {
    /// Whether the public sees at a moment what was written down at another.
    ///
    /// ```
    /// use outflank_desk::audience::Hold;
    /// use outflank_event::{Millis, Timestamp};
    /// let hold = Hold::Delay(Millis::seconds(60));
    /// assert!(!hold.shows(Timestamp(1_000), Timestamp(60_999)));
    /// assert!(hold.shows(Timestamp(1_000), Timestamp(61_000)));
    /// ```
    #[must_use]
    pub fn shows(self, recorded: Timestamp, now: Timestamp) -> bool {
        match self {
            Self::Nothing => true,
            Self::Delay(delay) => recorded.0.saturating_add(delay.0) <= now.0,
            Self::Withheld => false,
        }
    }
}

/// A game as a caller sees it: its state at a moment.
#[derive(Debug, Clone)]
pub struct SeenGame {
    pub now: Arc<GameNow>,
    /// When: now, or earlier by the delay. Clocks are read at this moment.
    pub at: Timestamp,
    pub delay: Millis,
}

impl SeenGame {
    /// A game at a moment for a caller who sees it without delay.
    #[must_use]
    pub const fn undelayed(now: Arc<GameNow>, at: Timestamp) -> Self {
        let delay = Millis(0);
        Self { now, at, delay }
    }
}

impl Desk {
    /// How a game is kept from the public now.
    #[must_use]
    pub fn hold_of(&self, game: &GameNow) -> Hold {
        let place = game.seats.as_ref().map(|seats| &seats.place);
        let event = place.and_then(|place| self.tournament(&place.tournament));
        // A training copy is for those who work at it; spectators are admitted or not (WOC I.5, SOC I.7).
        let is_closed =
            (event.as_ref()).is_some_and(|event| event.training.is_some() || !event.spectators);
        if game.is_withheld || is_closed {
            return Hold::Withheld;
        }
        let delay = event.map_or(Millis(0), |event| event.delay);
        match delay {
            Millis(0) => Hold::Nothing,
            delay => Hold::Delay(delay),
        }
    }

    /// A game as the public sees it; nothing if it is withheld, or delayed and nothing is old enough.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub async fn public_game(&self, id: &GameId) -> Result<Option<SeenGame>, Refusal> {
        let Some(now) = self.game(id).await? else {
            return Ok(None);
        };
        let here = self.now();
        let delay = match self.hold_of(&now) {
            Hold::Nothing => {
                return Ok(Some(SeenGame::undelayed(now, here)));
            }
            Hold::Withheld => return Ok(None),
            Hold::Delay(delay) => delay,
        };
        let envelopes = self.read_stream(&id.into(), Seq(0)).await?;
        let mut earlier = GameNow::new(id.clone());
        // In the order of the stream up to the first that is too new: no event without those before it.
        let old = envelopes
            .iter()
            .take_while(|one| Hold::Delay(delay).shows(one.content.recorded_at, here));
        for envelope in old {
            let content = &envelope.content;
            earlier.apply(content, &StreamEvent::read(&content.kind, &content.body)?)?;
        }
        let is_there = earlier.game.setting().is_some();
        Ok(is_there.then(|| SeenGame {
            now: Arc::new(earlier),
            at: Timestamp(here.0 - delay.0),
            delay,
        }))
    }

    /// A game as this caller sees it: officials, its judge and its players as it stands, everybody else
    /// as the public does.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read.
    pub async fn seen_game(
        &self,
        caller: &Caller,
        id: &GameId,
    ) -> Result<Option<SeenGame>, Refusal> {
        match self.game(id).await? {
            Some(now) if sees_now(caller, &now) => Ok(Some(SeenGame::undelayed(now, self.now()))),
            Some(_) => self.public_game(id).await,
            None => Ok(None),
        }
    }
}

/// Whether spectators may tell the officials what they see.
#[must_use]
pub fn may_report(rules: &Rulebook) -> bool {
    match rules.spectator_reports.value {
        SpectatorReports::ToOfficials => true,
        SpectatorReports::WhenAsked => false,
    }
}

/// The clause that keeps a spectator from reporting: the one on reports, else the one on spectators.
pub(crate) fn silent_by(rules: &Rulebook) -> Option<ClauseId> {
    let reports = rules.spectator_reports.clause();
    reports.or_else(|| rules.spectators.clause())
}

/// Whether a caller sees a game without delay.
#[must_use]
pub fn sees_now(caller: &Caller, game: &GameNow) -> bool {
    let target = game.target();
    [Action::ReadDesk, Action::JudgeGame, Action::PlayGame]
        .into_iter()
        .any(|action| caller.may(action, &target))
}

/// The sides that a caller plays in a game.
#[must_use]
pub fn sides_of(caller: &Caller, game: &GameNow) -> Vec<Side> {
    let grants = caller.grants_for(Action::PlayGame, &game.target());
    let plays = |side: &Side| {
        grants.iter().any(|grant| {
            let entrant = game.seats.as_ref().map(|seats| match side {
                Side::Black => seats.black,
                Side::White => seats.white,
            });
            let is_seat = match entrant {
                Some(entrant) => grant.scope.entrant == Some(entrant),
                None => grant.scope.side == Some(*side),
            };
            grant.role == Role::Player && is_seat
        })
    };
    Side::BOTH.into_iter().filter(plays).collect()
}

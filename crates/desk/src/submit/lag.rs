//! The allowance for the network in games on screen: what a move took on its way is not charged, up to a limit
//! that everybody can read, and what was given is written down and shown after the game.

use outflank_board::Side;
use outflank_game as game;
use outflank_game::Timekeeper;
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::desk::Desk;
use crate::request::GameRequest;
use crate::state::desk_fact::DeskFact;
use crate::state::game::GameNow;

/// The most that is not charged for one move.
pub const LAG_PER_MOVE: Millis = Millis(500);
/// The most that is not charged to one player in a game.
pub const LAG_PER_GAME: Millis = Millis::seconds(10);

/// What one move is not charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lag {
    player: Side,
    given: Millis,
    /// How long the server itself stood still.
    stalled: Millis,
}

/// The most that is not charged to one player in this game: a twentieth of the time each has, so that the allowance does not
/// decide a short game.
fn lag_per_game(now: &GameNow) -> Millis {
    let time = now.game.setting().and_then(|setting| setting.time.as_ref());
    let shortest = time.and_then(|time| Side::BOTH.into_iter().map(|side| time[side].0).min());
    Millis(shortest.map_or(LAG_PER_GAME.0, |time| LAG_PER_GAME.0.min(time / 20)))
}

/// How much a player of a game on screen may still be given for one move.
pub(crate) fn allowance(now: &GameNow, player: Side) -> Millis {
    let left = lag_per_game(now).0 - now.lag[player].0;
    Millis(LAG_PER_MOVE.0.min(left).max(0))
}

/// What a move is not charged: the time in which the server stood still, and the time between the last event and now
/// that the player's device did not see, within the allowance.
pub(crate) fn given(
    desk: &Desk,
    now: &GameNow,
    what: &GameRequest,
    used_ms: Option<i64>,
    here: Timestamp,
) -> Option<Lag> {
    match now.timekeeper()? {
        Timekeeper::Server => {}
        Timekeeper::Tablet | Timekeeper::Physical => return None,
    }
    match what.act {
        game::Act::Play { .. } | game::Act::Pass => {}
        _ => return None,
    }
    let player = what.by.player()?;
    if now.game.clock().running() != Some(player) || !now.game.clock().is_timed() {
        return None;
    }
    // From when the last event was here, not from when it was made: the opponent's way is not counted again.
    let since = turn_began(now);
    let passed = here.since(since).0.max(0);
    let stalled = Millis(desk.stalls.since(since).0.min(passed));
    let unseen = used_ms.map_or(0, |used| passed.saturating_sub(used.max(0)));
    let lag = unseen - stalled.0;
    let given = Millis(lag.clamp(0, allowance(now, player).0));
    (given.0 + stalled.0 > 0).then_some(Lag {
        player,
        given,
        stalled,
    })
}

/// When the last event of a game was here.
pub(crate) fn turn_began(now: &GameNow) -> Timestamp {
    now.last_recorded.max(now.last_at)
}

impl Lag {
    /// When the move was made.
    pub(crate) fn before(self, here: Timestamp) -> Timestamp {
        Timestamp(here.0 - self.given.0 - self.stalled.0)
    }

    /// What is written down beside the move.
    pub(crate) fn facts(self) -> impl Iterator<Item = DeskFact> {
        let player = self.player;
        let lag = (self.given.0 > 0).then_some(DeskFact::LagGiven {
            player,
            lag_ms: self.given.0,
        });
        let stall = (self.stalled.0 > 0).then_some(DeskFact::StallGiven {
            player,
            stall_ms: self.stalled.0,
        });
        lag.into_iter().chain(stall)
    }
}

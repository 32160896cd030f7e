//! Clocks that would fall.

use std::sync::Arc;

use outflank_board::Side;
use outflank_game as game;
use outflank_game::Timekeeper;
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::access::Caller;
use crate::desk::Desk;
use crate::feed::hub::DeviceCall;
use crate::log::Duty;
use crate::refusal::Refusal;
use crate::request::{GameRequest, Request, What};
use crate::state::game::GameNow;
use crate::submit::lag::{allowance, turn_began};

impl Desk {
    /// When the next clock would fall that the desk has to look at.
    #[must_use]
    pub fn next_alarm(&self) -> Option<Timestamp> {
        let falls = |game: &Arc<GameNow>| match game.timekeeper()? {
            Timekeeper::Server => {
                let (player, at) = game.game.falls_at()?;
                Some((player, at.plus(self.grace(game, player))))
            }
            Timekeeper::Tablet => game.game.falls_at(),
            Timekeeper::Physical => None,
        };
        let times = self.warm.games.all();
        (times.iter().filter_map(falls))
            .map(|(_, at)| at)
            .chain(self.next_online())
            .min()
    }

    /// Raises the flags of games whose clock the server keeps, and asks the devices of the others;
    /// while a device is silent nothing falls.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn ring(&self) -> Result<(), Refusal> {
        let is_ours = self.may_ring().await?;
        if is_ours {
            self.ring_online().await?;
        }
        let now = self.now();
        for game in self.warm.games.all() {
            let Some((player, fell_at)) = game.game.falls_at() else {
                continue;
            };
            if fell_at > now {
                continue;
            }
            match game.timekeeper() {
                // A move that was made in time may still be on its way.
                Some(Timekeeper::Server) if now.since(fell_at) < self.grace(&game, player) => {}
                Some(Timekeeper::Server) if is_ours => self.raise_flag(&game).await?,
                Some(Timekeeper::Server) => {}
                // Each server asks the devices that speak to it.
                Some(Timekeeper::Tablet) => self.hub.call(DeviceCall::IsFlagDown {
                    game: game.id.clone(),
                    player,
                    fell_at,
                }),
                Some(Timekeeper::Physical) | None => {}
            }
        }
        Ok(())
    }

    /// How long after the fall of a flag a move that was made in time may still come.
    fn grace(&self, game: &GameNow, player: Side) -> Millis {
        let stalled = self.stalls.since(turn_began(game));
        Millis(allowance(game, player).0 + stalled.0)
    }

    /// Of several servers one rings, and not before a time in which none was there is recorded as a pause.
    async fn may_ring(&self) -> Result<bool, Refusal> {
        Ok(match self.store.duty() {
            Duty::Alone => true,
            Duty::Standby => false,
            Duty::OnDuty => self.gap().await?.is_none(),
        })
    }

    async fn raise_flag(&self, game: &GameNow) -> Result<(), Refusal> {
        let request = GameRequest {
            game: game.id.clone(),
            by: game::By::Clock,
            act: game::Act::Flag { player: None },
        };
        let what = What::Game(Box::new(request));
        // However often and by whichever server it is raised, it is one command.
        let id = format!("flag:{}:{}", game.id, game.clock_set.0);
        let request = Request::new(id, what);
        match self.submit(&Caller::desk(), request).await {
            // A player moved in the meantime, or flags are claimed in this game.
            Ok(_) | Err(Refusal::Game(_)) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }
}

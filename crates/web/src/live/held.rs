//! Events that the public does not see yet, and when it does.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_desk::GameId;
use outflank_desk::audience::Hold;
use outflank_desk::log::Timestamp;

use crate::live::Live;

/// How often it is looked whether something became public: a delay is exact to this.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// The most events of one game that are waited for; the rest comes with the last of these.
const WAITING_MAX: usize = 512;

/// When the events of each game were written down that are kept back.
#[derive(Debug, Default)]
pub(crate) struct Held {
    games: Mutex<HashMap<GameId, VecDeque<Timestamp>>>,
}

impl Held {
    pub(crate) fn keep(&self, game: &GameId, recorded: Timestamp) {
        let mut games = self.games();
        let waiting = games.entry(game.clone()).or_default();
        if waiting.len() == WAITING_MAX {
            waiting.pop_front();
        }
        waiting.push_back(recorded);
    }

    /// The games of which something became public, by what `hold` says of each now.
    fn due(&self, now: Timestamp, hold: impl Fn(&GameId) -> Hold) -> Vec<GameId> {
        let mut due = Vec::new();
        self.games().retain(|game, waiting| {
            let hold = hold(game);
            if hold == Hold::Withheld {
                // It is shown as a whole when it is shown again.
                return false;
            }
            let before = waiting.len();
            while waiting.front().is_some_and(|at| hold.shows(*at, now)) {
                waiting.pop_front();
            }
            if waiting.len() < before {
                due.push(game.clone());
            }
            !waiting.is_empty()
        });
        due.sort();
        due
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, VecDeque<Timestamp>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Shows what was delayed when its time has come; never ends.
    pub(crate) async fn release_for_ever(&self) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        loop {
            ticks.tick().await;
            self.release().await;
        }
    }

    async fn release(&self) {
        let hold = |id: &GameId| match self.desk.warm_game(id) {
            Some(game) => self.desk.hold_of(&game),
            // A game that is over and no longer in memory is read again on request.
            None => Hold::Nothing,
        };
        for game in self.held.due(self.desk.now(), hold) {
            self.fan_out.more(&game);
            self.pages.show(&self.desk, &game).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::live::held::*;
    use outflank_rulebook::Millis;

    #[test]
    fn a_shorter_delay_releases_at_once_and_a_withheld_game_waits_for_nobody() {
        let held = Held::default();
        let game: GameId = "g0b4k2m9x7".parse().unwrap();
        held.keep(&game, Timestamp(1_000));
        held.keep(&game, Timestamp(5_000));
        let minute = |_: &GameId| Hold::Delay(Millis::minutes(1));
        assert!(held.due(Timestamp(60_000), minute).is_empty());
        let only = vec![game.clone()];
        assert_eq!(held.due(Timestamp(61_000), minute), only);
        assert!(held.due(Timestamp(61_001), minute).is_empty());
        assert_eq!(held.due(Timestamp(61_002), |_| Hold::Nothing), only);
        held.keep(&game, Timestamp(70_000));
        assert!(held.due(Timestamp(70_001), |_| Hold::Withheld).is_empty());
        assert!(held.due(Timestamp(90_000), |_| Hold::Nothing).is_empty());
    }
}

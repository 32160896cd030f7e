//! Times in which the server itself stood still. They are never a player's time.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

use crate::desk::Desk;
use crate::refusal::Refusal;

/// The most stalls that are remembered.
const STALLS_MAX: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct Stalls(Mutex<VecDeque<(Timestamp, Timestamp)>>);

impl Stalls {
    fn note(&self, from: Timestamp, to: Timestamp) {
        let mut stalls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Two measures of the same stall count once.
        let from = from.max(stalls.back().map_or(from, |(_, end)| *end));
        if from < to {
            stalls.push_back((from, to));
        }
        if stalls.len() > STALLS_MAX {
            stalls.pop_front();
        }
    }

    /// How long the server stood still after a moment.
    pub(crate) fn since(&self, moment: Timestamp) -> Millis {
        let stalls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let after = stalls.iter().rev().take_while(|(_, to)| *to > moment);
        Millis(
            after
                .map(|(from, to)| to.0 - from.0.max(moment.0))
                .sum::<i64>()
                .max(0),
        )
    }
}

impl Desk {
    /// The server stood still for this long, until now. Players whose clock ran are not charged for it.
    pub fn note_stall(&self, lasted: Millis) {
        let now = self.now();
        self.stalls.note(Timestamp(now.0 - lasted.0.max(0)), now);
        self.status.change(|status| {
            status.stalls += 1;
            status.longest_stall = status.longest_stall.max(lasted);
        });
        tracing::warn!(
            ms = lasted.0,
            "the server stood still; no player is charged for it"
        );
    }

    /// The computer slept since then: every game whose clock the server keeps is paused.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be written.
    pub async fn pause_after_sleep(&self, since: Timestamp) -> Result<usize, Refusal> {
        let mut paused = 0;
        for game in self.warm.games.all() {
            match self.pause_after_gap(&game, Some(since)).await {
                Ok(is_paused) => paused += usize::from(is_paused),
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
        Ok(paused)
    }
}

#[cfg(test)]
mod tests {
    use crate::table::stall::*;

    #[test]
    fn only_what_lies_after_the_moment_counts_and_once() {
        let stalls = Stalls::default();
        stalls.note(Timestamp(100), Timestamp(200));
        stalls.note(Timestamp(150), Timestamp(250));
        stalls.note(Timestamp(400), Timestamp(500));
        for (moment, expected) in [(0, 250), (120, 230), (300, 100), (450, 50), (600, 0)] {
            assert_eq!(
                stalls.since(Timestamp(moment)),
                Millis(expected),
                "{moment}"
            );
        }
    }
}

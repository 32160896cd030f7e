//! What must never happen in a simulated event.

use outflank_formats::tournament_file::Problem;
use outflank_pairing::{NotAPairing, NotProven, RoundNumber, RoundRefused};
use outflank_tournament::NotPaired;

/// Something that must never happen, with what is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}, {players} players, round {round}: {what}")]
pub struct SimFailure {
    /// The seed of the event.
    pub seed: u64,
    /// How many players were entered.
    pub players: u32,
    pub round: RoundNumber,
    pub what: Wrong,
}

/// What must never happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The rulebook and the settings do not fit.
    #[error("the tournament cannot be set up: {0}")]
    Setup(String),
    /// A round was not paired.
    #[error("not paired: {0}")]
    NotPaired(#[from] NotPaired),
    /// A proof does not hold.
    #[error("not proven: {0}")]
    NotProven(#[from] NotProven),
    /// A rule was bent although the round could be paired without.
    #[error("a rule was broken, but the round can be paired without breaking it")]
    Avoidable,
    /// A round of the finished event cannot be looked at again.
    #[error("the finished tournament is not valid: {0}")]
    NotAgain(#[from] RoundRefused),
    /// A round of the finished event is no pairing.
    #[error("the finished tournament has a round that is not a pairing: {0}")]
    NotAPairing(#[from] NotAPairing),
    /// Paired again from the finished event, something else is better.
    #[error("when paired again from the finished tournament, another pairing is better by {0}")]
    NotTheBest(String),
    /// The written file says something else or is refused.
    #[error("the written file was rejected: {0}")]
    File(String),
}

impl From<&Problem> for Wrong {
    fn from(problem: &Problem) -> Self {
        Self::File(problem.to_string())
    }
}

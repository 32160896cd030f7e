//! A result that counts for ratings.

use outflank_tournament::CivilDate;

/// A player's number in the rating list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerNumber(pub u32);

impl std::fmt::Display for PlayerNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    AWins,
    Draw,
    BWins,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatedGame {
    /// The day of the event.
    pub day: CivilDate,
    pub a: PlayerNumber,
    pub b: PlayerNumber,
    pub outcome: Outcome,
}

/// A game that cannot be rated; the whole computation is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// No player plays against themselves.
    #[error("Game {index}: player {player} is on both sides. Correct one of the numbers.")]
    AgainstHimself {
        /// Which game, from 0.
        index: usize,
        player: PlayerNumber,
    },
    /// The list is made for an earlier day.
    #[error(
        "Game {index} is dated {day}, after the day of the list. Correct the date or leave the tournament out."
    )]
    InTheFuture {
        /// Which game, from 0.
        index: usize,
        day: CivilDate,
    },
}

//! From played rounds to what pairing knows of each entrant.

use crate::entrant::{Float, Meeting, Past};
use crate::ids::{Colour, EntrantId, HalfPoints, RoundNumber};
use outflank_rulebook::Rulebook;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One round that is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRound {
    /// The games, also those that were decided without one.
    pub games: Vec<PlayedGame>,
    /// Entrants who had a bye, worth a point.
    #[serde(default)]
    pub byes: Vec<EntrantId>,
    /// Entrants who were not there.
    #[serde(default)]
    pub absent: Vec<EntrantId>,
}

/// One game of a played round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Who had Black.
    pub black: EntrantId,
    /// Who had White.
    pub white: EntrantId,
    pub black_points: HalfPoints,
    pub white_points: HalfPoints,
    /// Whether there was a game.
    pub kind: GameKind,
}

/// Whether a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// At least one move was made; a default on time and a resignation are games (AMB-46).
    Played,
    /// No move was made: the points are given by default.
    Default,
}

/// Why a played round cannot be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundRefused {
    /// An entrant is in the round twice.
    #[error("Player {id} is in round {round} twice. Correct one of the entries.")]
    Twice { id: EntrantId, round: RoundNumber },
}

/// The event so far: every entrant's points and [`Past`], round by round.
///
/// ```
/// use outflank_pairing::{EntrantId, GameKind, HalfPoints, History, PlayedGame, PlayedRound};
/// let (ana, ben) = (EntrantId(1), EntrantId(2));
/// let mut history = History::default();
/// history.add(
///     outflank_rulebook::shipped("wof").expect("shipped"),
///     &PlayedRound {
///         games: vec![PlayedGame {
///             black: ana,
///             white: ben,
///             black_points: HalfPoints::WIN,
///             white_points: HalfPoints::LOSS,
///             kind: GameKind::Played,
///         }],
///         ..PlayedRound::default()
///     },
/// )?;
/// assert_eq!(history.points(ana), HalfPoints(2));
/// assert_eq!(history.past(ben).colour_balance(), -1);
/// # Ok::<(), outflank_pairing::RoundRefused>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    rounds: u16,
    entrants: BTreeMap<EntrantId, (HalfPoints, Past)>,
}

impl History {
    /// The event after these rounds.
    ///
    /// # Errors
    ///
    /// [`RoundRefused`] for the first round that has an entrant twice.
    pub fn of(rules: &Rulebook, rounds: &[PlayedRound]) -> Result<Self, RoundRefused> {
        let mut history = Self::default();
        for round in rounds {
            history.add(rules, round)?;
        }
        Ok(history)
    }

    /// Takes in the next round.
    ///
    /// # Errors
    ///
    /// [`RoundRefused`] when the round has an entrant twice; nothing is taken in then.
    pub fn add(&mut self, rules: &Rulebook, round: &PlayedRound) -> Result<(), RoundRefused> {
        let number = RoundNumber(self.rounds + 1);
        check_once_each(round, number)?;
        self.rounds = number.0;
        let before: Vec<_> = (round.games.iter())
            .map(|game| (self.points(game.black), self.points(game.white)))
            .collect();
        for (game, (black, white)) in round.games.iter().zip(before) {
            self.add_game(rules, number, game, black, white);
        }
        for &id in &round.byes {
            let entry = self.entry(id);
            entry.0.0 += HalfPoints::WIN.0;
            entry.1.byes += 1;
        }
        for &id in &round.absent {
            self.entry(id);
        }
        Ok(())
    }

    fn add_game(
        &mut self,
        rules: &Rulebook,
        round: RoundNumber,
        game: &PlayedGame,
        black_before: HalfPoints,
        white_before: HalfPoints,
    ) {
        let sides = [
            (game.black, game.white, game.black_points, Colour::Black),
            (game.white, game.black, game.white_points, Colour::White),
        ];
        for (id, opponent, points, colour) in sides {
            let (mine, theirs) = match colour {
                Colour::Black => (black_before, white_before),
                Colour::White => (white_before, black_before),
            };
            let rounds = usize::from(self.rounds);
            let (total, past) = self.entry(id);
            total.0 += points.0;
            let counts = match game.kind {
                GameKind::Played => {
                    past.colours.push(colour);
                    past.floats.resize(rounds - 1, Float::None);
                    past.floats.push(float(mine, theirs));
                    true
                }
                GameKind::Default => {
                    past.default_wins += u16::from(points > HalfPoints::LOSS);
                    rules.forfeit_counts_as_meeting.value.is_on()
                }
            };
            if counts {
                past.meetings.push(Meeting { round, opponent });
            }
        }
    }

    fn entry(&mut self, id: EntrantId) -> &mut (HalfPoints, Past) {
        self.entrants.entry(id).or_default()
    }

    /// How many rounds have been played.
    #[must_use]
    pub const fn rounds(&self) -> u16 {
        self.rounds
    }

    /// Points of a player; none before their first round.
    #[must_use]
    pub fn points(&self, id: EntrantId) -> HalfPoints {
        self.entrants
            .get(&id)
            .map_or(HalfPoints(0), |known| known.0)
    }

    /// What an entrant has played.
    #[must_use]
    pub fn past(&self, id: EntrantId) -> Past {
        let mut past = self
            .entrants
            .get(&id)
            .map_or_else(Past::default, |known| known.1.clone());
        past.floats.resize(usize::from(self.rounds), Float::None);
        past
    }
}

fn float(mine: HalfPoints, theirs: HalfPoints) -> Float {
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::None,
        std::cmp::Ordering::Greater => Float::Down,
    }
}

fn check_once_each(round: &PlayedRound, number: RoundNumber) -> Result<(), RoundRefused> {
    let mut all: Vec<EntrantId> = (round.games.iter())
        .flat_map(|game| [game.black, game.white])
        .chain(round.byes.iter().copied())
        .chain(round.absent.iter().copied())
        .collect();
    all.sort_unstable();
    match all.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(RoundRefused::Twice {
            id: two[0],
            round: number,
        }),
        None => Ok(()),
    }
}

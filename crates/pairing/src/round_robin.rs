//! Everybody against everybody: Berger tables, lots, leavers and late arrivals (AMB-48).

use crate::ids::{EntrantId, RoundNumber, Seed};
use crate::lots::Lots;
use crate::tables::Pair;
use serde::{Deserialize, Serialize};

/// How often everybody meets everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cycles {
    /// Once.
    Single,
    /// Twice, the second time with colours reversed.
    Double,
}

impl Cycles {
    /// As a number.
    #[must_use]
    pub const fn count(self) -> u16 {
        match self {
            Self::Single => 1,
            Self::Double => 2,
        }
    }
}

/// A round robin: who has which number of the Berger table.
///
/// ```
/// use outflank_pairing::{Cycles, EntrantId, RoundNumber, RoundRobin, Seed};
/// let players: Vec<EntrantId> = (1..=5).map(EntrantId).collect();
/// let robin = RoundRobin::draw(&players, Cycles::Single, Seed::default());
/// assert_eq!(robin.rounds(), 5);
/// let first = robin.round(RoundNumber(1), &[]);
/// assert_eq!((first.pairs.len(), first.byes.len()), (2, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobin {
    /// The entrant with number 1 first.
    pub numbers: Vec<EntrantId>,
    /// How often everybody meets everybody.
    pub cycles: Cycles,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobinRound {
    /// The games.
    pub pairs: Vec<Pair>,
    /// Who has nobody to play: the odd one, and the opponents of those who left.
    pub byes: Vec<EntrantId>,
}

impl RoundRobin {
    /// Numbers drawn by lot, for the purpose `round robin`.
    #[must_use]
    pub fn draw(entrants: &[EntrantId], cycles: Cycles, seed: Seed) -> Self {
        let mut numbers = entrants.to_vec();
        numbers.sort_unstable();
        Lots::for_purpose(seed, "round robin").shuffle(&mut numbers);
        Self { numbers, cycles }
    }

    /// The even number of places in the table; the last is free in an odd field.
    fn places(&self) -> usize {
        self.numbers.len().next_multiple_of(2)
    }

    /// Rounds of one cycle.
    fn cycle(&self) -> usize {
        self.places().saturating_sub(1)
    }

    #[must_use]
    pub fn rounds(&self) -> u16 {
        u16::try_from(self.cycle()).unwrap_or(u16::MAX) * self.cycles.count()
    }

    /// One round. Those who have left keep their number, and their opponents have a bye.
    #[must_use]
    pub fn round(&self, round: RoundNumber, left: &[EntrantId]) -> RobinRound {
        let mut robin = RobinRound::default();
        let in_play = |number: usize| {
            let entrant = self.numbers.get(number - 1).copied();
            entrant.filter(|id| !left.contains(id))
        };
        if round.0 == 0 || round.0 > self.rounds() {
            return robin;
        }
        let at = usize::from(round.0 - 1);
        let reversed = at / self.cycle() == 1;
        for (black, white) in berger(self.places(), at % self.cycle() + 1) {
            let (black, white) = if reversed {
                (white, black)
            } else {
                (black, white)
            };
            match (in_play(black), in_play(white)) {
                (Some(black), Some(white)) => robin.pairs.push(Pair { black, white }),
                (Some(alone), None) | (None, Some(alone)) => robin.byes.push(alone),
                (None, None) => {}
            }
        }
        robin
    }

    /// The table with a late arrival at the free number of an odd field; none if no number is free.
    #[must_use]
    pub fn with_late_arrival(&self, entrant: EntrantId) -> Option<Self> {
        let is_free = self.numbers.len() % 2 == 1 && !self.numbers.contains(&entrant);
        is_free.then(|| Self {
            numbers: [&self.numbers[..], &[entrant]].concat(),
            cycles: self.cycles,
        })
    }

    /// The table with everybody of these who is not in it yet.
    ///
    /// # Errors
    ///
    /// The first of them for whom no number is free.
    pub fn with_late_arrivals(
        self,
        late: impl IntoIterator<Item = EntrantId>,
    ) -> Result<Self, EntrantId> {
        late.into_iter().try_fold(self, |table, entrant| {
            if table.numbers.contains(&entrant) {
                return Ok(table);
            }
            table.with_late_arrival(entrant).ok_or(entrant)
        })
    }
}

/// One round of the Berger table for an even number of places: pairs of numbers, Black first.
///
/// Numbers below the last meet in the round their sum gives; the last meets the remaining number. The
/// lower number has Black where the sum is odd, the higher where it is even; against the last
/// number the lower half has Black. So nobody's colours differ by more than one.
///
/// ```
/// use outflank_pairing::berger;
/// assert_eq!(berger(4, 1), [(1, 4), (2, 3)]);
/// ```
#[must_use]
pub fn berger(places: usize, round: usize) -> Vec<(usize, usize)> {
    let cycle = places.saturating_sub(1);
    let mut pairs = Vec::with_capacity(places / 2);
    for one in 1..places {
        let other = (round + cycle - one) % cycle + 1;
        if other == one {
            pairs.push(if 2 * one <= places {
                (one, places)
            } else {
                (places, one)
            });
        } else if one < other {
            pairs.push(if (one + other) % 2 == 1 {
                (one, other)
            } else {
                (other, one)
            });
        }
    }
    pairs
}

/// Rounds divided over days as evenly as possible, the first days having the extra ones.
///
/// ```
/// use outflank_pairing::rounds_by_day;
/// assert_eq!(rounds_by_day(13, 2), [7, 6]);
/// ```
#[must_use]
pub fn rounds_by_day(rounds: u16, days: u16) -> Vec<u16> {
    (0..days)
        .map(|day| rounds / days + u16::from(day < rounds % days))
        .collect()
}

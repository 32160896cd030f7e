//! Can the rounds that are left be paired without breaking a hard rule?

use crate::field::{Field, meetings};
use crate::ids::EntrantId;
use crate::input::{Refusal, RoundInput};
use crate::lots::Lots;
use crate::matching::{Costs, Level, solve};
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;
use std::ops::ControlFlow;

/// How many ways to fill the rounds are tried before giving up.
const ATTEMPTS: u32 = 40;

/// Fields up to this size are searched through and through.
const SEARCH_PLAYERS_MAX: usize = 12;

/// Seats tried in a search before giving up.
const SEARCH_SEATS_MAX: u32 = 2_000_000;

/// Whether the rounds left can be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// They can, for instance like this; the colours mean nothing.
    Yes {
        /// One way to do it.
        rounds: Vec<Tables>,
    },
    /// They cannot.
    No(Obstacle),
    /// Neither a way nor an obstacle was found.
    NotKnown,
}

/// Why the rounds left cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// A player runs out of opponents.
    #[error("player {entrant} has only {left} possible opponents left for {rounds} rounds")]
    OutOfOpponents {
        /// Who has the fewest.
        entrant: EntrantId,
        /// Meetings still allowed, the bye counted.
        left: usize,
        /// Rounds to play.
        rounds: usize,
    },
    /// Nobody is left who may have the bye.
    #[error("only {left} players may still have a bye, but {rounds} rounds need one")]
    OutOfByes {
        /// Players who may have the bye.
        left: usize,
        /// Rounds to play.
        rounds: usize,
    },
    /// Every way to fill the rounds was tried.
    #[error("every way to pair the {rounds} rounds was tried and none works")]
    SearchedAll {
        /// Rounds to play.
        rounds: usize,
    },
}

/// Looks ahead: can this round and the ones after it, `rounds` in all, be paired within the hard
/// rules if nobody leaves or arrives?
///
/// ```
/// use outflank_pairing::{Entrant, EntrantId, Hand, Outlook, Place, RoundInput, RoundNumber, Seed};
/// let soc = outflank_rulebook::shipped("soc").expect("shipped");
/// let players = |count| RoundInput {
///     round: RoundNumber(1),
///     system: outflank_rulebook::System::Swiss,
///     seed: Seed::default(),
///     entrants: (1..=count).map(|n| Entrant::newcomer(EntrantId(n), Place(n))).collect(),
///     hand: Hand::default(),
/// };
/// let outlook = outflank_pairing::look_ahead(soc, &players(8), 8)?;
/// assert!(matches!(outlook, Outlook::No(_)), "seven opponents do not last for eight rounds");
/// let outlook = outflank_pairing::look_ahead(soc, &players(9), 8)?;
/// assert!(matches!(outlook, Outlook::Yes { .. }));
/// # Ok::<(), outflank_pairing::Refusal>(())
/// ```
///
/// # Errors
///
/// [`Refusal`] when the input is not a proper round.
pub fn look_ahead(rules: &Rulebook, input: &RoundInput, rounds: u16) -> Result<Outlook, Refusal> {
    let field = Field::new(rules, input)?;
    let rounds = usize::from(rounds);
    let left = Left::of(&field);
    if let Some(obstacle) = left.obstacle(&field, rounds) {
        return Ok(Outlook::No(obstacle));
    }
    for attempt in 0..ATTEMPTS {
        if let Some(found) = left.attempt(rounds, input, attempt) {
            let rounds = found.iter().map(|mates| tables(&field, mates)).collect();
            return Ok(Outlook::Yes { rounds });
        }
    }
    if field.players.len() > SEARCH_PLAYERS_MAX {
        return Ok(Outlook::NotKnown);
    }
    let mut search = Search {
        left: left.clone(),
        seats: 0,
        rounds: Vec::new(),
    };
    Ok(match search.fill(rounds) {
        Found::Yes => Outlook::Yes {
            rounds: search
                .rounds
                .iter()
                .map(|mates| tables(&field, mates))
                .collect(),
        },
        Found::No => Outlook::No(Obstacle::SearchedAll { rounds }),
        Found::GaveUp => Outlook::NotKnown,
    })
}

fn tables(field: &Field<'_>, mates: &[usize]) -> Tables {
    let mut tables = Tables::default();
    for (a, &b) in mates.iter().enumerate().filter(|&(a, &b)| a < b) {
        match (field.players.get(a), field.players.get(b)) {
            (Some(black), Some(white)) => tables.pairs.push(Pair {
                black: black.id,
                white: white.id,
            }),
            (Some(alone), None) => tables.bye = Some(alone.id),
            (None, _) => {}
        }
    }
    tables
}

/// How often every two may still meet; in an odd field the last vertex is the bye.
#[derive(Clone)]
struct Left {
    size: usize,
    times: Vec<u16>,
    /// The lot of each pair in an attempt.
    lots: Vec<u64>,
}

impl Left {
    fn of(field: &Field<'_>) -> Self {
        let players = field.players.len();
        let size = players.next_multiple_of(2);
        let allowed = field.input.system.max_meetings();
        let mut left = Self {
            size,
            times: vec![0; size * size],
            lots: vec![0; size * size],
        };
        for (a, one) in field.players.iter().enumerate() {
            for (b, other) in field.players.iter().enumerate().take(a) {
                let met = u16::try_from(meetings(one, other.id)).unwrap_or(u16::MAX);
                let forbidden =
                    field.input.hand.forbidden.iter().any(|&(x, y)| {
                        (x, y) == (one.id, other.id) || (y, x) == (one.id, other.id)
                    });
                let times = if forbidden {
                    0
                } else {
                    allowed.saturating_sub(met)
                };
                left.set(a, b, times);
            }
            if field.is_odd() {
                left.set(a, players, field.may_have_bye[a].into());
            }
        }
        left
    }

    fn set(&mut self, a: usize, b: usize, times: u16) {
        self.times[a * self.size + b] = times;
        self.times[b * self.size + a] = times;
    }

    fn times(&self, a: usize, b: usize) -> u16 {
        self.times[a * self.size + b]
    }

    fn obstacle(&self, field: &Field<'_>, rounds: usize) -> Option<Obstacle> {
        let degree =
            |a: usize| -> usize { (0..self.size).map(|b| usize::from(self.times(a, b))).sum() };
        let (left, player) = (0..field.players.len()).map(|a| (degree(a), a)).min()?;
        if left < rounds {
            return Some(Obstacle::OutOfOpponents {
                entrant: field.players[player].id,
                left,
                rounds,
            });
        }
        let byes = if field.is_odd() {
            degree(self.size - 1)
        } else {
            rounds
        };
        (byes < rounds).then_some(Obstacle::OutOfByes { left: byes, rounds })
    }

    /// Fills round after round with a matching that repeats nothing, by lot among those.
    fn attempt(&self, rounds: usize, input: &RoundInput, attempt: u32) -> Option<Vec<Vec<usize>>> {
        let mut left = self.clone();
        let mut lots = Lots::for_purpose(input.seed, &format!("look ahead {attempt}"));
        let mut filled = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            for a in 0..left.size {
                for b in 0..a {
                    let lot = lots.below(1 << 16);
                    left.lots[a * left.size + b] = lot;
                    left.lots[b * left.size + a] = lot;
                }
            }
            let solution = solve(&left).ok()?;
            if solution.total[0] > 0 {
                return None;
            }
            for (a, b) in solution.pairs() {
                left.set(a, b, left.times(a, b) - 1);
            }
            filled.push(solution.mates);
        }
        Some(filled)
    }
}

impl Costs for Left {
    fn vertices(&self) -> usize {
        self.size
    }

    fn levels(&self) -> &[Level] {
        const { &[Level::up_to(1), Level::up_to(u16::MAX as u64)] }
    }

    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        if self.times(a, b) == 0 {
            emit(0, 1)?;
        }
        emit(1, self.lots[a * self.size + b])
    }
}

/// Tries every way to fill the rounds, seat by seat.
struct Search {
    left: Left,
    seats: u32,
    rounds: Vec<Vec<usize>>,
}

enum Found {
    Yes,
    No,
    GaveUp,
}

impl Search {
    fn fill(&mut self, rounds: usize) -> Found {
        if rounds == 0 {
            return Found::Yes;
        }
        let nobody_yet: Vec<Option<usize>> = vec![None; self.left.size];
        self.seat(rounds, nobody_yet)
    }

    fn seat(&mut self, rounds: usize, mut mates: Vec<Option<usize>>) -> Found {
        self.seats += 1;
        if self.seats > SEARCH_SEATS_MAX {
            return Found::GaveUp;
        }
        let Some(a) = mates.iter().position(Option::is_none) else {
            self.rounds.push(mates.into_iter().flatten().collect());
            let found = self.fill(rounds - 1);
            if !matches!(found, Found::Yes) {
                self.rounds.pop();
            }
            return found;
        };
        for b in a + 1..self.left.size {
            let times = self.left.times(a, b);
            if mates[b].is_some() || times == 0 {
                continue;
            }
            (mates[a], mates[b]) = (Some(b), Some(a));
            self.left.set(a, b, times - 1);
            let found = self.seat(rounds, mates.clone());
            self.left.set(a, b, times);
            (mates[a], mates[b]) = (None, None);
            if !matches!(found, Found::No) {
                return found;
            }
        }
        Found::No
    }
}

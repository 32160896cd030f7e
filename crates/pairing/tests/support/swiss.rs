//! A seeded Swiss event up to the round to be paired, and costs like those of two rulebooks.
//!
//! The levels here have the number, the widths and the shape of the real ones; only how a history
//! comes about is simplified.

use super::dice::Dice;
use outflank_pairing::matching::{Costs, Level};
use std::ops::ControlFlow;

#[derive(Clone)]
pub(crate) struct Entrant {
    strength: u64,
    half_points: u64,
    /// Black games less white games.
    balance: i64,
    played_black_last: Option<bool>,
    floats: i64,
    country: u64,
    met: Vec<u64>,
}

impl Entrant {
    fn has_met(&self, other: usize) -> bool {
        self.met[other / 64] >> (other % 64) & 1 == 1
    }
}

/// The order of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Score differences of the whole round first, then by group; the rest in total.
    TotalFirst,
    /// Every rule is compared score group by score group from the top.
    TopFirst,
}

/// The round to be paired.
pub(crate) struct Round {
    entrants: Vec<Entrant>,
    /// The score group of each entrant, the top one being 0.
    group: Vec<usize>,
    groups: usize,
    levels: Vec<Level>,
    rules: Rules,
    seed: u64,
}

impl Round {
    /// Plays `rounds` rounds among `count` entrants, an even number.
    pub(crate) fn new(seed: u64, count: usize, rounds: usize, rules: Rules) -> Self {
        let mut dice = Dice(seed);
        let mut entrants: Vec<Entrant> = (0..count)
            .map(|_| Entrant {
                strength: dice.up_to(1000),
                half_points: 0,
                balance: 0,
                played_black_last: None,
                floats: 0,
                country: dice.up_to(24),
                met: vec![0; count.div_ceil(64)],
            })
            .collect();
        for _ in 0..rounds {
            play_round(&mut entrants, &mut dice);
        }
        let mut scores: Vec<u64> = entrants.iter().map(|entrant| entrant.half_points).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        let group: Vec<usize> = entrants
            .iter()
            .map(|entrant| scores.partition_point(|&score| score > entrant.half_points))
            .collect();
        let mut sizes = vec![0; scores.len()];
        for &group in &group {
            sizes[group] += 1;
        }
        Self {
            levels: levels(rules, &scores, &sizes, rounds as u64),
            entrants,
            group,
            groups: scores.len(),
            rules,
            seed,
        }
    }
}

/// Pairs neighbours in the standing who have not met, roughly as a director would.
fn play_round(entrants: &mut [Entrant], dice: &mut Dice) {
    let mut standing: Vec<(u64, u64, usize)> = (entrants.iter().enumerate())
        .map(|(index, entrant)| (u64::MAX - entrant.half_points, dice.roll(), index))
        .collect();
    standing.sort_unstable();
    let mut waiting: Vec<usize> = standing
        .into_iter()
        .rev()
        .map(|(_, _, index)| index)
        .collect();
    while let Some(a) = waiting.pop() {
        let partner = waiting.iter().rposition(|&b| !entrants[a].has_met(b));
        let Some(at) = partner.or(waiting.len().checked_sub(1)) else {
            break;
        };
        let b = waiting.remove(at);
        play(entrants, dice, a, b);
    }
}

fn play(entrants: &mut [Entrant], dice: &mut Dice, a: usize, b: usize) {
    let a_black = match entrants[a].balance.cmp(&entrants[b].balance) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => dice.up_to(1) == 0,
    };
    let gap = entrants[a].half_points.cmp(&entrants[b].half_points) as i64;
    let chance = 500 + entrants[a].strength / 2;
    let a_points = match dice.up_to(1000 + entrants[b].strength / 2 + entrants[a].strength / 2) {
        roll if roll < 30 => 1,
        roll if roll < chance => 2,
        _ => 0,
    };
    for (me, other, black, points, up) in [
        (a, b, a_black, a_points, -gap),
        (b, a, !a_black, 2 - a_points, gap),
    ] {
        let entrant = &mut entrants[me];
        entrant.half_points += points;
        entrant.balance += if black { 1 } else { -1 };
        entrant.played_black_last = Some(black);
        entrant.floats += up;
        entrant.met[other / 64] |= 1 << (other % 64);
    }
}

fn levels(rules: Rules, scores: &[u64], sizes: &[u64], rounds: u64) -> Vec<Level> {
    let lowest = scores.last().copied().unwrap_or(0);
    let widest = scores.first().copied().unwrap_or(0) - lowest;
    let gaps = || {
        (scores.iter().zip(sizes)).flat_map(|(&score, &size)| {
            let gap = score - lowest;
            [gap, gap * gap].map(|most| Level::in_at_most(size, most))
        })
    };
    let each = |most: u64| sizes.iter().map(move |&size| Level::in_at_most(size, most));
    let squares = 2 * (rounds + 1) * (rounds + 1);
    // Repeat meeting, bye not allowed, place of the bye.
    let mut levels = vec![
        Level::up_to(1),
        Level::in_at_most(1, 1),
        Level::in_at_most(1, sizes.iter().sum()),
    ];
    match rules {
        Rules::TotalFirst => {
            levels.extend([widest, widest * widest].map(Level::up_to));
            levels.extend(gaps());
            // Colour balance, floats, alternation, same country.
            levels.extend([squares, squares, 2, 1].map(Level::up_to));
        }
        Rules::TopFirst => {
            levels.extend(gaps());
            // Colour balance, alternation, floats.
            for most in [squares, 2, squares] {
                levels.extend(each(most));
            }
        }
    }
    levels.push(Level::up_to(u64::from(u32::MAX)));
    levels
}

impl Costs for Round {
    fn vertices(&self) -> usize {
        self.entrants.len()
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn block(&self, vertex: usize) -> usize {
        self.group[vertex]
    }

    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        let (one, two) = (&self.entrants[a], &self.entrants[b]);
        if one.has_met(b) {
            emit(0, 1)?;
        }
        let gap = one.half_points.abs_diff(two.half_points);
        let group = self.group[a].min(self.group[b]);
        let seed = || Dice(self.seed ^ ((a as u64) << 32) ^ b as u64).roll() >> 32;
        match self.rules {
            Rules::TotalFirst => {
                let after = 5 + 2 * self.groups;
                if gap > 0 {
                    emit(3, gap)?;
                    emit(4, gap * gap)?;
                    emit(5 + 2 * group, gap)?;
                    emit(6 + 2 * group, gap * gap)?;
                }
                let (balance, same_again) = colours(one, two);
                emit(after, balance)?;
                emit(after + 1, floats(one, two))?;
                emit(after + 2, same_again)?;
                emit(after + 3, u64::from(one.country == two.country))?;
                emit(after + 4, seed())
            }
            Rules::TopFirst => {
                if gap > 0 {
                    emit(3 + 2 * group, gap)?;
                    emit(4 + 2 * group, gap * gap)?;
                }
                let after = 3 + 2 * self.groups + group;
                let (balance, same_again) = colours(one, two);
                emit(after, balance)?;
                emit(after + self.groups, same_again)?;
                emit(after + 2 * self.groups, floats(one, two))?;
                emit(3 + 5 * self.groups, seed())
            }
        }
    }
}

/// Balance and repeated colours of the better of the two ways to sit.
fn colours(one: &Entrant, two: &Entrant) -> (u64, u64) {
    let way = |one_black: bool| {
        let turn = if one_black { 1 } else { -1 };
        let balance = (one.balance + turn).pow(2) + (two.balance - turn).pow(2);
        let again = u64::from(one.played_black_last == Some(one_black))
            + u64::from(two.played_black_last == Some(!one_black));
        (balance.unsigned_abs(), again)
    };
    way(true).min(way(false))
}

fn floats(one: &Entrant, two: &Entrant) -> u64 {
    let up = two.half_points.cmp(&one.half_points) as i64;
    let sum = (one.floats + up).pow(2) + (two.floats - up).pow(2);
    sum.unsigned_abs()
}

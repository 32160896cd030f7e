//! How large each level can get: the tighter, the fewer bits the solver carries.

use super::Fact;
use super::flags::Flags;
use super::measures::squared;
use crate::ladder::{Ladder, Spread, Step};
use crate::matching::Level;

/// The levels of a ladder for these players.
pub(super) fn levels(ladder: &Ladder, facts: &[Fact], flags: &Flags, groups: usize) -> Vec<Level> {
    let reach = Reach::of(facts, groups);
    let mut levels = vec![Level::up_to(0); ladder.levels];
    for &step in &ladder.steps {
        match step {
            Step::Forbidden(at) => levels[at] = Level::in_at_most(flags.forbidden(), 1),
            Step::Meetings(at) => levels[at] = Level::in_at_most(flags.one_too_many(), 1),
            Step::Avoided(at) => levels[at] = Level::in_at_most(flags.avoided(), 1),
            Step::SecondMeetings(at) => {
                levels[at] = Level::in_at_most(flags.second_meetings(), 1);
            }
            Step::ByeAllowed(at) => levels[at] = Level::in_at_most(1, 1),
            Step::ByePlace(at) => {
                let most = facts.iter().map(|fact| fact.bye_place).max();
                levels[at] = Level::in_at_most(1, most.unwrap_or(0).into());
            }
            Step::ScoreTotal(at) => {
                // The top group may be empty: the director's fixed pairs leave the round.
                let most = reach.groups.iter().map(|group| group.difference).max();
                let most = most.unwrap_or(0);
                levels[at] = Level::up_to(most);
                levels[at + 1] = Level::up_to(most * most);
                reach.score(&mut levels[at + 2..]);
            }
            Step::ScoreTop(at) => reach.score(&mut levels[at..]),
            Step::ColourBalance(spread) => reach.spread(&mut levels, spread, |group| group.balance),
            Step::Floats(spread) => reach.spread(&mut levels, spread, |group| group.floats),
            Step::Alternation(spread) => reach.spread(&mut levels, spread, |_| 2),
            Step::SameCountry(at) => levels[at] = Level::up_to(1),
            Step::RatingFold(spread) => reach.spread(&mut levels, spread, |group| group.fold),
            Step::Seed(at) => levels[at] = Level::up_to(u32::MAX.into()),
        }
    }
    levels
}

/// The largest values of pairs by the group they count in.
struct Reach {
    groups: Vec<GroupReach>,
}

#[derive(Clone, Copy, Default)]
struct GroupReach {
    /// Players, and so the most pairs that count here.
    players: u64,
    difference: u64,
    balance: u64,
    floats: u64,
    fold: u64,
}

impl Reach {
    fn of(facts: &[Fact], groups: usize) -> Self {
        let mut reach = vec![GroupReach::default(); groups];
        let players = || facts.iter().filter(|fact| fact.player.is_some());
        let lowest = players().map(|fact| fact.points).min().unwrap_or(0);
        // Largest squares of the better player by group, and of any at or below that group.
        let mut better = vec![(0, 0); groups];
        let mut worse = vec![(0, 0); groups];
        for fact in players() {
            let group = fact.group as usize;
            let here = &mut reach[group];
            here.players += 1;
            here.difference = (fact.points - lowest).unsigned_abs().into();
            let last = i64::from(fact.fold_half);
            let far = (last - 1).max(i64::from(fact.fold_place) - 1 - last).max(0);
            here.fold = here.fold.max((far * far).unsigned_abs());
            let (up, down) = (squared(fact.float + 1), squared(fact.float - 1));
            let (balance, stay) = (squared(fact.balance), squared(fact.float));
            better[group].0 = balance.max(better[group].0);
            better[group].1 = down.max(stay).max(better[group].1);
            worse[group].0 = balance.max(worse[group].0);
            worse[group].1 = up.max(stay).max(worse[group].1);
        }
        let mut below = (0, 0);
        for group in (0..groups).rev() {
            below = (below.0.max(worse[group].0), below.1.max(worse[group].1));
            // The better colouring costs x² + y² + 2 - 2|x - y|.
            reach[group].balance = better[group].0 + below.0 + 2;
            reach[group].floats = better[group].1 + below.1;
        }
        Self { groups: reach }
    }

    fn score(&self, levels: &mut [Level]) {
        for (group, at) in self.groups.iter().zip(levels.chunks_exact_mut(2)) {
            at[0] = Level::in_at_most(group.players, group.difference);
            at[1] = Level::in_at_most(group.players, group.difference * group.difference);
        }
    }

    fn spread(&self, levels: &mut [Level], spread: Spread, most: impl Fn(&GroupReach) -> u64) {
        if spread.per_group == 0 {
            levels[spread.first] = Level::up_to(self.groups.iter().map(most).max().unwrap_or(0));
            return;
        }
        for (group, level) in self.groups.iter().zip(&mut levels[spread.first..]) {
            *level = Level::in_at_most(group.players, most(group));
        }
    }
}

//! Which players can be rated and compared with each other.
//!
//! A strength is finite only if wins and losses tie a player to others both ways: a draw, or a win and
//! a loss. Players so tied, through others or directly, are a group. If one group never lost to another
//! and never drew with it, or never met it, nothing says how far apart the two are: each is rated by
//! itself.

use super::game::Outcome;

/// A game between players counted from 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) outcome: Outcome,
}

/// Every player's group, or nothing for who cannot be rated. Group 0 has the most games; of groups
/// with equally many the one with the lowest player comes first.
pub(super) fn groups(players: usize, meetings: &[Meeting]) -> Vec<Option<usize>> {
    let parts = parts(players, meetings);
    let count = parts.iter().max().map_or(0, |last| last + 1);
    let mut games = vec![0_u64; count];
    let mut members = vec![0_usize; count];
    let mut first = vec![players; count];
    for (player, part) in parts.iter().copied().enumerate() {
        members[part] += 1;
        first[part] = first[part].min(player);
    }
    for meeting in meetings {
        if parts[meeting.a] == parts[meeting.b] {
            games[parts[meeting.a]] += 1;
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|part| members[*part] > 1).collect();
    order.sort_by_key(|part| (std::cmp::Reverse(games[*part]), first[*part]));
    let mut number = vec![None; count];
    for (group, part) in order.into_iter().enumerate() {
        number[part] = Some(group);
    }
    parts.into_iter().map(|part| number[part]).collect()
}

/// The strongly connected parts of the graph "did not lose to": the number of the part for each player.
fn parts(players: usize, meetings: &[Meeting]) -> Vec<usize> {
    let forward = Arrows::new(players, meetings, Direction::FromWinner);
    let backward = Arrows::new(players, meetings, Direction::FromLoser);
    let order = finished_order(players, &forward);
    let mut parts = vec![None; players];
    let mut next = 0;
    for start in order.into_iter().rev() {
        if parts[start].is_some() {
            continue;
        }
        parts[start] = Some(next);
        let mut open = vec![start];
        while let Some(player) = open.pop() {
            for &to in backward.of(player) {
                if parts[to].is_none() {
                    parts[to] = Some(next);
                    open.push(to);
                }
            }
        }
        next += 1;
    }
    (parts.into_iter())
        .map(|part| part.expect("the order names every player"))
        .collect()
}

/// The players in the order a depth-first search leaves them.
fn finished_order(players: usize, arrows: &Arrows) -> Vec<usize> {
    let mut seen = vec![false; players];
    let mut order = Vec::with_capacity(players);
    for start in 0..players {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut path = vec![(start, 0)];
        while let Some((player, tried)) = path.pop() {
            match arrows.of(player).get(tried) {
                None => order.push(player),
                Some(&to) => {
                    path.push((player, tried + 1));
                    if !seen[to] {
                        seen[to] = true;
                        path.push((to, 0));
                    }
                }
            }
        }
    }
    order
}

#[derive(Clone, Copy)]
enum Direction {
    FromWinner,
    FromLoser,
}

/// For every player the players they point to.
struct Arrows {
    starts: Vec<usize>,
    ends: Vec<usize>,
}

impl Arrows {
    fn new(players: usize, meetings: &[Meeting], direction: Direction) -> Self {
        let mut arrows = Vec::new();
        for meeting in meetings {
            let (a, b) = (meeting.a, meeting.b);
            let won: &[(usize, usize)] = match meeting.outcome {
                Outcome::AWins => &[(a, b)],
                Outcome::BWins => &[(b, a)],
                Outcome::Draw => &[(a, b), (b, a)],
            };
            arrows.extend(won.iter().map(|&(winner, loser)| match direction {
                Direction::FromWinner => (winner, loser),
                Direction::FromLoser => (loser, winner),
            }));
        }
        arrows.sort_unstable();
        arrows.dedup();
        let mut starts = vec![0; players + 1];
        for (from, _) in &arrows {
            starts[from + 1] += 1;
        }
        for player in 0..players {
            starts[player + 1] += starts[player];
        }
        let ends = arrows.into_iter().map(|(_, to)| to).collect();
        Self { starts, ends }
    }

    fn of(&self, player: usize) -> &[usize] {
        &self.ends[self.starts[player]..self.starts[player + 1]]
    }
}

//! Who can be rated: a strength is finite only if wins and losses tie everybody together.
//!
//! A player needs a draw, or a win and a loss, against players who can be rated themselves. What is
//! left must hang together: if some never lost to the rest and never drew with it, nothing says how
//! far apart the two are. Then the part with the most games is rated and the others are not.

use super::game::Outcome;

/// A game between players counted from 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    /// One player.
    pub(super) a: usize,
    /// The other.
    pub(super) b: usize,
    /// Who won.
    pub(super) outcome: Outcome,
}

/// Which players can be rated.
pub(super) fn rateable(players: usize, meetings: &[Meeting]) -> Vec<bool> {
    let mut kept = vec![true; players];
    loop {
        prune(&mut kept, meetings);
        let parts = parts(&kept, meetings);
        let Some(largest) = largest_part(&parts, meetings) else {
            return kept;
        };
        let mut changed = false;
        for (player, part) in parts.iter().enumerate() {
            if kept[player] && *part != Some(largest) {
                kept[player] = false;
                changed = true;
            }
        }
        if !changed {
            return kept;
        }
    }
}

/// Removes whoever has only wins or only losses against those who are left, until nobody is.
fn prune(kept: &mut [bool], meetings: &[Meeting]) {
    loop {
        let mut beat = vec![false; kept.len()];
        let mut lost = vec![false; kept.len()];
        for meeting in meetings.iter().filter(|one| kept[one.a] && kept[one.b]) {
            let (a, b) = (meeting.a, meeting.b);
            match meeting.outcome {
                Outcome::AWins => {
                    beat[a] = true;
                    lost[b] = true;
                }
                Outcome::BWins => {
                    beat[b] = true;
                    lost[a] = true;
                }
                Outcome::Draw => {
                    for player in [a, b] {
                        beat[player] = true;
                        lost[player] = true;
                    }
                }
            }
        }
        let mut changed = false;
        for player in 0..kept.len() {
            if kept[player] && !(beat[player] && lost[player]) {
                kept[player] = false;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The part with the most games; of equal ones that with the lowest number.
fn largest_part(parts: &[Option<usize>], meetings: &[Meeting]) -> Option<usize> {
    let count = parts.iter().flatten().max()? + 1;
    let mut games = vec![0_u64; count];
    for meeting in meetings {
        if let (Some(a), Some(b)) = (parts[meeting.a], parts[meeting.b])
            && a == b
        {
            games[a] += 1;
        }
    }
    (0..count).max_by_key(|part| (games[*part], std::cmp::Reverse(*part)))
}

/// The strongly connected parts of the graph "did not lose to", each player with his part's number.
fn parts(kept: &[bool], meetings: &[Meeting]) -> Vec<Option<usize>> {
    let forward = Arrows::new(kept, meetings, Direction::FromWinner);
    let backward = Arrows::new(kept, meetings, Direction::FromLoser);
    let order = finished_order(kept, &forward);
    let mut parts = vec![None; kept.len()];
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
    parts
}

/// The players in the order a depth-first search leaves them.
fn finished_order(kept: &[bool], arrows: &Arrows) -> Vec<usize> {
    let mut seen = vec![false; kept.len()];
    let mut order = Vec::with_capacity(kept.len());
    for start in (0..kept.len()).filter(|player| kept[*player]) {
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

/// For every player those he points to.
struct Arrows {
    starts: Vec<usize>,
    ends: Vec<usize>,
}

impl Arrows {
    fn new(kept: &[bool], meetings: &[Meeting], direction: Direction) -> Self {
        let mut arrows = Vec::new();
        for meeting in meetings.iter().filter(|one| kept[one.a] && kept[one.b]) {
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
        let mut starts = vec![0; kept.len() + 1];
        for (from, _) in &arrows {
            starts[from + 1] += 1;
        }
        for player in 0..kept.len() {
            starts[player + 1] += starts[player];
        }
        let ends = arrows.into_iter().map(|(_, to)| to).collect();
        Self { starts, ends }
    }

    fn of(&self, player: usize) -> &[usize] {
        &self.ends[self.starts[player]..self.starts[player + 1]]
    }
}

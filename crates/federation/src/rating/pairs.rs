//! All games between two players as one record, and for every player their opponents.

use super::game::Outcome;
use super::rateable::Meeting;

/// A player's games against one opponent. A game of weight w adds 2w halves; a draw gives each w.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Against {
    pub(super) opponent: usize,
    /// The halves at stake.
    pub(super) halves: u64,
}

/// The weighted results, in the order of the players' numbers.
#[derive(Debug)]
pub(super) struct Pairs {
    starts: Vec<usize>,
    against: Vec<Against>,
    /// The halves each player has won.
    pub(super) won: Vec<u64>,
    /// The games each player has played.
    pub(super) games: Vec<u32>,
}

impl Pairs {
    /// Adds up games with their weights.
    pub(super) fn new(players: usize, meetings: &[(Meeting, u32)]) -> Self {
        let mut won = vec![0; players];
        let mut games = vec![0; players];
        let mut rows: Vec<(usize, usize, u64)> = Vec::with_capacity(meetings.len() * 2);
        for (meeting, weight) in meetings {
            let (a, b, weight) = (meeting.a, meeting.b, u64::from(*weight));
            rows.push((a, b, 2 * weight));
            rows.push((b, a, 2 * weight));
            games[a] += 1;
            games[b] += 1;
            match meeting.outcome {
                Outcome::AWins => won[a] += 2 * weight,
                Outcome::BWins => won[b] += 2 * weight,
                Outcome::Draw => {
                    won[a] += weight;
                    won[b] += weight;
                }
            }
        }
        rows.sort_unstable();
        let mut starts = vec![0; players + 1];
        let mut against: Vec<Against> = Vec::new();
        let mut last = None;
        for (player, opponent, halves) in rows {
            match against.last_mut() {
                Some(one) if last == Some((player, opponent)) => one.halves += halves,
                Some(_) | None => {
                    against.push(Against { opponent, halves });
                    starts[player + 1] += 1;
                    last = Some((player, opponent));
                }
            }
        }
        for player in 0..players {
            starts[player + 1] += starts[player];
        }
        Self {
            starts,
            against,
            won,
            games,
        }
    }

    pub(super) fn players(&self) -> usize {
        self.won.len()
    }

    pub(super) fn of(&self, player: usize) -> &[Against] {
        &self.against[self.starts[player]..self.starts[player + 1]]
    }

    /// Where a player's opponents begin in a list of all.
    pub(super) fn start(&self, player: usize) -> usize {
        self.starts[player]
    }

    /// How many entries all players' opponents make.
    pub(super) fn entries(&self) -> usize {
        self.against.len()
    }
}

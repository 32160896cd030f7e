//! Matches of up to three games, and the draw-win of single games.

use crate::discs::HalfDiscs;

/// The two players of a match by rank in the individual list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The higher-ranked player.
    Higher,
    /// The lower-ranked player.
    Lower,
}

impl Seat {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Higher => Self::Lower,
            Self::Lower => Self::Higher,
        }
    }
}

/// A value for each player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T> {
    /// The higher-ranked player's.
    pub higher: T,
    /// The lower-ranked player's.
    pub lower: T,
}

impl<T: Copy + Ord> BySeat<T> {
    /// Who has more, if anybody.
    pub fn leader(self) -> Option<Seat> {
        match self.higher.cmp(&self.lower) {
            std::cmp::Ordering::Greater => Some(Seat::Higher),
            std::cmp::Ordering::Less => Some(Seat::Lower),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// What decided a match or a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecidedBy {
    /// Both first games won.
    TwoWins,
    /// More match points.
    Points,
    /// More discs over all games.
    Discs,
    /// The higher place in the individual list.
    Rank,
}

impl std::fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TwoWins => "two wins",
            Self::Points => "points",
            Self::Discs => "total discs",
            Self::Rank => "IFRL rank",
        })
    }
}

/// A best-of-three match as far as it has been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Match points in halves.
    pub half_points: BySeat<u8>,
    /// Official scores of all games added up.
    pub discs: BySeat<HalfDiscs>,
    /// What comes next.
    pub next: MatchNext,
}

/// What comes next in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchNext {
    /// The first or second game.
    Game,
    /// The third game; this player chooses the colour, for this reason.
    Third {
        /// Who chooses.
        chooser: Seat,
        /// The reason.
        by: DecidedBy,
    },
    /// The match is over.
    Won {
        /// The winner.
        by: Seat,
        why: DecidedBy,
    },
}

/// Too many games were given for a match, or one after its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "The match was over after {over_after} games, but {given} are listed. Remove the games after that."
)]
pub struct MatchError {
    /// After how many games it was over.
    pub over_after: usize,
    /// How many were given.
    pub given: usize,
}

/// Follows a best-of-three match (WOC-III.1): points, 2-0 ends it, then discs of all games, then rank.
pub fn best_of_three(games: &[BySeat<HalfDiscs>]) -> Result<Match, MatchError> {
    let mut state = Match {
        half_points: BySeat::default(),
        discs: BySeat::default(),
        next: MatchNext::Game,
    };
    for (n, game) in games.iter().enumerate() {
        if let MatchNext::Won { .. } = state.next {
            return Err(MatchError {
                over_after: n,
                given: games.len(),
            });
        }
        match game.leader() {
            Some(Seat::Higher) => state.half_points.higher += 2,
            Some(Seat::Lower) => state.half_points.lower += 2,
            None => {
                state.half_points.higher += 1;
                state.half_points.lower += 1;
            }
        }
        state.discs.higher = state.discs.higher + game.higher;
        state.discs.lower = state.discs.lower + game.lower;
        state.next = next_after(n + 1, &state);
    }
    Ok(state)
}

fn next_after(games: usize, state: &Match) -> MatchNext {
    let by_rank = (Seat::Higher, DecidedBy::Rank);
    let by_discs = state
        .discs
        .leader()
        .map_or(by_rank, |seat| (seat, DecidedBy::Discs));
    match games {
        0 | 1 => MatchNext::Game,
        2 => match (state.half_points.higher, state.half_points.lower) {
            (4, 0) => MatchNext::Won {
                by: Seat::Higher,
                why: DecidedBy::TwoWins,
            },
            (0, 4) => MatchNext::Won {
                by: Seat::Lower,
                why: DecidedBy::TwoWins,
            },
            // 1½-½ goes on: the trailing player can still reach 1½ (AMB-53).
            _ => MatchNext::Third {
                chooser: by_discs.0,
                by: by_discs.1,
            },
        },
        _ => {
            let (by, why) = state
                .half_points
                .leader()
                .map_or(by_discs, |seat| (seat, DecidedBy::Points));
            MatchNext::Won { by, why }
        }
    }
}

/// What the player with the choice takes before a single game (WOC-IV.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The colour; the opponent wins a draw.
    Colour,
    /// The draw-win; the opponent chooses the colour.
    DrawWin,
}

/// Who wins a single game in which `chooser` had the choice.
pub fn single_game_winner(chooser: Seat, choice: Choice, discs: BySeat<HalfDiscs>) -> Seat {
    discs.leader().unwrap_or(match choice {
        Choice::Colour => chooser.other(),
        Choice::DrawWin => chooser,
    })
}

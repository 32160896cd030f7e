//! The sum behind a Brightwell Quotient, line by line.
//!
//! | A round | counts as |
//! |---|---|
//! | a game | its discs and C times the opponent's points (WOC-A.3.b, BOF-gen-15.c, SOC-A.3.2) |
//! | a game against a withdrawn player | half the board and C times one's own points (WOC-A.3.c, BOF-gen-15.d, SOC-A.3.3) |
//! | a bye | the same |
//! | a round not played, axis `unplayed_in_bq` = `substituted` | the same (WOC-A.3.c) |
//! | a game not played, `as_scored` | as a game (AMB-32) |
//! | a missed round without an opponent, `as_scored` | the discs it is scored with |
//! | an annulled game, `as_scored` | nothing |
//! | a round for others, or of a stage that does not count for it | nothing |

use outflank_pairing::{EntrantId, GameKind, HalfPoints, RoundNumber};
use outflank_rulebook::axes::tournament::{ByeInBq, UnplayedInBq};
use outflank_rulebook::{Constant, HalfDiscs, Rulebook};

use crate::bq::{Bq, PointSum, brightwell};
use crate::discs::DiscCount;
use crate::event::Event;
use crate::record::{Happened, Records};

/// The sum behind a player's Brightwell Quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BqSum {
    pub constant: Constant,
    /// The player's own points.
    pub own_points: HalfPoints,
    /// One line per round.
    pub rows: Vec<BqRow>,
}

/// What one round adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BqRow {
    pub round: RoundNumber,
    pub counted: Counted,
}

/// What a round counts as in the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Discs, and C times the opponent's points.
    Game {
        opponent: EntrantId,
        discs: HalfDiscs,
        /// The opponent's points in the tournament.
        opponent_points: HalfPoints,
    },
    /// Discs without an opponent.
    DiscsOnly {
        discs: HalfDiscs,
    },
    /// Half the board and C times the player's own points.
    Substituted(Substitution),
    Nothing,
}

/// Why a round is substituted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitution {
    Bye,
    /// The opponent has left the tournament.
    OpponentLeft(EntrantId),
    /// The round was not played.
    NotPlayed,
}

/// The sum behind the quotient of one entrant after a round; `None` if there is no such entrant.
pub fn bq_sum(event: &Event, after: u16, id: EntrantId) -> Option<BqSum> {
    let records = Records::after(event, after);
    let index = records.index(id)?;
    let rows = counted_rounds(&event.rules, &records, index);
    Some(BqSum {
        constant: event.constant(),
        own_points: records.points(index),
        rows: (1..)
            .map(RoundNumber)
            .zip(rows)
            .map(|(round, counted)| BqRow { round, counted })
            .collect(),
    })
}

/// What each round of one entrant counts as.
pub(crate) fn counted_rounds<'a>(
    rules: &'a Rulebook,
    records: &'a Records,
    index: usize,
) -> impl Iterator<Item = Counted> + 'a {
    records.of(index).iter().map(|record| {
        let not_played = match rules.unplayed_in_bq.value {
            UnplayedInBq::Substituted => Some(Counted::Substituted(Substitution::NotPlayed)),
            UnplayedInBq::AsScored => None,
        };
        let discs = record.discs;
        if record.no_bq {
            return Counted::Nothing;
        }
        match record.happened {
            Happened::Game { opponent, kind, .. } => {
                let other = records.index(opponent);
                if other.is_some_and(|other| records.is_withdrawn(other)) {
                    return Counted::Substituted(Substitution::OpponentLeft(opponent));
                }
                let as_game = Counted::Game {
                    opponent,
                    discs,
                    opponent_points: other.map_or(HalfPoints(0), |other| records.points(other)),
                };
                match kind {
                    GameKind::Played => as_game,
                    GameKind::Default => not_played.unwrap_or(as_game),
                }
            }
            Happened::Bye => match rules.bye_in_bq.value {
                ByeInBq::HalfBoardAndOwnPoints => Counted::Substituted(Substitution::Bye),
            },
            Happened::Absent | Happened::Gone if discs.0 > 0 => {
                not_played.unwrap_or(Counted::DiscsOnly { discs })
            }
            Happened::Absent | Happened::Gone | Happened::Annulled => {
                not_played.unwrap_or(Counted::Nothing)
            }
            Happened::NotIn | Happened::Pending => Counted::Nothing,
        }
    })
}

/// The three sums the quotient is made of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Parts {
    pub(crate) discs: DiscCount,
    pub(crate) opponents: PointSum,
    pub(crate) substituted: u32,
}

impl Parts {
    pub(crate) fn of(rows: impl Iterator<Item = Counted>) -> Self {
        rows.fold(Self::default(), |mut parts, row| {
            match row {
                Counted::Game {
                    discs,
                    opponent_points,
                    ..
                } => {
                    parts.discs = parts.discs.and(discs);
                    parts.opponents = parts.opponents.and(opponent_points);
                }
                Counted::DiscsOnly { discs } => parts.discs = parts.discs.and(discs),
                Counted::Substituted(_) => parts.substituted += 1,
                Counted::Nothing => {}
            }
            parts
        })
    }
}

impl BqSum {
    fn parts(&self) -> Parts {
        Parts::of(self.rows.iter().map(|row| row.counted))
    }

    /// The discs of the rounds that are not substituted.
    pub fn discs(&self) -> DiscCount {
        self.parts().discs
    }

    /// The points of the opponents of the games that are not substituted.
    pub fn opponent_points(&self) -> PointSum {
        self.parts().opponents
    }

    /// How many rounds are substituted.
    pub fn substituted(&self) -> u32 {
        self.parts().substituted
    }

    pub fn total(&self) -> Bq {
        let parts = self.parts();
        brightwell(
            self.constant,
            parts.discs,
            parts.opponents,
            self.own_points,
            parts.substituted,
        )
    }

    /// The whole sum on one line, for checking by hand:
    /// `discs 34+28 = 62; opponents A 2, B 1 = 3; 62 + 6*3 + 1*(32 + 6*2) = 124`.
    pub fn arithmetic(&self, name: impl Fn(EntrantId) -> String) -> String {
        let mut discs: Vec<String> = Vec::new();
        let mut opponents: Vec<String> = Vec::new();
        let mut alone: Vec<String> = Vec::new();
        for row in &self.rows {
            match row.counted {
                Counted::Game {
                    opponent,
                    discs: scored,
                    opponent_points,
                } => {
                    discs.push(scored.to_string());
                    opponents.push(format!("{} {opponent_points}", name(opponent)));
                }
                Counted::DiscsOnly { discs } => alone.push(discs.to_string()),
                Counted::Substituted(_) | Counted::Nothing => {}
            }
        }
        discs.extend(alone);
        let list = |items: Vec<String>, between: &str| match items.is_empty() {
            true => "none".to_owned(),
            false => items.join(between),
        };
        let Parts {
            discs: sum,
            opponents: points,
            substituted,
        } = self.parts();
        let c = match self.constant.denominator {
            1 => self.constant.numerator.to_string(),
            below => format!("{}/{below}", self.constant.numerator),
        };
        let instead = match substituted {
            0 => String::new(),
            times => format!(" + {times}*(32 + {c}*{})", self.own_points),
        };
        format!(
            "discs {} = {sum}; opponents {} = {points}; {sum} + {c}*{points}{instead} = {}",
            list(discs, "+"),
            list(opponents, ", "),
            self.total()
        )
    }
}

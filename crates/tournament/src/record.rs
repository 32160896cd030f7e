//! What every round was to every entrant.

use outflank_pairing::{Colour, EntrantId, GameKind, HalfPoints};
use outflank_rulebook::axes::scoring::UnplayedGame;
use outflank_rulebook::axes::tournament::{ByePoints, Withdrawal as WithdrawalRule};
use outflank_rulebook::{HalfDiscs, Rulebook, SQUARES};

use crate::discs::{DiscCount, DiscDifference};
use crate::event::Event;
use crate::result::{GameResult, unplayed};
use crate::round::{Game, Round};
use crate::withdrawal::withdrawals;

/// What one round was to one entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub happened: Happened,
    /// The points it gave.
    pub points: HalfPoints,
    /// The player's discs in the disc count.
    pub discs: HalfDiscs,
    /// The opponents' discs.
    pub against: HalfDiscs,
    /// Whether the round is left out of the Brightwell Quotient.
    pub no_bq: bool,
}

/// What happened to an entrant in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    Game {
        opponent: EntrantId,
        colour: Colour,
        kind: GameKind,
    },
    /// Had a bye.
    Bye,
    /// Entered and not paired.
    Absent,
    Gone,
    /// The round was for others.
    NotIn,
    /// The game was annulled and not replayed.
    Annulled,
    /// The game is not over.
    Pending,
}

/// What every round so far was to every entrant.
#[derive(Clone, Debug)]
pub struct Records {
    ids: Vec<EntrantId>,
    rounds: usize,
    /// By entrant, then by round.
    records: Vec<Record>,
    totals: Vec<HalfPoints>,
    withdrawn: Vec<bool>,
}

impl Records {
    /// The first `after` counted rounds of an event. A withdrawal shows from the round after it on,
    /// so that no earlier table changes.
    #[must_use]
    pub fn after(event: &Event, after: u16) -> Self {
        let after = after.min(event.rounds_played());
        let mut ids: Vec<EntrantId> = event.entrants.iter().map(|entrant| entrant.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let rounds = usize::from(after);
        let mut records = Self {
            records: vec![absent(&event.rules); ids.len() * rounds],
            totals: Vec::new(),
            withdrawn: vec![false; ids.len()],
            ids,
            rounds,
        };
        records.mark_withdrawn(event, after);
        for (number, round) in event.counted_rounds().take(rounds).enumerate() {
            records.add_round(&event.rules, number, round);
        }
        records.totals = (0..records.ids.len())
            .map(|n| HalfPoints(records.of(n).iter().map(|record| record.points.0).sum()))
            .collect();
        records
    }

    fn mark_withdrawn(&mut self, event: &Event, after: u16) {
        for left in withdrawals(event) {
            let Some(n) = self.index(left.id) else {
                continue;
            };
            if left.after_round < after {
                self.withdrawn[n] = true;
                let start = n * self.rounds;
                let from = start + usize::from(left.after_round);
                self.records[from..start + self.rounds].fill(gone(&event.rules));
            }
        }
    }

    fn add_round(&mut self, rules: &Rulebook, number: usize, round: &Round) {
        let mut seen = vec![false; self.ids.len()];
        // A game that counts comes before one that was annulled and played again.
        for game in round.counted_games() {
            if let Some([black, white]) = settled(rules, game) {
                self.put(&mut seen, number, game.black, black);
                self.put(&mut seen, number, game.white, white);
            }
        }
        for &id in &round.byes {
            self.put(&mut seen, number, id, bye(rules));
        }
        // Every record starts as absent; a withdrawn player is gone, even if named.
        for &id in &round.absent {
            if let Some(n) = self.index(id) {
                seen[n] = true;
            }
        }
        for game in round.counted_games() {
            let happened = match game.result {
                GameResult::Pending => Happened::Pending,
                GameResult::Annulled => Happened::Annulled,
                GameResult::Played { .. }
                | GameResult::Resigned { .. }
                | GameResult::Forfeit { .. }
                | GameResult::DoubleForfeit { .. }
                | GameResult::Adjudicated { .. } => continue,
            };
            for id in [game.black, game.white] {
                self.put(&mut seen, number, id, nothing(happened));
            }
        }
        self.narrow(number, round);
    }

    /// Applies what the round is for.
    fn narrow(&mut self, number: usize, round: &Round) {
        for n in 0..self.ids.len() {
            let record = &mut self.records[n * self.rounds + number];
            if !round.scope.includes(self.ids[n]) {
                *record = nothing(Happened::NotIn);
            }
            record.no_bq = round.scope.no_bq;
        }
    }

    fn put(&mut self, seen: &mut [bool], round: usize, id: EntrantId, record: Record) {
        if let Some(n) = self.index(id)
            && !seen[n]
        {
            seen[n] = true;
            self.records[n * self.rounds + round] = record;
        }
    }

    /// The entrants, sorted by number.
    pub fn ids(&self) -> &[EntrantId] {
        &self.ids
    }

    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// An entrant's place in [`Records::ids`].
    pub fn index(&self, id: EntrantId) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// The rounds of the entrant at this place.
    pub fn of(&self, index: usize) -> &[Record] {
        &self.records[index * self.rounds..(index + 1) * self.rounds]
    }

    pub fn points(&self, index: usize) -> HalfPoints {
        self.totals[index]
    }

    /// Whether the player has withdrawn.
    pub fn is_withdrawn(&self, index: usize) -> bool {
        self.withdrawn[index]
    }

    pub fn discs(&self, index: usize) -> DiscCount {
        let add = |sum: DiscCount, record: &Record| sum.and(record.discs);
        self.of(index).iter().fold(DiscCount::default(), add)
    }

    /// The player's discs minus the opponents'.
    pub fn difference(&self, index: usize) -> DiscDifference {
        let each = |record: &Record| i32::from(record.discs.0) - i32::from(record.against.0);
        DiscDifference(self.of(index).iter().map(each).sum())
    }
}

fn settled(rules: &Rulebook, game: &Game) -> Option<[Record; 2]> {
    let settled = game.result.settled(rules)?;
    let side = |colour: Colour, opponent: EntrantId| Record {
        happened: Happened::Game {
            opponent,
            colour,
            kind: settled.kind,
        },
        points: settled.points[colour],
        discs: settled.discs[colour],
        against: settled.discs[colour.other()],
        no_bq: false,
    };
    Some([
        side(Colour::Black, game.white),
        side(Colour::White, game.black),
    ])
}

fn bye(rules: &Rulebook) -> Record {
    let discs = rules.bye_discs.value.0.min(SQUARES);
    Record {
        happened: Happened::Bye,
        points: match rules.bye_points.value {
            ByePoints::One => HalfPoints::WIN,
        },
        discs: HalfDiscs::discs(discs),
        against: HalfDiscs::discs(SQUARES - discs),
        no_bq: false,
    }
}

/// A missed round without an opponent: the loser's discs where the rulebook scores such a loss;
/// 64-0 is scored only against an opponent (AMB-32).
fn absent(rules: &Rulebook) -> Record {
    let against = match rules.unplayed_score.value {
        UnplayedGame::FortyFourTwenty => unplayed(rules).winner,
        UnplayedGame::SixtyFourNil | UnplayedGame::PointOnly => HalfDiscs(0),
    };
    Record {
        discs: unplayed(rules).loser,
        against,
        ..nothing(Happened::Absent)
    }
}

/// A round after leaving (AMB-34).
fn gone(rules: &Rulebook) -> Record {
    match rules.withdrawal.value {
        WithdrawalRule::Final => nothing(Happened::Gone),
        WithdrawalRule::MissedGamesScored => Record {
            happened: Happened::Gone,
            ..absent(rules)
        },
    }
}

const fn nothing(happened: Happened) -> Record {
    Record {
        happened,
        points: HalfPoints::LOSS,
        discs: HalfDiscs(0),
        against: HalfDiscs(0),
        no_bq: false,
    }
}

//! What was counted.

use std::collections::BTreeMap;

use outflank_pairing::Bent;

/// What was counted in one event or in many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Events played to the end.
    pub events: u64,
    pub rounds: u64,
    /// Rounds drawn: first rounds, and rounds of round robins.
    pub drawn: u64,
    /// Pairings whose proof was verified.
    pub proofs: u64,
    /// Rounds paired again from the finished event, equal by cost.
    pub replayed: u64,
    pub games: u64,
    /// Byes, those asked for included.
    pub byes: u64,
    /// Games that a player missed.
    pub forfeits: u64,
    pub withdrawals: u64,
    /// Rules bent although the round could be paired without; must stay 0.
    pub avoidable: u64,
    /// Rules that had to bend, by level and what it rests on: how many pairs or byes.
    pub bent: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts another event or more.
    pub fn add(&mut self, other: &Self) {
        self.events += other.events;
        self.rounds += other.rounds;
        self.drawn += other.drawn;
        self.proofs += other.proofs;
        self.replayed += other.replayed;
        self.games += other.games;
        self.byes += other.byes;
        self.forfeits += other.forfeits;
        self.withdrawals += other.withdrawals;
        self.avoidable += other.avoidable;
        for (rule, times) in &other.bent {
            *self.bent.entry(rule.clone()).or_default() += times;
        }
    }

    /// Counts rules that had to bend.
    pub(crate) fn add_bent(&mut self, bent: &[Bent]) {
        for one in bent {
            let rule = format!("{} [{}]", one.kind, one.basis);
            let times = one.pairs.len() as u64 + u64::from(one.bye.is_some());
            *self.bent.entry(rule).or_default() += times;
        }
    }
}

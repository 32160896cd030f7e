//! Pairing a round by the rules.

use outflank_pairing::{
    Bent as BentRule, Cycles, Hand, LevelCost, Refusal, RoundInput, RoundNumber, RoundRobin,
    input_hash,
};

use super::{Decided, Decision};
use crate::hand_lots::LotsFor;
use crate::next_round::{Method, NotPaired, pair_by};
use crate::running::fact::Fact;
use crate::running::hall::seat;
use crate::running::paired::{Assumed, Bent, Cost, PairedBy, Pairing, TableNumber};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Phase;
use crate::running::setting::PlaySystem;
use crate::running::state::{SettledPlan, TournamentState};

impl Decision<'_> {
    pub(super) fn set_hand(&mut self, round: RoundNumber, hand: Hand) -> Decided {
        self.needs_director()?;
        self.check_next_round(round)?;
        let named = (hand.absent.iter().chain(&hand.requested_byes).copied())
            .chain(hand.bye)
            .chain(hand.fixed.iter().flat_map(|pair| pair.players()))
            .chain((hand.forbidden.iter().chain(&hand.avoid)).flat_map(|pair| [pair.0, pair.1]));
        for entrant in named {
            self.entrant(entrant)?;
        }
        self.record(Fact::HandSet { round, hand })
    }

    pub(super) fn propose(&mut self, round: RoundNumber, assumed: Vec<Assumed>) -> Decided {
        let (now, plan) = self.ready_to_pair(round, &assumed)?;
        if self.is_custom() {
            return self.propose_stages(now, round, assumed);
        }
        if round.0 > plan.rounds {
            let pairing = self.later_round(&now)?;
            return self.record(Fact::RoundProposed { round, pairing });
        }
        let input = self.input(&now, round)?;
        let mut pairing = match plan.system {
            PlaySystem::RoundRobin => self.by_robin(&plan, Cycles::Single, &input)?,
            PlaySystem::DoubleRoundRobin => self.by_robin(&plan, Cycles::Double, &input)?,
            PlaySystem::Swiss | PlaySystem::ModifiedSwiss => self.by_rules(&input)?,
        };
        pairing.assumed = assumed;
        self.record(Fact::RoundProposed { round, pairing })
    }

    /// The state a round is paired from: settled, with what is assumed, without an older proposal.
    pub(super) fn ready_to_pair(
        &mut self,
        round: RoundNumber,
        assumed: &[Assumed],
    ) -> Result<(TournamentState, SettledPlan), Rejection> {
        self.needs_desk()?;
        self.check_next_round(round)?;
        let mut now = self.now.clone();
        now.rounds.truncate(usize::from(round.0) - 1);
        let plan = match &self.now.plan {
            Some(plan) => plan.clone(),
            None => self.settle()?,
        };
        // Who plays a later match rests on results, never on assumptions.
        let is_later = round.0 > plan.rounds && !self.is_custom();
        let assumed = if is_later { &[] } else { assumed };
        self.check_earlier_rounds(&mut now, assumed)?;
        now.plan = Some(plan.clone());
        Ok((now, plan))
    }

    /// The next round, or the last one while nobody has seen its pairing.
    fn check_next_round(&self, round: RoundNumber) -> Decided {
        let proposed = (self.now.rounds.last())
            .filter(|life| life.phase == Phase::Proposed)
            .map(|life| life.number);
        let next = proposed.unwrap_or_else(|| self.now.next_round());
        if round == next {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::NotTheNextRound { round, next }))
        }
    }

    fn check_earlier_rounds(&self, now: &mut TournamentState, assumed: &[Assumed]) -> Decided {
        if let Some(life) = now.rounds.iter().find(|life| life.phase < Phase::Started) {
            self.needs_phase(
                life,
                &[Phase::Started],
                "started before the next round is paired",
            )?;
        }
        for one in assumed {
            let place = usize::from(one.round.0).wrapping_sub(1);
            let card = (now.rounds.get_mut(place))
                .and_then(|life| life.cards.iter_mut().find(|card| card.table == one.table))
                .filter(|card| card.settled().is_none());
            match card {
                Some(card) => card.assumed = Some(one.result.clone()),
                None => {
                    return Err(Rejection::plain(Reason::NothingToAssume {
                        round: one.round,
                        table: one.table,
                    }));
                }
            }
        }
        let given = |round: RoundNumber, table: TableNumber| {
            assumed
                .iter()
                .any(|one| one.round == round && one.table == table)
        };
        let games: Vec<(RoundNumber, TableNumber)> = (now.rounds.iter())
            .flat_map(|life| life.open_tables().map(|table| (life.number, table)))
            .filter(|(round, table)| !given(*round, *table))
            .collect();
        if games.is_empty() {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::ResultsMissing { games }))
        }
    }

    pub(super) fn input(
        &self,
        now: &TournamentState,
        round: RoundNumber,
    ) -> Result<RoundInput, Rejection> {
        now.pairing_input(self.opened, round)
            .map_err(|problem| cannot_pair(problem.to_string()))
    }

    /// By the rules of the Swiss; the first round by the lots drawn by hand, if there are any, else by
    /// the seed.
    pub(super) fn by_rules(&self, input: &RoundInput) -> Result<Pairing, Rejection> {
        let mut lots = self.now.lots.iter().rev();
        let drawn = lots.find(|lots| lots.purpose == LotsFor::FirstRound);
        self.by_method(
            input,
            match input.round {
                RoundNumber::FIRST => Method::FirstRound(drawn.filter(|_| !self.is_custom())),
                _ => Method::Swiss,
            },
        )
    }

    /// By the Berger table; a late arrival takes the free number of an odd field.
    fn by_robin(
        &self,
        plan: &SettledPlan,
        cycles: Cycles,
        input: &RoundInput,
    ) -> Result<Pairing, Rejection> {
        let drawn = RoundRobin {
            numbers: plan.numbers.clone(),
            cycles,
        };
        let table = drawn
            .with_late_arrivals(input.entrants.iter().map(|entrant| entrant.id))
            .map_err(|entrant| {
                cannot_pair(format!(
                    "The round robin has no free number for player {entrant}. Pair the round by hand."
                ))
            })?;
        self.by_method(input, Method::RoundRobin(&table))
    }

    fn by_method(&self, input: &RoundInput, method: Method<'_>) -> Result<Pairing, Rejection> {
        let paired = pair_by(self.rules, input, method, self.watch);
        let paired = paired.map_err(|problem| match &problem {
            NotPaired::Refused(refusal) => not_paired(input.round, refusal),
            NotPaired::Played(_)
            | NotPaired::NotDrawn { .. }
            | NotPaired::RoundRobinOver { .. } => cannot_pair(problem.to_string()),
        })?;
        let mut byes = paired.byes();
        byes.extend(&input.hand.requested_byes);
        Ok(Pairing {
            byes,
            requested_byes: input.hand.requested_byes.clone(),
            absent: input.hand.absent.clone(),
            cost: costs(paired.cost()),
            bent: bent(paired.bent()),
            input: Some(hash(self, input)),
            ..Pairing::new(PairedBy::Rules, seat(paired.pairs(), &self.now.table_rules))
        })
    }
}

pub(super) fn not_paired(round: RoundNumber, refusal: &Refusal) -> Rejection {
    if *refusal == Refusal::Cancelled {
        Rejection::plain(Reason::PairingCancelled { round })
    } else {
        cannot_pair(refusal.to_string())
    }
}

pub(super) fn cannot_pair(problem: String) -> Rejection {
    Rejection::plain(Reason::CannotPair { problem })
}

pub(super) fn hash(decision: &Decision<'_>, input: &RoundInput) -> String {
    input_hash(decision.rules, input).to_string()
}

pub(super) fn costs(levels: &[LevelCost]) -> Vec<Cost> {
    (levels.iter())
        .map(|level| Cost {
            level: level.kind.to_string(),
            basis: level.basis.clone(),
            values: level.values.clone(),
        })
        .collect()
}

pub(super) fn bent(rules: &[BentRule]) -> Vec<Bent> {
    (rules.iter())
        .map(|rule| Bent {
            level: rule.kind.to_string(),
            clause: rule.basis.clause().cloned(),
            pairs: (rule.pairs.iter())
                .map(|pair| pair.players().into())
                .collect(),
            bye: rule.bye,
        })
        .collect()
}

//! From how things stand to the values that standings and pairing are computed from.

use std::sync::Arc;

use outflank_pairing::{EntrantId, Hand, RoundInput, RoundNumber, RoundRefused};
use outflank_rulebook::{Plan, System, plan};

use super::fact::LeaveCause;
use super::round_life::{Phase, RoundLife};
use super::stages::Stages;
use super::state::{Opened, TournamentState};
use crate::event::Event as Record;
use crate::hand_lots::{HandLots, LotsFor};
use crate::round::Round;
use crate::round_input::round_input;
use crate::standings::{Standings, standings};
use crate::withdrawal::{Cause, Withdrawal, withdrawals};

impl TournamentState {
    /// The event as values; nothing before it was opened. Rounds that have not started are left out.
    pub fn record(&self) -> Option<Record> {
        let opened = self.opened.as_ref()?;
        Some(self.record_of(opened, RoundLife::as_played))
    }

    /// The same with assumed results where the real ones are not known, and the director's hand on
    /// the next round.
    fn record_for_pairing(&self, opened: &Opened, number: RoundNumber) -> Record {
        let mut record = self.record_of(opened, RoundLife::as_assumed);
        record.played.truncate(usize::from(number.0) - 1);
        record.next = self.hand_for(number);
        record
    }

    /// What is decided about the round after those that have started; nothing once all are.
    pub fn next_hand(&self) -> Option<Hand> {
        let record = self.record()?;
        let number = u16::try_from(record.played.len()).ok()?.checked_add(1)?;
        (number <= record.rounds).then(|| self.hand_for(RoundNumber(number)))
    }

    fn record_of(&self, opened: &Opened, round: impl Fn(&RoundLife) -> Round) -> Record {
        let settled = self.settled_plan(opened);
        if let Some(stages) = Stages::of(self) {
            return Record {
                system: settled.system,
                lots: self.lots_by_counted_round(),
                ..stages.record(round)
            };
        }
        let mut record = Record::new(Arc::clone(&opened.rulebook), settled.system, settled.rounds);
        record.seed = opened.setting.seed;
        record.lots.clone_from(&self.lots);
        record.year = Some(opened.setting.first_day.year());
        record.entrants = (self.entrants.iter())
            .map(|(id, one)| {
                let mut entrant = one.entry.entrant(*id);
                entrant.no_title = one.no_title;
                entrant.from_round = (one.from_round.0 > 1).then_some(one.from_round);
                entrant
            })
            .collect();
        record.played = (self.rounds.iter())
            .filter(|life| life.phase >= Phase::Started)
            .map(round)
            .collect();
        record.withdrawn = (self.entrants.iter())
            .filter_map(|(id, one)| {
                let left = one.left?;
                Some(Withdrawal {
                    id: *id,
                    after_round: left.after_round,
                    cause: match left.cause {
                        LeaveCause::Declared | LeaveCause::Expelled => Cause::Declared,
                    },
                })
            })
            .collect();
        record
    }

    pub(crate) fn settled_plan(&self, opened: &Opened) -> Plan {
        match &self.plan {
            Some(settled) => Plan {
                system: settled.system.into(),
                rounds: settled.rounds,
                games: 0,
            },
            None => {
                let players = u16::try_from(self.staying().count()).unwrap_or(u16::MAX);
                plan(&opened.rulebook, players)
            }
        }
    }

    /// The playing system as it is settled, or would be now.
    pub fn system(&self) -> Option<System> {
        Some(self.settled_plan(self.opened.as_ref()?).system)
    }

    /// What the director and the entrants have decided about a round.
    pub(crate) fn hand_for(&self, number: RoundNumber) -> Hand {
        let gone = self.gone_before(number);
        let mut hand = self.hands.get(&number).cloned().unwrap_or_default();
        for (id, one) in &self.entrants {
            if gone.contains(id) {
                continue;
            }
            if one.from_round > number || one.absences.contains(&number) {
                hand.absent.push(*id);
            } else if one.bye_requests.contains(&number) {
                hand.requested_byes.push(*id);
            }
        }
        // What was planned before a withdrawal no longer applies.
        let here = |id: &EntrantId| self.entrants.contains_key(id) && !gone.contains(id);
        hand.absent.retain(here);
        hand.absent.sort_unstable();
        hand.absent.dedup();
        hand.requested_byes
            .retain(|id| here(id) && !hand.absent.contains(id));
        hand.requested_byes.sort_unstable();
        hand.requested_byes.dedup();
        let plays = |id: &EntrantId| {
            here(id) && !hand.absent.contains(id) && !hand.requested_byes.contains(id)
        };
        hand.bye = hand.bye.filter(|id| plays(id));
        hand.fixed.retain(|pair| pair.players().iter().all(&plays));
        hand.forbidden
            .retain(|(one, other)| here(one) && here(other));
        hand.avoid.retain(|(one, other)| here(one) && here(other));
        hand
    }

    /// What a round is paired from.
    ///
    /// # Errors
    /// [`RoundRefused`] if a player is in an earlier round twice.
    pub(crate) fn pairing_input(
        &self,
        opened: &Opened,
        number: RoundNumber,
    ) -> Result<RoundInput, RoundRefused> {
        round_input(&self.record_for_pairing(opened, number))
    }

    /// What a round is or was paired from, to explain the pairing; nothing if it cannot be paired.
    pub fn input_of(&self, number: RoundNumber) -> Option<RoundInput> {
        let before = usize::from(number.0.checked_sub(1)?);
        let opened = self.opened.as_ref()?;
        let mut now = self.clone();
        now.rounds.truncate(before);
        now.pairing_input(opened, number).ok()
    }

    /// The standings after a round as they are now. Players who entered later are not in them, so that no
    /// entry changes an earlier table.
    pub fn standings(&self, after: u16) -> Option<Standings> {
        let mut record = self.record()?;
        let was_there = |id: EntrantId| {
            let one = self.entrants.get(&id);
            one.is_some_and(|one| one.from_round.0 <= after)
        };
        record.entrants.retain(|entrant| was_there(entrant.id));
        Some(standings(&record, self.counted(after)))
    }

    /// How many of the first rounds count: in an event of one's own not every one does.
    fn counted(&self, after: u16) -> u16 {
        let counted = (self.rounds.iter().take(usize::from(after)))
            .filter(|life| life.phase >= Phase::Started && life.stage().is_counted());
        match Stages::of(self) {
            Some(_) => u16::try_from(counted.count()).unwrap_or(u16::MAX),
            None => after,
        }
    }

    /// Lots drawn by hand, with tables named by the rounds that count.
    fn lots_by_counted_round(&self) -> Vec<HandLots> {
        let counted = |lots: &HandLots| HandLots {
            purpose: match lots.purpose {
                LotsFor::Standings { after } => LotsFor::Standings {
                    after: self.counted(after),
                },
                other @ (LotsFor::RoundRobin | LotsFor::FirstRound) => other,
            },
            ..lots.clone()
        };
        self.lots.iter().map(counted).collect()
    }

    /// All players who left before a round, by withdrawal, a ruling or the rulebook.
    pub fn gone_before(&self, number: RoundNumber) -> Vec<EntrantId> {
        let left: Vec<(EntrantId, u16)> = match (Stages::of(self), self.record()) {
            (Some(stages), _) => stages.left(),
            (None, Some(record)) => (withdrawals(&record).iter())
                .map(|left| (left.id, left.after_round))
                .collect(),
            (None, None) => Vec::new(),
        };
        (left.into_iter())
            .filter(|(_, after_round)| *after_round < number.0)
            .map(|(id, _)| id)
            .collect()
    }
}

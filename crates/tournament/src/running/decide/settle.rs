//! Settling how the event is played, from the number of players.

use outflank_pairing::{Cycles, EntrantId, RoundNumber, RoundRobin};
use outflank_rulebook::{Plan, System, plan, round_robin_rounds};

use super::create::minimum_notice;
use super::{Decided, Decision};
use crate::event::ROUNDS_MAX;
use crate::hand_lots::LotsFor;
use crate::running::custom::{StagePlan, StagePlay};
use crate::running::fact::Fact;
use crate::running::feasibility::outlook;
use crate::running::notice::Notice;
use crate::running::rejection::{Reason, Rejection};
use crate::running::setting::PlaySystem;
use crate::running::stages::planned_rounds;
use crate::running::state::SettledPlan;

impl Decision<'_> {
    pub(super) fn settle_system(&mut self) -> Decided {
        self.needs_director()?;
        if !self.now.rounds.is_empty() {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.settle().map(|_| ())
    }

    /// Records the system and the rounds for the players there are.
    pub(super) fn settle(&mut self) -> Result<SettledPlan, Rejection> {
        let ids: Vec<EntrantId> = self.now.staying().map(|(id, _)| id).collect();
        let players = u16::try_from(ids.len()).unwrap_or(u16::MAX);
        let Plan { system, rounds, .. } = self.planned(players)?;
        self.check_rounds(system, rounds, players)?;
        let cycles = match system {
            // The stages of an event of one's own draw for themselves.
            _ if !self.opened.setting.stages.is_empty() => None,
            System::RoundRobin => Some(Cycles::Single),
            System::DoubleRoundRobin => Some(Cycles::Double),
            System::Swiss | System::ModifiedSwiss => None,
        };
        let (numbers, other_lots) = match cycles {
            Some(cycles) => self.numbers(&ids, cycles),
            None => (Vec::new(), None),
        };
        let settled = SettledPlan {
            system: system.into(),
            rounds,
            players,
            numbers,
        };
        let mut notices = self.feasibility(&settled);
        notices.extend(other_lots);
        if settled.system.is_swiss() {
            notices.extend(minimum_notice(self.rules, rounds));
        }
        self.record(Fact::SystemSettled {
            system: settled.system,
            rounds,
            players,
            numbers: settled.numbers.clone(),
            notices,
        })?;
        Ok(settled)
    }

    /// The numbers of a round robin: those drawn by hand for just these players, else by the seed.
    fn numbers(&self, ids: &[EntrantId], cycles: Cycles) -> (Vec<EntrantId>, Option<Notice>) {
        let recorded = self.facts.iter().rev().find_map(|fact| match fact {
            Fact::LotsDrawn { lots } => Some(lots),
            _ => None,
        });
        let mut drawn = recorded.into_iter().chain(self.now.lots.iter().rev());
        let by_seed = || RoundRobin::draw(ids, cycles, self.opened.setting.seed).numbers;
        match drawn.find(|lots| lots.purpose == LotsFor::RoundRobin) {
            None => (by_seed(), None),
            Some(lots) if lots.is_of(ids) => (lots.order.clone(), None),
            Some(_) => {
                let text = "players joined or left after the numbers were drawn by hand, so the seed drew them; draw again if needed";
                (by_seed(), Some(Notice::by("lots_not_used", None, text)))
            }
        }
    }

    pub(super) fn planned(&self, players: u16) -> Result<Plan, Rejection> {
        let cycle = round_robin_rounds(players);
        let play = |system: PlaySystem, swiss_rounds: u16| Plan {
            system: system.into(),
            rounds: match system {
                PlaySystem::RoundRobin => cycle,
                PlaySystem::DoubleRoundRobin => 2 * cycle,
                PlaySystem::Swiss | PlaySystem::ModifiedSwiss => swiss_rounds,
            },
            games: 0,
        };
        let stages = &self.opened.setting.stages;
        Ok(match (stages.is_empty(), self.opened.setting.system) {
            (false, _) => plan_of_stages(stages, players),
            (true, Some(system)) => play(system, self.rules.rounds.value.0),
            (true, None) => plan(self.rules, players),
        })
    }

    /// A Swiss has the rounds its text asks for at least; a round robin has whole cycles
    /// (BOF-reg-1, AMB-50).
    pub(super) fn check_rounds(&self, system: System, rounds: u16, players: u16) -> Decided {
        if rounds == 0 || rounds > ROUNDS_MAX {
            return Err(Rejection::plain(Reason::NoSuchRound {
                round: RoundNumber(rounds),
                last: ROUNDS_MAX,
            }));
        }
        // Several stages have the rounds they were planned with.
        if self.opened.setting.stages.len() > 1 {
            return Ok(());
        }
        let cycle = round_robin_rounds(players);
        // A stage of groups plays its own tables to their end, whatever counts for the quotient.
        let is_stage = self.is_custom();
        match (system, self.rules.rounds_minimum.value) {
            (System::Swiss | System::ModifiedSwiss, Some(minimum)) if rounds < minimum.0 => {
                Err(Rejection::by(
                    &self.rules.rounds_minimum,
                    Reason::TooFewRounds {
                        rounds,
                        minimum: minimum.0,
                    },
                ))
            }
            (System::RoundRobin | System::DoubleRoundRobin, _)
                if !is_stage && cycle > 0 && !rounds.is_multiple_of(cycle) =>
            {
                Err(Rejection::by(
                    &self.rules.system,
                    Reason::NotWholeCycles { rounds, cycle },
                ))
            }
            (_, Some(_) | None) => Ok(()),
        }
    }

    /// Whether the rounds can be paired at all, said before they are played.
    pub(super) fn feasibility(&self, settled: &SettledPlan) -> Vec<Notice> {
        let mut now = self.now.clone();
        now.plan = Some(settled.clone());
        outlook(self.opened, &now).into_iter().collect()
    }
}

/// The rounds of an event of one's own that count for the quotient; the system is that of its only
/// stage that counts for points, else a Swiss.
fn plan_of_stages(stages: &[StagePlan], players: u16) -> Plan {
    let mut field = players;
    let mut rounds: u16 = 0;
    for stage in stages {
        let longest = |cycles: u16| match stage.play {
            StagePlay::Groups { groups, .. } => {
                cycles * round_robin_rounds(field.div_ceil(groups.max(1)))
            }
            _ => 0,
        };
        if stage.counts.bq {
            let own = planned_rounds(stage.play, usize::from(field), longest);
            rounds = rounds.saturating_add(own);
        }
        field = match stage.play {
            StagePlay::Swiss { .. } | StagePlay::ConsolationSwiss { .. } => field,
            StagePlay::Groups {
                groups, advance, ..
            } => field.min(groups.saturating_mul(advance)),
            StagePlay::KnockOut { players, .. } => field.min(players),
            StagePlay::Final { of, .. } => field.min(of),
        };
    }
    let mut counted = stages.iter().filter(|stage| stage.counts.points);
    let system = match (counted.next().map(|stage| stage.play), counted.next()) {
        (
            Some(StagePlay::Groups {
                groups: 1, cycles, ..
            }),
            None,
        ) => match cycles {
            2 => System::DoubleRoundRobin,
            _ => System::RoundRobin,
        },
        (Some(_) | None, _) => System::Swiss,
    };
    Plan {
        system,
        rounds: rounds.clamp(1, ROUNDS_MAX),
        games: 0,
    }
}

//! The rounds of stages as values.

use std::sync::Arc;

use outflank_pairing::{Cycles, EntrantId, RoundRobin};
use outflank_rulebook::System;

use super::{StageNumber, Stages};
use crate::entrant::Entrant;
use crate::event::Event;
use crate::list_name::ListName;
use crate::round::{Round, Scope, Stage};
use crate::running::custom::StagePlay;
use crate::running::round_life::{Phase, RoundLife};
use crate::running::state::Registered;
use crate::withdrawal::{Cause, Withdrawal, withdrawals};

pub(super) const fn cycles(count: u16) -> Cycles {
    match count {
        2 => Cycles::Double,
        _ => Cycles::Single,
    }
}

/// The table of rounds of a group.
pub(crate) fn robin(group: &[EntrantId], count: u16) -> RoundRobin {
    RoundRobin {
        numbers: group.to_vec(),
        cycles: cycles(count),
    }
}

impl<'a> Stages<'a> {
    /// What a stage's points rest on: its own rounds, after those of earlier stages if both count.
    pub(crate) fn event_of(self, stage: StageNumber) -> Event {
        let counts = self.plan(stage).counts.points;
        let carried = |other: StageNumber| {
            other == stage || (counts && other < stage && self.plan(other).counts.points)
        };
        let mut event = self.event_with(carried, &self.results());
        event.system = match self.plan(stage).play {
            StagePlay::Groups { cycles: 2, .. } => System::DoubleRoundRobin,
            StagePlay::Groups { .. } => System::RoundRobin,
            _ => System::Swiss,
        };
        if !self.plan(stage).counts.bq {
            event.rounds = self.planned_rounds(stage);
        }
        event
    }

    /// The rounds of a stage with the games inside one group only.
    pub(crate) fn event_of_group(self, stage: StageNumber, group: &[EntrantId]) -> Event {
        let mut event = self.event_of(stage);
        event.entrants.retain(|entrant| group.contains(&entrant.id));
        for round in &mut event.played {
            let inside = |id: &EntrantId| group.contains(id);
            (round.games).retain(|game| inside(&game.black) && inside(&game.white));
            round.byes.retain(inside);
            round.absent.retain(inside);
            round.scope.players = Some(group.to_vec());
        }
        // Only the games of the group separate its players.
        event
            .played
            .retain(|round| !(round.games.is_empty() && round.byes.is_empty()));
        event
    }

    /// The rounds that count for points of the event.
    pub(crate) fn record(self, results: impl Fn(&RoundLife) -> Round) -> Event {
        self.event_with(|stage| self.plan(stage).counts.points, &results)
    }

    /// The results a stage goes by.
    fn results(self) -> fn(&RoundLife) -> Round {
        if self.assuming {
            RoundLife::as_assumed
        } else {
            RoundLife::as_played
        }
    }

    /// Whether the group of a player has no round left.
    pub(crate) fn group_is_over(self, stage: StageNumber, id: EntrantId) -> bool {
        let StagePlay::Groups { cycles, .. } = self.plan(stage).play else {
            return false;
        };
        let field = self.field(stage);
        let group = field.groups.iter().find(|group| group.contains(&id));
        let played = self.rounds_of(stage).count();
        group.is_some_and(|group| played >= usize::from(robin(group, cycles).rounds()))
    }

    /// Rounds planned for a stage; a best of three counts its two certain games.
    pub(crate) fn planned_rounds(self, stage: StageNumber) -> u16 {
        let field = self.field(stage);
        planned_rounds(self.plan(stage).play, field.players.len(), |cycles_of| {
            let rounds = field
                .groups
                .iter()
                .map(|group| robin(group, cycles_of).rounds());
            rounds.max().unwrap_or(0)
        })
    }

    fn event_with(
        self,
        takes: impl Fn(StageNumber) -> bool,
        results: &impl Fn(&RoundLife) -> Round,
    ) -> Event {
        let mut rules = (*self.opened.rulebook).clone();
        // Players whom the rulebook withdraws count as withdrawn.
        rules.missed_to_withdraw.value = None;
        let rounds = self.now.rounds_planned();
        let mut event = Event::new(rules, System::Swiss, rounds);
        event.seed = self.opened.setting.seed;
        event.year = Some(self.opened.setting.first_day.year());
        event.entrants = (self.now.entrants.iter())
            .map(|(id, one)| Entrant {
                no_title: one.no_title,
                ..one.entry.entrant(*id)
            })
            .collect();
        let mut numbers: Vec<u16> = Vec::new();
        for life in self.started() {
            let stages: Vec<StageNumber> = (life.pairing.stages.iter().copied())
                .filter(|stage| takes(*stage))
                .collect();
            if !stages.is_empty() {
                event.played.push(self.round(life, &stages, results));
                numbers.push(life.number.0);
            }
        }
        let rounds_until = |after: u16| {
            let rounds = numbers.iter().filter(|number| **number <= after).count();
            u16::try_from(rounds).unwrap_or(u16::MAX)
        };
        event.withdrawn = (self.left().into_iter())
            .map(|(id, after)| withdrawal((id, rounds_until(after))))
            .collect();
        event
    }

    fn started(self) -> impl Iterator<Item = &'a RoundLife> {
        (self.now.rounds.iter()).filter(|life| life.phase >= Phase::Started)
    }

    /// The part of a round that belongs to these stages.
    fn round(
        self,
        life: &RoundLife,
        stages: &[StageNumber],
        results: &impl Fn(&RoundLife) -> Round,
    ) -> Round {
        let players: Vec<EntrantId> = (stages.iter())
            .flat_map(|stage| self.field(*stage).players)
            .collect();
        let mut round = results(life);
        let is_of = |list: Option<ListName>| matches!(list, Some(ListName::Stage(stage)) if stages.contains(&stage));
        round.games.retain(|game| is_of(game.of.map(|of| of.list)));
        for game in &mut round.games {
            game.of = None;
        }
        let inside = |id: &EntrantId| players.contains(id);
        round.byes.retain(inside);
        round.requested_byes.retain(inside);
        round.absent.retain(inside);
        round.stage = Stage::Swiss;
        round.scope = Scope {
            no_bq: !stages.iter().any(|stage| self.plan(*stage).counts.bq),
            players: Some(players),
        };
        round
    }

    /// Every game of a stage, each with its match.
    pub(super) fn matches_event(self, stage: StageNumber) -> Event {
        let results = self.results();
        let mut event = self.event_with(|_| false, &results);
        for life in self.started() {
            let mut round = results(life);
            round.stage = Stage::Playoff;
            (round.games)
                .retain(|game| game.of.is_some_and(|of| of.list == ListName::Stage(stage)));
            round.byes.clear();
            round.absent.clear();
            event.played.push(round);
        }
        event
    }

    /// All withdrawn players and their last round, counted over all rounds.
    pub(crate) fn left(self) -> Vec<(EntrantId, u16)> {
        let declared = |(id, one): (&EntrantId, &Registered)| {
            let left = one.left?;
            Some((*id, left.after_round))
        };
        let declared: Vec<(EntrantId, u16)> =
            self.now.entrants.iter().filter_map(declared).collect();
        if self.opened.rulebook.missed_to_withdraw.value.is_none() {
            return declared;
        }
        let rules = Arc::clone(&self.opened.rulebook);
        let mut event = Event::new(rules, System::Swiss, self.now.rounds_planned());
        event.withdrawn = declared.into_iter().map(withdrawal).collect();
        event.played = (self.started())
            .map(|life| Round {
                stage: Stage::Swiss,
                ..life.as_played()
            })
            .collect();
        (withdrawals(&event).iter())
            .map(|left| (left.id, left.after_round))
            .collect()
    }
}

const fn withdrawal((id, after_round): (EntrantId, u16)) -> Withdrawal {
    Withdrawal {
        id,
        after_round,
        cause: Cause::Declared,
    }
}

/// Rounds of a stage of so many players, given the rounds of its longest group.
pub(crate) fn planned_rounds(play: StagePlay, players: usize, groups: impl Fn(u16) -> u16) -> u16 {
    let levels = |limit: u16| {
        let players = players.min(usize::from(limit)).max(1).next_power_of_two();
        u16::try_from(players.ilog2()).unwrap_or(0)
    };
    let certain = |games: u16| if games == 3 { 2 } else { 1 };
    match play {
        StagePlay::Swiss { rounds } | StagePlay::ConsolationSwiss { rounds } => rounds,
        StagePlay::Groups { cycles, .. } => groups(cycles),
        StagePlay::KnockOut { players, games, .. } => levels(players) * certain(games),
        StagePlay::Final { of, games } => levels(of) * certain(games),
    }
}

//! Pairing the next round of an event, by the method its system and round ask for.

use outflank_pairing::{
    Bent, Cycles, Draw, EntrantId, Pair, Pairing, Refusal, RobinRound, RoundInput, RoundNumber,
    RoundRefused, RoundRobin, first_round, first_round_by_hand, pair_round,
};
use outflank_rulebook::System;

use crate::event::Event;
use crate::hand_lots::{LotsFor, drawn_for};
use crate::round::Round;
use crate::round_input::round_input;
use crate::withdrawal::withdrawals;

/// A round that was paired, and what it was paired from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextRound {
    /// What it was paired from.
    pub input: RoundInput,
    pub paired: Paired,
}

/// How a round was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paired {
    /// By the rules of the Swiss, with a proof.
    ByTheRules(Box<Pairing>),
    FirstRound(Draw),
    /// By the table of the round robin.
    RoundRobin(RobinRound),
}

/// Why the next round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPaired {
    /// The rounds so far are not proper ones.
    #[error(transparent)]
    Played(#[from] RoundRefused),
    /// The round is not a proper one.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Everybody has met everybody.
    #[error("the round robin is over after {rounds} rounds; nothing is left to pair")]
    RoundRobinOver {
        /// The rounds of the table.
        rounds: u16,
    },
}

impl NextRound {
    /// The games, table 1 first.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        match &self.paired {
            Paired::ByTheRules(pairing) => &pairing.tables.pairs,
            Paired::FirstRound(draw) => &draw.tables.pairs,
            Paired::RoundRobin(round) => &round.pairs,
        }
    }

    /// Who has a bye by the pairing; byes that were asked for are in the director's hand.
    #[must_use]
    pub fn byes(&self) -> Vec<EntrantId> {
        match &self.paired {
            Paired::ByTheRules(pairing) => pairing.tables.bye.into_iter().collect(),
            Paired::FirstRound(draw) => draw.tables.bye.into_iter().collect(),
            Paired::RoundRobin(round) => round.byes.clone(),
        }
    }

    /// The rules that had to bend, which the director must consent to.
    #[must_use]
    pub fn bent(&self) -> &[Bent] {
        match &self.paired {
            Paired::ByTheRules(pairing) => &pairing.bent,
            Paired::FirstRound(draw) => &draw.bent,
            Paired::RoundRobin(_) => &[],
        }
    }
}

/// Pairs the next round: the first one as the rulebook's first round, a round robin by its table,
/// everything else by the rules of the Swiss.
///
/// A round robin goes on by the rules of the Swiss, which knows no third or second meeting either,
/// where the rounds so far are not those of its table or the director has a hand in the pairing.
///
/// # Errors
///
/// [`NotPaired`] with what to do.
pub fn pair_next(event: &Event) -> Result<NextRound, NotPaired> {
    let input = round_input(event)?;
    let paired = match cycles(event.system) {
        Some(cycles) => round_robin(event, &input, cycles)?,
        None if input.round == RoundNumber::FIRST => {
            Paired::FirstRound(draw_first_round(event, &input)?)
        }
        None => by_the_rules(event, &input)?,
    };
    Ok(NextRound { input, paired })
}

/// By the lots drawn by hand, if everybody who plays was in them.
fn draw_first_round(event: &Event, input: &RoundInput) -> Result<Draw, Refusal> {
    let players: Vec<EntrantId> = input.entrants.iter().map(|seat| seat.id).collect();
    match drawn_for(&event.lots, LotsFor::FirstRound, &players) {
        Some(drawn) => first_round_by_hand(&event.rules, input, &drawn.order),
        None => first_round(&event.rules, input),
    }
}

fn by_the_rules(event: &Event, input: &RoundInput) -> Result<Paired, NotPaired> {
    let pairing = pair_round(&event.rules, input)?;
    Ok(Paired::ByTheRules(Box::new(pairing)))
}

const fn cycles(system: System) -> Option<Cycles> {
    match system {
        System::RoundRobin => Some(Cycles::Single),
        System::DoubleRoundRobin => Some(Cycles::Double),
        System::Swiss | System::ModifiedSwiss => None,
    }
}

fn round_robin(event: &Event, input: &RoundInput, cycles: Cycles) -> Result<Paired, NotPaired> {
    let hand = &input.hand;
    let has_hand = !(hand.fixed.is_empty() && hand.forbidden.is_empty() && hand.avoid.is_empty())
        || hand.bye.is_some();
    let Some(table) = round_robin_table(event, cycles).filter(|_| !has_hand) else {
        return by_the_rules(event, input);
    };
    if input.round.0 > table.rounds() {
        let rounds = table.rounds();
        return Err(NotPaired::RoundRobinOver { rounds });
    }
    let playing = |id: &&EntrantId| {
        input.entrants.iter().any(|seat| seat.id == **id)
            && !hand.absent.contains(id)
            && !hand.requested_byes.contains(id)
    };
    let out: Vec<EntrantId> = (table.numbers.iter())
        .filter(|id| !playing(id))
        .copied()
        .collect();
    Ok(Paired::RoundRobin(table.round(input.round, &out)))
}

/// The table of a round robin, if the rounds so far were played by it: drawn for those of the first
/// round, with late arrivals at the free number.
#[must_use]
pub fn round_robin_table(event: &Event, cycles: Cycles) -> Option<RoundRobin> {
    let left = withdrawals(event);
    let gone_at_once =
        |id: EntrantId| (left.iter()).any(|left| left.id == id && left.after_round == 0);
    let everybody =
        (event.entrants.iter().map(|entrant| entrant.id)).filter(|&id| !gone_at_once(id));
    let (first, late): (Vec<EntrantId>, Vec<EntrantId>) = match event.counted_rounds().next() {
        None => (everybody.collect(), Vec::new()),
        Some(round) => everybody.partition(|&id| is_named(round, id)),
    };
    let mut table = match drawn_for(&event.lots, LotsFor::RoundRobin, &first) {
        Some(drawn) => RoundRobin {
            numbers: drawn.order.clone(),
            cycles,
        },
        None => RoundRobin::draw(&first, cycles, event.seed),
    };
    let drawn_already = table.numbers.clone();
    for id in late.into_iter().filter(|id| !drawn_already.contains(id)) {
        table = table.with_late_arrival(id)?;
    }
    let rounds = (1..).map(RoundNumber).zip(event.counted_rounds());
    let follows = |(number, round): (RoundNumber, &Round)| {
        let planned = table.round(number, &[]).pairs;
        (round.games.iter()).all(|game| {
            let pair = Pair {
                black: game.black,
                white: game.white,
            };
            planned.iter().any(|plan| plan.players() == pair.players())
        })
    };
    rounds.into_iter().all(follows).then_some(table)
}

fn is_named(round: &Round, id: EntrantId) -> bool {
    let mut games = round.games.iter();
    games.any(|game| game.black == id || game.white == id)
        || round.byes.contains(&id)
        || round.absent.contains(&id)
}

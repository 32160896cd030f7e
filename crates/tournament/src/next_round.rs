//! Pairing the next round of an event, by the method its system and round ask for.

use outflank_pairing::matching::{Watch, unwatched};
use outflank_pairing::{
    Bent, Cycles, Draw, EntrantId, LevelCost, Pair, Pairing, Refusal, RobinRound, RoundInput,
    RoundNumber, RoundRefused, RoundRobin, first_round, first_round_by_hand, pair_round_watched,
};
use outflank_rulebook::{Rulebook, System};

use crate::event::Event;
use crate::hand_lots::{HandLots, LotsFor, drawn_for};
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
    /// Lots were drawn by hand for the first round, and a player was not in them.
    #[error(
        "Player {entrant} is not in the lots drawn for the first round. Draw the lots again and record them."
    )]
    NotDrawn { entrant: EntrantId },
    /// Everybody has met everybody.
    #[error("The round robin is over after {rounds} rounds. There is nothing left to pair.")]
    RoundRobinOver {
        /// The rounds of the table.
        rounds: u16,
    },
}

impl std::ops::Deref for NextRound {
    type Target = Paired;

    fn deref(&self) -> &Paired {
        &self.paired
    }
}

impl Paired {
    /// The games, table 1 first.
    pub fn pairs(&self) -> &[Pair] {
        match self {
            Self::ByTheRules(pairing) => &pairing.tables.pairs,
            Self::FirstRound(draw) => &draw.tables.pairs,
            Self::RoundRobin(round) => &round.pairs,
        }
    }

    /// Who has a bye by the pairing; byes that were asked for are in the director's hand.
    pub fn byes(&self) -> Vec<EntrantId> {
        match self {
            Self::ByTheRules(pairing) => pairing.tables.bye.into_iter().collect(),
            Self::FirstRound(draw) => draw.tables.bye.into_iter().collect(),
            Self::RoundRobin(round) => round.byes.clone(),
        }
    }

    /// The rules that had to bend, which the director must consent to.
    pub fn bent(&self) -> &[Bent] {
        match self {
            Self::ByTheRules(pairing) => &pairing.bent,
            Self::FirstRound(draw) => &draw.bent,
            Self::RoundRobin(_) => &[],
        }
    }

    /// What it costs, level by level; nothing where it was not searched for.
    pub fn cost(&self) -> &[LevelCost] {
        match self {
            Self::ByTheRules(pairing) => &pairing.cost,
            Self::FirstRound(_) | Self::RoundRobin(_) => &[],
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
    let players: Vec<EntrantId> = input.entrants.iter().map(|seat| seat.id).collect();
    let table = cycles(event.system)
        .filter(|_| !input.hand.decides_pairs())
        .and_then(|cycles| round_robin_table(event, cycles));
    let method = match (&table, cycles(event.system)) {
        (Some(table), _) if input.round.0 > table.rounds() => {
            let rounds = table.rounds();
            return Err(NotPaired::RoundRobinOver { rounds });
        }
        (Some(table), _) => Method::RoundRobin(table),
        (None, None) if input.round == RoundNumber::FIRST => {
            Method::FirstRound(drawn_for(&event.lots, LotsFor::FirstRound, &players))
        }
        (None, _) => Method::Swiss,
    };
    let paired = pair_by(&event.rules, &input, method, &unwatched)?;
    Ok(NextRound { input, paired })
}

/// By which method a round is paired.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Method<'a> {
    /// As the rulebook's first round, by lots drawn by hand or by the seed.
    FirstRound(Option<&'a HandLots>),
    RoundRobin(&'a RoundRobin),
    /// By the rules of the Swiss.
    Swiss,
}

/// Pairs a round by a method.
pub(crate) fn pair_by(
    rules: &Rulebook,
    input: &RoundInput,
    method: Method<'_>,
    watch: Watch<'_>,
) -> Result<Paired, NotPaired> {
    Ok(match method {
        Method::FirstRound(None) => Paired::FirstRound(first_round(rules, input)?),
        Method::FirstRound(Some(drawn)) => {
            let mut players = input.entrants.iter().map(|seat| seat.id);
            if let Some(entrant) = players.find(|id| !drawn.covers(&[*id])) {
                return Err(NotPaired::NotDrawn { entrant });
            }
            Paired::FirstRound(first_round_by_hand(rules, input, &drawn.order)?)
        }
        Method::RoundRobin(table) => {
            let hand = &input.hand;
            let plays = |id: &EntrantId| {
                input.entrants.iter().any(|seat| seat.id == *id)
                    && !hand.absent.contains(id)
                    && !hand.requested_byes.contains(id)
            };
            let out: Vec<EntrantId> = (table.numbers.iter().copied())
                .filter(|id| !plays(id))
                .collect();
            Paired::RoundRobin(table.round(input.round, &out))
        }
        Method::Swiss => {
            let paired = pair_round_watched(rules, input, watch)?;
            Paired::ByTheRules(Box::new(paired))
        }
    })
}

const fn cycles(system: System) -> Option<Cycles> {
    match system {
        System::RoundRobin => Some(Cycles::Single),
        System::DoubleRoundRobin => Some(Cycles::Double),
        System::Swiss | System::ModifiedSwiss => None,
    }
}

/// The table of a round robin, if the rounds so far were played by it: drawn for those of the first
/// round, with late arrivals at the free number.
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
    let table = match drawn_for(&event.lots, LotsFor::RoundRobin, &first) {
        Some(drawn) => RoundRobin {
            numbers: drawn.order.clone(),
            cycles,
        },
        None => RoundRobin::draw(&first, cycles, event.seed),
    };
    let table = table.with_late_arrivals(late).ok()?;
    let rounds = (1..).map(RoundNumber).zip(event.counted_rounds());
    let follows = |(number, round): (RoundNumber, &Round)| {
        let planned = table.round(number, &[]).pairs;
        round.counted_games().all(|game| {
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

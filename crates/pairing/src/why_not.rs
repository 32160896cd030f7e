//! "Why not A against B?", and what decided a table.

use crate::check_pairing::{Difference, differences};
use crate::hand::FixedPair;
use crate::ids::EntrantId;
use crate::input::{Refusal, RoundInput};
use crate::level::{Basis, LevelKind};
use crate::matching::check::{Flaw, at_least_worse};
use crate::matching::{Costs, rings};
use crate::pair_round::{Pairing, pair_round};
use crate::round::Round;
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;

/// A possible opponent, or the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Against {
    /// Another player.
    Entrant(EntrantId),
    /// Nobody.
    Bye,
}

/// Why the question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The round is not a proper one with the two together.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// One of the two does not play this round.
    #[error("Player {id} does not play this round.")]
    NotPlaying { id: EntrantId },
    /// One of the two already has a table or a bye by hand.
    #[error("The director has already placed player {id}. Remove that placement first.")]
    PlacedByDirector { id: EntrantId },
    /// The pairing is not one of this round.
    #[error("The pairing does not belong to this round: {0}")]
    OtherRound(#[from] Flaw),
}

/// How much worse a level gets at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub kind: LevelKind,
    /// What it rests on.
    pub basis: Basis,
    /// At least this much more; read from the first that is not zero.
    pub values: Vec<i128>,
}

/// How much worse every round with these two together is, at least: at once, from the proof.
///
/// The rows are to be read like the levels: the first that is not zero decides, what comes after it
/// may go either way. All zero means that nothing but the lots may speak against the pair.
///
/// # Errors
///
/// [`NoAnswer`] when one of them does not play or is placed by the director.
pub fn at_least(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
    one: EntrantId,
    against: Against,
) -> Result<Vec<Bound>, NoAnswer> {
    let round = Round::new(rules, input)?;
    let problem = round.problem_with_bye(pairing.tables.bye)?;
    let costs = &problem.costs;
    let vertex = |id: EntrantId| {
        let player = round.field.index(id).ok_or(NoAnswer::NotPlaying { id })?;
        let mut vertices = 0..costs.vertices();
        let found = vertices.find(|&vertex| costs.player(vertex) == Some(player));
        found.ok_or(NoAnswer::PlacedByDirector { id })
    };
    let other = match against {
        Against::Entrant(id) => vertex(id)?,
        Against::Bye => costs.bye_vertex().ok_or(Refusal::NoByeNeeded {
            id: one,
            players: round.field.players.len(),
        })?,
    };
    let values = at_least_worse(costs, &pairing.proof, vertex(one)?, other)?;
    let rungs = costs.ladder.rungs.iter();
    Ok(rungs
        .map(|rung| Bound {
            kind: rung.kind,
            basis: rung.basis.clone(),
            values: values[rung.first..rung.first + rung.count].to_vec(),
        })
        .collect())
}

/// Another pairing of the round, against the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Who would meet whom.
    pub tables: Tables,
    /// Every level on which it differs from the best, strongest first; the first one decides. If
    /// there is none, the lots of the seed decided.
    pub differences: Vec<Difference>,
    /// The lots of the seed, of the alternative and of the best.
    pub lots: (u64, u64),
    /// Who moves: rings in which the first and second are a pair of the best, the second and third
    /// a pair of the alternative, and so on round. The bye is nobody.
    pub rings: Vec<Vec<Option<EntrantId>>>,
}

impl Alternative {
    /// The level that decided against the alternative.
    #[must_use]
    pub fn decided_by(&self) -> LevelKind {
        self.differences
            .first()
            .map_or(LevelKind::Seed, |difference| difference.kind)
    }
}

/// The best round with these two together, and how it differs from the best of all.
///
/// # Errors
///
/// [`NoAnswer`] when one of them does not play or is placed by the director.
pub fn why_not(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
    one: EntrantId,
    against: Against,
) -> Result<Alternative, NoAnswer> {
    let round = Round::new(rules, input)?;
    let mut wish = input.clone();
    let asked = match against {
        Against::Entrant(other) => {
            wish.hand.fixed.push(FixedPair::AnyColours(one, other));
            vec![one, other]
        }
        Against::Bye => {
            wish.hand.bye = Some(one);
            vec![one]
        }
    };
    let free = round.free();
    for id in asked {
        let player = round.field.index(id).ok_or(NoAnswer::NotPlaying { id })?;
        if !free.contains(&player) {
            return Err(NoAnswer::PlacedByDirector { id });
        }
    }
    let other = pair_round(rules, &wish)?;
    Ok(alternative(&round, pairing, other.tables))
}

fn alternative(round: &Round<'_>, best: &Pairing, tables: Tables) -> Alternative {
    let measured = round.measure(&tables);
    Alternative {
        differences: differences(&measured.cost, &best.cost),
        lots: (measured.lots, best.lots),
        rings: moves(round, &best.tables, &tables),
        tables,
    }
}

fn moves(round: &Round<'_>, before: &Tables, after: &Tables) -> Vec<Vec<Option<EntrantId>>> {
    let players = &round.field.players;
    let nobody = players.len();
    let mates = |tables: &Tables| {
        let mut mates: Vec<usize> = (0..=nobody).collect();
        let index = |id: EntrantId| round.field.index(id).unwrap_or(nobody);
        for pair in &tables.pairs {
            mates[index(pair.black)] = index(pair.white);
            mates[index(pair.white)] = index(pair.black);
        }
        if let Some(bye) = tables.bye {
            mates[index(bye)] = nobody;
            mates[nobody] = index(bye);
        }
        mates
    };
    let rings = rings(&mates(before), &mates(after)).into_iter();
    rings
        .map(|ring| {
            ring.into_iter()
                .map(|at| players.get(at).map(|p| p.id))
                .collect()
        })
        .collect()
}

/// The best round without this pair: what it would cost to part the two.
///
/// None when the pair cannot be parted: the director made it, or nobody else is there.
///
/// # Errors
///
/// [`NoAnswer`] when the round is not a proper one.
pub fn without(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
    pair: Pair,
) -> Result<Option<Alternative>, NoAnswer> {
    let round = Round::new(rules, input)?;
    let mut wish = input.clone();
    wish.hand.forbidden.push((pair.black, pair.white));
    let other = pair_round(rules, &wish)?;
    let parted = !other
        .tables
        .pairs
        .iter()
        .any(|made| made.players() == pair.players());
    Ok(parted.then(|| alternative(&round, pairing, other.tables)))
}

/// The next best pairing of all: what decided the round as a whole.
///
/// It solves the round once per table, so it is for people who ask, not for every round.
///
/// # Errors
///
/// [`NoAnswer`] when the round is not a proper one.
pub fn next_best(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
) -> Result<Option<Alternative>, NoAnswer> {
    let round = Round::new(rules, input)?;
    let mut best: Option<(Vec<u64>, Alternative)> = None;
    for &pair in &pairing.tables.pairs {
        if let Some(other) = without(rules, input, pairing, pair)? {
            let totals = round.totals(&other.tables);
            if best.as_ref().is_none_or(|(least, _)| totals < *least) {
                best = Some((totals, other));
            }
        }
    }
    Ok(best.map(|(_, alternative)| alternative))
}

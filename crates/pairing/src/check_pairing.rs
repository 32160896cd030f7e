//! What any pairing costs, against the best one.

use crate::costs::RoundCosts;
use crate::ids::EntrantId;
use crate::input::{Refusal, RoundInput};
use crate::level::{Basis, LevelCost, LevelKind};
use crate::matching::{Costs, Watch, unwatched};
use crate::pair_round::{Bent, Pairing, pair_round_watched};
use crate::round::Round;
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::FloatMemory;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A pairing made by hand or elsewhere, measured against the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub cost: Vec<LevelCost>,
    /// What it costs on the lots of the seed.
    pub lots: u64,
    /// The rules it breaks; it needs the director's consent if there are any.
    pub bent: Vec<Bent>,
    /// The best pairing of the same round.
    pub best: Pairing,
    /// Every level on which the two differ, strongest first; the first one decides.
    pub differences: Vec<Difference>,
    /// The same comparison under the other reading of floats (`float_memory`).
    pub other_floats: OtherFloats,
}

impl Checked {
    /// How the pairing compares with the best one, the lots of the seed not counted.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.differences.is_empty()
    }
}

/// The comparison under the reading of floats that the rulebook does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFloats {
    /// That reading.
    pub memory: FloatMemory,
    /// What the pairing costs then.
    pub cost: Vec<LevelCost>,
    /// What the best pairing costs then.
    pub best: Vec<LevelCost>,
    /// Every level on which the two differ then.
    pub differences: Vec<Difference>,
}

/// A level on which two pairings differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub kind: LevelKind,
    /// What it rests on: the clause the worse pairing serves less well.
    pub basis: Basis,
    /// Values of the pairing in question.
    pub values: Vec<u64>,
    /// Values of the pairing it is compared with.
    pub instead_of: Vec<u64>,
}

impl Difference {
    /// Whether the pairing in question is worse on this level, or better.
    #[must_use]
    pub fn ordering(&self) -> Ordering {
        self.values.cmp(&self.instead_of)
    }
}

/// Why a pairing cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPairing {
    /// The round itself is not a proper one.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It contains a player who does not play this round.
    #[error("Player {id} does not play this round. Check the number.")]
    NotPlaying { id: EntrantId },
    /// A player is in it twice.
    #[error("Player {id} is in the round twice. Correct one of the tables.")]
    Twice { id: EntrantId },
    /// A player is missing.
    #[error("Player {id} is not in the round. Pair them or mark them absent.")]
    Missing { id: EntrantId },
    /// A bye is given in an even round.
    #[error("Player {id} has a bye although the number of players is even. Pair them.")]
    NoByeNeeded { id: EntrantId },
}

/// Measures a pairing made by hand or elsewhere, level by level, against the best one.
///
/// # Errors
///
/// [`NotAPairing`] when the round is not a proper one or the tables do not seat everybody once.
pub fn check_pairing(
    rules: &Rulebook,
    input: &RoundInput,
    tables: &Tables,
) -> Result<Checked, NotAPairing> {
    check_pairing_watched(rules, input, tables, &unwatched)
}

/// The same, with a watch that hears how far the search for the best has come and may end it.
///
/// # Errors
///
/// [`NotAPairing`] as [`check_pairing`], and [`Refusal::Cancelled`] inside if the watch ends it.
pub fn check_pairing_watched(
    rules: &Rulebook,
    input: &RoundInput,
    tables: &Tables,
    watch: Watch<'_>,
) -> Result<Checked, NotAPairing> {
    let best = pair_round_watched(rules, input, watch)?;
    let round = Round::new(rules, input)?;
    check_seats(&round, tables)?;
    let measured = round.measure(tables);
    Ok(Checked {
        differences: differences(&measured.cost, &best.cost),
        cost: measured.cost,
        lots: measured.lots,
        bent: round.bent(tables),
        best,
        other_floats: other_floats(rules, input, tables, watch)?,
    })
}

fn other_floats(
    rules: &Rulebook,
    input: &RoundInput,
    tables: &Tables,
    watch: Watch<'_>,
) -> Result<OtherFloats, NotAPairing> {
    let memory = match rules.float_memory.value {
        FloatMemory::Event => FloatMemory::LastRound,
        FloatMemory::LastRound => FloatMemory::Event,
    };
    let mut other = rules.clone();
    other.float_memory.value = memory;
    let best = pair_round_watched(&other, input, watch)?;
    let cost = Round::new(&other, input)?.measure(tables).cost;
    Ok(OtherFloats {
        memory,
        differences: differences(&cost, &best.cost),
        cost,
        best: best.cost,
    })
}

/// The levels on which two costs of one round differ.
pub(crate) fn differences(cost: &[LevelCost], instead_of: &[LevelCost]) -> Vec<Difference> {
    let both = cost.iter().zip(instead_of);
    both.filter(|(mine, theirs)| mine.values != theirs.values)
        .map(|(mine, theirs)| Difference {
            kind: mine.kind,
            basis: mine.basis.clone(),
            values: mine.values.clone(),
            instead_of: theirs.values.clone(),
        })
        .collect()
}

pub(crate) fn check_seats(round: &Round<'_>, tables: &Tables) -> Result<(), NotAPairing> {
    let field = &round.field;
    let mut seated = vec![false; field.players.len()];
    let pairs = tables
        .pairs
        .iter()
        .flat_map(|pair| [pair.black, pair.white]);
    for id in pairs.chain(tables.bye) {
        let player = field.index(id).ok_or(NotAPairing::NotPlaying { id })?;
        if std::mem::replace(&mut seated[player], true) {
            return Err(NotAPairing::Twice { id });
        }
    }
    if let (Some(id), false) = (tables.bye, field.is_odd()) {
        return Err(NotAPairing::NoByeNeeded { id });
    }
    match seated.iter().position(|seated| !seated) {
        Some(player) => Err(NotAPairing::Missing {
            id: field.players[player].id,
        }),
        None => Ok(()),
    }
}

/// What some tables cost.
pub(crate) struct Measured {
    pub(crate) cost: Vec<LevelCost>,
    pub(crate) lots: u64,
}

impl Round<'_> {
    /// What these tables cost with the colours they have; everybody must be seated once.
    pub(crate) fn measure(&self, tables: &Tables) -> Measured {
        let (costs, totals) = self.costs_and_totals(tables);
        let mut cost = costs.rows(&totals);
        let seed = cost.pop();
        Measured {
            cost,
            lots: seed.map_or(0, |seed| seed.values.iter().sum()),
        }
    }

    /// The totals of the solver's levels.
    pub(crate) fn totals(&self, tables: &Tables) -> Vec<u64> {
        self.costs_and_totals(tables).1
    }

    fn costs_and_totals(&self, tables: &Tables) -> (RoundCosts, Vec<u64>) {
        let field = &self.field;
        let bye = tables.bye.and_then(|id| field.index(id));
        let costs = self.all_costs(bye);
        let mut totals = vec![0; costs.levels().len()];
        let mut add = |level: usize, value: u64| {
            totals[level] += value;
            ControlFlow::Continue(())
        };
        for pair in &tables.pairs {
            let [lower, higher] = pair.players().map(|id| field.index(id));
            if let (Some(lower), Some(higher)) = (lower, higher) {
                let colour = Self::lower_colour(Pair { ..*pair });
                let _ = costs.emit(lower, higher, Some(colour), &mut add);
            }
        }
        if let (Some(player), Some(vertex)) = (bye, costs.bye_vertex()) {
            let _ = costs.emit(player, vertex, None, &mut add);
        }
        (costs, totals)
    }

    /// The costs of the whole round, the director's pairs included.
    pub(crate) fn all_costs(&self, bye: Option<usize>) -> RoundCosts {
        let everybody: Vec<usize> = (0..self.field.players.len()).collect();
        let fold = self.field.has_rating_fold();
        let fold = fold.then(|| crate::fold::FoldPlaces::of(&self.field, bye));
        RoundCosts::new(&self.field, &everybody, self.field.is_odd(), fold.as_ref())
    }
}

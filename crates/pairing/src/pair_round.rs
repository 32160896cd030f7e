//! The best pairing of a round, and the proof that it is.

use crate::check_pairing::Measured;
use crate::digest::{InputHash, input_hash};
use crate::ids::EntrantId;
use crate::input::{Refusal, RoundInput};
use crate::level::{Basis, LevelCost, LevelKind};
use crate::matching::check::{self, Flaw};
use crate::matching::{Proof, Solution, Watch, unwatched};
use crate::round::{Problem, Round};
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;

/// The best pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who meets whom, and who has the bye.
    pub tables: Tables,
    /// What it costs, strongest level first, without the seed.
    pub cost: Vec<LevelCost>,
    /// What it costs on the last level, the lots of the recorded seed.
    pub lots: u64,
    /// The rules that had to bend; if there are any, the pairing is a proposal (AMB-45).
    pub bent: Vec<Bent>,
    /// Why nothing is better; the checker has accepted it.
    pub proof: Proof,
    /// What it was made from.
    pub input_hash: InputHash,
}

impl Pairing {
    /// Whether a rule had to bend, so that the director must consent before it is published.
    #[must_use]
    pub fn needs_consent(&self) -> bool {
        !self.bent.is_empty()
    }
}

/// A rule that a pairing breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bent {
    /// The level that is not zero.
    pub kind: LevelKind,
    /// What the rule rests on.
    pub basis: Basis,
    /// The pairs that break it.
    pub pairs: Vec<Pair>,
    /// The bye that breaks it.
    pub bye: Option<EntrantId>,
}

/// Finds the best pairing the rulebook allows and proves it.
///
/// This is for the second and later rounds of a Swiss; [`crate::first_round`] draws the first one.
/// It pairs a first round too, if asked: everybody is equal then and the lots decide.
///
/// # Errors
///
/// [`Refusal`] when the input is not a proper round; a proper round always has a pairing.
///
/// ```
/// use outflank_pairing::{Entrant, EntrantId, Hand, HalfPoints, Place, RoundInput, RoundNumber, Seed};
/// use outflank_rulebook::{System, shipped};
/// let points = [(1, 2), (2, 0), (3, 2), (4, 0)];
/// let entrants = points.map(|(id, points)| Entrant {
///     points: HalfPoints(points),
///     ..Entrant::newcomer(EntrantId(id), Place(id))
/// });
/// let input = RoundInput {
///     round: RoundNumber(2),
///     system: System::Swiss,
///     seed: Seed::default(),
///     entrants: entrants.to_vec(),
///     hand: Hand::default(),
/// };
/// let wof = shipped("wof").expect("shipped");
/// let pairing = outflank_pairing::pair_round(wof, &input)?;
/// let first = pairing.tables.pairs[0].players();
/// assert_eq!(first, [EntrantId(1), EntrantId(3)]);
/// # Ok::<(), outflank_pairing::Refusal>(())
/// ```
pub fn pair_round(rules: &Rulebook, input: &RoundInput) -> Result<Pairing, Refusal> {
    pair_round_watched(rules, input, &unwatched)
}

/// The same, with a watch that hears how far the search has come and may end it.
///
/// # Errors
///
/// [`Refusal`] as [`pair_round`], and [`Refusal::Cancelled`] if the watch ends it.
pub fn pair_round_watched(
    rules: &Rulebook,
    input: &RoundInput,
    watch: Watch<'_>,
) -> Result<Pairing, Refusal> {
    let round = Round::new(rules, input)?;
    let (problem, solution) = round.solve(watch)?;
    let mates = &solution.mates;
    let tables = round.tables(&problem, mates);
    let measured = round.measure(&tables);
    Ok(pairing(&round, tables, measured, solution))
}

fn pairing(round: &Round<'_>, tables: Tables, measured: Measured, solution: Solution) -> Pairing {
    let field = &round.field;
    Pairing {
        bent: round.bent(&tables),
        tables,
        cost: measured.cost,
        lots: measured.lots,
        proof: solution.proof,
        input_hash: input_hash(field.rules, field.input),
    }
}

/// Why a stored pairing is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProven {
    /// The input is no proper round.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The pairing was made from something else.
    #[error("The pairing was made from different data. Pair the round again.")]
    OtherInput,
    /// The tables do not hold everybody once.
    #[error("The tables do not list every player of the round exactly once. Pair the round again.")]
    NotThisField,
    /// The stated cost is not what the tables cost.
    #[error("The stated cost is not the cost of these tables. Pair the round again.")]
    OtherCost,
    /// The proof does not hold.
    #[error("The proof is not valid: {0}.")]
    Flaw(#[from] Flaw),
}

/// Checks a stored pairing against its input without solving again.
///
/// # Errors
///
/// [`NotProven`] with the first thing that is wrong.
pub fn verify_pairing(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
) -> Result<(), NotProven> {
    let round = Round::new(rules, input)?;
    if pairing.input_hash != input_hash(rules, input) {
        return Err(NotProven::OtherInput);
    }
    let problem: Problem = round.problem_with_bye(pairing.tables.bye)?;
    let mates = round
        .mates(&problem, &pairing.tables)
        .ok_or(NotProven::NotThisField)?;
    if round.tables(&problem, &mates) != pairing.tables {
        return Err(NotProven::NotThisField);
    }
    let measured = round.measure(&pairing.tables);
    if (&measured.cost, measured.lots) != (&pairing.cost, pairing.lots) {
        return Err(NotProven::OtherCost);
    }
    check::verify(&problem.costs, &mates, &pairing.proof)?;
    Ok(())
}

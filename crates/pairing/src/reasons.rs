//! Per table, what a player asks: why this opponent, why this colour, have we met.

use crate::costs::ColourReason;
use crate::field::meetings;
use crate::ids::{EntrantId, HalfPoints, RoundNumber};
use crate::input::{Refusal, RoundInput};
use crate::pair_round::Pairing;
use crate::round::Round;
use crate::tables::Pair;
use outflank_rulebook::Rulebook;

/// What there is to say about one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReason {
    pub pair: Pair,
    /// Whether the director made it.
    pub is_fixed: bool,
    /// Who floated, if their points differ.
    pub float: Option<Floated>,
    /// Why the colours are as they are.
    pub colours: ColourReason,
    /// How often they have met before.
    pub meetings: usize,
    /// When they last met.
    pub last_met: Option<RoundNumber>,
    /// Whether they are of one country.
    pub same_country: bool,
}

/// Two players of different points meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floated {
    /// Who meets fewer points.
    pub down: EntrantId,
    /// Who meets more points.
    pub up: EntrantId,
    /// By how much they differ.
    pub difference: HalfPoints,
    /// Up-floats less down-floats before the round, of the one who floats down and the other.
    pub balances: (i32, i32),
}

/// Why a player has the bye: every player who is placed lower, and why not they.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByeReason {
    /// Who has the bye.
    pub entrant: EntrantId,
    /// Whether the director gave it.
    pub is_fixed: bool,
    /// Who stands lower, from the bottom up.
    pub passed_over: Vec<(EntrantId, PassedOver)>,
}

/// Why a lower player does not have the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassedOver {
    /// Has already had a bye.
    HadBye,
    /// Has won a point by default, and the rulebook counts that.
    WonByDefault,
    /// With this bye the others could not be paired within the hard rules, or the director's wishes
    /// stands against it.
    OthersNotPairable,
}

/// The reasons of every table, in the order of the tables, and of the bye.
///
/// # Errors
///
/// [`Refusal`] when the input is not a proper round.
pub fn reasons(
    rules: &Rulebook,
    input: &RoundInput,
    pairing: &Pairing,
) -> Result<(Vec<TableReason>, Option<ByeReason>), Refusal> {
    let round = Round::new(rules, input)?;
    let tables = pairing.tables.pairs.iter();
    let tables = tables
        .filter_map(|&pair| table_reason(&round, pair))
        .collect();
    let bye = pairing.tables.bye.and_then(|id| bye_reason(&round, id));
    Ok((tables, bye))
}

fn table_reason(round: &Round<'_>, pair: Pair) -> Option<TableReason> {
    let field = &round.field;
    let [lower, higher] = pair.players();
    let (one, other) = (field.index(lower)?, field.index(higher)?);
    let (first, second) = (field.players[one], field.players[other]);
    let fixed = round.fixed_pairs();
    let fixed = fixed.iter().find(|pair| (pair.0, pair.1) == (one, other));
    let (better, worse) = if first.points >= second.points {
        (first, second)
    } else {
        (second, first)
    };
    let differ = better.points > worse.points;
    Some(TableReason {
        pair,
        is_fixed: fixed.is_some(),
        float: differ.then(|| Floated {
            down: better.id,
            up: worse.id,
            difference: HalfPoints(better.points.0 - worse.points.0),
            balances: (better.past.float_balance(), worse.past.float_balance()),
        }),
        colours: match fixed {
            Some((_, _, colouring)) => colouring.reason,
            None => round.two(one, other).colour(0, 1).reason,
        },
        meetings: meetings(first, second.id),
        last_met: first.past.last_met(second.id),
        same_country: first.country.is_some() && first.country == second.country,
    })
}

fn bye_reason(round: &Round<'_>, id: EntrantId) -> Option<ByeReason> {
    let field = &round.field;
    let bye = field.index(id)?;
    let mut lower: Vec<_> = (field.players.iter().copied())
        .filter(|player| player.place > field.players[bye].place)
        .collect();
    lower.sort_by_key(|player| std::cmp::Reverse(player.place));
    let why = |player: &crate::Entrant| {
        let may = field
            .index(player.id)
            .is_some_and(|at| field.may_have_bye[at]);
        match (player.past.byes, may) {
            (_, true) => PassedOver::OthersNotPairable,
            (0, false) => PassedOver::WonByDefault,
            (_, false) => PassedOver::HadBye,
        }
    };
    Some(ByeReason {
        entrant: id,
        is_fixed: field.fixed_bye.is_some(),
        passed_over: lower
            .into_iter()
            .map(|player| (player.id, why(player)))
            .collect(),
    })
}

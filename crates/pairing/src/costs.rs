//! What every pair of a round costs, level by level (AMB-42 to AMB-47).

use crate::field::Field;
use crate::fold::FoldPlaces;
use crate::ids::{Colour, EntrantId, RoundNumber, Seed};
use crate::input::{Refusal, RoundInput};
use crate::ladder::{Ladder, Step};
use crate::level::LevelCost;
use crate::lots::pair_lot;
use crate::matching::{Costs, Level};
use crate::round::Round;
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::FloatMemory;
use std::ops::ControlFlow;

mod bounds;
mod flags;
mod measures;

use flags::Flags;
use measures::{alternation, balance_cost, best_colour, floats, off_the_fold, squared};

/// The costs of a round, or of what is left of it when the director has fixed some pairs.
///
/// Vertices are the players in the order of their numbers; in an odd round the last vertex is the
/// bye.
pub struct RoundCosts {
    facts: Vec<Fact>,
    flags: Flags,
    pub(crate) ladder: Ladder,
    levels: Vec<Level>,
    seed: Seed,
    round: RoundNumber,
}

/// One player, as flat as can be: every pair of a round looks at two of these.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// Place in the field's players; none for the bye.
    player: Option<u32>,
    id: EntrantId,
    points: i32,
    group: u32,
    /// Blacks less whites.
    balance: i32,
    /// Up-floats less down-floats, as far as they are remembered.
    float: i32,
    last_colour: Option<Colour>,
    /// Equal numbers are one country; none is no country.
    country: Option<u32>,
    fold_place: i32,
    /// Half the group, for the rating fold.
    fold_half: i32,
    may_have_bye: bool,
    bye_place: u32,
}

impl RoundCosts {
    /// The costs [`crate::pair_round`] solves for this round, for other solvers and for
    /// measurements. In an odd round with a rating fold they are those without the fold.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when the input is not a proper round.
    pub fn of(rules: &Rulebook, input: &RoundInput) -> Result<Self, Refusal> {
        let round = Round::new(rules, input)?;
        Ok(round.open_problem(None).costs)
    }

    /// The costs among these players (places in the field, ascending), with the bye if one of them
    /// is to have it.
    pub(crate) fn new(
        field: &Field<'_>,
        members: &[usize],
        has_bye: bool,
        fold: Option<&FoldPlaces>,
    ) -> Self {
        let countries = countries(field);
        let mut facts: Vec<Fact> = (members.iter())
            .map(|&player| fact(field, player, &countries, fold))
            .collect();
        if has_bye {
            facts.push(bye(field));
        }
        let ladder = Ladder::of(field);
        let flags = Flags::of(field, members, facts.len());
        let levels = bounds::levels(&ladder, &facts, &flags, field.groups.len());
        Self {
            facts,
            flags,
            ladder,
            levels,
            seed: field.input.seed,
            round: field.input.round,
        }
    }

    /// The colour of the first of two vertices by the rules: balance, then alternation, then lot.
    pub(crate) fn colour(&self, a: usize, b: usize) -> Colouring {
        let (one, other) = (&self.facts[a], &self.facts[b]);
        let (colour, reason) = best_colour(one, other);
        match colour {
            Some(colour) => Colouring { colour, reason },
            None => {
                let lot = pair_lot(self.seed, self.round, one.id, other.id).lower_has;
                Colouring {
                    colour: if one.id < other.id { lot } else { lot.other() },
                    reason,
                }
            }
        }
    }

    pub(crate) fn bye_vertex(&self) -> Option<usize> {
        let last = self.facts.len().checked_sub(1)?;
        self.facts[last].player.is_none().then_some(last)
    }

    /// The place in the field's players of a vertex; none for the bye.
    pub(crate) fn player(&self, vertex: usize) -> Option<usize> {
        self.facts[vertex].player.map(|player| player as usize)
    }

    /// Emits the cost of a pair in which `a` has this colour.
    pub(crate) fn emit<F>(
        &self,
        a: usize,
        b: usize,
        colour: Option<Colour>,
        emit: &mut F,
    ) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        let (one, other) = (&self.facts[a], &self.facts[b]);
        if other.player.is_none() {
            return self.emit_bye(one, emit);
        }
        let flags = self.flags.pair(a, b);
        let (better, worse) = if one.points >= other.points {
            (one, other)
        } else {
            (other, one)
        };
        let difference = (better.points - worse.points).unsigned_abs().into();
        let group = better.group as usize;
        for &step in &self.ladder.steps {
            match step {
                Step::Forbidden(level) if flags.is_forbidden() => emit(level, 1)?,
                Step::Meetings(level) if flags.is_one_too_many() => emit(level, 1)?,
                Step::Avoided(level) if flags.is_avoided() => emit(level, 1)?,
                Step::SecondMeetings(level) if flags.is_second_meeting() => emit(level, 1)?,
                Step::ScoreTotal(level) if difference > 0 => {
                    emit(level, difference)?;
                    emit(level + 1, difference * difference)?;
                    emit(level + 2 + 2 * group, difference)?;
                    emit(level + 3 + 2 * group, difference * difference)?;
                }
                Step::ScoreTop(level) if difference > 0 => {
                    emit(level + 2 * group, difference)?;
                    emit(level + 1 + 2 * group, difference * difference)?;
                }
                Step::ColourBalance(spread) => {
                    nonzero(emit, spread.level(group), balance_cost(one, other, colour))?;
                }
                Step::Alternation(spread) => {
                    nonzero(emit, spread.level(group), alternation(one, other, colour))?;
                }
                Step::Floats(spread) => {
                    nonzero(emit, spread.level(group), floats(better, worse))?;
                }
                Step::SameCountry(level)
                    if one.country.is_some() && one.country == other.country =>
                {
                    emit(level, 1)?;
                }
                Step::RatingFold(spread) if difference == 0 => {
                    nonzero(emit, spread.level(group), off_the_fold(one, other))?;
                }
                Step::Seed(level) => {
                    let lot = pair_lot(self.seed, self.round, one.id, other.id).lot;
                    nonzero(emit, level, lot.into())?;
                }
                Step::Forbidden(_)
                | Step::Meetings(_)
                | Step::Avoided(_)
                | Step::SecondMeetings(_)
                | Step::ScoreTotal(_)
                | Step::ScoreTop(_)
                | Step::SameCountry(_)
                | Step::RatingFold(_)
                | Step::ByeAllowed(_)
                | Step::ByePlace(_) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// A bye is neither colour nor float, but what its player has stays in the sums (AMB-44).
    fn emit_bye<F>(&self, one: &Fact, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        let group = one.group as usize;
        for &step in &self.ladder.steps {
            match step {
                Step::ByeAllowed(level) if !one.may_have_bye => emit(level, 1)?,
                Step::ByePlace(level) => nonzero(emit, level, one.bye_place.into())?,
                Step::ColourBalance(spread) => {
                    nonzero(emit, spread.level(group), squared(one.balance))?;
                }
                Step::Floats(spread) => nonzero(emit, spread.level(group), squared(one.float))?,
                Step::Forbidden(_)
                | Step::Meetings(_)
                | Step::ByeAllowed(_)
                | Step::ScoreTotal(_)
                | Step::ScoreTop(_)
                | Step::Avoided(_)
                | Step::SecondMeetings(_)
                | Step::Alternation(_)
                | Step::SameCountry(_)
                | Step::RatingFold(_)
                | Step::Seed(_) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// The solver's totals as the rows people read; the seed's row is the last.
    pub(crate) fn rows(&self, totals: &[u64]) -> Vec<LevelCost> {
        let rungs = self.ladder.rungs.iter();
        rungs
            .map(|rung| LevelCost {
                kind: rung.kind,
                basis: rung.basis.clone(),
                values: totals[rung.first..rung.first + rung.count].to_vec(),
            })
            .collect()
    }
}

impl Costs for RoundCosts {
    fn vertices(&self) -> usize {
        self.facts.len()
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    #[inline]
    fn pair<F>(&self, a: usize, b: usize, emit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(usize, u64) -> ControlFlow<()>,
    {
        self.emit(a, b, None, emit)
    }

    fn block(&self, vertex: usize) -> usize {
        self.facts[vertex].group as usize
    }
}

/// A pair's colours and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colouring {
    /// Of the first of the two.
    pub(crate) colour: Colour,
    pub(crate) reason: ColourReason,
}

/// Why the colours of a pair are as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourReason {
    /// The player with fewer games of a colour gets it.
    Balance,
    /// The balance is equal; the colours of the last games change.
    Alternation,
    /// Both are equal; by lot.
    Lot,
    /// The director gave them.
    Director,
}

#[inline]
fn nonzero<F>(emit: &mut F, level: usize, value: u64) -> ControlFlow<()>
where
    F: FnMut(usize, u64) -> ControlFlow<()>,
{
    if value == 0 {
        return ControlFlow::Continue(());
    }
    emit(level, value)
}

/// Countries by name, sorted.
fn countries<'f>(field: &Field<'f>) -> Vec<&'f str> {
    let players = field.players.iter();
    let mut names: Vec<&str> = players.filter_map(|p| p.country.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn fact(field: &Field<'_>, player: usize, countries: &[&str], fold: Option<&FoldPlaces>) -> Fact {
    let entrant = field.players[player];
    let country = entrant.country.as_deref();
    let number = country.and_then(|name| countries.binary_search(&name).ok());
    let group = field.group(player);
    Fact {
        player: Some(player as u32),
        id: entrant.id,
        points: entrant.points.0.into(),
        group: group as u32,
        balance: entrant.past.colour_balance(),
        float: match field.rules.float_memory.value {
            FloatMemory::Event => entrant.past.float_balance(),
            FloatMemory::LastRound => entrant.past.last_float().balance(),
        },
        last_colour: entrant.past.colours.last().copied(),
        country: number.map(|number| number as u32),
        fold_place: fold.map_or(0, |fold| fold.places[player]),
        fold_half: fold.map_or(0, |fold| fold.halves[group]),
        may_have_bye: field.may_have_bye[player],
        bye_place: field.bye_place[player],
    }
}

/// The bye stands with the lowest group, where it usually goes.
fn bye(field: &Field<'_>) -> Fact {
    Fact {
        player: None,
        id: EntrantId(u32::MAX),
        points: 0,
        group: field.groups.len().saturating_sub(1) as u32,
        balance: 0,
        float: 0,
        last_colour: None,
        country: None,
        fold_place: 0,
        fold_half: 0,
        may_have_bye: true,
        bye_place: 0,
    }
}

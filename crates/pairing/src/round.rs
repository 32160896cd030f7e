//! A round as a matching problem, and back.

use crate::costs::{ColourReason, Colouring, RoundCosts};
use crate::field::{Field, meetings};
use crate::fold::FoldPlaces;
use crate::ids::{Colour, EntrantId};
use crate::input::{Refusal, RoundInput};
use crate::matching::{Solution, Unsolvable, Watch, solve_watched, unwatched};
use crate::pair_round::Bent;
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;
use std::cmp::Reverse;

/// A checked round with its costs.
pub(crate) struct Round<'a> {
    pub(crate) field: Field<'a>,
}

/// What is left to be matched when the director's pairs are out.
pub(crate) struct Problem {
    pub(crate) costs: RoundCosts,
}

/// Who may turn out to have the bye, as far as the levels above the rating fold settle it.
enum ByeBeforeFold {
    /// No fold in this round, no bye, or a bye given by the director.
    DoesNotMatter,
    /// These and nobody else.
    OneOf(Vec<usize>),
}

impl<'a> Round<'a> {
    pub(crate) fn new(rules: &'a Rulebook, input: &'a RoundInput) -> Result<Self, Refusal> {
        let field = Field::new(rules, input)?;
        Ok(Self { field })
    }

    /// Players the director has not placed.
    pub(crate) fn free(&self) -> Vec<usize> {
        let mut taken = vec![false; self.field.players.len()];
        for &(one, other, _) in &self.field.fixed {
            taken[one] = true;
            taken[other] = true;
        }
        if let Some(bye) = self.field.fixed_bye {
            taken[bye] = true;
        }
        (0..taken.len()).filter(|&player| !taken[player]).collect()
    }

    fn fold(&self, bye: Option<usize>) -> Option<FoldPlaces> {
        let has_fold = self.field.has_rating_fold();
        has_fold.then(|| FoldPlaces::of(&self.field, self.field.fixed_bye.or(bye)))
    }

    /// The problem in which this player is expected to have the bye; all the same if no fold is
    /// measured.
    pub(crate) fn open_problem(&self, bye: Option<usize>) -> Problem {
        let has_bye = self.field.is_odd() && self.field.fixed_bye.is_none();
        Problem {
            costs: RoundCosts::new(&self.field, &self.free(), has_bye, self.fold(bye).as_ref()),
        }
    }

    /// The problem in which this player has the bye.
    fn settled_problem(&self, bye: usize) -> Problem {
        let mut free = self.free();
        free.retain(|&player| player != bye);
        Problem {
            costs: RoundCosts::new(&self.field, &free, false, self.fold(Some(bye)).as_ref()),
        }
    }

    /// The problem the tables with this bye are an answer to.
    pub(crate) fn problem_with_bye(&self, bye: Option<EntrantId>) -> Result<Problem, Refusal> {
        let bye = bye.and_then(|id| self.field.index(id));
        Ok(match (self.bye_before_fold(&unwatched)?, bye) {
            (ByeBeforeFold::OneOf(candidates), Some(bye)) if candidates.len() > 1 => {
                self.settled_problem(bye)
            }
            (ByeBeforeFold::OneOf(_) | ByeBeforeFold::DoesNotMatter, bye) => self.open_problem(bye),
        })
    }

    pub(crate) fn solve(&self, watch: Watch<'_>) -> Result<(Problem, Solution), Refusal> {
        Ok(match self.bye_before_fold(watch)? {
            ByeBeforeFold::DoesNotMatter => {
                let problem = self.open_problem(None);
                let solution = solved(&problem, watch)?;
                (problem, solution)
            }
            ByeBeforeFold::OneOf(candidates) if candidates.len() == 1 => {
                let problem = self.open_problem(Some(candidates[0]));
                let solution = solved(&problem, watch)?;
                (problem, solution)
            }
            ByeBeforeFold::OneOf(candidates) => {
                let answers = candidates.into_iter().map(|bye| {
                    let problem = self.settled_problem(bye);
                    let solution = solved(&problem, watch)?;
                    let tables = self.tables_with(&problem, &solution.mates, Some(bye));
                    Ok((self.totals(&tables), problem, solution))
                });
                let answers = answers.collect::<Result<Vec<_>, Refusal>>()?;
                let best = { answers.into_iter() }.min_by(|one, other| one.0.cmp(&other.0));
                let (_, problem, solution) = best.expect("somebody has the bye of an odd round");
                (problem, solution)
            }
        })
    }

    /// The rating fold leaves out the player with the bye, who must be known before it is measured.
    /// The levels above nearly always settle the bye: a matching without the fold shows who it can be.
    fn bye_before_fold(&self, watch: Watch<'_>) -> Result<ByeBeforeFold, Refusal> {
        let field = &self.field;
        if !field.has_rating_fold() || !field.is_odd() || field.fixed_bye.is_some() {
            return Ok(ByeBeforeFold::DoesNotMatter);
        }
        let has_bye = true;
        let problem = Problem {
            costs: RoundCosts::new(field, &self.free(), has_bye, None),
        };
        let solution = solved(&problem, watch)?;
        let bye = problem.costs.bye_vertex();
        let Some(player) = bye.and_then(|vertex| problem.costs.player(solution.mates[vertex]))
        else {
            return Ok(ByeBeforeFold::DoesNotMatter);
        };
        let settled = |other: &usize| {
            field.may_have_bye[*other] == field.may_have_bye[player]
                && field.bye_place[*other] == field.bye_place[player]
        };
        let candidates = self.free().into_iter().filter(settled).collect();
        Ok(ByeBeforeFold::OneOf(candidates))
    }

    /// The tables of a matching, with the director's pairs, highest points first.
    pub(crate) fn tables(&self, problem: &Problem, mates: &[usize]) -> Tables {
        self.tables_with(problem, mates, self.missing(problem))
    }

    /// The player who is in no pair of the problem or of the director.
    fn missing(&self, problem: &Problem) -> Option<usize> {
        if !self.field.is_odd() || problem.costs.bye_vertex().is_some() {
            return None;
        }
        self.field.fixed_bye.or_else(|| {
            let free = self.free();
            let costs = &problem.costs;
            let listed: Vec<usize> = (0..free.len() - 1)
                .filter_map(|vertex| costs.player(vertex))
                .collect();
            free.into_iter().find(|player| !listed.contains(player))
        })
    }

    fn tables_with(&self, problem: &Problem, mates: &[usize], bye: Option<usize>) -> Tables {
        let costs = &problem.costs;
        let mut bye = bye;
        let mut pairs = Vec::with_capacity(mates.len() / 2 + self.field.fixed.len());
        for (a, &b) in mates.iter().enumerate().filter(|&(a, &b)| a < b) {
            match (costs.player(a), costs.player(b)) {
                (Some(one), Some(other)) => pairs.push(self.pair(one, costs.colour(a, b), other)),
                (Some(one), None) | (None, Some(one)) => bye = Some(one),
                (None, None) => {}
            }
        }
        for (one, other, colouring) in self.fixed_pairs() {
            pairs.push(self.pair(one, colouring, other));
        }
        self.sort(&mut pairs);
        Tables {
            pairs,
            bye: bye.map(|player| self.field.players[player].id),
        }
    }

    fn pair(&self, one: usize, colouring: Colouring, other: usize) -> Pair {
        let id = |player: usize| self.field.players[player].id;
        Pair::with(id(one), colouring.colour, id(other))
    }

    /// The director's pairs with their colours.
    pub(crate) fn fixed_pairs(&self) -> Vec<(usize, usize, Colouring)> {
        if self.field.fixed.is_empty() {
            return Vec::new();
        }
        let pairs = self.field.fixed.iter();
        pairs
            .map(|&(one, other, colour)| {
                let colouring = match colour {
                    Some(colour) => Colouring {
                        colour,
                        reason: ColourReason::Director,
                    },
                    None => self.two(one, other).colour(0, 1),
                };
                (one, other, colouring)
            })
            .collect()
    }

    /// The costs of just these two.
    pub(crate) fn two(&self, one: usize, other: usize) -> RoundCosts {
        RoundCosts::new(&self.field, &[one.min(other), one.max(other)], false, None)
    }

    /// The better player's points first, then the other's, then the better place.
    pub(crate) fn sort(&self, pairs: &mut [Pair]) {
        pairs.sort_by_key(|pair| {
            let mut both = pair.players().map(|id| {
                let player = self.field.index(id);
                let entrant = player.map(|player| self.field.players[player]);
                (
                    Reverse(entrant.map(|entrant| entrant.points)),
                    entrant.map(|entrant| entrant.place),
                )
            });
            both.sort_unstable();
            (both[0].0, both[1].0, both[0].1)
        });
    }

    /// The matching these tables are an answer with; none if they are not tables of this round.
    pub(crate) fn mates(&self, problem: &Problem, tables: &Tables) -> Option<Vec<usize>> {
        let costs = &problem.costs;
        let size = crate::matching::Costs::vertices(costs);
        let mut vertex_of = vec![None; self.field.players.len()];
        for vertex in 0..size {
            if let Some(player) = costs.player(vertex) {
                vertex_of[player] = Some(vertex);
            }
        }
        let mut mates = vec![None; size];
        let vertex = |id: EntrantId| self.field.index(id).map(|player| vertex_of[player]);
        for pair in &tables.pairs {
            match (vertex(pair.black)?, vertex(pair.white)?) {
                (Some(a), Some(b)) => {
                    mates[a] = Some(b);
                    mates[b] = Some(a);
                }
                (None, None) => {}
                (Some(_), None) | (None, Some(_)) => return None,
            }
        }
        if let (Some(bye), Some(id)) = (costs.bye_vertex(), tables.bye) {
            let player = vertex(id)??;
            mates[bye] = Some(player);
            mates[player] = Some(bye);
        }
        mates.into_iter().collect()
    }

    /// Which hard rules these tables break.
    pub(crate) fn bent(&self, tables: &Tables) -> Vec<Bent> {
        let ladder = crate::ladder::Ladder::of(&self.field);
        let hard = ladder.rungs.iter().filter(|rung| rung.kind.is_hard());
        hard.filter_map(|rung| {
            let breaks = |pair: &&Pair| self.breaks(rung.kind, **pair);
            let bent = Bent {
                kind: rung.kind,
                basis: rung.basis.clone(),
                pairs: tables.pairs.iter().filter(breaks).copied().collect(),
                bye: tables.bye.filter(|&id| self.bye_breaks(rung.kind, id)),
            };
            (!bent.pairs.is_empty() || bent.bye.is_some()).then_some(bent)
        })
        .collect()
    }

    fn breaks(&self, kind: crate::LevelKind, pair: Pair) -> bool {
        use crate::LevelKind as Kind;
        match kind {
            Kind::Forbidden => {
                let forbidden = self.field.input.hand.forbidden.iter();
                let mut forbidden = forbidden.map(|&(one, other)| [one.min(other), one.max(other)]);
                forbidden.any(|two| two == pair.players())
            }
            Kind::RepeatMeeting | Kind::ThirdMeeting => {
                let Some(player) = self.field.index(pair.black) else {
                    return false;
                };
                let times = meetings(self.field.players[player], pair.white);
                times >= usize::from(self.field.input.system.max_meetings())
            }
            Kind::Avoided
            | Kind::ByeNotAllowed
            | Kind::ByePlace
            | Kind::SumOfDifferences
            | Kind::SumOfSquares
            | Kind::Group(_)
            | Kind::SecondMeeting
            | Kind::ColourBalance
            | Kind::Floats
            | Kind::Alternation
            | Kind::SameCountry
            | Kind::RatingFold
            | Kind::Seed => false,
        }
    }

    fn bye_breaks(&self, kind: crate::LevelKind, id: EntrantId) -> bool {
        let player = self.field.index(id);
        kind == crate::LevelKind::ByeNotAllowed
            && player.is_some_and(|player| !self.field.may_have_bye[player])
    }

    /// The colour of the one with the lower number in a pair.
    pub(crate) fn lower_colour(pair: Pair) -> Colour {
        if pair.black < pair.white {
            Colour::Black
        } else {
            Colour::White
        }
    }
}

/// Solves a problem that was checked to be one, unless the watch ends it.
fn solved(problem: &Problem, watch: Watch<'_>) -> Result<Solution, Refusal> {
    match solve_watched(&problem.costs, watch) {
        Ok(solution) => Ok(solution),
        Err(Unsolvable::Cancelled) => Err(Refusal::Cancelled),
        Err(
            fault @ (Unsolvable::OddVertices { .. }
            | Unsolvable::TooManyVertices { .. }
            | Unsolvable::TooManyLevels { .. }
            | Unsolvable::BrokenPromise(_)),
        ) => panic!("the round was checked before it was matched: {fault}"),
    }
}

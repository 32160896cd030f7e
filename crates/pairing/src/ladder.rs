//! The ladder of levels of one round: which rule is compared when, and what it rests on.

use crate::field::Field;
use crate::level::{Basis, LevelKind};
use outflank_rulebook::axes::tournament::{PairingRule, Precedence};

/// One row people read: a name, its basis, and the solver's levels that belong to it.
#[derive(Clone, Debug)]
pub(crate) struct Rung {
    pub(crate) kind: LevelKind,
    pub(crate) basis: Basis,
    /// The first of the solver's levels.
    pub(crate) first: usize,
    /// How many of them.
    pub(crate) count: usize,
}

/// One rule with the place of its levels, in the order in which costs are emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Forbidden(usize),
    Meetings(usize),
    ByeAllowed(usize),
    ByePlace(usize),
    /// The sum, the squares, then two levels per group.
    ScoreTotal(usize),
    /// Two levels per group.
    ScoreTop(usize),
    Avoided(usize),
    SecondMeetings(usize),
    ColourBalance(Spread),
    Floats(Spread),
    Alternation(Spread),
    SameCountry(usize),
    RatingFold(Spread),
    Seed(usize),
}

/// Whether a rule is one level or one per score group from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) first: usize,
    /// 0 when the whole round is one level.
    pub(crate) per_group: usize,
}

impl Spread {
    /// The level of a pair that counts in this group.
    pub(crate) const fn level(self, group: usize) -> usize {
        self.first + self.per_group * group
    }
}

/// All rungs of a round, strongest first; the last is the seed.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    pub(crate) rungs: Vec<Rung>,
    pub(crate) steps: Vec<Step>,
    pub(crate) levels: usize,
}

impl Ladder {
    /// The ladder the rulebook asks for in this round.
    pub(crate) fn of(field: &Field<'_>) -> Self {
        let mut ladder = Self {
            rungs: Vec::new(),
            steps: Vec::new(),
            levels: 0,
        };
        if !field.input.hand.forbidden.is_empty() {
            let first = ladder.add(LevelKind::Forbidden, Basis::Director, 1);
            ladder.steps.push(Step::Forbidden(first));
        }
        for &rule in &field.rules.pairing_order.value {
            ladder.add_rule(field, rule);
        }
        let basis = Basis::of_rule(field.rules, PairingRule::Seed);
        let first = ladder.add(LevelKind::Seed, basis, 1);
        ladder.steps.push(Step::Seed(first));
        ladder
    }

    fn add(&mut self, kind: LevelKind, basis: Basis, count: usize) -> usize {
        let first = self.levels;
        self.levels += count;
        self.rungs.push(Rung {
            kind,
            basis,
            first,
            count,
        });
        first
    }

    fn add_spread(&mut self, field: &Field<'_>, kind: LevelKind, basis: Basis) -> Spread {
        match field.rules.precedence.value {
            Precedence::TotalFirst => Spread {
                first: self.add(kind, basis, 1),
                per_group: 0,
            },
            Precedence::TopFirst => Spread {
                first: self.add(kind, basis, field.groups.len()),
                per_group: 1,
            },
        }
    }

    fn add_rule(&mut self, field: &Field<'_>, rule: PairingRule) {
        let basis = Basis::of_rule(field.rules, rule);
        let two_allowed = field.input.system.max_meetings() > 1;
        let step = match rule {
            PairingRule::Meetings => {
                let kind = if two_allowed {
                    LevelKind::ThirdMeeting
                } else {
                    LevelKind::RepeatMeeting
                };
                Step::Meetings(self.add(kind, basis, 1))
            }
            PairingRule::ByeAllowed if field.is_odd() => {
                Step::ByeAllowed(self.add(LevelKind::ByeNotAllowed, basis, 1))
            }
            PairingRule::ByePlace if field.is_odd() => {
                Step::ByePlace(self.add(LevelKind::ByePlace, basis, 1))
            }
            PairingRule::Score => {
                self.add_score(field, basis);
                return;
            }
            PairingRule::SecondMeetings if two_allowed => {
                Step::SecondMeetings(self.add(LevelKind::SecondMeeting, basis, 1))
            }
            PairingRule::ColourBalance => {
                Step::ColourBalance(self.add_spread(field, LevelKind::ColourBalance, basis))
            }
            PairingRule::Floats => Step::Floats(self.add_spread(field, LevelKind::Floats, basis)),
            PairingRule::Alternation => {
                Step::Alternation(self.add_spread(field, LevelKind::Alternation, basis))
            }
            PairingRule::SameCountry => {
                Step::SameCountry(self.add(LevelKind::SameCountry, basis, 1))
            }
            PairingRule::RatingFold if field.has_rating_fold() => {
                Step::RatingFold(self.add_spread(field, LevelKind::RatingFold, basis))
            }
            // The seed always comes last, so it is added there; the others do not apply.
            PairingRule::Seed
            | PairingRule::ByeAllowed
            | PairingRule::ByePlace
            | PairingRule::SecondMeetings
            | PairingRule::RatingFold => return,
        };
        self.steps.push(step);
    }

    /// The score levels of AMB-42, and below them what the director would rather not see.
    fn add_score(&mut self, field: &Field<'_>, basis: Basis) {
        let step = match field.rules.precedence.value {
            Precedence::TotalFirst => {
                let first = self.add(LevelKind::SumOfDifferences, basis.clone(), 1);
                self.add(LevelKind::SumOfSquares, basis.clone(), 1);
                Step::ScoreTotal(first)
            }
            Precedence::TopFirst => Step::ScoreTop(self.levels),
        };
        self.steps.push(step);
        for &points in &field.groups {
            self.add(LevelKind::Group(points), basis.clone(), 2);
        }
        if !field.input.hand.avoid.is_empty() {
            let first = self.add(LevelKind::Avoided, Basis::Director, 1);
            self.steps.push(Step::Avoided(first));
        }
    }
}

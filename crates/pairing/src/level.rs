//! The names of the levels a pairing is compared on, and what each rests on.

use crate::ids::HalfPoints;
use outflank_rulebook::axes::tournament::PairingRule;
use outflank_rulebook::{ClauseId, Rulebook, Source};
use serde::{Deserialize, Serialize};

/// What a level measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelKind {
    /// Pairs the director has forbidden.
    Forbidden,
    /// Pairs the director would rather not see.
    Avoided,
    /// Pairs that meet once too often: a second time.
    RepeatMeeting,
    /// Pairs that meet once too often where two meetings are allowed: a third time.
    ThirdMeeting,
    /// Whether the bye goes to a player who may not have it.
    ByeNotAllowed,
    /// Eligible players below the one with the bye.
    ByePlace,
    /// Differences in half points, of the whole round.
    SumOfDifferences,
    /// Their squares, of the whole round.
    SumOfSquares,
    /// Differences and their squares of the pairs whose better player has these points.
    Group(HalfPoints),
    /// Pairs that meet a second time where that is allowed.
    SecondMeeting,
    /// Squares of (blacks less whites) after the round.
    ColourBalance,
    /// Squares of (up-floats less down-floats) after the round.
    Floats,
    /// Players with the colour of their previous game.
    Alternation,
    /// Pairs of one country.
    SameCountry,
    /// Squares of how far pairs are from the fold of their score group by rating.
    RatingFold,
    /// The lots of the recorded seed.
    Seed,
}

impl LevelKind {
    /// Whether the level is a rule that may not be broken without the director's consent.
    #[must_use]
    pub const fn is_hard(self) -> bool {
        match self {
            Self::Forbidden | Self::RepeatMeeting | Self::ThirdMeeting | Self::ByeNotAllowed => {
                true
            }
            Self::Avoided
            | Self::ByePlace
            | Self::SumOfDifferences
            | Self::SumOfSquares
            | Self::Group(_)
            | Self::SecondMeeting
            | Self::ColourBalance
            | Self::Floats
            | Self::Alternation
            | Self::SameCountry
            | Self::RatingFold
            | Self::Seed => false,
        }
    }
}

impl std::fmt::Display for LevelKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Forbidden => "forbidden by the director",
            Self::Avoided => "avoided by the director",
            Self::RepeatMeeting => "repeat meeting",
            Self::ThirdMeeting => "third meeting",
            Self::ByeNotAllowed => "bye not allowed",
            Self::ByePlace => "bye place",
            Self::SumOfDifferences => "sum of differences",
            Self::SumOfSquares => "sum of squares",
            Self::Group(points) => return write!(f, "group {points}"),
            Self::SecondMeeting => "second meeting",
            Self::ColourBalance => "colour balance",
            Self::Floats => "floats",
            Self::Alternation => "alternation",
            Self::SameCountry => "same country",
            Self::RatingFold => "rating fold",
            Self::Seed => "recorded seed",
        })
    }
}

/// What a level rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A clause of the federation's text.
    Clause(ClauseId),
    /// The text is silent; ours, for the reason given.
    Ours(String),
    /// The director's word.
    Director,
}

impl Basis {
    /// The basis of one rule in a rulebook's order.
    pub(crate) fn of_rule(rules: &Rulebook, rule: PairingRule) -> Self {
        let axis = &rules.pairing_order;
        let place = axis.value.iter().position(|&listed| listed == rule);
        match (&axis.source, place) {
            (Source::Each(each), Some(place)) => match each.get(place) {
                Some(source) => Self::of(source),
                None => Self::Director,
            },
            (source, _) => Self::of(source),
        }
    }

    /// The basis a source of the rulebook gives.
    pub(crate) fn of(source: &Source) -> Self {
        match source {
            Source::Clause(id) => Self::Clause(id.clone()),
            Source::Ours(reason) => Self::Ours(reason.clone()),
            Source::Director(_) => Self::Director,
            Source::Each(each) => each.first().map_or(Self::Director, Self::of),
        }
    }

    /// The clause, if it is one.
    #[must_use]
    pub fn clause(&self) -> Option<&ClauseId> {
        match self {
            Self::Clause(id) => Some(id),
            Self::Ours(_) | Self::Director => None,
        }
    }
}

impl std::fmt::Display for Basis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Clause(id) => f.write_str(&id.for_people()),
            Self::Ours(reason) => write!(f, "ours: {reason}"),
            Self::Director => f.write_str("the director"),
        }
    }
}

/// What a pairing costs on one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCost {
    /// What is measured.
    pub kind: LevelKind,
    /// What the level rests on.
    pub basis: Basis,
    /// The values in the order they are compared: one, or one per score group from the top, or for
    /// a [`LevelKind::Group`] the sum and the squares.
    pub values: Vec<u64>,
}

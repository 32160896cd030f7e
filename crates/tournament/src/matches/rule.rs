//! How a match is played.

use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::{ColourChoice, DrawnPlayoff};

/// How many games a match has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    Single,
    /// Two, and a third one if nobody has won both: points, then discs, then the list (WOC-III.1).
    BestOfThree,
}

/// How a match is played: the rulebook's axes, and its length.
///
/// ```
/// use outflank_tournament::matches::{Length, MatchRule};
/// let wof = outflank_rulebook::shipped("wof").expect("shipped");
/// assert_eq!(MatchRule::single(wof).length, Length::Single);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchRule {
    pub length: Length,
    pub colours: ColourChoice,
    /// What a drawn single game is.
    pub drawn: DrawnPlayoff,
}

impl MatchRule {
    #[must_use]
    pub const fn single(rules: &Rulebook) -> Self {
        Self {
            length: Length::Single,
            colours: rules.colour_choice.value,
            drawn: rules.drawn_playoff.value,
        }
    }

    #[must_use]
    pub const fn best_of_three(rules: &Rulebook) -> Self {
        Self {
            length: Length::BestOfThree,
            ..Self::single(rules)
        }
    }
}

//! The measures of AMB-44 and of the rating fold, for one pair.

use super::{ColourReason, Fact};
use crate::ids::Colour;

#[inline]
pub(super) fn squared(number: i32) -> u64 {
    u64::from(number.unsigned_abs()) * u64::from(number.unsigned_abs())
}

/// The colour of the first that costs least; none if both cost the same.
pub(super) fn best_colour(one: &Fact, other: &Fact) -> (Option<Colour>, ColourReason) {
    match one.balance.cmp(&other.balance) {
        std::cmp::Ordering::Less => (Some(Colour::Black), ColourReason::Balance),
        std::cmp::Ordering::Greater => (Some(Colour::White), ColourReason::Balance),
        std::cmp::Ordering::Equal => {
            let black = same_colours(one, other, Colour::Black);
            let white = same_colours(one, other, Colour::White);
            match black.cmp(&white) {
                std::cmp::Ordering::Less => (Some(Colour::Black), ColourReason::Alternation),
                std::cmp::Ordering::Greater => (Some(Colour::White), ColourReason::Alternation),
                std::cmp::Ordering::Equal => (None, ColourReason::Lot),
            }
        }
    }
}

/// Squares of (blacks less whites) of the two after the game.
#[inline]
pub(super) fn balance_cost(one: &Fact, other: &Fact, colour: Option<Colour>) -> u64 {
    let toward = match colour {
        Some(Colour::Black) => 1,
        Some(Colour::White) => -1,
        None if one.balance < other.balance => 1,
        None => -1,
    };
    squared(one.balance + toward) + squared(other.balance - toward)
}

/// How many of the two get the colour of their last game.
#[inline]
pub(super) fn alternation(one: &Fact, other: &Fact, colour: Option<Colour>) -> u64 {
    match colour.or_else(|| best_colour(one, other).0) {
        Some(colour) => same_colours(one, other, colour),
        // Both colourings cost the same.
        None => same_colours(one, other, Colour::Black),
    }
}

#[inline]
fn same_colours(one: &Fact, other: &Fact, colour: Colour) -> u64 {
    u64::from(one.last_colour == Some(colour))
        + u64::from(other.last_colour == Some(colour.other()))
}

/// Squares of (up-floats less down-floats) of the two after the game.
#[inline]
pub(super) fn floats(better: &Fact, worse: &Fact) -> u64 {
    let step = i32::from(better.points > worse.points);
    squared(better.float - step) + squared(worse.float + step)
}

/// How far from the fold two players of one group are, squared (BOF-swiss-6).
#[inline]
pub(super) fn off_the_fold(one: &Fact, other: &Fact) -> u64 {
    // The one with the bye has no place in the fold.
    if one.fold_place == 0 || other.fold_place == 0 {
        return 0;
    }
    squared((one.fold_place - other.fold_place).abs() - one.fold_half)
}

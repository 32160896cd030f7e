//! Who is in group A of the World Championship's first-round draw.

use crate::entrant::Entrant;

/// Years without a World Championship since the first one.
const NOT_HELD: [u16; 2] = [2020, 2021];

/// The first World Championship.
const FIRST_HELD: u16 = 1977;

/// How many championships back a semi-final counts (WOC-II.7.1.b1).
const COUNTED: usize = 10;

/// Whether an entrant has played a semi-final in one of the ten championships held before `year`.
///
/// ```
/// use outflank_tournament::{Entrant, EntrantId, is_in_group_a};
/// let mut ada = Entrant::new(EntrantId(1), "Ada Example");
/// ada.woc_semifinals = vec![2013];
/// assert!(is_in_group_a(&ada, 2025)); // 2020 and 2021 were not held
/// assert!(!is_in_group_a(&ada, 2026));
/// ```
#[must_use]
pub fn is_in_group_a(entrant: &Entrant, year: u16) -> bool {
    let held = (FIRST_HELD..year)
        .rev()
        .filter(|held| !NOT_HELD.contains(held));
    let mut last_ten = held.take(COUNTED);
    last_ten.any(|held| entrant.woc_semifinals.contains(&held))
}

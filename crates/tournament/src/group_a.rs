//! Who is in group A of the World Championship's first-round draw.

use outflank_pairing::SemiFinals;
use outflank_rulebook::{Rulebook, championships};

use crate::entrant::Entrant;

/// Whether an entrant has played a semi-final in one of the ten championships held before `year`.
///
/// ```
/// use outflank_tournament::{Entrant, EntrantId, is_in_group_a};
/// let wof = outflank_rulebook::shipped("wof").expect("shipped");
/// let mut ada = Entrant::new(EntrantId(1), "Ada Example");
/// ada.woc_semifinals = vec![2013];
/// assert!(is_in_group_a(wof, &ada, 2025)); // 2020 and 2021 were not held
/// assert!(!is_in_group_a(wof, &ada, 2026));
/// let mut rules = wof.clone();
/// rules.set("group_a_category_semifinals", "on").expect("a switch");
/// ada.woc_category_semifinals = vec![2024];
/// assert!(is_in_group_a(&rules, &ada, 2026) && !is_in_group_a(wof, &ada, 2026));
/// ```
pub fn is_in_group_a(rules: &Rulebook, entrant: &Entrant, year: u16) -> bool {
    let held = championships().held_before(year);
    let semi_finals = SemiFinals {
        main: entrant.woc_semifinals.clone(),
        category: entrant.woc_category_semifinals.clone(),
    };
    outflank_pairing::is_in_group_a(rules, &semi_finals, &held)
}

//! The points of one event.

use outflank_rulebook::{GrandPrixScale, TiedPlaces};
use outflank_tournament::HalfPoints;

/// What a place of an event gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// The best of the places that are shared.
    pub from: u32,
    /// The last of them; the same if nobody is tied.
    pub to: u32,
    /// The points of all these places together.
    pub sum: u32,
    /// His share.
    pub points: u32,
}

/// The points of everybody, in the order given. Each is `(game points, place in the final list)`.
///
/// ```
/// use outflank_federation::grand_prix::awards;
/// use outflank_tournament::HalfPoints;
/// let scale = outflank_rulebook::grand_prix_scale("british").expect("shipped");
/// let field = [(12, 1), (10, 2), (10, 3), (10, 4), (8, 5)].map(|(points, place)| (HalfPoints(points), place));
/// let points: Vec<u32> = awards(scale, &field).iter().map(|award| award.points).collect();
/// assert_eq!(points, [200, 127, 127, 127, 80]);
/// ```
#[must_use]
pub fn awards(scale: &GrandPrixScale, field: &[(HalfPoints, u32)]) -> Vec<Award> {
    field
        .iter()
        .map(|(points, place)| {
            let (better, same) = match scale.tied {
                TiedPlaces::SharedUp => (
                    field.iter().filter(|one| one.0 > *points).count(),
                    field.iter().filter(|one| one.0 == *points).count(),
                ),
                TiedPlaces::ByFinalPlace => (
                    // The list names the place; not everybody on it need be here.
                    usize::try_from(place.saturating_sub(1)).unwrap_or(usize::MAX),
                    field.iter().filter(|one| one.1 == *place).count(),
                ),
            };
            let sum: u32 = (better + 1..=better + same)
                .map(|place| scale.points(place))
                .sum();
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            Award {
                from: count(better + 1),
                to: count(better + same),
                sum,
                points: sum.div_ceil(count(same).max(1)),
            }
        })
        .collect()
}

//! The points of one event.

use outflank_rulebook::{GrandPrixScale, TiedPlaces};
use outflank_tournament::HalfPoints;

use crate::results::Placed;

/// What a place of an event gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// The best of the places that are shared.
    pub from: u32,
    /// The last of them; the same if nobody is tied.
    pub to: u32,
    /// The points of all these places together.
    pub sum: u32,
    pub points: u32,
}

/// What gives a player their place in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// Game points: players with as many share the place.
    Points(HalfPoints),
    /// The place in the list itself; not everyone on it need be here.
    Place(u32),
}

impl Reached {
    /// What counts of a result by this scale.
    #[must_use]
    pub const fn of(scale: &GrandPrixScale, placed: &Placed) -> Self {
        match scale.tied {
            TiedPlaces::SharedUp => Self::Points(placed.half_points),
            TiedPlaces::ByFinalPlace => Self::Place(placed.place),
        }
    }
}

/// The points of everybody, in the order given. A field goes by game points or by places, not by both.
///
/// ```
/// use outflank_federation::grand_prix::{Reached, awards};
/// use outflank_tournament::HalfPoints;
/// let scale = outflank_rulebook::grand_prix_scale("british").expect("shipped");
/// let field = [12, 10, 10, 10, 8].map(|points| Reached::Points(HalfPoints(points)));
/// let points: Vec<u32> = awards(scale, &field).iter().map(|award| award.points).collect();
/// assert_eq!(points, [200, 127, 127, 127, 80]);
/// let field = [1, 2, 2, 2, 7].map(Reached::Place);
/// let points: Vec<u32> = awards(scale, &field).iter().map(|award| award.points).collect();
/// assert_eq!(points, [200, 127, 127, 127, 40]);
/// ```
pub fn awards(scale: &GrandPrixScale, field: &[Reached]) -> Vec<Award> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let award = |reached: &Reached| {
        let better = match *reached {
            Reached::Points(points) => {
                let is_better =
                    |one: &&Reached| matches!(one, Reached::Points(other) if *other > points);
                field.iter().filter(is_better).count()
            }
            Reached::Place(place) => usize::try_from(place.saturating_sub(1)).unwrap_or(usize::MAX),
        };
        let same = field.iter().filter(|one| *one == reached).count();
        let sum: u32 = (better + 1..=better + same)
            .map(|place| scale.points(place))
            .sum();
        Award {
            from: count(better + 1),
            to: count(better + same),
            sum,
            points: sum.div_ceil(count(same).max(1)),
        }
    };
    field.iter().map(award).collect()
}

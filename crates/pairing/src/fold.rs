//! The fold of a score group by rating: the i-th of the upper half meets the i-th of the lower.

use crate::field::Field;
use std::cmp::Reverse;

/// The place of each player by rating within their score group, without the player who has the bye.
///
/// Rated players come first, by rating; equal ratings and unrated players go by seeding, then by
/// number.
pub(crate) struct FoldPlaces {
    /// By place in the field's players, counted from 1 inside each group.
    pub(crate) places: Vec<i32>,
    /// Half the size of each group, rounded down.
    pub(crate) halves: Vec<i32>,
}

impl FoldPlaces {
    pub(crate) fn of(field: &Field<'_>, bye: Option<usize>) -> Self {
        let mut order: Vec<usize> = (0..field.players.len()).collect();
        order.sort_by_key(|&player| {
            let entrant = field.players[player];
            (
                field.group(player),
                Reverse(entrant.rating),
                entrant.seeding.is_none(),
                entrant.seeding,
                player,
            )
        });
        let mut places = vec![0; order.len()];
        let mut sizes = vec![0; field.groups.len()];
        for player in order {
            if Some(player) != bye {
                let size = &mut sizes[field.group(player)];
                *size += 1;
                places[player] = *size;
            }
        }
        Self {
            places,
            halves: sizes.iter().map(|size| size / 2).collect(),
        }
    }
}

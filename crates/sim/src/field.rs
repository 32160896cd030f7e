//! Entrants with a strength.

use outflank_pairing::{EntrantId, Lots, Place};
use outflank_tournament::Entrant;

const COUNTRIES: [&str; 6] = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF"];

/// The strongest; ratings are near a thousand more.
const STRENGTH_MAX: u64 = 1000;

/// A field: entrants, and how strong each is.
pub(crate) struct Field {
    pub(crate) entrants: Vec<Entrant>,
    strengths: Vec<u64>,
}

impl Field {
    /// So many entrants by lot; one in five has no rating.
    pub(crate) fn draw(lots: &mut Lots, players: u32) -> Self {
        let mut entrants = Vec::new();
        let mut strengths = Vec::new();
        for id in 1..=players {
            let strength = lots.below(STRENGTH_MAX);
            let mut entrant = Entrant::new(EntrantId(id), format!("Player {id}"));
            let country = lots.below(COUNTRIES.len() as u64) as usize;
            entrant.country = COUNTRIES.get(country).map(|&code| code.to_owned());
            if lots.below(5) > 0 {
                let noise = lots.below(200);
                entrant.rating = i32::try_from(900 + strength + noise).ok();
            }
            entrant.seeding = Some(Place(id));
            if lots.below(10) == 0 {
                entrant.group_a = Some(true);
            }
            entrants.push(entrant);
            strengths.push(strength);
        }
        Self {
            entrants,
            strengths,
        }
    }

    /// How strong an entrant is.
    pub(crate) fn strength(&self, id: EntrantId) -> u64 {
        let place = (id.0 as usize).checked_sub(1);
        let strength = place.and_then(|place| self.strengths.get(place));
        strength.copied().unwrap_or(0)
    }
}

//! Lots drawn by hand before witnesses, instead of those of the recorded seed.

use outflank_pairing::EntrantId;
use serde::{Deserialize, Serialize};

/// The most draws by hand of an event.
pub const HAND_LOTS_MAX: usize = 1_000;
/// The most witnesses of a draw.
pub const WITNESSES_MAX: usize = 20;

/// What lots were drawn for: `{"for": "standings", "after": 7}`.
#[derive(
    schemars::JsonSchema,
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
)]
#[serde(tag = "for", rename_all = "snake_case", deny_unknown_fields)]
pub enum LotsFor {
    /// The order of players who are still tied after a round.
    Standings { after: u16 },
    /// The numbers of the round robin, number 1 first.
    RoundRobin,
    /// The first round: neighbours in the order drawn meet, or players of the two groups or halves, as
    /// the rulebook says; the player drawn first has Black.
    FirstRound,
}

/// A draw by hand.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandLots {
    pub purpose: LotsFor,
    /// The drawn players, the first drawn first.
    pub order: Vec<EntrantId>,
    pub witnesses: Vec<String>,
}

impl HandLots {
    /// Whether all of these were in the draw.
    pub fn covers(&self, ids: &[EntrantId]) -> bool {
        ids.iter().all(|id| self.order.contains(id))
    }

    /// Whether these and nobody else were in the draw.
    pub fn is_of(&self, ids: &[EntrantId]) -> bool {
        self.order.len() == ids.len() && self.covers(ids)
    }

    /// When a player was drawn; players who were not drawn come last.
    pub(crate) fn place(&self, id: EntrantId) -> usize {
        let place = self.order.iter().position(|one| *one == id);
        place.unwrap_or(usize::MAX)
    }
}

/// The latest draw for a purpose that these were all in.
pub(crate) fn drawn_for<'a>(
    lots: &'a [HandLots],
    purpose: LotsFor,
    ids: &[EntrantId],
) -> Option<&'a HandLots> {
    let mut latest = lots.iter().rev();
    latest.find(|one| one.purpose == purpose && one.covers(ids))
}

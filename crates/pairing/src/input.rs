//! Everything a round is paired from.

use crate::entrant::Entrant;
use crate::hand::Hand;
use crate::ids::{EntrantId, RoundNumber, Seed};
use outflank_rulebook::System;

/// The most entrants one round may have.
pub const ENTRANTS_MAX: usize = 20_000;

/// Everything a round is paired from, beside the rulebook. The order of the lists is of no account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundInput {
    /// The round to be paired.
    pub round: RoundNumber,
    /// The playing system; it says how often two may meet.
    pub system: System,
    /// The recorded seed of the event.
    pub seed: Seed,
    /// Everybody still in the event; those who sit out this round are named in `hand`.
    pub entrants: Vec<Entrant>,
    /// What the director has decided.
    pub hand: Hand,
}

/// Why a round cannot be paired as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// More entrants than [`ENTRANTS_MAX`].
    #[error("{entrants} entrants are more than {ENTRANTS_MAX}; split the field")]
    TooManyEntrants {
        /// How many there are.
        entrants: usize,
    },
    /// Fewer than two entrants are left to play.
    #[error("{entrants} entrants cannot play a round; check the absentees")]
    TooFewEntrants {
        /// How many there are.
        entrants: usize,
    },
    /// An entrant is listed twice.
    #[error("entrant {id} is listed twice; remove one entry")]
    EntrantTwice {
        /// Who.
        id: EntrantId,
    },
    /// Two entrants have the same place in the standings.
    #[error("entrants {one} and {other} share place {place}; give every entrant his own")]
    PlaceTwice {
        /// The place.
        place: u32,
        /// One of them.
        one: EntrantId,
        /// The other.
        other: EntrantId,
    },
    /// The director's hand names somebody who is not in the event.
    #[error("entrant {id} is not in the event; check the number")]
    Unknown {
        /// The number given.
        id: EntrantId,
    },
    /// The director's hand names somebody for two things at once, or pairs him with himself.
    #[error("entrant {id} is named twice for this round; keep one")]
    NamedTwice {
        /// Who.
        id: EntrantId,
    },
    /// A bye is fixed although the number of players is even.
    #[error("{players} players need no bye; make {id}'s a requested bye or mark him absent")]
    NoByeNeeded {
        /// Who was to have it.
        id: EntrantId,
        /// How many players the round has.
        players: usize,
    },
    /// Two entrants do not agree on how often they have met.
    #[error("{one} has met {other} {times} times, but {other} says {back}; check the history")]
    MeetingsDisagree {
        /// One of them.
        one: EntrantId,
        /// The other.
        other: EntrantId,
        /// Meetings in the history of the first.
        times: usize,
        /// Meetings in the history of the second.
        back: usize,
    },
    /// Every first round that was drawn had a forbidden pair in it.
    #[error("no draw without a forbidden pair was found; fix some pairs by hand")]
    NoDrawFound,
    /// The watch ended the search.
    #[error("pairing was cancelled; start it again when you are ready")]
    Cancelled,
}

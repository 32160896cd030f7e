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
    #[error(
        "There are {entrants} players, which is more than {ENTRANTS_MAX}. Split the tournament."
    )]
    TooManyEntrants {
        /// How many there are.
        entrants: usize,
    },
    /// Fewer than two entrants are left to play.
    #[error("There are not enough players for a round ({entrants}). Check the absent players.")]
    TooFewEntrants {
        /// How many there are.
        entrants: usize,
    },
    /// An entrant is listed twice.
    #[error("Player {id} is listed twice. Remove one entry.")]
    EntrantTwice { id: EntrantId },
    /// Two entrants have the same place in the standings.
    #[error("Players {one} and {other} share place {place}. Give each player their own place.")]
    PlaceTwice {
        place: u32,
        one: EntrantId,
        other: EntrantId,
    },
    /// The director's wishes name a player who is not in the tournament.
    #[error("Player {id} is not in the tournament. Check the number.")]
    Unknown {
        /// The number given.
        id: EntrantId,
    },
    /// The director's wishes name a player for two things at once, or pair them against themselves.
    #[error("Player {id} is named twice for this round. Remove one of the entries.")]
    NamedTwice { id: EntrantId },
    /// A bye is fixed although the number of players is even.
    #[error(
        "{players} players do not need a bye. Make the bye of player {id} a requested bye, or mark them absent."
    )]
    NoByeNeeded {
        /// Who was to have it.
        id: EntrantId,
        /// How many players the round has.
        players: usize,
    },
    /// Two entrants do not agree on how often they have met.
    #[error(
        "Player {one} has met player {other} {times} times, but the record of player {other} says {back}. Check the history."
    )]
    MeetingsDisagree {
        one: EntrantId,
        other: EntrantId,
        /// Meetings in the history of the first.
        times: usize,
        /// Meetings in the history of the second.
        back: usize,
    },
    /// Every first round that was drawn had a forbidden pair in it.
    #[error("No draw without a forbidden pair was found. Set some pairs by hand.")]
    NoDrawFound,
    /// The watch ended the search.
    #[error("The pairing was cancelled. Start it again when you are ready.")]
    Cancelled,
}

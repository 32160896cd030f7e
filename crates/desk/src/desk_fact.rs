//! What the desk itself records beside the events of tournaments and games.

use outflank_game as game;
use outflank_tournament::running::{TableNumber, Timestamp};
use outflank_tournament::{EntrantId, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, TournamentId};
use crate::stored::desk_facts;

desk_facts! {
    /// An event of the desk in the stream of a tournament or a game.
    DeskFact;

    /// A tournament was given a short name for addresses.
    "desk.slug_given" SlugGiven {
        /// The name.
        slug: String,
    }
    /// A game was opened at a table; in the tournament's stream.
    "desk.game_opened" GameOpened {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Who has Black.
        black: EntrantId,
        /// Who has White.
        white: EntrantId,
    }
    /// The same in the game's stream.
    "desk.game_placed" GamePlaced {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Who has Black.
        black: EntrantId,
        /// Who has White.
        white: EntrantId,
    }
    /// A tap of a device did not fit and waits for the director.
    "desk.tap_held" TapHeld {
        /// Its number.
        held: u32,
        /// Who spoke.
        by: game::By,
        /// What.
        act: game::Act,
        /// When, by the device.
        made_at: Timestamp,
        /// Why it does not fit.
        why: String,
    }
    /// The director decided about it.
    "desk.tap_settled" TapSettled {
        /// Its number.
        held: u32,
        /// Whether it counts.
        counts: bool,
    }
}

impl DeskFact {
    /// Whether a kind is the desk's.
    pub(crate) fn is_kind(kind: &str) -> bool {
        kind.starts_with("desk.")
    }
}

//! Players with special needs and what their assistants may do (WOC IV.10).

use outflank_event::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// A task of a player's assistant.
    Task {
        /// Press the clock (WOC IV.10.b1).
        PressClock = "press_clock",
        /// Tell the player the remaining time (WOC IV.10.b2).
        AnnounceTime = "announce_time",
        /// Tell the player that the opponent's turn is complete (WOC IV.10.b3).
        AnnounceTurn = "announce_turn",
        /// Place and flip discs after the player has indicated a move (WOC IV.10.b4).
        PlaceAndFlip = "place_and_flip",
        /// Whatever else the head director approves (WOC IV.10.b5).
        Other = "other",
    }

    /// Whether a player feels the board with their hands.
    Sight {
        /// The player sees the board.
        Sighted = "sighted",
        /// The player must feel it: touching is never a commitment (WOC IV.10.p2, AMB-77).
        Impaired = "impaired",
    }
}

/// What the director grants.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// Whether the player must feel the board.
    pub sight: Sight,
    /// What the assistant may do, each task once.
    pub tasks: Vec<Task>,
    /// How the player indicates a move, and any other task in words.
    pub note: String,
}

/// The tasks the referee checks at every command, without the descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Help {
    /// Whether an assistant was approved at all.
    pub granted: bool,
    /// Whether the assistant may press the clock.
    pub presses: bool,
    /// Whether the assistant may place and flip discs.
    pub places: bool,
    /// Whether the assistant tells the player the time.
    pub announces_time: bool,
    /// Whether the assistant tells the player that the opponent's turn is complete.
    pub announces_turn: bool,
    /// Whether touching never commits the player.
    pub feels_board: bool,
    /// Whether the turn is complete only when the assistant has made the move on the primary board and pressed.
    pub primary_board: bool,
}

impl Help {
    /// The help that these needs allow.
    #[must_use]
    pub fn from_needs(needs: &Needs) -> Self {
        Self {
            granted: true,
            presses: needs.tasks.contains(&Task::PressClock),
            places: needs.tasks.contains(&Task::PlaceAndFlip),
            announces_time: needs.tasks.contains(&Task::AnnounceTime),
            announces_turn: needs.tasks.contains(&Task::AnnounceTurn),
            feels_board: needs.sight == Sight::Impaired,
            primary_board: false,
        }
    }
}

//! What the desk itself records beside the events of tournaments and games.

use outflank_board::Side;
use outflank_game as game;
use outflank_rulebook::DeskList;
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
    /// The tournament is a training copy: it is shown to those who work at it and to nobody else.
    "desk.training_copied" TrainingCopied {
        /// The event it was copied from.
        of: TournamentId,
        /// The last event that was copied.
        version: u64,
    }
    /// The director lets players' links show the pairing although the rulebook bans devices, or not any more.
    "desk.device_pairings_set" DevicePairingsSet {
        /// Whether they show it.
        shown: bool,
    }
    /// The games of the tournament are played on screen, or at tables.
    "desk.on_screen_set" OnScreenSet {
        /// How they are played on screen; nothing at tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<game::ScreenPlay>,
    }
    /// What an entrant's assistant may do was granted, changed or taken back. What it is, is in his record.
    "desk.assistance_set" AssistanceSet {
        /// Whose.
        entrant: EntrantId,
    }
    /// An item of a checklist was ticked, or its tick was taken back.
    "desk.item_ticked" ItemTicked {
        /// The list.
        list: DeskList,
        /// The clause.
        clause: String,
        /// The round it was ticked for, where the list comes again with every round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<RoundNumber>,
        /// Whether it is done.
        done: bool,
    }
    /// The clock page was pressed before the move was entered.
    "desk.press_seen" PressSeen {
        /// By whom.
        player: Side,
        /// When.
        pressed_at: Timestamp,
    }
    /// The latest such press was none.
    "desk.press_dropped" PressDropped {}
    /// Somebody at the table calls the director.
    "desk.director_called" DirectorCalled {
        /// Its number.
        call: u32,
        /// Who called.
        by: game::By,
        /// Why.
        reason: String,
    }
    /// The director has come.
    "desk.call_answered" CallAnswered {
        /// Which call.
        call: u32,
    }
    /// What the public sees of the games of a tournament comes later by this much.
    "desk.delay_set" DelaySet {
        /// In milliseconds; 0 is at once.
        delay_ms: i64,
    }
    /// Spectators are admitted to the games of a tournament, or not.
    "desk.spectators_set" SpectatorsSet {
        /// Whether they are.
        admitted: bool,
    }
    /// A game is not shown to the public, or shown again.
    "desk.game_withheld" GameWithheld {
        /// Whether it is withheld.
        withheld: bool,
    }
    /// A spectator told the officials that something is wrong at a table.
    "desk.irregularity_reported" IrregularityReported {
        /// Its number.
        report: u32,
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// What he saw.
        text: String,
    }
    /// A move on screen took longer on its way than at the player's: his clock was not charged for this much.
    "desk.lag_given" LagGiven {
        /// Whose.
        player: Side,
        /// How much, in milliseconds.
        lag_ms: i64,
    }
}

impl DeskFact {
    /// Whether a kind is the desk's.
    pub(crate) fn is_kind(kind: &str) -> bool {
        kind.starts_with("desk.")
    }
}

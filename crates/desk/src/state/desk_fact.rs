//! What the desk itself records beside the events of tournaments and games.

use outflank_board::Side;
use outflank_event::{Timestamp, events};
use outflank_game as game;
use outflank_rulebook::DeskList;
use outflank_tournament::running::TableNumber;
use outflank_tournament::{EntrantId, RoundNumber};

use crate::ids::{FederationId, GameId, TournamentId};
use crate::people::ownership::RecordRight;

events! {
    /// An event of the desk in the stream of a tournament or a game.
    pub enum DeskFact, DeskFactKind;

    /// The tournament lets a federation announce it and copy what it may know of the players, or not any more.
    "desk.federation_admitted" ToOfficials FederationAdmitted {
        federation: FederationId,
        /// How much of the records; nothing withdraws the consent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<RecordRight>,
    }
    /// A tournament was given a short name for addresses.
    "desk.slug_given" Whole SlugGiven {
        slug: String,
    }
    /// A game was opened at a table; in the tournament's stream.
    "desk.game_opened" Whole GameOpened {
        game: GameId,
        round: RoundNumber,
        table: TableNumber,
        black: EntrantId,
        white: EntrantId,
    }
    /// The same in the game's stream.
    "desk.game_placed" Whole GamePlaced {
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        black: EntrantId,
        white: EntrantId,
    }
    /// A tap of a device did not fit and waits for the director.
    "desk.tap_held" ToOfficials TapHeld {
        held: u32,
        by: game::By,
        act: game::Act,
        /// When, by the device.
        made_at: Timestamp,
        /// Why it does not fit.
        why: String,
    }
    /// The director decided about it.
    "desk.tap_settled" ToOfficials TapSettled {
        held: u32,
        counts: bool,
    }
    /// The tournament is a training copy: it is shown to those who work at it and to nobody else.
    "desk.training_copied" ToOfficials TrainingCopied {
        /// The event it was copied from.
        of: TournamentId,
        /// The last event that was copied.
        version: u64,
    }
    /// The director lets players' links show the pairing although the rulebook bans devices, or not any more.
    "desk.device_pairings_set" ToOfficials DevicePairingsSet {
        /// Whether they show it.
        shown: bool,
    }
    /// The games of the tournament are played on screen, or at tables.
    "desk.on_screen_set" ToOfficials OnScreenSet {
        /// How they are played on screen; nothing at tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<game::ScreenPlay>,
    }
    /// What a player's assistant may do was granted, changed or withdrawn. The details are in the player's record.
    "desk.assistance_set" ToOfficials AssistanceSet {
        entrant: EntrantId,
    }
    /// An item of a checklist was ticked, or its tick was taken back.
    "desk.item_ticked" ToOfficials ItemTicked {
        list: DeskList,
        clause: String,
        /// The round it was ticked for, where the list comes again with every round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<RoundNumber>,
        done: bool,
    }
    /// The clock page was pressed before the move was entered.
    "desk.press_seen" ToOfficials PressSeen {
        player: Side,
        pressed_at: Timestamp,
    }
    /// The latest such press was none.
    "desk.press_dropped" ToOfficials PressDropped {}
    /// A person at the table calls the director.
    "desk.director_called" ToOfficials DirectorCalled {
        call: u32,
        by: game::By,
        reason: String,
    }
    /// The director has come.
    "desk.call_answered" ToOfficials CallAnswered {
        call: u32,
    }
    /// What the public sees of the games of a tournament comes later by this much.
    "desk.delay_set" ToOfficials DelaySet {
        /// In milliseconds; 0 is at once.
        delay_ms: i64,
    }
    /// Spectators are admitted to the games of a tournament, or not.
    "desk.spectators_set" ToOfficials SpectatorsSet {
        admitted: bool,
    }
    /// Hide a game from the public, or show it again.
    "desk.game_withheld" ToOfficials GameWithheld {
        withheld: bool,
    }
    /// A spectator told the officials that something is wrong at a table.
    "desk.irregularity_reported" ToOfficials IrregularityReported {
        report: u32,
        round: RoundNumber,
        table: TableNumber,
        text: String,
    }
    /// A move on screen took longer on its way than on the player's device: this much was not charged.
    "desk.lag_given" ToOfficials LagGiven {
        player: Side,
        /// How much, in milliseconds.
        lag_ms: i64,
    }
    /// The server stood still while a player's clock ran: this much was not charged.
    "desk.stall_given" ToOfficials StallGiven {
        player: Side,
        /// How much, in milliseconds.
        stall_ms: i64,
    }
}

impl DeskFact {
    /// Whether a kind is the desk's.
    pub(crate) fn is_kind(kind: &str) -> bool {
        kind.starts_with("desk.")
    }
}

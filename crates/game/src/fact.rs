//! What happens at the table, and the names it is stored under.

use std::sync::Arc;

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_event::{Timestamp, events, words};
use outflank_rulebook::{ClauseId, FlagWhen, Millis, Rulebook, Score};

use crate::by::By;
use crate::command::{
    Excuse, ExpelledFrom, ExpelledGame, Fault, GivingUp, Infringement, TouchedWith,
};
use crate::needs::Needs;
pub use crate::recorded::Turn;
use crate::result::{GameResult, Verdict};
use crate::setting::{ClockSide, Seat, Setting};

words! {
    /// How a turn came to be over.
    Pressed {
        /// The player pressed the clock.
        ByHand = "by_hand",
        /// The clock was forgotten and the opponent went on (USOA 5.9).
        OpponentMoved = "opponent_moved",
        /// The move was complete when the default was dealt with, so the opponent's clock was started (AMB-26).
        AfterDefault = "after_default",
        /// The program passed for the player.
        Automatically = "automatically",
    }

    /// Where a flag fell.
    FlagAt {
        /// The player sat at the table.
        Table = "at_table",
        /// The player was away.
        Absent = "absent",
        /// It was found together with the other's earlier one (AMB-22).
        FoundWithFirst = "found_with_first",
    }
}

impl FlagAt {
    /// The circumstances as scores know them.
    pub const fn when(self) -> FlagWhen {
        match self {
            Self::Table => FlagWhen::AtTheTable,
            Self::Absent => FlagWhen::Absent,
            Self::FoundWithFirst => FlagWhen::FoundWithTheFirst,
        }
    }
}

words! {
    /// What follows from a flag at once.
    FlagThen {
        /// The default takes effect.
        Counts = "counts",
        /// The move begun is completed first (USOA 6.3).
        MoveFirst = "move_first",
    }

    /// Why the clock stands still.
    StopCause {
        /// A person who may stop it did.
        Stopped = "stopped",
        Dispute = "dispute",
        /// The clock is defective.
        Defect = "defect",
        /// The board is being restored by an official.
        Disturbed = "disturbed",
        Pause = "pause",
    }

    /// How a player left the table.
    LeaveKind {
        /// With the director's permission.
        Permitted = "permitted",
        /// The rulebook does not ask for permission.
        Allowed = "allowed",
        Infringement = "infringement",
    }

    /// What a transcript shows when it is replayed.
    TranscriptCheck {
        /// It leads to the position on the board.
        Matches = "matches",
        /// It leads elsewhere, or cannot be replayed.
        Differs = "differs",
        Missing = "missing",
    }
}

events! {
    /// Something that happened at the table, when, and on whose word.
    ///
    /// ```
    /// use outflank_game::{By, Event, Fact, Timestamp};
    /// let event = Event { at: Timestamp(61_000), by: By::Director, fact: Fact::StartSignalled {} };
    /// assert_eq!(event.kind(), "game.start_signalled");
    /// assert_eq!(event.body(), r#"{"at":61000,"by":"director"}"#);
    /// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
    /// # Ok::<(), outflank_event::StoredError>(())
    /// ```
    pub struct Event { at: Timestamp, by: By }

    /// What happened. Whatever depended on the rulebook was decided before and is in it.
    pub enum Fact, FactKind;

    "game.opened" Whole Opened {
        /// The rulebook, whole, with the director's changes.
        rulebook: Arc<Rulebook>,
        setting: Arc<Setting>,
    }
    "game.clock_side_agreed" Whole ClockSideAgreed {
        player: Side,
        side: ClockSide,
    }
    /// The clock was put there.
    "game.clock_placed" Whole ClockPlaced {
        side: ClockSide,
    }
    "game.seat_chosen" Whole SeatChosen {
        seat: Seat,
    }
    "game.ready_confirmed" Whole ReadyConfirmed {}
    /// The director gave the signal.
    "game.start_signalled" Whole StartSignalled {}
    /// The game started: Black's clock runs.
    "game.started" Whole Started {}
    /// A late player came.
    "game.player_arrived" Whole PlayerArrived {
        player: Side,
        late: Millis,
    }
    /// The director let a lateness pass.
    "game.lateness_waived" Whole LatenessWaived {
        player: Side,
        /// The time given back.
        added: Millis,
    }
    /// The director gave a late player the time lost back.
    "game.late_time_restored" Whole LateTimeRestored {
        player: Side,
        added: Millis,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
    }
    /// The director waived that a late player loses the game.
    "game.late_forfeit_waived" Whole LateForfeitWaived {
        player: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
    }
    /// The director allowed a player to leave.
    "game.leave_permitted" ToOfficials LeavePermitted {
        player: Side,
    }
    "game.table_left" Whole TableLeft {
        player: Side,
        leave: LeaveKind,
    }
    /// A player came back.
    "game.table_rejoined" Whole TableRejoined {
        player: Side,
    }

    "game.square_touched" Whole SquareTouched {
        player: Side,
        first: Square,
        /// And by the same touch here.
        also: SquareSet,
        with: TouchedWith,
        /// The squares the player is bound to now; none if the touch does not bind.
        binds: SquareSet,
    }
    /// A touch or a dropped disc was excused.
    "game.touch_excused" Whole TouchExcused {
        player: Side,
        excuse: Excuse,
    }
    /// A disc was placed; nothing is flipped yet.
    "game.disc_placed" Whole DiscPlaced {
        player: Side,
        square: Square,
        /// With this colour up.
        colour: Side,
        /// What is wrong with it.
        fault: Option<Fault>,
    }
    /// The disc just placed was taken back.
    "game.disc_taken_back" Whole DiscTakenBack {
        player: Side,
        square: Square,
        /// The squares the player is bound to now.
        binds: SquareSet,
    }
    /// Discs were turned over.
    "game.discs_flipped" Whole DiscsFlipped {
        player: Side,
        squares: SquareSet,
    }
    "game.clock_pressed" Whole ClockPressed {
        player: Side,
        how: Pressed,
        /// What is wrong with the move.
        fault: Option<Fault>,
        /// Time given for the move.
        added: Millis,
    }
    /// A whole move: disc, flips and press at once.
    "game.move_played" Whole MovePlayed {
        player: Side,
        square: Square,
        flips: SquareSet,
        /// Time given for the move.
        added: Millis,
    }
    "game.passed" Whole Passed {
        player: Side,
        how: Pressed,
        /// Set if the player had a legal move.
        fault: Option<Fault>,
        /// Time given for the turn.
        added: Millis,
    }
    /// A player was reminded to press the clock.
    "game.press_reminded" Whole PressReminded {
        player: Side,
    }
    /// Turns were entered without times.
    "game.turns_entered" Whole TurnsEntered {
        before: Position,
        /// The turns, in order.
        turns: Vec<Turn>,
    }
    "game.entry_taken_back" Whole EntryTakenBack {
        /// Where a disc was recorded; nowhere if it was a pass or a touch.
        square: Option<Square>,
        position: Position,
        /// Whose turn it is again.
        turn: Side,
        /// How many plies of the record stand.
        plies: u16,
        /// Time of this turn before the entry.
        used: Millis,
        /// Time since the entry: it belongs to this player, not to the opponent.
        moved: Millis,
    }
    /// A turn was recorded wrongly and stands now as it was played; later ones are flipped anew.
    "game.turn_amended" Whole TurnAmended {
        /// The first ply that changes, from 1.
        ply: u16,
        /// The board before it.
        before: Position,
        turns: Vec<Turn>,
        /// The position that is replaced.
        was: Position,
    }
    "game.opponents_time_used" Whole OpponentsTimeUsed {
        player: Side,
    }
    /// Two discs of the wrong colour in a row: the players' colours are exchanged from here on.
    "game.colours_exchanged" Whole ColoursExchanged {}
    /// Discs changed hands because a player ran out.
    "game.discs_transferred" Whole DiscsTransferred {
        to: Side,
        count: u8,
    }

    "game.clock_stopped" Whole ClockStopped {
        cause: StopCause,
        why: String,
        /// What the clocks show.
        remaining: BySide<Millis>,
    }
    /// The clock was started again.
    "game.clock_resumed" Whole ClockResumed {
        player: Side,
    }
    /// A technical interruption began: nobody is charged for the time from here on.
    "game.paused" Whole Paused {
        noticed: Timestamp,
        why: String,
    }
    "game.clock_adjusted" Whole ClockAdjusted {
        player: Side,
        change: Millis,
        why: String,
    }
    "game.clocks_set" Whole ClocksSet {
        remaining: BySide<Millis>,
        why: String,
    }
    "game.clock_read" Whole ClockRead {
        remaining: BySide<Millis>,
    }

    "game.flag_fell" Whole FlagFell {
        player: Side,
        fell: FlagAt,
        then: FlagThen,
    }
    /// The flag that fell in mid-move takes effect, now that the move is complete.
    "game.flag_counted" Whole FlagCounted {
        player: Side,
        /// In which circumstances it fell.
        fell: FlagAt,
    }
    /// A player says that a flag is down; an official is called.
    "game.flag_claimed" Whole FlagClaimed {
        player: Side,
    }
    /// The claimed flag is not down.
    "game.flag_dismissed" Whole FlagDismissed {
        player: Side,
    }
    /// A player pressed without moving while a flag was claimed (USOA 6.5).
    "game.clock_hit" Whole ClockHit {
        player: Side,
    }
    /// A player is in default: the game is lost, and play continues for the score.
    "game.default_declared" Whole DefaultDeclared {
        defaulter: Side,
        clause: Option<ClauseId>,
    }
    /// Time was added after a default.
    "game.time_extended" Whole TimeExtended {
        /// What the clocks show now.
        remaining: BySide<Millis>,
        /// Whose extension begins again when the director gives the signal.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        until_signal: Vec<Side>,
    }
    /// The director confirmed a default and gave the signal: the extension begins (USOA 6.7).
    "game.extension_signalled" Whole ExtensionSignalled {
        /// What the clocks show now.
        remaining: BySide<Millis>,
        /// Whose clock runs.
        running: Side,
    }

    /// The latest move is being corrected; the offender's clock runs.
    "game.correction_opened" Whole CorrectionOpened {
        offender: Side,
        fault: Fault,
        /// The legal move named against a pass.
        named: Option<Square>,
    }
    /// The latest move was put right.
    "game.move_corrected" Whole MoveCorrected {
        /// The ply that is replaced, from 1.
        ply: u16,
        offender: Side,
        fault: Fault,
        /// The position that is replaced.
        was: Position,
        position: Position,
        /// Whose turn it is now.
        turn: Side,
        /// The squares that player is bound to.
        binds: SquareSet,
    }
    /// The correction is over; the clock of the player to move runs.
    "game.correction_closed" Whole CorrectionClosed {}
    /// The game starts again from the beginning; what was played is kept aside.
    "game.restarted" Whole Restarted {
        start: Position,
        /// The clocks; none if the game is not timed.
        remaining: Option<BySide<Millis>>,
        why: String,
    }

    "game.board_disturbed" Whole BoardDisturbed {
        responsible: Side,
        /// Whose clock runs meanwhile; nobody's if it stands.
        charged: Option<Side>,
    }
    "game.restored_accepted" Whole RestoredAccepted {
        player: Side,
    }
    "game.board_restored" Whole BoardRestored {
        position: Position,
        turn: Side,
        /// How many plies of the record stand.
        plies: u16,
        source: String,
        /// Whose clock runs; nobody's if it stands.
        running: Option<Side>,
    }

    "game.dispute_raised" Kind DisputeRaised {
        about: String,
        /// What the clocks showed.
        remaining: BySide<Millis>,
    }
    "game.transcript_attached" ToOfficials TranscriptAttached {
        of: Option<Side>,
        recorder: String,
        moves: String,
    }
    /// Both transcripts were replayed.
    "game.transcripts_compared" ToOfficials TranscriptsCompared {
        found: BySide<TranscriptCheck>,
        /// Whose decides; nobody's if both or neither match.
        decisive: Option<Side>,
    }

    "game.ruled" Kind Ruled {
        text: String,
        /// What the clocks show now.
        clocks: Option<BySide<Millis>>,
        /// What the board shows now.
        position: Option<Position>,
    }
    "game.time_penalised" Kind TimePenalised {
        offender: Side,
        taken: Millis,
        /// Given to the opponent.
        given: Millis,
        why: String,
        /// The clauses that allow it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clauses: Vec<ClauseId>,
    }
    "game.infringement_noted" ToOfficials InfringementNoted {
        player: Side,
        what: Infringement,
        note: String,
        /// The clause that forbids it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
    }
    /// A player straightened the discs on the board.
    "game.discs_adjusted" Whole DiscsAdjusted {
        player: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
    }
    "game.player_expelled" Kind PlayerExpelled {
        player: Side,
        from: ExpelledFrom,
        /// The effect on the game.
        game: ExpelledGame,
        why: String,
        /// The clauses that allow it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clauses: Vec<ClauseId>,
    }
    "game.needs_granted" ToOfficials NeedsGranted {
        player: Side,
        needs: Box<Needs>,
    }
    "game.primary_board_set" ToOfficials PrimaryBoardSet {
        /// For whose opponent's sake the player's moves are transferred.
        player: Side,
        /// Extra time for it.
        added: Millis,
    }

    "game.gave_up" Whole GaveUp {
        player: Side,
        how: GivingUp,
    }
    "game.ended" Whole Ended {
        result: GameResult,
        /// The clauses that decided it.
        clauses: Vec<ClauseId>,
    }
    "game.result_signed" Whole ResultSigned {
        player: Side,
    }
    /// An official took the sheet.
    "game.sheet_received" Whole SheetReceived {}
    /// The result became final.
    "game.result_confirmed" Whole ResultConfirmed {
        /// Why, where not both had agreed.
        why: Option<String>,
    }
    /// Another result was put in place of the old one.
    "game.result_corrected" Whole ResultCorrected {
        was: Score,
        was_verdict: Verdict,
        result: GameResult,
        why: String,
        /// The clauses that allow it, where it is a penalty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clauses: Vec<ClauseId>,
    }
}

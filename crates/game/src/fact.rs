//! What happened: the facts a game is made of, and the names they are stored under.

use std::sync::Arc;

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_rulebook::{ClauseId, FlagWhen, Millis, Rulebook, Score};
use serde::{Deserialize, Serialize};

use crate::command::{
    Excuse, ExpelledFrom, ExpelledGame, Fault, GivingUp, Infringement, TouchedWith,
};
use crate::needs::Needs;
pub use crate::recorded::Turn;
use crate::result::{GameResult, Verdict};
use crate::setting::{ClockSide, Seat, Setting, words};
use crate::time::Timestamp;

words! {
    /// How a turn came to be over.
    Pressed {
        /// The player pressed his clock.
        ByHand = "by_hand",
        /// The clock was forgotten and the opponent went on (USOA 5.9).
        OpponentMoved = "opponent_moved",
        /// The move was complete when the default was dealt with, so the opponent's clock was started (AMB-26).
        AfterDefault = "after_default",
        /// The program passed for the player.
        Automatically = "automatically",
    }
}

words! {
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
    #[must_use]
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
}

words! {
    /// Why the clock stands still.
    StopCause {
        /// Somebody who may stop it did.
        Stopped = "stopped",
        /// A dispute.
        Dispute = "dispute",
        /// The clock is defective.
        Defect = "defect",
        /// The board is being restored by an official.
        Disturbed = "disturbed",
        /// A technical interruption.
        Pause = "pause",
    }
}

words! {
    /// How somebody left the table.
    LeaveKind {
        /// With the director's permission.
        Permitted = "permitted",
        /// The rulebook does not ask for permission.
        Allowed = "allowed",
        /// Against the rulebook.
        Infringement = "infringement",
    }
}

words! {
    /// What a transcript shows when it is replayed.
    TranscriptCheck {
        /// It leads to the position on the board.
        Matches = "matches",
        /// It leads elsewhere, or cannot be replayed.
        Differs = "differs",
        /// There is none.
        Missing = "missing",
    }
}

/// Declares the facts and, beside each, the name it is stored under for ever.
macro_rules! facts {
    ($($(#[doc = $doc:literal])* $kind:literal $name:ident {
        $($(#[$field_doc:meta])* $field:ident : $type:ty,)*
    })+) => {
        /// Something that happened at the table. Whatever depended on the rulebook was decided before and is in it.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Fact {
            $($(#[doc = $doc])* #[serde(rename = $kind)] $name { $($(#[$field_doc])* $field: $type,)* },)+
        }

        impl Fact {
            /// The stored names of all kinds of facts.
            pub const KINDS: &[&'static str] = &[$($kind,)+];

            /// The name this is stored under: `game.disc_placed`.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $kind,)+
                }
            }
        }
    };
}

facts! {
    /// The game was opened.
    "game.opened" Opened {
        /// The rulebook, whole, with the director's changes.
        rulebook: Arc<Rulebook>,
        /// Every other choice.
        setting: Arc<Setting>,
    }
    /// A player agreed to a place for the clock.
    "game.clock_side_agreed" ClockSideAgreed {
        /// Who agreed.
        player: Side,
        /// To which side.
        side: ClockSide,
    }
    /// The clock was put there.
    "game.clock_placed" ClockPlaced {
        /// Where.
        side: ClockSide,
    }
    /// Black chose his seat.
    "game.seat_chosen" SeatChosen {
        /// Which.
        seat: Seat,
    }
    /// Somebody confirmed that all is ready.
    "game.ready_confirmed" ReadyConfirmed {}
    /// The director gave the signal.
    "game.start_signalled" StartSignalled {}
    /// The game started: Black's clock runs.
    "game.started" Started {}
    /// A late player came.
    "game.player_arrived" PlayerArrived {
        /// Who.
        player: Side,
        /// How late.
        late: Millis,
    }
    /// The director let a lateness pass.
    "game.lateness_waived" LatenessWaived {
        /// Whose.
        player: Side,
        /// The time given back.
        added: Millis,
    }
    /// The director allowed a player to leave.
    "game.leave_permitted" LeavePermitted {
        /// Whom.
        player: Side,
    }
    /// A player left the table.
    "game.table_left" TableLeft {
        /// Who.
        player: Side,
        /// How.
        leave: LeaveKind,
    }
    /// A player came back.
    "game.table_rejoined" TableRejoined {
        /// Who.
        player: Side,
    }

    /// The board was touched.
    "game.square_touched" SquareTouched {
        /// By whom.
        player: Side,
        /// First here.
        first: Square,
        /// And by the same touch here.
        also: SquareSet,
        /// With what.
        with: TouchedWith,
        /// The squares the player is bound to now; none if the touch does not bind.
        binds: SquareSet,
    }
    /// A touch or a dropped disc was excused.
    "game.touch_excused" TouchExcused {
        /// Whose.
        player: Side,
        /// Why.
        excuse: Excuse,
    }
    /// A disc was placed; nothing is flipped yet.
    "game.disc_placed" DiscPlaced {
        /// By whom.
        player: Side,
        /// Where.
        square: Square,
        /// With this colour up.
        colour: Side,
        /// What is wrong with it.
        fault: Option<Fault>,
    }
    /// The disc just placed was taken back.
    "game.disc_taken_back" DiscTakenBack {
        /// By whom.
        player: Side,
        /// From where.
        square: Square,
        /// The squares the player is bound to now.
        binds: SquareSet,
    }
    /// Discs were turned over.
    "game.discs_flipped" DiscsFlipped {
        /// By whom.
        player: Side,
        /// Which.
        squares: SquareSet,
    }
    /// The turn ended.
    "game.clock_pressed" ClockPressed {
        /// Whose turn.
        player: Side,
        /// How.
        how: Pressed,
        /// What is wrong with the move.
        fault: Option<Fault>,
        /// Time given for the move.
        added: Millis,
    }
    /// A whole move: disc, flips and press at once.
    "game.move_played" MovePlayed {
        /// By whom.
        player: Side,
        /// Where.
        square: Square,
        /// What was flipped.
        flips: SquareSet,
        /// Time given for the move.
        added: Millis,
    }
    /// A player passed and pressed.
    "game.passed" Passed {
        /// Who.
        player: Side,
        /// How.
        how: Pressed,
        /// Set if he had a move.
        fault: Option<Fault>,
        /// Time given for the turn.
        added: Millis,
    }
    /// A player was told that he forgot his clock.
    "game.press_reminded" PressReminded {
        /// Who forgot.
        player: Side,
    }
    /// Turns were entered without times.
    "game.turns_entered" TurnsEntered {
        /// The board before.
        before: Position,
        /// The turns, in order.
        turns: Vec<Turn>,
    }
    /// The latest entry was taken back.
    "game.entry_taken_back" EntryTakenBack {
        /// Where a disc was recorded; nowhere if it was a pass or a touch.
        square: Option<Square>,
        /// The board now.
        position: Position,
        /// Whose turn it is again.
        turn: Side,
        /// How many plies of the record stand.
        plies: u16,
        /// Time of this turn before the entry.
        used: Millis,
        /// Time since the entry: it is his, not the opponent's.
        moved: Millis,
    }
    /// A turn was recorded wrongly and stands now as it was played; later ones are flipped anew.
    "game.turn_amended" TurnAmended {
        /// The first ply that changes, from 1.
        ply: u16,
        /// The board before it.
        before: Position,
        /// The turns from there on.
        turns: Vec<Turn>,
        /// The position that is replaced.
        was: Position,
    }
    /// A player moved on the opponent's time.
    "game.opponents_time_used" OpponentsTimeUsed {
        /// Who moved.
        player: Side,
    }
    /// Two discs of the wrong colour in a row: the players' colours are exchanged from here on.
    "game.colours_exchanged" ColoursExchanged {}
    /// Discs changed hands because a player ran out.
    "game.discs_transferred" DiscsTransferred {
        /// To whom.
        to: Side,
        /// How many.
        count: u8,
    }

    /// The clock was stopped.
    "game.clock_stopped" ClockStopped {
        /// Why.
        cause: StopCause,
        /// In words.
        why: String,
        /// What the clocks show.
        remaining: BySide<Millis>,
    }
    /// The clock was started again.
    "game.clock_resumed" ClockResumed {
        /// Whose clock runs.
        player: Side,
    }
    /// A technical interruption began: nobody is charged for the time from here on.
    "game.paused" Paused {
        /// When it was noticed.
        noticed: Timestamp,
        /// Why.
        why: String,
    }
    /// A clock was corrected.
    "game.clock_adjusted" ClockAdjusted {
        /// Whose.
        player: Side,
        /// By how much.
        change: Millis,
        /// Why.
        why: String,
    }
    /// Both clocks were set.
    "game.clocks_set" ClocksSet {
        /// To what.
        remaining: BySide<Millis>,
        /// Why.
        why: String,
    }
    /// The clock on the table was read.
    "game.clock_read" ClockRead {
        /// What it showed.
        remaining: BySide<Millis>,
    }

    /// A flag fell.
    "game.flag_fell" FlagFell {
        /// Whose.
        player: Side,
        /// In which circumstances.
        fell: FlagAt,
        /// What follows.
        then: FlagThen,
    }
    /// The flag that fell in mid-move takes effect, now that the move is complete.
    "game.flag_counted" FlagCounted {
        /// Whose.
        player: Side,
        /// In which circumstances it fell.
        fell: FlagAt,
    }
    /// A player says that a flag is down; an official is called.
    "game.flag_claimed" FlagClaimed {
        /// Whose flag.
        player: Side,
    }
    /// The claimed flag is not down.
    "game.flag_dismissed" FlagDismissed {
        /// Whose flag.
        player: Side,
    }
    /// A player pressed without moving while a flag was claimed (USOA 6.5).
    "game.clock_hit" ClockHit {
        /// Who.
        player: Side,
    }
    /// A player is in default: he has lost, and play goes on for the score.
    "game.default_declared" DefaultDeclared {
        /// Who.
        defaulter: Side,
        /// By which clause.
        clause: Option<ClauseId>,
    }
    /// Time was added after a default.
    "game.time_extended" TimeExtended {
        /// What the clocks show now.
        remaining: BySide<Millis>,
    }

    /// The latest move is being corrected; the offender's clock runs.
    "game.correction_opened" CorrectionOpened {
        /// Whose move.
        offender: Side,
        /// What is wrong.
        fault: Fault,
        /// The legal move named against a pass.
        named: Option<Square>,
    }
    /// The latest move was put right.
    "game.move_corrected" MoveCorrected {
        /// The ply that is replaced, from 1.
        ply: u16,
        /// Whose move.
        offender: Side,
        /// What was wrong.
        fault: Fault,
        /// The position that is replaced.
        was: Position,
        /// The position now.
        position: Position,
        /// Whose turn it is now.
        turn: Side,
        /// The squares that player is bound to.
        binds: SquareSet,
    }
    /// The correction is over; the clock of the player to move runs.
    "game.correction_closed" CorrectionClosed {}
    /// The game starts again from the beginning; what was played is kept aside.
    "game.restarted" Restarted {
        /// Where it starts.
        start: Position,
        /// The clocks; none if the game is not timed.
        remaining: Option<BySide<Millis>>,
        /// Why.
        why: String,
    }

    /// The position was disturbed.
    "game.board_disturbed" BoardDisturbed {
        /// By whom.
        responsible: Side,
        /// Whose clock runs meanwhile; nobody's if it stands.
        charged: Option<Side>,
    }
    /// A player accepted the restored position.
    "game.restored_accepted" RestoredAccepted {
        /// Who.
        player: Side,
    }
    /// The position was restored.
    "game.board_restored" BoardRestored {
        /// To this.
        position: Position,
        /// Whose turn it is.
        turn: Side,
        /// How many plies of the record stand.
        plies: u16,
        /// From what.
        source: String,
        /// Whose clock runs; nobody's if it stands.
        running: Option<Side>,
    }

    /// A dispute or a claim.
    "game.dispute_raised" DisputeRaised {
        /// What about.
        about: String,
        /// What the clocks showed.
        remaining: BySide<Millis>,
    }
    /// A transcript was handed in.
    "game.transcript_attached" TranscriptAttached {
        /// Of which player.
        of: Option<Side>,
        /// Who wrote it.
        recorder: String,
        /// The moves.
        moves: String,
    }
    /// Both transcripts were replayed.
    "game.transcripts_compared" TranscriptsCompared {
        /// What they show.
        found: BySide<TranscriptCheck>,
        /// Whose decides; nobody's if both or neither match.
        decisive: Option<Side>,
    }

    /// The director ruled.
    "game.ruled" Ruled {
        /// In words.
        text: String,
        /// What the clocks show now.
        clocks: Option<BySide<Millis>>,
        /// What the board shows now.
        position: Option<Position>,
    }
    /// A penalty in time.
    "game.time_penalised" TimePenalised {
        /// Whose offence.
        offender: Side,
        /// Taken from him.
        taken: Millis,
        /// Given to the opponent.
        given: Millis,
        /// Why.
        why: String,
    }
    /// An infringement was noted.
    "game.infringement_noted" InfringementNoted {
        /// Whose.
        player: Side,
        /// What.
        what: Infringement,
        /// In words.
        note: String,
    }
    /// A player was expelled.
    "game.player_expelled" PlayerExpelled {
        /// Who.
        player: Side,
        /// From where.
        from: ExpelledFrom,
        /// What becomes of the game.
        game: ExpelledGame,
        /// Why.
        why: String,
    }
    /// A player was granted an assistant.
    "game.needs_granted" NeedsGranted {
        /// Who.
        player: Side,
        /// What.
        needs: Box<Needs>,
    }
    /// A primary board is used.
    "game.primary_board_set" PrimaryBoardSet {
        /// For whose opponent's sake the player's moves are transferred.
        player: Side,
        /// Extra time for it.
        added: Millis,
    }

    /// A player gave up.
    "game.gave_up" GaveUp {
        /// Who.
        player: Side,
        /// How.
        how: GivingUp,
    }
    /// The game ended.
    "game.ended" Ended {
        /// The result.
        result: GameResult,
        /// The clauses that decided it.
        clauses: Vec<ClauseId>,
    }
    /// A player agreed to the result.
    "game.result_signed" ResultSigned {
        /// Who.
        player: Side,
    }
    /// An official took the sheet.
    "game.sheet_received" SheetReceived {}
    /// The result became final.
    "game.result_confirmed" ResultConfirmed {
        /// Why, where not both had agreed.
        why: Option<String>,
    }
    /// Another result was put in place of the old one.
    "game.result_corrected" ResultCorrected {
        /// The old score.
        was: Score,
        /// The old verdict.
        was_verdict: Verdict,
        /// The new result.
        result: GameResult,
        /// Why.
        why: String,
    }
}

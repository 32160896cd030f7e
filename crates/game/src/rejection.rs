//! Why a command was refused, with what to do instead.

use outflank_board::{Side, Square, SquareSet};
use outflank_event::Timestamp;
use outflank_rulebook::{Millis, reasons};

use crate::by::By;
use crate::result::Ending;

/// A refused command: nothing changed.
pub type Rejection = outflank_rulebook::Rejection<Reason>;

reasons! {
    "game.already_opened" AlreadyOpened {} "the game is open already; open another one"
    "game.not_opened" NotOpened {} "the game is not open yet; open it first"
    "game.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "a command cannot be earlier than the last event; give it the present time"
    "game.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "there are already {limit} {what}; ask the director to end the game"
    "game.text_too_long" TextTooLong {
        limit: usize,
    } "the text has more than {limit} characters; shorten it"
    "game.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "{by} may not do this; ask {allowed}"
    "game.no_judge" NoJudge {} "no judge is assigned to this table; call the director"
    "game.no_assistant" NoAssistant {
        player: Side,
    } "the director has not approved this for an assistant of {player}; ask him to grant it"
    "game.assistant_completes" AssistantCompletes {
        player: Side,
    } "the turn is complete when {player}'s assistant has made the move on the primary board and pressed; let him do it"
    "game.clock_required" ClockRequired {} "a tournament game needs a clock; give a time per player"
    "game.time_too_short" TimeTooShort {
        minimum: Millis,
    } "each player must have at least {minimum}; give more time"
    "game.casual_only" CasualOnly {
        what: &'static str,
    } "{what} is for casual games only; leave it out or open a casual game"
    "game.no_game_in_position" NoGameInPosition {} "neither side can move in this position; start from another one"
    "game.clock_side_needs_both" ClockSideNeedsBoth {} "the clock stands on Black's right unless both players agree; let both agree first"
    "game.black_chooses" BlackChooses {} "Black chooses where the clock stands; ask him"
    "game.clock_fixed" ClockFixed {} "the clock is fixed; let Black choose his seat"
    "game.clock_free" ClockFree {} "the clock is not fixed; let its side be chosen"
    "game.not_ready" NotReady {
        waiting_for: &'static str,
    } "the clocks are not checked; {waiting_for} must confirm first"
    "game.not_signalled" NotSignalled {} "the director has not given the signal; wait for it"
    "game.not_started" NotStarted {} "the game has not started; start the clock first"
    "game.already_started" AlreadyStarted {} "the game has started; this is done before"
    "game.over" Over {
        ending: Ending,
    } "the game is over ({ending}); only the result can be signed, confirmed or corrected"
    "game.not_over" NotOver {} "the game is not over; finish it first"
    "game.not_your_turn" NotYourTurn {
        turn: Side,
    } "it is {turn}'s turn; wait for him"
    "game.must_move" MustMove {
        moves: SquareSet,
    } "a move must be made; play one of {moves}"
    "game.pass_not_said" PassNotSaid {} "there is no legal move; say pass and press"
    "game.illegal_square" IllegalSquare {
        square: Square,
        why: String,
        /// Where a move can be made.
        moves: SquareSet,
    } "{why}; play one of {moves}"
    "game.occupied" Occupied {
        square: Square,
    } "{square} holds a disc already; choose an empty square"
    "game.committed" Committed {
        squares: SquareSet,
    } "the touch binds; play {squares}"
    "game.no_take_back" NoTakeBack {} "a disc that was placed stays; complete the move"
    "game.nothing_touched" NothingTouched {} "nothing was touched or placed in this turn; play a move"
    "game.no_excuse" NoExcuse {
        /// Who may grant one.
        allowed: &'static str,
    } "the touch binds; only {allowed} can excuse it"
    "game.already_placed" AlreadyPlaced {
        square: Square,
    } "a disc was placed on {square}; flip what it flanks and press"
    "game.not_placed" NotPlaced {} "no disc was placed in this turn; place one first"
    "game.nothing_to_flip" NothingToFlip {
        squares: SquareSet,
    } "{squares} cannot be turned over; name discs that stood on the board before the move"
    "game.move_incomplete" MoveIncomplete {
        missing: SquareSet,
        wrong: SquareSet,
    } "the move is not complete; flip [{missing}], turn back [{wrong}], then press"
    "game.nothing_entered" NothingEntered {} "nothing was recorded that could be taken back or amended; record a move first"
    "game.impossible_turn" ImpossibleTurn {
        /// Its number, from 1.
        ply: u16,
        why: String,
    } "turn {ply} cannot have been played so: {why}; look at the board again"
    "game.opponents_time" OpponentsTime {
        player: Side,
    } "{player} has not pressed his clock; remind him and wait"
    "game.prevented_on_screen" PreventedOnScreen {} "this cannot happen on screen; it records what happened at a real board"
    "game.clock_stopped" ClockStopped {} "the clock is stopped; an official must start it again"
    "game.clock_runs" ClockRuns {} "the clock is running; stop it first"
    "game.no_clock" NoClock {} "this game has no clock; set one first"
    "game.pause_out_of_range" PauseOutOfRange {
        last: Timestamp,
    } "an interruption begins after the last event and before now; give another beginning"
    "game.bad_time" BadTime {} "this is no time for a clock; give more than 0:00 and at most a day"
    "game.no_discs" NoDiscs {
        /// How many there are.
        left: u8,
    } "the opponent has {left} discs left; transfer at most that many and at least one"
    "game.flag_not_down" FlagNotDown {
        player: Side,
        remaining: Millis,
    } "{player} has {remaining} left; claim when the flag has fallen"
    "game.flags_are_claimed" FlagsAreClaimed {} "flags are claimed by people in this game; claim it"
    "game.flag_claimed" FlagClaimed {
        player: Side,
    } "{player}'s flag is claimed; wait for an official to confirm it"
    "game.no_flag_claimed" NoFlagClaimed {} "no flag is claimed; claim one first"
    "game.flag_order_unknown" FlagOrderUnknown {
        /// The side whose clock is not running: it probably fell first.
        proposed: Option<Side>,
    } "both flags are down and the order is unknown; the director must name the first"
    "game.correction_open" CorrectionOpen {} "a correction is going on; finish it first"
    "game.no_correction_open" NoCorrectionOpen {} "no correction is going on; open one first"
    "game.too_late_to_correct" TooLateToCorrect {} "only the latest move can be corrected, until the next commitment; the position stands"
    "game.nothing_to_correct" NothingToCorrect {} "the latest move has no such error; say what is wrong with it"
    "game.name_a_move" NameAMove {} "name a legal move that the player had when he passed"
    "game.already_corrected" AlreadyCorrected {} "the error is corrected; close the correction"
    "game.not_offered" NotOffered {
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    } "the rulebook does not offer {what}; {instead}"
    "game.board_disturbed" BoardDisturbed {} "the board is disturbed; restore it first"
    "game.board_in_order" BoardInOrder {} "the board is in order; report a disturbance first"
    "game.no_such_ply" NoSuchPly {
        /// How many there are.
        plies: u16,
    } "the record has {plies} plies; name one of them"
    "game.dispute_open" DisputeOpen {} "a dispute is open; the director must rule first"
    "game.ruling_is_binding" RulingIsBinding {} "the director has ruled on this and his decision binds; play on"
    "game.bad_transcript" BadTranscript {
        problem: String,
    } "{problem}"
    "game.dockage_too_large" DockageTooLarge {
        maximum: Millis,
    } "at most half of the remaining time may be taken; take {maximum} or less"
    "game.bonus_needs_full_dockage" BonusNeedsFullDockage {
        maximum: Millis,
    } "extra time for the opponent is possible only with the full dockage; take {maximum} first"
    "game.score_not_allowed" ScoreNotAllowed {
        why: &'static str,
    } "{why}"
    "game.needs_reason" NeedsReason {} "this needs a reason; give one"
    "game.hurts_innocent" HurtsInnocent {
        player: Side,
    } "this would cost {player} something although {player} did nothing wrong; choose another penalty, or name {player} as the offender"
    "game.not_late" NotLate {
        player: Side,
    } "{player} is not late enough to lose; wait or start without him"
    "game.already_there" AlreadyThere {
        player: Side,
    } "{player} is there already; nothing to record"
    "game.already_signed" AlreadySigned {} "this is agreed already; nothing to sign"
    "game.not_signed" NotSigned {
        waiting_for: Option<Side>,
    } "not both players have agreed to the result; let them sign or give a reason"
    "game.confirmed" Confirmed {} "the result is final; only the director can correct it"
}

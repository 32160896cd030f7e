//! Why a command was refused, with what to do instead.

use outflank_board::{Side, Square, SquareSet};
use outflank_event::Timestamp;
use outflank_rulebook::{Millis, reasons};

use crate::by::By;
use crate::result::Ending;

/// A refused command: nothing changed.
pub type Rejection = outflank_rulebook::Rejection<Reason>;

reasons! {
    "game.already_opened" AlreadyOpened {} "The game is already open. Open another game."
    "game.not_opened" NotOpened {} "The game is not open yet. Open it first."
    "game.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "The command is earlier than the last log entry. Send it with the current time."
    "game.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "The game already has {limit} {what}, which is the maximum. Ask the director to end the game."
    "game.text_too_long" TextTooLong {
        limit: usize,
    } "The text has more than {limit} characters. Shorten it."
    "game.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "This is not allowed for {by}. Ask {allowed}."
    "game.no_judge" NoJudge {} "No judge is assigned to this table. Call the director."
    "game.no_assistant" NoAssistant {
        player: Side,
    } "The director has not approved this for {player}'s assistant. Ask the director to approve it."
    "game.assistant_completes" AssistantCompletes {
        player: Side,
    } "{player}'s assistant has not completed the turn. The assistant must make the move on the primary board and press the clock."
    "game.clock_required" ClockRequired {} "A tournament game needs a clock. Set a time per player."
    "game.time_too_short" TimeTooShort {
        minimum: Millis,
    } "Each player must have at least {minimum}. Set a longer time."
    "game.casual_only" CasualOnly {
        what: &'static str,
    } "Allowed in casual games only: {what}. Remove it, or open a casual game."
    "game.no_game_in_position" NoGameInPosition {} "Neither side can move in this position. Start from another position."
    "game.clock_side_needs_both" ClockSideNeedsBoth {} "The clock is on Black's right unless both players agree otherwise. Both players must agree first."
    "game.black_chooses" BlackChooses {} "Black chooses the side of the clock. Ask Black."
    "game.clock_fixed" ClockFixed {} "The clock is fixed. Ask Black to choose a seat."
    "game.clock_free" ClockFree {} "The clock is not fixed. Choose the side of the clock instead."
    "game.not_ready" NotReady {
        waiting_for: &'static str,
    } "The clocks are not checked yet. Wait until {waiting_for} has confirmed."
    "game.not_signalled" NotSignalled {} "The director has not given the signal yet. Wait for it."
    "game.not_started" NotStarted {} "The game has not started. Start the clock first."
    "game.already_started" AlreadyStarted {} "The game has already started. This is only possible before the start."
    "game.over" Over {
        ending: Ending,
    } "The game is over ({ending}). You can only sign, confirm or correct the result."
    "game.not_over" NotOver {} "The game is not over. Finish it first."
    "game.not_your_turn" NotYourTurn {
        turn: Side,
    } "It is {turn}'s turn. Wait for {turn} to move."
    "game.must_move" MustMove {
        moves: SquareSet,
    } "A move is possible and must be made. Play one of {moves}."
    "game.pass_not_said" PassNotSaid {} "There is no legal move. Pass and press the clock."
    "game.illegal_square" IllegalSquare {
        square: Square,
        why: String,
        /// Where a move can be made.
        moves: SquareSet,
    } "{why}. Play one of {moves}."
    "game.occupied" Occupied {
        square: Square,
    } "{square} already holds a disc. Choose an empty square."
    "game.committed" Committed {
        squares: SquareSet,
    } "The touch is binding. Play {squares}."
    "game.no_take_back" NoTakeBack {} "A placed disc cannot be taken back. Complete the move."
    "game.nothing_touched" NothingTouched {} "Nothing was touched or placed in this turn. Play a move."
    "game.no_excuse" NoExcuse {
        /// Who may grant one.
        allowed: &'static str,
    } "The touch is binding. Only {allowed} can excuse it."
    "game.already_placed" AlreadyPlaced {
        square: Square,
    } "A disc was already placed on {square}. Flip the flanked discs and press the clock."
    "game.not_placed" NotPlaced {} "No disc was placed in this turn. Place one first."
    "game.nothing_to_flip" NothingToFlip {
        squares: SquareSet,
    } "{squares} cannot be flipped. Name discs that were on the board before the move."
    "game.move_incomplete" MoveIncomplete {
        missing: SquareSet,
        wrong: SquareSet,
    } "The move is not complete. Flip [{missing}], flip back [{wrong}], then press the clock."
    "game.nothing_entered" NothingEntered {} "There is no recorded move to undo or change. Record a move first."
    "game.impossible_turn" ImpossibleTurn {
        /// Its number, from 1.
        ply: u16,
        why: String,
    } "Turn {ply} cannot have been played like this: {why}. Check the board."
    "game.opponents_time" OpponentsTime {
        player: Side,
    } "{player} has not pressed the clock. Remind {player} and wait."
    "game.prevented_on_screen" PreventedOnScreen {} "This cannot happen on screen. Use it only for games on a real board."
    "game.clock_stopped" ClockStopped {} "The clock is stopped. Ask an official to start it again."
    "game.clock_runs" ClockRuns {} "The clock is running. Stop it first."
    "game.no_clock" NoClock {} "This game has no clock. Set one first."
    "game.pause_out_of_range" PauseOutOfRange {
        last: Timestamp,
    } "An interruption must begin after the last log entry and before now. Enter another start time."
    "game.bad_time" BadTime {} "This is not a valid clock time. Enter more than 0:00 and at most 24 hours."
    "game.no_discs" NoDiscs {
        /// How many there are.
        left: u8,
    } "The opponent has {left} discs left. Transfer at least one and at most {left}."
    "game.flag_not_down" FlagNotDown {
        player: Side,
        remaining: Millis,
    } "{player} has {remaining} left. Claim the flag after it has fallen."
    "game.flags_are_claimed" FlagsAreClaimed {} "Flags are not detected automatically in this game. Claim the flag."
    "game.flag_claimed" FlagClaimed {
        player: Side,
    } "{player}'s flag has already been claimed. Wait for an official to confirm it."
    "game.no_flag_claimed" NoFlagClaimed {} "No flag has been claimed. Claim one first."
    "game.flag_order_unknown" FlagOrderUnknown {
        /// The side whose clock is not running: it probably fell first.
        proposed: Option<Side>,
    } "Both flags have fallen and the order is unknown. The director must say which fell first."
    "game.correction_open" CorrectionOpen {} "A correction is in progress. Finish it first."
    "game.no_correction_open" NoCorrectionOpen {} "No correction is in progress. Open one first."
    "game.too_late_to_correct" TooLateToCorrect {} "Only the latest move can be corrected, and only until the next commitment. The position remains as it is."
    "game.nothing_to_correct" NothingToCorrect {} "The latest move has no such error. Say what is wrong with it."
    "game.name_a_move" NameAMove {} "No legal move is named. Name a legal move that the player had when they passed."
    "game.already_corrected" AlreadyCorrected {} "The error is already corrected. Close the correction."
    "game.not_offered" NotOffered {
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    } "The rulebook does not allow {what}. {instead}."
    "game.board_disturbed" BoardDisturbed {} "The board is disturbed. Restore it first."
    "game.board_in_order" BoardInOrder {} "The board is in order. Report a disturbance first."
    "game.no_such_ply" NoSuchPly {
        /// How many there are.
        plies: u16,
    } "The record has {plies} plies. Name one of them."
    "game.dispute_open" DisputeOpen {} "A dispute is open. The director must rule on it first."
    "game.ruling_is_binding" RulingIsBinding {} "The director has ruled on this and the decision is binding. Continue the game."
    "game.bad_transcript" BadTranscript {
        problem: String,
    } "{problem}"
    "game.dockage_too_large" DockageTooLarge {
        maximum: Millis,
    } "A penalty may take at most half of the remaining time. Take {maximum} or less."
    "game.bonus_needs_full_dockage" BonusNeedsFullDockage {
        maximum: Millis,
    } "The opponent can only get extra time if the full penalty is taken. Take {maximum} first."
    "game.score_not_allowed" ScoreNotAllowed {
        why: &'static str,
    } "{why}"
    "game.needs_reason" NeedsReason {} "this needs a reason; give one"
    "game.hurts_innocent" HurtsInnocent {
        player: Side,
    } "this would cost {player} something although {player} did nothing wrong; choose another penalty, or name {player} as the offender"
    "game.not_late" NotLate {
        player: Side,
    } "{player} is not late enough to lose the game. Wait, or start without {player}."
    "game.already_there" AlreadyThere {
        player: Side,
    } "{player} is already here. There is nothing to record."
    "game.already_signed" AlreadySigned {} "This is already agreed. There is nothing to sign."
    "game.not_signed" NotSigned {
        waiting_for: Option<Side>,
    } "The players have not both agreed to the result. Ask them to sign, or give a reason."
    "game.confirmed" Confirmed {} "The result is final. Only the director can correct it."
}

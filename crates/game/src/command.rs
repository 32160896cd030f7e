//! What people at a table ask the referee to record or to do.

use outflank_board::{BySide, Position, Side, Square, SquareSet};
use outflank_event::{Timestamp, words};
use outflank_rulebook::{ClauseId, ConductTopic, Millis, Rulebook, Score};
use serde::{Deserialize, Serialize};

use crate::by::By;
use crate::needs::Needs;
use crate::result::Verdict;
use crate::setting::{ClockSide, Opening, Seat};

/// One command: the role of the sender, and what to do.
///
/// ```
/// use outflank_game::{Act, By, Command};
/// let command = Command::new(By::Black, Act::Play { square: "f5".parse().expect("a square") });
/// let text = r#"{"by":"black","act":{"act":"play","square":"f5"}}"#;
/// assert_eq!(serde_json::to_string(&command).expect("texts are keys"), text);
/// assert_eq!(serde_json::from_str::<Command>(text).expect("as written"), command);
/// ```
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub by: By,
    /// What to do or record.
    pub act: Act,
}

impl Command {
    #[must_use]
    pub const fn new(by: By, act: Act) -> Self {
        Self { by, act }
    }
}

words! {
    /// What touched the board.
    TouchedWith {
        /// A disc held in the hand.
        Disc = "disc",
        Hand = "hand",
    }

    /// Why a touch shall not bind.
    Excuse {
        /// The disc was dropped: it was not in contact with the hand when it touched the board (USOA 3.9).
        Dropped = "dropped",
        /// The judge finds the touch unintentional (WOC IV.4.p2).
        Unintentional = "unintentional",
    }

    /// What is wrong with a move.
    Fault {
        /// Discs were flipped that should not be, or left that should be flipped.
        Flips = "flips",
        /// The disc was placed on a square that was no legal move.
        Square = "square",
        /// The disc was placed with the wrong colour up.
        Colour = "colour",
        /// The player passed although there was a legal move.
        Pass = "pass",
    }

    /// Why a player does not go on.
    GivingUp {
        Resigns = "resigns",
        /// The player cannot continue.
        Unable = "unable",
        /// The player refuses to continue.
        Refuses = "refuses",
    }

    /// Something a player should not have done, noted without further effect.
    Infringement {
        /// A disc held above the board too long (BOF gen-2).
        Hovering = "hovering",
        /// Leaving the table without leave (USOA 8.3, SOC III.2).
        LeftTable = "left_table",
        /// Moving on the opponent's time (WOC IV.4.p1).
        OpponentsTime = "opponents_time",
        /// Flipping with both hands, or pressing with the other hand.
        Hands = "hands",
        Disturbing = "disturbing",
        /// Hiding the clock from the opponent (USOA 5.12).
        HidingClock = "hiding_clock",
        /// Keeping a hand on the clock (USOA 5.13).
        HandOnClock = "hand_on_clock",
        /// Distracting, annoying or harassing the opponent (USOA 8.4).
        Harassing = "harassing",
        /// Consulting another person, notes or a second board (USOA 8.2, WOC I.4.2, SOC I.4).
        Consulting = "consulting",
        /// A telephone that rings, or a device in use (WOC I.4.4, SOC I.6).
        Phone = "phone",
        Smoking = "smoking",
        /// An object on the board (WOC IV.3, SOC III.4).
        Objects = "objects",
        /// Discs that are not centred (WOC IV.5.3, SOC III.8).
        Unreadable = "unreadable",
        /// A player's assistant interfered with the game or directed the player (WOC IV.10).
        Assistant = "assistant",
        /// Anything else; the note says what.
        Other = "other",
    }

    /// A rule on lateness that the director may waive.
    LatenessRule {
        /// A late player plays with the time left (SOC II.5.c).
        Time = "time",
        /// A player who is too late has lost (SOC II.6.b).
        Forfeiture = "forfeiture",
    }

    /// From where a player is expelled.
    ExpelledFrom {
        /// From the playing room or area.
        Room = "room",
        Tournament = "tournament",
    }

    /// What an expulsion means for the game.
    ExpelledGame {
        /// The player cannot continue: the game is lost.
        Lost = "lost",
        /// The game goes on.
        GoesOn = "goes_on",
    }
}

impl Infringement {
    /// The clause of a rulebook on it, where there is one.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        rules.conduct_clause(ConductTopic::from_word(self.word())?)
    }
}

/// What to do or record. An official may send commands that name a `player` on the player's behalf.
///
/// The three commands ending in `Anyway` record what happened at a real board against the rules. They make an
/// improper move, which may be corrected until the opponent's next commitment and counts afterwards. Without that word
/// the referee rejects what is forbidden; on screen it always does.
///
/// In JSON the field `act` names it, in lower case: `{"act": "claim_flag", "player": "white"}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    // Set-up and start.
    /// Open the game under the rulebook given to [`decide`](crate::decide()).
    Open(Box<Opening>),
    /// A player agrees that the clock may be on this side.
    AgreeClockSide {
        side: ClockSide,
    },
    /// Put the clock there.
    PlaceClock {
        side: ClockSide,
    },
    /// Black chooses a seat next to a fixed clock.
    ChooseSeat {
        seat: Seat,
    },
    /// There are enough discs, and the clock is set and stopped.
    ConfirmReady,
    /// The director's signal to start.
    Signal,
    /// A late player has come.
    Arrive {
        player: Side,
    },
    /// A player is so late that they have lost.
    ClaimLate {
        player: Side,
    },
    /// The director waives a rule on lateness.
    WaiveLateness {
        player: Side,
        /// Which one; if nothing is said, the one that applies now: forfeiture for a player who is missing after
        /// the limit, otherwise the time lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waive: Option<LatenessRule>,
    },
    /// The director allows a player to leave the table.
    PermitLeave {
        player: Side,
    },
    /// A player leaves the table.
    Leave {
        player: Side,
    },
    /// A player is back.
    Return {
        player: Side,
    },

    // The move.
    /// The board is touched with the apparent intention to move.
    Touch {
        /// The square touched first.
        first: Square,
        /// Squares covered by the same touch.
        #[serde(default)]
        also: SquareSet,
        with: TouchedWith,
    },
    /// The touch, or the disc just put down, is not binding.
    ExcuseTouch {
        excuse: Excuse,
    },
    /// Place a disc of the player's own colour.
    Place {
        square: Square,
    },
    /// A disc was placed although the square or the colour is wrong.
    PlaceAnyway {
        square: Square,
        /// With this colour up.
        colour: Side,
    },
    /// Take the disc just placed back.
    TakeBack,
    /// Flip these discs.
    Flip {
        squares: SquareSet,
    },
    /// Press the clock after a complete move, to acknowledge a pass, or (White) to start the game.
    Press,
    /// The clock was pressed although the move was not complete or not proper.
    PressAnyway,
    /// A whole move in one command: place, flip the flanked discs, press.
    Play {
        square: Square,
    },
    /// Pass: say so and press.
    Pass,
    /// The player passed although they had a legal move.
    PassAnyway,
    /// Remind the opponent to press the clock.
    Remind,

    // The record of a real board.
    /// Several turns at once, without times: the recorder fell behind, or copies a score sheet after the game. A pass
    /// that must come may be left out.
    Enter {
        /// The moves, as in a transcript.
        moves: String,
    },
    /// The latest entry is undone: what it recorded did not happen. The clocks are as if it had not been made.
    TakeBackEntry,
    /// A turn was played differently from the record; its time is kept, and later turns are flipped again.
    Amend {
        /// Its number, from 1; the latest if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u16>,
        /// Where a disc was placed; nothing for a pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        square: Option<Square>,
        /// With this colour up; the player's own if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Side>,
        /// The discs that were flipped; all flanked discs if none are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flipped: Option<SquareSet>,
    },

    // The clock.
    Stop {
        why: String,
    },
    /// Start the clock again.
    Resume {
        /// Whose clock; the one that is due if no player is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Side>,
    },
    /// Time since `since` was lost to a technical interruption: neither player is charged for it.
    Pause {
        since: Timestamp,
        why: String,
    },
    /// Give time back to a player, or take away time.
    Adjust {
        player: Side,
        /// More (or less) time.
        by: Millis,
        why: String,
    },
    /// Set both clocks, after a defect or when a clock is set up during the game.
    SetClocks {
        /// The new times.
        remaining: BySide<Millis>,
        why: String,
    },
    /// Type in what a clock on the table shows.
    ReadClock {
        remaining: BySide<Millis>,
    },
    /// The clock is found defective.
    ReportDefect,
    /// Transfer discs to a player who has none left.
    TransferDiscs {
        to: Side,
        count: u8,
    },

    // Flags.
    /// The clock detects a fallen flag.
    Flag {
        /// Whose flag, if the clock knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Side>,
    },
    /// A flag has fallen.
    ClaimFlag {
        player: Side,
    },
    /// Both flags have fallen.
    ClaimBothFlags {
        /// Whose flag fell first, if it is known or the director decides it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Side>,
    },
    /// An official confirms the claimed flag.
    ConfirmFlag,
    /// An official finds that the flag has not fallen.
    DismissFlag,

    // Improper moves.
    /// The latest move is to be corrected; the offender's clock runs from now on.
    OpenCorrection {
        /// What is wrong with it.
        fault: Fault,
        /// For an illegal pass: a legal move the player had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        named: Option<Square>,
    },
    /// Correct the latest move.
    Correct,
    /// The correction is done (or the request is dropped): the clock of the player to move runs.
    CloseCorrection,
    /// Start the whole game again, if the rulebook allows it.
    Restart {
        why: String,
    },

    // The board.
    /// The position was disturbed or has become unreadable.
    ReportDisturbed {
        responsible: Side,
    },
    /// A player accepts the restored position.
    ConfirmRestored,
    /// Restore the position from the record.
    Restore {
        /// After this many plies; all of them if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u16>,
    },
    /// Set the position from any other source.
    SetPosition {
        /// The position, with the colour to move.
        position: Position,
        /// Where it comes from.
        source: String,
    },
    /// The position cannot be restored.
    DeclareUnrecoverable {
        /// The player who caused it.
        responsible: Side,
    },

    // Disputes and transcripts.
    /// A dispute, or a claim after the end.
    Dispute {
        about: String,
    },
    /// Hand in a transcript.
    AttachTranscript {
        /// Whose transcript it is; nothing for the judge's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Side>,
        recorder: String,
        moves: String,
    },
    /// Replay both players' transcripts and compare them with the board.
    CompareTranscripts,

    // Rulings.
    /// A ruling in words, with its effect on clocks or board, if any. It closes an open dispute.
    Rule {
        text: String,
        /// The new times of the clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySide<Millis>>,
        /// The new board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Position>,
    },
    /// A penalty in time.
    Penalise {
        offender: Side,
        /// Taken from the offender.
        take: Millis,
        /// Given to the opponent.
        give: Millis,
        why: String,
    },
    /// The player on turn straightens the discs (USOA 3.10).
    AdjustDiscs {
        player: Side,
    },
    NoteInfringement {
        player: Side,
        what: Infringement,
        note: String,
    },
    Expel {
        player: Side,
        from: ExpelledFrom,
        /// The effect on the game.
        game: ExpelledGame,
        why: String,
    },
    /// Change the final score to the benefit of the offender's opponent.
    ChangeScore {
        offender: Side,
        score: Score,
        why: String,
    },
    /// Declare the game a draw, as a penalty.
    DeclareDraw {
        /// Who is penalised; nobody in particular if no name is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offender: Option<Side>,
        why: String,
    },
    Award {
        to: Side,
        /// With this score; the rulebook's score of a forfeit if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        why: String,
    },

    // Special needs.
    /// The director grants a player an assistant.
    GrantNeeds {
        player: Side,
        /// What the assistant may do.
        needs: Box<Needs>,
    },
    /// The opponent asks for an unobstructed primary board.
    AskPrimaryBoard {
        /// Against which player with special needs.
        player: Side,
        /// Extra time that differs from the rulebook's, if the director sets it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        added: Option<Millis>,
    },

    // The end.
    /// A player resigns or cannot continue.
    Resign {
        player: Side,
        how: GivingUp,
    },
    /// Agree to the final score.
    Sign,
    /// An official takes the signed sheet.
    ReceiveSheet,
    /// The director makes the result final.
    Confirm {
        /// Why it is final although the players have not both agreed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The director replaces the result.
    CorrectResult {
        score: Score,
        verdict: Verdict,
        why: String,
    },
}

//! The board, the move, touching, errors and their correction.

use crate::axis::choices;

choices! {
    /// The board.
    Board {
        /// 8 by 8 squares, 64 discs
        EightByEight = "eight_by_eight",
    }

    /// The starting position.
    StartingPosition {
        /// black on d5 and e4, white on d4 and e5
        Standard = "standard",
    }

    /// Who moves first.
    FirstMove {
        /// Black
        Black = "black",
    }

    /// Where a disc may be placed.
    LegalMove {
        /// on an empty square where it flanks at least one opposing disc
        Flanking = "flanking",
    }

    /// Whose turn it is.
    TurnOrder {
        /// the players move in turn; only a player without a legal move loses the turn
        Alternate = "alternate",
    }

    /// Whether a player may decline to move.
    DutyToMove {
        /// a player who has a legal move must make one
        Compulsory = "compulsory",
    }

    /// When a move is complete.
    CompleteMove {
        /// when the disc is placed and every flanked disc is flipped
        DiscAndAllFlips = "disc_and_all_flips",
    }

    /// What happens when a player runs out of discs.
    DiscSupply {
        /// 32 discs each; a player who runs out takes discs from the opponent
        TakeFromOpponent = "take_from_opponent",
        /// the judge checks the supply and transfers discs, and may stop the clocks
        JudgeTransfers = "judge_transfers",
        /// discs are transferred automatically and never block a move
        Automatic = "automatic",
    }

    /// How a player passes.
    Passing {
        /// say "pass" and press the clock
        SayAndPress = "say_and_press",
        /// acknowledge the pass by pressing the clock
        Press = "press",
    }

    /// What commits a player to a square.
    TouchMove {
        /// nothing before the move is complete (casual games)
        Off = "off",
        /// a disc placed on a legal square; touching the square does not bind
        SetDown = "set_down",
        /// a disc that touches a legal square
        Placed = "placed",
        /// hand or disc touching a legal square with the apparent intention to move there
        Touched = "touched",
    }

    /// Which touches do not bind.
    TouchExcuse {
        /// a disc dropped by accident is picked up freely
        DroppedDisc = "dropped_disc",
        /// a touch the judge finds unintentional does not bind
        UnintentionalByJudge = "unintentional_by_judge",
        /// none are named; the director may rule
        DirectorRuling = "director_ruling",
    }

    /// One touch that covers several squares.
    TouchSeveral {
        /// the first square touched binds
        First = "first",
        /// any of the touched squares that is a legal move
        AnyLegal = "any_legal",
    }

    /// Moving before the opponent has pressed the clock.
    OpponentsTime {
        /// allowed when the opponent forgot to press the clock
        Allowed = "allowed",
        /// forbidden; the head director adjusts the times
        DirectorAdjusts = "director_adjusts",
        /// refused
        Refused = "refused",
    }

    /// The hand that flips.
    FlippingHand {
        /// not stated
        Unstated = "unstated",
        /// one hand, which also presses the clock
        SameHandPresses = "same_hand_presses",
        /// one hand, which also presses the clock, flipping so that the opponent can see it
        SameHandPressesVisibly = "same_hand_presses_visibly",
    }

    /// Until when an error may be corrected.
    CorrectionWindow {
        /// only the latest move, until the next commitment; after that the error stands
        NextCommitment = "next_commitment",
    }

    /// Who puts a wrong move right.
    WhoCorrects {
        /// the player, by right, or on the opponent's demand
        PlayerOrDemand = "player_or_demand",
        /// the judge, or the player at a table without a judge
        JudgeElsePlayer = "judge_else_player",
        /// the player who erred
        Player = "player",
        /// the director, who may also restart the game
        Director = "director",
    }

    /// Whose time a correction takes.
    CorrectionTime {
        /// the offender's
        Offender = "offender",
    }

    /// A disc of the wrong colour.
    WrongColour {
        /// retracted and played properly on the same square; if the move before was wrong too, the colours stay exchanged
        SameSquareOrExchanged = "same_square_or_exchanged",
        /// retracted like any other error of the latest move
        Retract = "retract",
    }

    /// A pass although a move exists.
    IllegalPass {
        /// undone when the claimant names a legal move
        NamedMove = "named_move",
        /// retracted like any other error of the latest move
        Retract = "retract",
    }

    /// A board that was disturbed or cannot be read.
    DisturbedBoard {
        /// restored on the offender's time; the director settles it; 64-0 if play cannot continue
        OffenderThenDirector = "offender_then_director",
        /// the judge restores it from the transcript; a penalty is possible
        JudgeRestores = "judge_restores",
        /// the deciding official restores it; 64-0 if play cannot continue
        OfficialRestores = "official_restores",
        /// a player who makes it unrecoverable loses 64-0
        UnrecoverableLoses = "unrecoverable_loses",
    }

    /// Whether the game is written down.
    TranscriptDuty {
        /// players may
        Optional = "optional",
        /// the judge must; without a judge both players must
        Required = "required",
    }

    /// How a result becomes final.
    ResultConfirmation {
        /// both players confirm
        BothConfirm = "both_confirm",
        /// both players sign a score sheet
        BothSign = "both_sign",
    }
}

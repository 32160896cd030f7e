//! The clock: setting, stopping, flags, extensions.

use crate::axis::choices;

choices! {
    /// Whether a game is timed.
    ClockUse {
        /// every tournament game
        Required = "required",
        /// every tournament game; where clocks are scarce, one may be set up during the game
        RequiredOrImposedLater = "required_or_imposed_later",
    }

    /// Where the clock stands.
    ClockPosition {
        /// Black chooses the side, or the seat where the clock is fixed
        BlackChooses = "black_chooses",
        /// on Black's right unless both agree otherwise
        RightOfBlack = "right_of_black",
    }

    /// Who checks the clock before the game.
    ClockCheck {
        /// both players
        BothPlayers = "both_players",
        /// the table judge
        Judge = "judge",
    }

    /// How a game starts.
    StartOfGame {
        /// on the director's signal White presses, which starts Black's clock
        WhitePresses = "white_presses",
        /// the clocks are started with the round even if a player is late
        ClocksStarted = "clocks_started",
    }

    /// Who may stop the clock.
    MayStopClock {
        /// the director only
        Director = "director",
        /// the director, the judge, and the players at a table without a judge
        JudgeElsePlayers = "judge_else_players",
        /// the director and other officials
        Officials = "officials",
    }

    /// Who starts a stopped clock again.
    MayRestartClock {
        /// the director only
        Director = "director",
        /// the director and other officials
        Officials = "officials",
    }

    /// A clock found defective.
    DefectiveClock {
        /// the deciding official sets the times at their discretion
        OfficialDecides = "official_decides",
    }

    /// What the first flag means.
    TimeDefault {
        /// the opponent has won; play continues for the score, with an extension
        TwoMinutes = "two_minutes",
        /// the game is over, 64-0
        SuddenDeath = "sudden_death",
    }

    /// Who gets the extension, and when.
    ExtensionGrant {
        /// both players at the first default; the next flag of either ends the game
        BothAtFirstDefault = "both_at_first_default",
        /// each player at their own first flag; a second flag ends the game
        EachOnOwnFlag = "each_on_own_flag",
        /// nobody
        Nobody = "nobody",
    }

    /// When the extension begins.
    ExtensionStart {
        /// at once
        AtOnce = "at_once",
        /// at a signal of the director, who has confirmed the default and reset the clock
        DirectorsSignal = "directors_signal",
    }

    /// The defaulter's flag falls again.
    DefaulterSecondFlag {
        /// 64-0 for the opponent
        SixtyFourNil = "sixty_four_nil",
    }

    /// Who wins when the non-defaulter's time runs out for good.
    SecondFlagWinner {
        /// the player who did not default first
        NonDefaulter = "non_defaulter",
        /// the player who defaulted first
        Defaulter = "defaulter",
    }

    /// The score when the non-defaulter's time runs out for good.
    SecondFlagScore {
        /// the minimum win
        Minimum = "minimum",
        /// the true score, at least the minimum win
        TrueScore = "true_score",
    }

    /// When the true score of a defaulted game stands.
    Guarantee {
        /// when the non-defaulter has more discs; otherwise they get the minimum win
        Majority = "majority",
        /// when the non-defaulter wins by more than the minimum win; otherwise they get the minimum win
        BetterThanMinimum = "better_than_minimum",
    }

    /// How a fallen flag is found.
    FlagDetection {
        /// immediately, by the clock
        Automatic = "automatic",
        /// when someone notices; moves made in the meantime count
        Claimed = "claimed",
    }

    /// A flag that falls while a move is being made.
    FlagInMove {
        /// the move is finished first, then the default is declared
        FinishThenDefault = "finish_then_default",
        /// immediate default; the committed move is finished on the extension
        DefaultThenFinish = "default_then_finish",
    }

    /// A flag that falls while its player is away from the table.
    FlagInAbsence {
        /// an ordinary default
        Ordinary = "ordinary",
        /// 64-0, without extension
        SixtyFourNil = "sixty_four_nil",
    }

    /// Leaving the table during the game.
    LeavingTable {
        /// only with the director's express permission
        DirectorPermits = "director_permits",
        /// allowed; the clock runs
        ClockRuns = "clock_runs",
        /// not unnecessarily or unreasonably; the clock runs
        NotUnreasonably = "not_unreasonably",
        /// not allowed; if it happens, the clock runs
        Forbidden = "forbidden",
    }

    /// Players with special needs.
    SpecialNeeds {
        /// an assistant by decision of the head director; extra time with a primary board
        Assistant = "assistant",
        /// not stated; the deciding official may grant the same
        OfficialMayGrant = "official_may_grant",
    }

    /// Who wins when a flag falls first.
    FirstFlagWinner {
        /// the opponent, whatever the position
        Opponent = "opponent",
    }

    /// A player who is not there at the start.
    LateArrival {
        /// the clocks are started on time and the late player keeps the time that is left
        ClockRuns = "clock_runs",
    }
}

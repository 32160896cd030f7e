//! Officials, penalties and conduct.

use crate::axis::choices;

choices! {
    /// Who decides.
    DecidingOfficial {
        /// the tournament director
        TournamentDirector = "tournament_director",
        /// the head tournament director
        HeadDirector = "head_director",
        /// the referee
        Referee = "referee",
    }

    /// Whether the deciding official may play too.
    HeadPlays {
        /// they may; another official decides on their own games
        Allowed = "allowed",
        /// they do not play
        NotAllowed = "not_allowed",
    }

    /// A representative of the host's federation among the directors.
    LocalDirector {
        /// not stated
        Unstated = "unstated",
        /// there should be one
        Wanted = "wanted",
    }

    /// The roll before pairings are announced.
    RollCall {
        /// not called
        None = "none",
        /// every player is in the room when pairings are announced
        BeforePairings = "before_pairings",
    }

    /// Whom a penalty may hit.
    Penalised {
        /// players
        Players = "players",
        /// players and spectators
        PlayersAndSpectators = "players_and_spectators",
    }

    /// How much time a penalty may take.
    TimePenalty {
        /// at most half of the remaining time; extra time to the opponent if that is not enough
        HalfOfRemaining = "half_of_remaining",
        /// any amount taken and any amount given
        AnyAmount = "any_amount",
    }

    /// What a penalty may do to the score.
    ScorePenalty {
        /// forfeiture of the game, 64-0; other penalties with a reason
        Forfeiture = "forfeiture",
        /// a changed score, a draw, or the game awarded
        AnyScore = "any_score",
    }

    /// What a penalty may do to the result of a game.
    ResultPenalty {
        /// a draw, or the game awarded to the opponent
        DrawOrAward = "draw_or_award",
        /// the game awarded to the opponent; other penalties with a reason
        Award = "award",
    }

    /// Warnings.
    Warnings {
        /// at the deciding official's discretion
        AtDiscretion = "at_discretion",
    }

    /// Whom a penalty must not hurt.
    Spared {
        /// a player who has done nothing wrong
        TheInnocent = "the_innocent",
    }

    /// Expulsion from the room.
    RoomExpulsion {
        /// for a time or permanently
        TimeOrGood = "time_or_good",
    }

    /// Expulsion.
    Expulsion {
        /// from the place of play; the director says what it means for the event
        DirectorsChoice = "directors_choice",
        /// from the room, or from the tournament, which is a withdrawal
        RoomOrTournament = "room_or_tournament",
        /// from the playing area; disqualification is possible
        AreaOrDisqualified = "area_or_disqualified",
    }

    /// Giving back lost time.
    RestoreTime {
        /// the deciding official may
        OfficialMay = "official_may",
    }

    /// What the federation itself may do later.
    FederationSanctions {
        /// not stated
        None = "none",
        /// strike titles and Grand Prix points, exclude from events
        TitlesPointsExclusion = "titles_points_exclusion",
    }

    /// Help during the game.
    Consultation {
        /// none
        None = "none",
        /// none, except with officials
        OfficialsOnly = "officials_only",
        /// none, except with officials and the opponent, and to fetch an official
        OfficialsAndOpponent = "officials_and_opponent",
        /// not stated; no undue conversation
        NoUndueConversation = "no_undue_conversation",
        /// not stated
        Unstated = "unstated",
    }

    /// Telephones and other devices.
    Devices {
        /// not stated
        Unstated = "unstated",
        /// off or silent
        OffOrSilent = "off_or_silent",
        /// off; none between pairing and end of game
        OffDuringRounds = "off_during_rounds",
    }

    /// Smoking.
    Smoking {
        /// not stated
        Unstated = "unstated",
        /// forbidden
        Forbidden = "forbidden",
        /// forbidden; disqualification is possible
        ForbiddenDisqualifies = "forbidden_disqualifies",
    }

    /// Spectators.
    Spectators {
        /// not stated
        Unstated = "unstated",
        /// at the director's discretion
        AtDiscretion = "at_discretion",
        /// they must not interfere
        NoInterference = "no_interference",
    }

    /// Spectators who see something wrong.
    SpectatorReports {
        /// may tell the officials
        ToOfficials = "to_officials",
        /// only when an official asks
        WhenAsked = "when_asked",
    }

    /// Who may penalise.
    WhoPenalises {
        /// the deciding official and nobody else
        DecidingOfficial = "deciding_official",
    }
}

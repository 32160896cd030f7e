//! Systems, pairing, standings, playoffs, finals, teams, withdrawals.

use crate::axis::choices;

choices! {
    /// How the playing system is found.
    PlayingSystem {
        /// by the number of players: double round robin to 8, round robin to 14, modified Swiss to 24, Swiss above
        BySize = "by_size",
        /// round robin if there are enough rounds, otherwise Swiss
        RoundRobinIfItFits = "round_robin_if_it_fits",
        /// Swiss
        Swiss = "swiss",
    }

    /// What an odd number of players leads to.
    OddNumber {
        /// an additional player from the host or the federation, otherwise a bye
        AdditionalPlayer = "additional_player",
        /// a bye
        Bye = "bye",
    }

    /// The points of a bye.
    ByePoints {
        /// one point
        One = "one",
    }

    /// A bye in the Brightwell Quotient.
    ByeInBq {
        /// half the squares plus C times the player's own points
        HalfBoardAndOwnPoints = "half_board_and_own_points",
    }

    /// Who gets the bye.
    ByeChoice {
        /// the lowest-placed player who has not had one
        LowestWithoutBye = "lowest_without_bye",
        /// the lowest-placed player who has had neither a bye nor a win by default
        LowestWithoutByeOrDefaultWin = "lowest_without_bye_or_default_win",
    }

    /// Whether a bye counts as a colour or a float.
    ByeCounts {
        /// neither colour nor float
        Neither = "neither",
    }

    /// A round a player did not play, in their Brightwell Quotient.
    UnplayedInBq {
        /// replaced by half the squares plus C times the player's own points
        Substituted = "substituted",
        /// counted as it was scored
        AsScored = "as_scored",
    }

    /// A rule of pairing; a rulebook lists them from the strongest down.
    PairingRule {
        /// players do not meet too often (no second meeting; no third in a modified Swiss)
        Meetings = "meetings",
        /// no bye for a player who may not have one
        ByeAllowed = "bye_allowed",
        /// the lowest-placed player gets the bye
        ByePlace = "bye_place",
        /// players with equal points meet
        Score = "score",
        /// in a modified Swiss, no second meeting
        SecondMeetings = "second_meetings",
        /// each player has both colours equally often
        ColourBalance = "colour_balance",
        /// upward and downward floats balance
        Floats = "floats",
        /// colours alternate
        Alternation = "alternation",
        /// compatriots do not meet
        SameCountry = "same_country",
        /// in early rounds the top half by rating meets the bottom half
        RatingFold = "rating_fold",
        /// the recorded seed
        Seed = "seed",
    }

    /// How two pairings are compared on a rule.
    Precedence {
        /// the whole round first, then the score groups from the top
        TotalFirst = "total_first",
        /// the score groups from the top
        TopFirst = "top_first",
    }

    /// Which floats count.
    FloatMemory {
        /// all floats of the tournament
        Event = "event",
        /// those of the last round
        LastRound = "last_round",
    }

    /// The pairing of the first round.
    FirstRound {
        /// by lot
        Random = "random",
        /// recent semi-finalists drawn against the others, colours in turn; the rest by lot
        GroupsAAndB = "groups_a_and_b",
        /// top half by rating against bottom half, unrated players at the end of the top half
        RatingHalves = "rating_halves",
        /// top half of the seeding list against bottom half
        SeedingHalves = "seeding_halves",
    }

    /// One step of a tie-break.
    TieBreak {
        /// Brightwell Quotient
        Bq = "bq",
        /// disc count
        Discs = "discs",
        /// disc difference
        DiscDifference = "disc_difference",
        /// points of the opponents
        Buchholz = "buchholz",
        /// the games between the tied players
        DirectEncounter = "direct_encounter",
        /// drawing lots
        Lots = "lots",
    }

    /// What decides at the very end of a tie-break.
    LastResort {
        /// any fair random means, recorded
        Draw = "draw",
        /// the flip of a disc
        FlipOfADisc = "flip_of_a_disc",
        /// nothing; the place is shared
        Shared = "shared",
    }

    /// Whether places are shared.
    SharedPlaces {
        /// no place is shared
        None = "none",
        /// below the top four, equal points are equal places
        BelowTopFour = "below_top_four",
    }

    /// Playoffs after the preliminary rounds.
    Playoffs {
        /// none
        None = "none",
        /// 4-5, 3-6, 2-7 and 1-8 where the points are equal
        ForTheTopFour = "for_the_top_four",
        /// 1-2 always, 3-4 if equal on points
        FirstAndThird = "first_and_third",
    }

    /// The finals.
    Finals {
        /// none
        None = "none",
        /// semi-finals 1-4 and 2-3, third place, final; also for women and young players
        SemiFinals = "semi_finals",
        /// the 1-2 playoff decides
        PlayoffDecides = "playoff_decides",
    }

    /// How a match of three games is decided.
    BestOfThree {
        /// points, then discs of all games, then the ranking list
        PointsDiscsRank = "points_discs_rank",
        /// there are no such matches
        NotPlayed = "not_played",
    }

    /// Who has which colour in a playoff or final.
    ColourChoice {
        /// by lot
        ByLot = "by_lot",
        /// the better-ranked player chooses a colour or takes the draw-win
        ColourOrDrawWin = "colour_or_draw_win",
        /// the player placed higher in the Swiss part decides
        HigherDecides = "higher_decides",
    }

    /// A drawn playoff.
    DrawnPlayoff {
        /// the order before the playoff is kept
        TieBreakOrder = "tie_break_order",
        /// the player with the draw-win wins
        DrawWin = "draw_win",
        /// the player placed higher in the Swiss part wins
        HigherInSwiss = "higher_in_swiss",
    }

    /// Team scoring.
    TeamScoring {
        /// none
        None = "none",
        /// the points of the best three
        BestThreePoints = "best_three_points",
        /// the places of the best three, lowest sum wins
        BestThreePlaces = "best_three_places",
    }

    /// A team with fewer than three players where places are added.
    SmallTeam {
        /// listed without a place
        Unranked = "unranked",
        /// missing players count as one place below the last
        LastRankFill = "last_rank_fill",
    }

    /// Lists beside the main one.
    CategoryLists {
        /// none
        None = "none",
        /// women and young players
        WomenAndYoung = "women_and_young",
        /// a representative of a special category
        SpecialCategory = "special_category",
    }

    /// Leaving the tournament.
    Withdrawal {
        /// final; the points are kept and the opponents' games are substituted in the BQ
        Final = "final",
        /// the points are kept; missed games are scored as not played
        MissedGamesScored = "missed_games_scored",
    }

    /// Where a withdrawn player stands.
    RankWithdrawn {
        /// in place, marked
        InPlace = "in_place",
        /// last
        Last = "last",
    }

    /// Whether a withdrawn player takes a place number in a final list.
    WithdrawnPlaces {
        /// a withdrawn player takes the place number of their points
        Numbered = "numbered",
        /// a withdrawn player is listed without a place number; the others move up
        Unnumbered = "unnumbered",
    }

    /// A qualifier who leaves before the semi-finals.
    ReplaceQualifier {
        /// the next player in the list takes the place
        Next = "next",
        /// the opponent advances
        Walkover = "walkover",
    }

    /// How colours and floats of two pairings are compared.
    PairingMeasures {
        /// sums of squared differences of colours and of floats; players who get the same colour again are counted
        SquaredDifferences = "squared_differences",
    }

    /// Who sets the number of days.
    DaysDecided {
        /// the organiser
        Organiser = "organiser",
        /// the federation's general meeting
        GeneralMeeting = "general_meeting",
    }

    /// The rounds of each day of a Swiss.
    RoundsByDay {
        /// as the director plans them
        Free = "free",
        /// seven on the first day, six on the second
        SevenThenSix = "seven_then_six",
    }
}

impl RoundsByDay {
    /// How many rounds each day has, first day first; nothing where it is free.
    pub const fn rounds(self) -> &'static [u16] {
        match self {
            Self::Free => &[],
            Self::SevenThenSix => &[7, 6],
        }
    }
}

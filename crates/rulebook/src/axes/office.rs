//! The federation's office: entry, membership, fees, ratings, selection.

use crate::axis::choices;

choices! {
    /// Who may enter.
    Entry {
        /// anyone not excluded by a sanction
        NotSanctioned = "not_sanctioned",
        /// teams of member nations
        NationalTeams = "national_teams",
        /// members and first-timers
        MembersAndFirstTimers = "members_and_first_timers",
        /// members resident for 183 days, and exceptions of the chairman
        ResidentMembers = "resident_members",
        /// everyone
        Everybody = "everybody",
    }

    /// Until when entries are taken.
    EntryDeadline {
        /// set for each event
        PerEvent = "per_event",
        /// 31 July; changes with permission until round 1
        ThirtyFirstOfJuly = "thirty_first_of_july",
    }

    /// Nationality or residence.
    Residence {
        /// not required
        NotAsked = "not_asked",
        /// citizen, or resident for 6 of the 12 months before
        CitizenOrSixMonths = "citizen_or_six_months",
        /// 183 days
        Days183 = "days_183",
    }

    /// How 183 days are counted.
    ResidenceMode {
        /// the last 183 days without interruption
        Continuous = "continuous",
        /// 183 days in the last 365
        TotalIn365Days = "total_in_365_days",
    }

    /// Membership.
    Membership {
        /// not stated
        None = "none",
        /// a federation, or a nation with a contact person
        Nations = "nations",
        /// automatic and free at the first rated tournament, active for two years
        AutomaticTwoYears = "automatic_two_years",
    }

    /// Entry fees.
    Fees {
        /// not stated
        None = "none",
        /// 10, unwaged 5, family 15; the first tournament free for citizens
        TenFiveFifteen = "ten_five_fifteen",
    }

    /// The Grand Prix.
    GrandPrix {
        /// not stated
        None = "none",
        /// points may be struck out; how they are won is not stated
        RevocableOnly = "revocable_only",
        /// Regionals only, all count: 200 160 120 100 80 60 40 20 10 then 5, shared places rounded up
        Regionals = "regionals",
    }

    /// Rated games.
    Ratings {
        /// not stated
        None = "none",
        /// results go to the world rating list
        WorldList = "world_list",
        /// in the country, with clocks, understood by both, at least 15 minutes each
        ClockedAndUnderstood = "clocked_and_understood",
    }

    /// How the national team is chosen.
    TeamSelection {
        /// not stated
        None = "none",
        /// by the nations
        ByNations = "by_nations",
        /// champion, Grand Prix winner, National order, Grand Prix order, ratings, chairman
        ChampionGrandPrixNational = "champion_grand_prix_national",
    }

    /// Who may change the rules.
    Amendments {
        /// not stated
        None = "none",
        /// a majority of the board
        BoardMajority = "board_majority",
        /// the federation
        Federation = "federation",
        /// the committee within the constitution
        Committee = "committee",
    }
}

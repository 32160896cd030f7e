//! What a federation office cites beside its forms and in its rejections.

use outflank_event::words;

words! {
    /// A matter of the federation office for which a rule document may have a clause.
    ///
    /// The table `[office]` of a rulebook file names the clauses; a federation whose text is silent cites none.
    OfficeTopic {
        /// Membership that comes with playing.
        MembershipByPlaying = "membership_by_playing",
        /// Membership outside tournaments.
        MembershipDirect = "membership_direct",
        /// Not being enrolled by playing.
        MembershipOptOut = "membership_opt_out",
        /// General meetings and who may vote there.
        Meeting = "meeting",
        /// The fees and what reduces them.
        Fees = "fees",
        /// The first tournament of a citizen.
        FirstTournamentFree = "first_tournament_free",
        /// Rated games are played in the country.
        RatedAtHome = "rated_at_home",
        /// Rated games are played with clocks.
        RatedClocks = "rated_clocks",
        /// Both players understand that a game is rated.
        RatedUnderstood = "rated_understood",
        /// Which tournaments are rated without further notice.
        RatedNotice = "rated_notice",
        /// The shortest time of a rated game.
        RatedTime = "rated_time",
        /// Entry to the National for a future resident.
        EntryOfResident = "entry_of_resident",
        /// Entry to the National for another reason.
        EntryByException = "entry_by_exception",
        /// How many Regionals a season has.
        SeasonPlan = "season_plan",
        /// Only Regionals count for the Grand Prix.
        RegionalsOnly = "regionals_only",
        /// Which Regionals count.
        RegionalsCounted = "regionals_counted",
        GrandPrixTie = "grand_prix_tie",
        /// The play-off and the coin that decide the Grand Prix.
        GrandPrixPlayoff = "grand_prix_playoff",
        /// The size of a national team.
        TeamSize = "team_size",
        /// Places by the National.
        TeamByNational = "team_by_national",
        /// The place of the winner of the Grand Prix.
        TeamByGrandPrixWin = "team_by_grand_prix_win",
        /// Places by the Grand Prix and the ratings.
        TeamByLists = "team_by_lists",
        /// Places by the chairman's choice.
        TeamByChairman = "team_by_chairman",
        /// The place of a special category.
        TeamByCategory = "team_by_category",
        /// Residence before the World Final.
        TeamResidence = "team_residence",
        /// Whom a nation may send.
        TeamNationality = "team_nationality",
        /// The young player of a team.
        TeamYoung = "team_young",
        /// Registering a team.
        TeamRegistration = "team_registration",
        /// The last day for it.
        TeamDeadline = "team_deadline",
        /// Results that are sent to the world federation.
        ResultsSent = "results_sent",
        MemberNations = "member_nations",
        /// Players of nations that are not members.
        NationException = "nation_exception",
        /// Hosting a championship.
        Host = "host",
        /// Sanctions of the federation.
        Sanctions = "sanctions",
        /// The semi-finalists of earlier championships.
        Semifinalists = "semifinalists",
    }
}

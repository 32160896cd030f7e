//! The kinds of acts that the table of rights knows.

/// Declares the actions and their words.
macro_rules! actions {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal,)+) => {
        /// An action as the table of rights names it. Every command of a tournament, a
        /// game and the access stream is exactly one of these.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $($(#[doc = $doc])* $name,)+
        }

        impl Action {
            /// Every action, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The word in refusals.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
        }
    };
}

actions! {
    /// See what is public.
    ReadPublic = "read_public",
    /// See what only the desk knows: pairings before they are public, the whole log.
    ReadDesk = "read_desk",
    /// See personal facts beside the name.
    ReadPersons = "read_persons",
    ChangePersons = "change_persons",
    ErasePersons = "erase_persons",
    CreateTournament = "create_tournament",
    /// Appoint and relieve officials.
    AppointOfficials = "appoint_officials",
    /// Add a player, or change an entry.
    Register = "register",
    /// Check in, and take it back; call the roll.
    CheckIn = "check_in",
    /// Absences, byes asked for, withdrawal: of oneself or at the desk.
    PlanPlay = "plan_play",
    Pair = "pair",
    /// Make a pairing public, start and close rounds.
    RunRounds = "run_rounds",
    /// Change the shape of the event: system, rounds, stages, abandoned rounds.
    ShapeEvent = "shape_event",
    /// Timetable, tables, clocks, announcements.
    RunHall = "run_hall",
    /// Report and sign results, hand in transcripts.
    ReportResults = "report_results",
    ConfirmResults = "confirm_results",
    /// Correct what was recorded.
    Correct = "correct",
    /// Penalise, expel, close a case.
    Penalise = "penalise",
    /// Undo the latest command.
    Undo = "undo",
    /// Let an exception pass: the head's, the chairman's and the committee's approvals.
    Approve = "approve",
    /// Open a game at a table, or take a device off it.
    OpenGame = "open_game",
    /// Make and record moves, and what players say at a table.
    PlayGame = "play_game",
    /// What a judge or a director does at a table: stop the clock, restore the board.
    JudgeGame = "judge_game",
    RuleGame = "rule_game",
    /// Make a game's result final, or put another in its place.
    ConfirmGame = "confirm_game",
    /// Give and take roles, make and revoke links, within one's own.
    GiveAccess = "give_access",
    ManageUsers = "manage_users",
    /// See how the copies of an event do.
    ManageData = "manage_data",
    /// Create a federation office.
    CreateFederation = "create_federation",
    /// Keep a federation's office: people, events, lists, selection, decisions.
    RunOffice = "run_office",
    /// See, correct, export and erase one's own record, join, leave, answer an offer.
    OwnRecord = "own_record",
    /// The machine itself: its folders, and taking over what another one wrote.
    ManageServer = "manage_server",
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

//! Why a command was refused, with what to do instead.

use outflank_event::{CommandId, Timestamp};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::{Millis, reasons};

use super::by::By;
use super::closing::OpenMatter;
use super::paired::{Bent, TableNumber};
use super::state::WantedChoice;
use crate::matches::MatchId;

/// A refused command: nothing changed.
pub type Rejection = outflank_rulebook::Rejection<Reason>;

reasons! {
    "tournament.already_created" AlreadyCreated {} "The tournament already exists. Create another one."
    "tournament.not_created" NotCreated {} "The tournament does not exist yet. Create it first."
    "tournament.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "The command is earlier than the last log entry. Send it with the current time."
    "tournament.command_id_reused" CommandIdReused {
        id: CommandId,
    } "Command {id} is already in the log. Give each new command its own ID."
    "tournament.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "There are already {limit} {what}, which is the maximum. Remove one first."
    "tournament.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "Enter 1 to {limit} characters for {what}."
    "tournament.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "Your role does not allow this. Ask {allowed}."

    "tournament.bad_setting" BadSetting {
        problem: String,
    } "{problem}"
    "tournament.limit_is_fixed" LimitIsFixed {
        axis: String,
    } "The setting {axis} is a limit set by the rules. Leave it unchanged."
    "tournament.time_too_short" TimeTooShort {
        axis: &'static str,
        minimum: Millis,
    } "The setting {axis} must be at least {minimum}. Set a longer time."
    "tournament.needs_general_meeting" NeedsGeneralMeeting {} "Only a general meeting may change the number of days. Name its decision."
    "tournament.too_few_rounds" TooFewRounds {
        rounds: u16,
        minimum: u16,
    } "{rounds} rounds are too few. Play at least {minimum}."
    "tournament.not_whole_cycles" NotWholeCycles {
        rounds: u16,
        cycle: u16,
    } "A round robin with this number of players cannot have {rounds} rounds. Choose {cycle} or a multiple of it."
    "tournament.rounds_already_played" RoundsAlreadyPlayed {
        /// How many there are.
        rounds: u16,
    } "{rounds} rounds are already published. Keep at least {rounds}."
    "tournament.stages_fix_rounds" StagesFixRounds {} "The stages of this tournament fix the number of rounds. Play them as planned."
    "tournament.no_head" NoHead {} "There is no deciding official. Appoint the head director or referee first."
    "tournament.head_plays" HeadPlays {
        name: String,
    } "{name} plays in the tournament and cannot be the deciding official. Appoint a person who does not play."
    "tournament.unknown_official" UnknownOfficial {
        name: String,
    } "{name} is not an official of this tournament. Check the name."

    "tournament.unknown_entrant" UnknownEntrant {
        entrant: EntrantId,
    } "There is no player {entrant}. Check the number."
    "tournament.already_entered" AlreadyEntered {
        entrant: EntrantId,
    } "This person is already player {entrant}. Change that entry instead."
    "tournament.too_late_to_enter" TooLateToEnter {} "Play has begun, so players can no longer be added or changed. The player can enter the next tournament."
    "tournament.after_deadline" AfterDeadline {
        deadline: String,
    } "The deadline was {deadline}. Ask the head director for express permission."
    "tournament.late_terms_unseen" LateTermsUnseen {
        /// Rounds that are gone.
        missed: u16,
        half_points_each: u16,
        /// Discs for each, in halves.
        half_discs_each: u16,
        /// Whether they are substituted in the BQ.
        substituted: bool,
    } "{missed} rounds have been missed, and missed rounds do not count as byes. Show the player the terms, then add them again."
    "tournament.not_eligible" NotEligible {
        why: &'static str,
        /// Who may make an exception.
        exception: Option<&'static str>,
    } "{why}. The player can only enter if the rules allow an exception."
    "tournament.not_his_to_allow" NotHisToAllow {
        by: By,
        allowed: &'static str,
    } "Only {allowed} can allow this exception. Ask for their permission."
    "tournament.country_needed" CountryNeeded {} "Teams play for countries, and the country is missing. Enter the country and its status in the world federation."
    "tournament.team_full" TeamFull {
        country: String,
        /// How many it may have.
        limit: u16,
    } "{country} may send {limit} players. Withdraw one before round 1, or do not add this player."
    "tournament.too_many_of_one_gender" TooManyOfOneGender {
        country: String,
        /// How many it may have.
        limit: u16,
    } "{country} may send at most {limit} players of one gender. Change the team."
    "tournament.second_extra_young" SecondExtraYoung {
        country: String,
    } "{country} already has its additional young player. Add this player to the team instead."
    "tournament.not_young" NotYoung {} "The additional young player must be 14 or younger on 31 December. Check the date of birth."
    "tournament.no_additional_player" NoAdditionalPlayer {} "Under these rules an odd number of players leads to a bye, not to an additional player. Add them as an ordinary player."
    "tournament.number_is_even" NumberIsEven {
        /// How many there are.
        players: u16,
    } "{players} players is an even number and needs no additional player. Add one only when the number is odd."
    "tournament.additional_exists" AdditionalExists {
        entrant: EntrantId,
    } "Player {entrant} is already the additional player. There can be only one."
    "tournament.host_first" HostFirst {} "The host may provide the additional player. Record first that the host cannot."

    "tournament.already_checked_in" AlreadyCheckedIn {
        entrant: EntrantId,
    } "Player {entrant} is already checked in. There is nothing to record."
    "tournament.not_checked_in" NotCheckedIn {
        entrant: EntrantId,
    } "Player {entrant} is not checked in. Check them in first."
    "tournament.withdrawn" Withdrawn {
        entrant: EntrantId,
    } "Player {entrant} has withdrawn from the tournament. Nothing can be planned for them."
    "tournament.not_withdrawn" NotWithdrawn {
        entrant: EntrantId,
    } "Player {entrant} has not withdrawn. There is nothing to reverse."
    "tournament.no_re_entry" NoReEntry {
        entrant: EntrantId,
    } "Player {entrant} has withdrawn and cannot return under these rules. Their points stay in the standings."
    "tournament.expelled" Expelled {
        entrant: EntrantId,
    } "Player {entrant} was expelled by a ruling. Undo the ruling, or ask the head director to decide again."
    "tournament.round_is_announced" RoundIsAnnounced {
        round: RoundNumber,
    } "Round {round} is already published. Choose a later round, or call this one off first."
    "tournament.nothing_planned" NothingPlanned {
        entrant: EntrantId,
    } "Nothing like this is planned for player {entrant}. Check the rounds."
    "tournament.already_planned" AlreadyPlanned {
        entrant: EntrantId,
    } "Player {entrant} already sits out that round. Cancel that first."
    "tournament.no_second_bye" NoSecondBye {
        entrant: EntrantId,
    } "Player {entrant} cannot have another bye. Plan an absence instead."

    "tournament.no_such_round" NoSuchRound {
        round: RoundNumber,
        last: u16,
    } "There is no round {round}. The last round is {last}."
    "tournament.bad_lots" BadLots {
        problem: &'static str,
    } "{problem}. Record the draw as it was made."
    "tournament.not_tied" NotTied {
        after: u16,
        /// Those who are tied, group by group.
        tied: Vec<Vec<EntrantId>>,
    } "Lots are drawn only among players who are still tied on everything else after round {after}. Draw for all players of one tied group: {tied:?}."
    "tournament.not_the_next_round" NotTheNextRound {
        round: RoundNumber,
        next: RoundNumber,
    } "Round {next} is the next round. Pair that one."
    "tournament.no_more_rounds" NoMoreRounds {
        /// How many there are.
        rounds: u16,
    } "All {rounds} rounds are paired. Change the number of rounds to play more."
    "tournament.results_missing" ResultsMissing {
        games: Vec<(RoundNumber, TableNumber)>,
    } "Games of earlier rounds are not over. Enter their results, or say which results to assume."
    "tournament.nothing_to_assume" NothingToAssume {
        round: RoundNumber,
        table: TableNumber,
    } "Table {table} of round {round} has a result or does not exist. Do not assume a result for it."
    "tournament.cannot_pair" CannotPair {
        problem: String,
    } "{problem}"
    /// The director cancelled the pairing while it was computed.
    "tournament.pairing_cancelled" PairingCancelled {
        round: RoundNumber,
    } "The pairing of round {round} was cancelled. Nothing has changed."
    "tournament.bad_hand_pairing" BadHandPairing {
        entrant: EntrantId,
        problem: &'static str,
    } "Player {entrant} {problem}. Correct the pairing."
    "tournament.wrong_phase" WrongPhase {
        round: RoundNumber,
        phase: &'static str,
        needed: &'static str,
    } "This is not possible at this stage of round {round}. The round must be {needed}."
    "tournament.pairing_is_stale" PairingIsStale {
        /// Who is in it and should not be, or the reverse.
        entrants: Vec<EntrantId>,
    } "Players joined or left after this pairing was made. Pair the round again."
    "tournament.needs_consent" NeedsConsent {
        bent: Vec<Bent>,
    } "This pairing breaks a rule. Change the pairing or the number of rounds, or ask the head director to consent with a reason."
    "tournament.already_played" AlreadyPlayed {
        round: RoundNumber,
    } "Games of round {round} have been played. Abandon the round instead."
    "tournament.later_round_exists" LaterRoundExists {
        round: RoundNumber,
    } "The pairing of round {round} depends on this round. Call round {round} off first."

    "tournament.no_such_table" NoSuchTable {
        round: RoundNumber,
        table: TableNumber,
    } "Round {round} has no table {table}. Check the number."
    "tournament.not_in_this_game" NotInThisGame {
        entrant: EntrantId,
    } "Player {entrant} does not play at this table. Check the table number."
    "tournament.impossible_result" ImpossibleResult {
        problem: String,
    } "{problem}"
    "tournament.needs_ruling" NeedsRuling {} "This result needs a ruling. Ask a director."
    "tournament.no_result" NoResult {
        table: TableNumber,
    } "Table {table} has no result. Enter it first."
    "tournament.in_query" InQuery {
        tables: Vec<TableNumber>,
    } "Two different results were reported. Settle them first."
    "tournament.nothing_new" NothingNew {} "This is already recorded. There is nothing to do."
    "tournament.correct_instead" CorrectInstead {
        round: RoundNumber,
    } "Round {round} is closed. Correct the result and give a reason."

    "tournament.signed_off" SignedOff {} "The tournament is finalised. The head director can correct a result with a reason, or reopen the tournament."
    "tournament.not_signed_off" NotSignedOff {} "The tournament is not finalised. There is nothing to reopen."
    "tournament.still_open" StillOpen {
        open: Vec<OpenMatter>,
    } "Some matters are still open. Settle them, or finalise the tournament with a reason why they stay open."
    "tournament.title_not_decided" TitleNotDecided {
        title: String,
        problem: String,
    } "The title {title} has not been won yet: {problem}."
    "tournament.bad_prizes" BadPrizes {
        problem: &'static str,
    } "{problem}. Correct the prizes."

    "tournament.bad_timetable" BadTimetable {} "The days and times must be in order and list every round once. Correct the timetable."
    "tournament.not_in_timetable" NotInTimetable {
        round: RoundNumber,
    } "Round {round} is not in the timetable. Add it first."
    "tournament.bad_table_rule" BadTableRule {
        table: TableNumber,
    } "Table {table} is reserved twice, or is reserved and out of use. Keep one rule for it."
    "tournament.bad_hall" BadHall {} "A tournament uses a range of tables in one hall. Enter the lower table number first."
    "tournament.not_a_clause" NotAClause {
        clause: String,
    } "'{clause}' is not a clause of this tournament's rulebook. Name the clause that was broken."
    "tournament.no_such_incident" NoSuchIncident {
        number: u32,
    } "There is no incident {number}. Report it first."
    "tournament.incident_is_decided" IncidentIsDecided {
        number: u32,
    } "Incident {number} is decided and the decision is final. Report a new incident if there is more."
    "tournament.not_offered" NotOffered {
        /// What was asked for.
        penalty: &'static str,
        /// What can be imposed.
        offered: Vec<&'static str>,
    } "The penalty '{penalty}' cannot be imposed here. Choose one of {offered:?}."
    "tournament.no_game_of_incident" NoGameOfIncident {
        number: u32,
    } "Incident {number} does not name a game of the offender. Report it with round and table."
    "tournament.favours_offender" FavoursOffender {
        table: TableNumber,
    } "The score at table {table} may change only to the benefit of the offender's opponent. Give the opponent a higher score."
    "tournament.hurts_another" HurtsAnother {
        entrants: Vec<EntrantId>,
    } "This penalty also affects players who have done nothing wrong. Choose another penalty, or confirm that you accept this."
    "tournament.bad_time_penalty" BadTimePenalty {
        table: TableNumber,
    } "The time penalty at table {table} changes nothing. Take time from the offender, give time to the opponent, or both."
    "tournament.own_game" OwnGame {
        name: String,
    } "{name} plays in this game. Another director must decide."
    "tournament.nothing_to_undo" NothingToUndo {} "There is nothing to undo."
    "tournament.not_the_latest" NotTheLatest {
        latest: CommandId,
    } "Command {latest} is more recent. Undo that one first, or make a correction instead."
    "tournament.match_undecided" MatchUndecided {
        #[serde(rename = "match")]
        of: MatchId,
    } "The {of} has no winner. The head director decides it by correcting its result."
    "tournament.choices_missing" ChoicesMissing {
        choices: Vec<WantedChoice>,
    } "Players still have to choose their colour or the draw-win. Enter their choices first."
    "tournament.nothing_to_choose" NothingToChoose {
        #[serde(rename = "match")]
        of: MatchId,
    } "The {of} does not need a choice now. Check which games are due."
    "tournament.not_his_choice" NotHisChoice {
        entrant: EntrantId,
        /// Whose choice it is.
        by: EntrantId,
    } "The choice does not belong to player {entrant}. Ask player {by}."
    "tournament.no_draw_win" NoDrawWin {
        #[serde(rename = "match")]
        of: MatchId,
    } "There is no draw-win to take in the {of} now. Choose a colour."
    "tournament.choice_too_late" ChoiceTooLate {
        #[serde(rename = "match")]
        of: MatchId,
    } "The time to choose in the {of} is over. The head director may still accept a choice."
    "tournament.may_still_choose" MayStillChoose {
        by: EntrantId,
        /// Until when, if the start is known.
        until: Option<Timestamp>,
    } "Player {by} may still choose. Announce the start of the round and wait until their time is over."
    "tournament.other_players" OtherPlayers {
        #[serde(rename = "match")]
        of: MatchId,
    } "The {of} must be between its two players. Only their colours can differ."
    "tournament.played_again" PlayedAgain {
        #[serde(rename = "match")]
        of: MatchId,
        /// The round of the game in its place.
        round: RoundNumber,
    } "The {of} has a game in round {round} that replaces this one. Annul that game, or call that round off first."
}

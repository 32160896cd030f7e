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
    "tournament.already_created" AlreadyCreated {} "the tournament is open already; open another one"
    "tournament.not_created" NotCreated {} "the tournament is not open yet; create it first"
    "tournament.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "a command cannot be earlier than the last event; give it the present time"
    "tournament.command_id_reused" CommandIdReused {
        id: CommandId,
    } "command {id} is in the log already; give the new one a name of its own"
    "tournament.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "there are already {limit} {what}; take one away first"
    "tournament.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "{what} must have 1 to {limit} characters; write it again"
    "tournament.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "{by} may not do this; ask {allowed}"

    "tournament.bad_setting" BadSetting {
        problem: String,
    } "{problem}"
    "tournament.limit_is_fixed" LimitIsFixed {
        axis: String,
    } "{axis} is a limit of the rules; leave it as it is"
    "tournament.time_too_short" TimeTooShort {
        axis: &'static str,
        minimum: Millis,
    } "{axis} must be at least {minimum}; give more time"
    "tournament.needs_general_meeting" NeedsGeneralMeeting {} "only a general meeting may change the number of days; name its decision"
    "tournament.too_few_rounds" TooFewRounds {
        rounds: u16,
        minimum: u16,
    } "{rounds} rounds are too few; play at least {minimum}"
    "tournament.not_whole_cycles" NotWholeCycles {
        rounds: u16,
        cycle: u16,
    } "a round robin of this field has {cycle} rounds or a multiple; {rounds} is none"
    "tournament.rounds_already_played" RoundsAlreadyPlayed {
        /// How many there are.
        rounds: u16,
    } "{rounds} rounds are announced already; keep at least that many"
    "tournament.stages_fix_rounds" StagesFixRounds {} "the stages of this event fix its rounds; play them as planned"
    "tournament.no_head" NoHead {} "nobody is appointed to decide; appoint the head director or referee first"
    "tournament.head_plays" HeadPlays {
        name: String,
    } "{name} is an entrant and may not be the deciding official; appoint somebody who does not play"
    "tournament.unknown_official" UnknownOfficial {
        name: String,
    } "{name} has no post; check the name"

    "tournament.unknown_entrant" UnknownEntrant {
        entrant: EntrantId,
    } "there is no entrant {entrant}; check the number"
    "tournament.already_entered" AlreadyEntered {
        entrant: EntrantId,
    } "this person is entrant {entrant} already; change that entry"
    "tournament.too_late_to_enter" TooLateToEnter {} "play has begun and nobody may enter or be changed any more; he can play in the next event"
    "tournament.after_deadline" AfterDeadline {
        deadline: String,
    } "the deadline was {deadline}; ask the head director for his express permission"
    "tournament.late_terms_unseen" LateTermsUnseen {
        /// Rounds that are gone.
        missed: u16,
        half_points_each: u16,
        /// Discs for each, in halves.
        half_discs_each: u16,
        /// Whether they are substituted in the BQ.
        substituted: bool,
    } "{missed} rounds are gone and a missed round is no bye; show him the terms and enter him again"
    "tournament.not_eligible" NotEligible {
        why: &'static str,
        /// Who may make an exception.
        exception: Option<&'static str>,
    } "{why}; only an exception the rules name can help"
    "tournament.not_his_to_allow" NotHisToAllow {
        by: By,
        allowed: &'static str,
    } "{by} cannot allow this; ask {allowed}"
    "tournament.country_needed" CountryNeeded {} "teams play for countries; name the country and what it is to the world federation"
    "tournament.team_full" TeamFull {
        country: String,
        /// How many it may have.
        limit: u16,
    } "{country} may send {limit} players; withdraw one before round 1 or leave this one out"
    "tournament.too_many_of_one_gender" TooManyOfOneGender {
        country: String,
        /// How many it may have.
        limit: u16,
    } "{country} may send at most {limit} players of one gender; change the team"
    "tournament.second_extra_young" SecondExtraYoung {
        country: String,
    } "{country} has its additional young player already; enter this one in the team"
    "tournament.not_young" NotYoung {} "the additional young player must be 14 or less on 31 December; check his birth date"
    "tournament.no_additional_player" NoAdditionalPlayer {} "an odd number has a bye under these rules; enter him as an ordinary player"
    "tournament.number_is_even" NumberIsEven {
        /// How many there are.
        players: u16,
    } "{players} players need no additional one; enter him only when the number is odd"
    "tournament.additional_exists" AdditionalExists {
        entrant: EntrantId,
    } "entrant {entrant} is the additional player; there is only one"
    "tournament.host_first" HostFirst {} "the host may provide the additional player; record first that it cannot"

    "tournament.already_checked_in" AlreadyCheckedIn {
        entrant: EntrantId,
    } "entrant {entrant} is checked in already; nothing to record"
    "tournament.not_checked_in" NotCheckedIn {
        entrant: EntrantId,
    } "entrant {entrant} is not checked in; check him in first"
    "tournament.withdrawn" Withdrawn {
        entrant: EntrantId,
    } "entrant {entrant} has left the tournament; nothing can be planned for him"
    "tournament.not_withdrawn" NotWithdrawn {
        entrant: EntrantId,
    } "entrant {entrant} has not left; nothing to take back"
    "tournament.no_re_entry" NoReEntry {
        entrant: EntrantId,
    } "entrant {entrant} has left and may not come back; his points stay in the list"
    "tournament.expelled" Expelled {
        entrant: EntrantId,
    } "entrant {entrant} was expelled by a ruling; undo it or let the head director decide anew"
    "tournament.round_is_announced" RoundIsAnnounced {
        round: RoundNumber,
    } "round {round} is announced already; name a later one or call it off first"
    "tournament.nothing_planned" NothingPlanned {
        entrant: EntrantId,
    } "nothing of that is planned for entrant {entrant}; check the rounds"
    "tournament.already_planned" AlreadyPlanned {
        entrant: EntrantId,
    } "entrant {entrant} already sits out that round; cancel it first"
    "tournament.no_second_bye" NoSecondBye {
        entrant: EntrantId,
    } "entrant {entrant} may not have a bye any more; plan an absence instead"

    "tournament.no_such_round" NoSuchRound {
        round: RoundNumber,
        last: u16,
    } "there is no round {round}; the last one is {last}"
    "tournament.bad_lots" BadLots {
        problem: &'static str,
    } "{problem}; record the draw as it was made"
    "tournament.not_tied" NotTied {
        after: u16,
        /// Those who are tied, group by group.
        tied: Vec<Vec<EntrantId>>,
    } "lots are drawn among those whom nothing else separates after round {after}; draw for all of one such group: {tied:?}"
    "tournament.not_the_next_round" NotTheNextRound {
        round: RoundNumber,
        next: RoundNumber,
    } "round {next} comes next; pair that one"
    "tournament.no_more_rounds" NoMoreRounds {
        /// How many there are.
        rounds: u16,
    } "all {rounds} rounds are paired; change their number to play more"
    "tournament.results_missing" ResultsMissing {
        games: Vec<(RoundNumber, TableNumber)>,
    } "games of earlier rounds are not over; enter their results or say what is assumed"
    "tournament.nothing_to_assume" NothingToAssume {
        round: RoundNumber,
        table: TableNumber,
    } "table {table} of round {round} has a result or does not exist; assume nothing for it"
    "tournament.cannot_pair" CannotPair {
        problem: String,
    } "{problem}"
    /// The director cancelled the pairing while it was computed.
    "tournament.pairing_cancelled" PairingCancelled {
        round: RoundNumber,
    } "pairing of round {round} was cancelled; nothing has changed"
    "tournament.bad_hand_pairing" BadHandPairing {
        entrant: EntrantId,
        problem: &'static str,
    } "entrant {entrant} {problem}; correct the pairing"
    "tournament.wrong_phase" WrongPhase {
        round: RoundNumber,
        phase: &'static str,
        needed: &'static str,
    } "round {round} is {phase}; it must be {needed}"
    "tournament.pairing_is_stale" PairingIsStale {
        /// Who is in it and should not be, or the reverse.
        entrants: Vec<EntrantId>,
    } "somebody came or went since this pairing was made; pair the round again"
    "tournament.needs_consent" NeedsConsent {
        bent: Vec<Bent>,
    } "this pairing breaks a rule; the head director must consent with a reason, change it or the rounds"
    "tournament.already_played" AlreadyPlayed {
        round: RoundNumber,
    } "games of round {round} are played; abandon the round instead"
    "tournament.later_round_exists" LaterRoundExists {
        round: RoundNumber,
    } "round {round} is paired on it; call that one off first"

    "tournament.no_such_table" NoSuchTable {
        round: RoundNumber,
        table: TableNumber,
    } "round {round} has no table {table}; check the number"
    "tournament.not_in_this_game" NotInThisGame {
        entrant: EntrantId,
    } "entrant {entrant} does not play at this table; check the table"
    "tournament.impossible_result" ImpossibleResult {
        problem: String,
    } "{problem}"
    "tournament.needs_ruling" NeedsRuling {} "this result is a ruling; ask a director"
    "tournament.no_result" NoResult {
        table: TableNumber,
    } "table {table} has no result; enter it first"
    "tournament.in_query" InQuery {
        tables: Vec<TableNumber>,
    } "two different results were reported; settle them first"
    "tournament.nothing_new" NothingNew {} "this is recorded already; nothing to do"
    "tournament.correct_instead" CorrectInstead {
        round: RoundNumber,
    } "round {round} is closed; correct the result with a reason"

    "tournament.signed_off" SignedOff {} "the event is signed off; correct a result with a reason as the head director, or open it again"
    "tournament.not_signed_off" NotSignedOff {} "the event is not signed off; nothing to open again"
    "tournament.still_open" StillOpen {
        open: Vec<OpenMatter>,
    } "something is still open; settle it, or sign with the reason why it stays so"
    "tournament.title_not_decided" TitleNotDecided {
        title: String,
        problem: String,
    } "{title} is not won yet: {problem}"
    "tournament.bad_prizes" BadPrizes {
        problem: &'static str,
    } "{problem}; correct the prizes"

    "tournament.bad_timetable" BadTimetable {} "days and times must go forward and name every round once; sort the timetable"
    "tournament.not_in_timetable" NotInTimetable {
        round: RoundNumber,
    } "round {round} is not in the timetable; add it first"
    "tournament.bad_table_rule" BadTableRule {
        table: TableNumber,
    } "table {table} is kept for two or is out of use; keep one rule for it"
    "tournament.bad_hall" BadHall {} "an event has tables from a first to a last one of one hall; write the lower number first"
    "tournament.not_a_clause" NotAClause {
        clause: String,
    } "'{clause}' is no clause of this event's rulebook; name the one that was broken"
    "tournament.no_such_incident" NoSuchIncident {
        number: u32,
    } "there is no incident {number}; report it first"
    "tournament.incident_is_decided" IncidentIsDecided {
        number: u32,
    } "incident {number} is decided and the decision is final; report a new one if there is more"
    "tournament.not_offered" NotOffered {
        /// What was asked for.
        penalty: &'static str,
        /// What can be imposed.
        offered: Vec<&'static str>,
    } "'{penalty}' cannot be imposed here; take one of {offered:?}"
    "tournament.no_game_of_incident" NoGameOfIncident {
        number: u32,
    } "incident {number} names no game of the offender; report it with round and table"
    "tournament.favours_offender" FavoursOffender {
        table: TableNumber,
    } "the score at table {table} may change only to the benefit of the offender's opponent; give him more"
    "tournament.hurts_another" HurtsAnother {
        entrants: Vec<EntrantId>,
    } "this also hurts somebody who has done nothing wrong; choose another penalty or say that you know"
    "tournament.bad_time_penalty" BadTimePenalty {
        table: TableNumber,
    } "take time from the offender at table {table}, give some to the opponent, or both"
    "tournament.own_game" OwnGame {
        name: String,
    } "{name} plays in this game himself; let another director decide"
    "tournament.nothing_to_undo" NothingToUndo {} "there is no command to undo"
    "tournament.not_the_latest" NotTheLatest {
        latest: CommandId,
    } "{latest} came later; undo that one first or correct instead"
    "tournament.match_undecided" MatchUndecided {
        #[serde(rename = "match")]
        of: MatchId,
    } "the {of} has no winner; the head director rules on it by correcting its result"
    "tournament.choices_missing" ChoicesMissing {
        choices: Vec<WantedChoice>,
    } "players have still to choose their colour or the draw-win; enter their choices first"
    "tournament.nothing_to_choose" NothingToChoose {
        #[serde(rename = "match")]
        of: MatchId,
    } "the {of} waits for no choice now; look at the games that are due"
    "tournament.not_his_choice" NotHisChoice {
        entrant: EntrantId,
        /// Whose choice it is.
        by: EntrantId,
    } "the choice is not entrant {entrant}'s; ask entrant {by}"
    "tournament.no_draw_win" NoDrawWin {
        #[serde(rename = "match")]
        of: MatchId,
    } "there is no draw-win to take in the {of} now; choose a colour"
    "tournament.choice_too_late" ChoiceTooLate {
        #[serde(rename = "match")]
        of: MatchId,
    } "the time to choose in the {of} is over; the head director may still take the choice"
    "tournament.may_still_choose" MayStillChoose {
        by: EntrantId,
        /// Until when, if the start is known.
        until: Option<Timestamp>,
    } "entrant {by} may still choose; announce the start of the round and wait until his time is over"
    "tournament.other_players" OtherPlayers {
        #[serde(rename = "match")]
        of: MatchId,
    } "the {of} is between its two players; only their colours can be otherwise"
    "tournament.played_again" PlayedAgain {
        #[serde(rename = "match")]
        of: MatchId,
        /// The round of the game in its place.
        round: RoundNumber,
    } "the {of} has a game in round {round} in the place of this one; annul that game or call its round off first"
}

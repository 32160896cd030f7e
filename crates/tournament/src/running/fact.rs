//! What happens in a tournament, and the names it is stored under.

use std::sync::Arc;

use outflank_event::{CommandId, Timestamp, events, undoable, words};
use outflank_pairing::{EntrantId, Hand, RoundNumber};
use outflank_rulebook::{ClauseId, Millis, Rulebook};
use serde::{Deserialize, Serialize};

use super::by::By;
use super::closing::{FinalRow, ListPrizes, OpenMatter, TitleAward};
use super::conduct::{IncidentReport, Penalty, TimedStage};
use super::edition::EditionRow;
use super::entry::{Entry, Exception};
use super::hall::{ClockStock, TableRule};
use super::notice::Notice;
use super::official::{Official, ResultSource};
use super::official_post::OfficialPost;
use super::paired::{Pairing, Seated, TableNumber};
use super::setting::{PlaySystem, Setting};
use super::stages::StageField;
use super::timetable::Timetable;
use crate::hand_lots::HandLots;
use crate::matches::{Choice, MatchId};

words! {
    LeaveCause {
        /// By the player's own decision.
        Declared = "declared",
        /// Expelled from the tournament, which is a withdrawal (WOC-V.2.e).
        Expelled = "expelled",
    }

    /// Something of a result that is still asked for and never blocks.
    OpenPoint {
        /// A signature of Black or White.
        Signature = "signature",
        Transcript = "transcript",
        /// Nobody has confirmed the result.
        Confirmation = "confirmation",
    }
}

/// What is still asked for at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenItem {
    pub table: TableNumber,
    /// From whom; from nobody in particular if it is a confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<EntrantId>,
    pub point: OpenPoint,
}

events! {
    /// Something that happened, when, on whose word and by which command.
    ///
    /// ```
    /// use outflank_tournament::running::{By, Event, Fact, Timestamp};
    /// use outflank_tournament::RoundNumber;
    /// let event = Event {
    ///     at: Timestamp(61_000),
    ///     by: By::Director,
    ///     command: "c7".into(),
    ///     fact: Fact::RoundStarted { round: RoundNumber(3) },
    /// };
    /// assert_eq!(event.kind(), "tournament.round_started");
    /// assert_eq!(event.body(), r#"{"at":61000,"by":"director","command":"c7","round":3}"#);
    /// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
    /// # Ok::<(), outflank_event::StoredError>(())
    /// ```
    pub struct Event { at: Timestamp, by: By, command: CommandId }

    /// What happened. Whatever depended on the rulebook was decided before and is in it.
    pub enum Fact, FactKind;

    /// The event was opened.
    "tournament.created" Whole Created {
        /// The rulebook, whole, with the director's changes.
        rulebook: Arc<Rulebook>,
        setting: Arc<Setting>,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    "tournament.official_appointed" ToOfficials OfficialAppointed {
        official: OfficialPost,
    }
    "tournament.official_relieved" ToOfficials OfficialRelieved {
        name: String,
    }
    /// An official got their tables.
    "tournament.tables_assigned" ToOfficials TablesAssigned {
        name: String,
        tables: Vec<TableNumber>,
    }
    "tournament.incident_reported" ToOfficials IncidentReported {
        /// The number of the incident.
        number: u32,
        report: IncidentReport,
    }
    /// A case was decided. What it does to a result or an entrant are events of their own.
    "tournament.incident_decided" ToOfficials IncidentDecided {
        /// The number of the incident.
        number: u32,
        penalty: Penalty,
        /// The clause that lets it be imposed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        why: String,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    /// Something was said to the whole hall.
    "tournament.announcement_made" ToOfficials AnnouncementMade {
        text: String,
    }
    "tournament.time_changed" ToOfficials TimeChanged {
        stage: TimedStage,
        /// How long it was.
        was: Millis,
        /// How long it is.
        time: Millis,
        why: String,
    }
    /// The host cannot provide an additional player.
    "tournament.host_declined" ToOfficials HostDeclined {}

    "tournament.entrant_registered" Kind EntrantRegistered {
        entrant: EntrantId,
        /// The player's data.
        entry: Entry,
        /// The first round the player can play.
        from_round: RoundNumber,
        /// The rulebook and edition the player accepts by entering.
        accepts: String,
        /// Whether the player may play for the title.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_title: bool,
        /// What an official let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exception: Option<Exception>,
        /// What the desk should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    "tournament.entrant_changed" Kind EntrantChanged {
        entrant: EntrantId,
        /// The whole entry after the change.
        entry: Entry,
        /// What an official let pass.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exception: Option<Exception>,
    }
    /// A player has checked in.
    "tournament.entrant_checked_in" Kind EntrantCheckedIn {
        entrant: EntrantId,
    }
    "tournament.check_in_taken_back" ToOfficials CheckInTakenBack {
        entrant: EntrantId,
    }
    /// The roll was called before a pairing was announced.
    "tournament.roll_called" ToOfficials RollCalled {
        round: RoundNumber,
        /// Who was not in the room.
        missing: Vec<EntrantId>,
    }
    /// A player will miss rounds.
    "tournament.absence_planned" ToOfficials AbsencePlanned {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    }
    /// The player will play after all.
    "tournament.absence_cancelled" ToOfficials AbsenceCancelled {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    }
    /// An entrant asked for a bye and gets it.
    "tournament.bye_requested" ToOfficials ByeRequested {
        entrant: EntrantId,
        round: RoundNumber,
    }
    /// Cancel a requested bye.
    "tournament.bye_request_cancelled" ToOfficials ByeRequestCancelled {
        entrant: EntrantId,
        round: RoundNumber,
    }
    "tournament.entrant_withdrawn" Kind EntrantWithdrawn {
        entrant: EntrantId,
        /// The last round before the withdrawal; 0 if the player withdrew before the first.
        after_round: u16,
        cause: LeaveCause,
        why: String,
    }
    /// The withdrawal was a mistake of the desk.
    "tournament.withdrawal_taken_back" Kind WithdrawalTakenBack {
        entrant: EntrantId,
        /// What the mistake was.
        why: String,
    }

    /// The number of players settled how the event is played.
    "tournament.system_settled" Whole SystemSettled {
        system: PlaySystem,
        rounds: u16,
        /// The players it was settled for.
        players: u16,
        /// The numbers drawn for a round robin, number 1 first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        numbers: Vec<EntrantId>,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    "tournament.rounds_changed" Kind RoundsChanged {
        from: u16,
        to: u16,
        why: String,
        /// What follows from it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    /// Lots were drawn by hand before witnesses.
    "tournament.lots_drawn" ToOfficials LotsDrawn {
        /// What for, the order and the witnesses.
        lots: HandLots,
    }
    /// The director decided something about a round before it was paired.
    "tournament.hand_set" ToOfficials HandSet {
        round: RoundNumber,
        hand: Hand,
    }
    /// It is settled who plays in a stage of an event of one's own.
    "tournament.stage_opened" ToOfficials StageOpened {
        /// Its number, counted from 1.
        stage: u8,
        name: String,
        /// Who plays in it and why.
        field: StageField,
    }
    /// A pairing was made. Nobody but the desk knows it.
    "tournament.round_proposed" ToOfficials RoundProposed {
        round: RoundNumber,
        pairing: Pairing,
    }
    /// The pairing was made public.
    "tournament.round_announced" Kind RoundAnnounced {
        round: RoundNumber,
        /// Why the head director lets a rule bend.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consent: Option<String>,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    /// A pairing was called off before anything was played.
    "tournament.round_called_off" Kind RoundCalledOff {
        round: RoundNumber,
        why: String,
    }
    /// One signal started the round.
    "tournament.round_started" Whole RoundStarted {
        round: RoundNumber,
    }
    /// A started round was abandoned; it is paired and played again.
    "tournament.round_abandoned" Kind RoundAbandoned {
        round: RoundNumber,
        why: String,
    }
    /// All results of a round are there.
    "tournament.round_finished" Whole RoundFinished {
        round: RoundNumber,
    }
    /// The director closed a round.
    "tournament.round_validated" Whole RoundValidated {
        round: RoundNumber,
        /// What is still asked for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<OpenItem>,
    }
    /// A game was played otherwise than paired.
    "tournament.played_otherwise" Kind PlayedOtherwise {
        round: RoundNumber,
        /// Who actually played at these tables.
        games: Vec<Seated>,
        /// Who has a bye in this round now.
        byes: Vec<EntrantId>,
        /// Who is without a game in this round now.
        absent: Vec<EntrantId>,
        why: String,
    }

    "tournament.result_entered" Whole ResultEntered {
        round: RoundNumber,
        table: TableNumber,
        result: Official,
        /// Where it comes from.
        source: ResultSource,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        signed: Vec<EntrantId>,
        /// Whose transcripts were handed in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        transcripts: Vec<EntrantId>,
    }
    /// A second report differs from the first.
    "tournament.result_queried" ToOfficials ResultQueried {
        round: RoundNumber,
        table: TableNumber,
        result: Official,
        /// Where it comes from.
        source: ResultSource,
    }
    "tournament.result_signed" ToOfficials ResultSigned {
        round: RoundNumber,
        table: TableNumber,
        signed: Vec<EntrantId>,
    }
    "tournament.transcript_handed_in" ToOfficials TranscriptHandedIn {
        round: RoundNumber,
        table: TableNumber,
        of: EntrantId,
    }
    "tournament.result_confirmed" Whole ResultConfirmed {
        round: RoundNumber,
        table: TableNumber,
    }
    /// The table is open again.
    "tournament.result_cleared" Whole ResultCleared {
        round: RoundNumber,
        table: TableNumber,
    }
    "tournament.result_corrected" Kind ResultCorrected {
        round: RoundNumber,
        table: TableNumber,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Official>,
        /// What stands there now.
        result: Official,
        why: String,
    }
    /// A player's choice before a game of a match was announced.
    "tournament.choice_announced" ToOfficials ChoiceAnnounced {
        #[serde(rename = "match")]
        of: MatchId,
        game: u16,
        entrant: EntrantId,
        choice: Choice,
        /// Whether the deciding official took it after the time was up.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
        /// Whether nobody said anything in time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_default: bool,
    }
    "tournament.standings_published" Whole StandingsPublished {
        round: RoundNumber,
        /// 1 for the first standings of that round.
        edition: u16,
        /// Why it differs from the previous one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        rows: Vec<EditionRow>,
    }

    "tournament.prizes_set" ToOfficials PrizesSet {
        /// The funds of all lists.
        prizes: Vec<ListPrizes>,
    }
    "tournament.titles_awarded" ToOfficials TitlesAwarded {
        titles: Vec<TitleAward>,
    }
    "tournament.final_list_published" ToOfficials FinalListPublished {
        /// 1 for the first.
        edition: u16,
        /// Why it differs from the previous one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        rows: Vec<FinalRow>,
    }
    /// The head director signed the event off.
    "tournament.signed_off" ToOfficials SignedOff {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        open: Vec<OpenMatter>,
        /// Why the head director signed nevertheless.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        despite: Option<String>,
    }
    /// The head director opened the event again.
    "tournament.reopened" ToOfficials Reopened {
        why: String,
    }

    "tournament.timetable_set" Whole TimetableSet {
        timetable: Timetable,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    /// A start was moved, and the rest of the day with it.
    "tournament.start_moved" Whole StartMoved {
        round: RoundNumber,
        start: Timestamp,
        timetable: Timetable,
    }
    "tournament.start_announced" Whole StartAnnounced {
        round: RoundNumber,
        start: Timestamp,
        /// What the director should know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
    }
    /// The table rules were set.
    "tournament.table_rules_set" ToOfficials TableRulesSet {
        rules: Vec<TableRule>,
    }
    "tournament.clocks_counted" ToOfficials ClocksCounted {
        /// How many there are.
        stock: ClockStock,
    }
    "tournament.undone" Kind Undone {
        /// Which; all its events are without effect.
        undone: CommandId,
    }
}

undoable! { permanent: Fact::Created { .. } }

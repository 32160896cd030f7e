//! Why a command was refused, with what to do instead.

use outflank_event::{CommandId, Timestamp};
use outflank_rulebook::reasons;
use outflank_tournament::CivilDate;

use crate::by::By;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::records::Body;
use crate::selection::{PassedOver, Seat};

/// A refused command: nothing changed.
pub type Rejection = outflank_rulebook::Rejection<Reason>;

reasons! {
    "federation.already_founded" AlreadyFounded {} "The federation office already exists. Create another one under another name."
    "federation.not_founded" NotFounded {} "The federation office does not exist yet. Create it first."
    "federation.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "The command is earlier than the last log entry. Send it with the current time."
    "federation.command_id_reused" CommandIdReused {
        id: CommandId,
    } "Command {id} is already in the log. Give each new command its own ID."
    "federation.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "There can be at most {limit} {what}. Remove some."
    "federation.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "Enter 1 to {limit} characters for {what}."
    "federation.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "Your role does not allow this. Ask {allowed}."
    "federation.nothing_new" NothingNew {} "This is already recorded. There is nothing to do."

    "federation.bad_dossier" BadDossier {
        problem: &'static str,
    } "{problem}. Correct it."
    "federation.unknown_person" UnknownPerson {
        person: PersonNumber,
    } "There is no person {person}. Check the number, or add the person first."
    "federation.erased" Erased {
        person: PersonNumber,
    } "The record of person {person} is erased. Add them as a new person if they return."
    "federation.wof_number_taken" WofNumberTaken {
        wof: u32,
        person: PersonNumber,
    } "The world federation number {wof} belongs to person {person}. Correct it, or merge the two records."
    "federation.record_taken" RecordTaken {
        person: PersonNumber,
    } "This record belongs to person {person}. Use that number."
    "federation.cannot_merge" CannotMerge {
        problem: &'static str,
    } "{problem}. Check both records."

    "federation.is_member" IsMember {
        person: PersonNumber,
    } "Person {person} is already a member independently of tournaments. There is nothing to do."
    "federation.no_member" NoMember {
        person: PersonNumber,
    } "Person {person} is not a member independently of tournaments. A membership by playing ends automatically."

    "federation.bad_key" BadKey {} "This short name is not valid. Use at most 60 letters, digits, - and _."
    "federation.unknown_event" UnknownEvent {
        event: EventKey,
    } "There is no tournament {event}. Announce it first."
    "federation.bad_days" BadDays {} "The last day is before the first. Correct the days."
    "federation.event_in_future" EventInFuture {
        first_day: CivilDate,
    } "The tournament begins on {first_day}, which is after today. Enter the results after it has been played, or correct the date."
    "federation.plays_himself" PlaysHimself {
        person: PersonNumber,
        round: u16,
    } "Person {person} plays against themselves in round {round}. Correct one of the numbers."
    "federation.placed_twice" PlacedTwice {
        person: PersonNumber,
    } "Person {person} is in the list twice. Remove one line."
    "federation.not_placed" NotPlaced {
        person: PersonNumber,
    } "Person {person} played or has the title but is not in the final list. Add a line for them."
    "federation.no_results" NoResults {
        event: EventKey,
    } "The tournament {event} has no results yet. Enter them first."

    "federation.list_in_future" ListInFuture {
        day: CivilDate,
    } "{day} is after today. Create the list on that day or later."
    "federation.bad_list" BadList {
        problem: &'static str,
    } "{problem}. Correct the list."
    "federation.unknown_scale" UnknownScale {} "There is no such Grand Prix scale. Use one from rulebooks/grand-prix.toml."

    "federation.unknown_decision" UnknownDecision {
        decision: DecisionNumber,
    } "There is no decision {decision}. Record it first."
    "federation.wrong_body" WrongBody {
        body: Body,
        needed: &'static str,
    } "This body cannot decide this. It needs a decision by {needed}."
    "federation.not_regional" NotRegional {
        event: EventKey,
    } "The tournament {event} is not a Regional. Only Regionals count for the Grand Prix."
    "federation.no_tie" NoTie {
        year: u16,
    } "The Grand Prix of {year} has no tie for first place. There is nothing to decide."
    "federation.not_tied" NotTied {
        person: PersonNumber,
        tied: Vec<PersonNumber>,
    } "Person {person} is not tied for first place in the Grand Prix. Choose one of the tied players."
    "federation.playoff_first" PlayoffFirst {
        national: Option<CivilDate>,
    } "The tied players can still play their game before the National. Toss the coin on the day of the National."
    "federation.too_late_for_playoff" TooLateForPlayoff {
        national: CivilDate,
    } "The National began on {national}. The chairman must toss a coin now."

    "federation.selection_exists" SelectionExists {
        year: u16,
    } "The selection of the {year} team has already started. Continue there."
    "federation.no_selection" NoSelection {
        year: u16,
    } "The selection of the {year} team has not started. Start it first."
    "federation.bad_plan" BadPlan {
        problem: &'static str,
    } "{problem}. Correct the plan."
    "federation.seats_full" SeatsFull {
        seat: Seat,
    } "Every {seat} place is taken or offered. Wait for an answer."
    "federation.not_next" NotNext {
        /// Whose turn it is.
        next: PersonNumber,
    } "Person {next} comes first. Offer them the place."
    "federation.lists_not_exhausted" ListsNotExhausted {
        next: PersonNumber,
    } "Person {next} comes first, because the lists still have people on them. The chairman chooses only when no one is left."
    "federation.grand_prix_tied" GrandPrixTied {
        tied: Vec<PersonNumber>,
    } "The Grand Prix is tied and its winner gets a place. Let the tied players play, or toss the coin."
    "federation.national_missing" NationalMissing {} "The results of the National are not known. Enter them first."
    "federation.passed_over" MayNotPlay {
        person: PersonNumber,
        why: PassedOver,
    } "Person {person} cannot have this place ({why}). Offer it to the next person, or correct this person's record."
    "federation.no_offer" NoOffer {
        person: PersonNumber,
    } "Person {person} has no open offer. Make one first."
    "federation.bad_team" BadTeam {
        problem: &'static str,
    } "{problem}. Change the team."
    "federation.after_deadline" AfterDeadline {
        deadline: CivilDate,
    } "The deadline for registering teams was {deadline}. Enter the head tournament director's permission."

    "federation.sanctions_not_stated" SanctionsNotStated {} "These rules do not name federation sanctions. Only the committee can impose one."
    "federation.unknown_sanction" UnknownSanction {
        sanction: SanctionNumber,
    } "There is no sanction {sanction} in force. Check the number."
    "federation.bad_setting" BadSetting {
        problem: String,
    } "{problem}"
    "federation.unknown_amendment" UnknownAmendment {
        amendment: AmendmentNumber,
    } "There is no open amendment {amendment}. Propose it first."
    "federation.no_majority" NoMajority {
        yes: u32,
        /// All who could vote.
        members: u32,
    } "{yes} of {members} is not a majority. The rules remain unchanged."
    "federation.constitution_not_named" ConstitutionNotNamed {} "The committee can change the rules only within the constitution. Say why the constitution allows this."
    "federation.unknown_meeting" UnknownMeeting {
        meeting: MeetingNumber,
    } "There is no meeting {meeting}. Record it first."

    "federation.application_too_late" ApplicationTooLate {
        deadline: CivilDate,
    } "Applications must reach the world federation one month before the championship, by {deadline}. It is too late for this application."
    "federation.is_member_nation" IsMemberNation {
        country: String,
    } "{country} is a member and does not need an exception. Register its team."
    "federation.no_application" NoApplication {
        country: String,
        year: u16,
    } "{country} has no open application for {year}. Record it first."
    "federation.host_is_chosen" HostIsChosen {
        country: String,
        year: u16,
    } "{country} hosts {year}. The decision is final."

    "federation.nothing_to_undo" NothingToUndo {} "There is nothing to undo."
    "federation.not_the_latest" NotTheLatest {
        latest: CommandId,
    } "Command {latest} is more recent. Undo that one first, or make a correction instead."
}

impl Reason {
    /// The fields of a command that the reason is about, as its JSON names them; the first one that a form has is to blame.
    #[must_use]
    pub const fn fields(&self) -> &'static [&'static str] {
        match self {
            Self::UnknownPerson { .. }
            | Self::Erased { .. }
            | Self::IsMember { .. }
            | Self::NoMember { .. }
            | Self::MayNotPlay { .. }
            | Self::NoOffer { .. }
            | Self::NotNext { .. } => &["person", "keep", "winner"],
            Self::NotTied { .. } => &["winner"],
            Self::WofNumberTaken { .. } => &["dossier.wof"],
            Self::BadDossier { .. } => &["dossier.name"],
            Self::CannotMerge { .. } => &["gone"],
            Self::BadKey {} | Self::UnknownEvent { .. } | Self::NoResults { .. } => &["event"],
            Self::NotRegional { .. } => &["events"],
            Self::BadDays {} => &["notice.last_day", "measure.until", "day"],
            Self::ListInFuture { .. } => &["day"],
            Self::UnknownDecision { .. } | Self::WrongBody { .. } | Self::NoMajority { .. } => {
                &["decision"]
            }
            Self::ConstitutionNotNamed {} => &["constitution"],
            Self::UnknownMeeting { .. } => &["meeting"],
            Self::UnknownSanction { .. } => &["sanction"],
            Self::UnknownAmendment { .. } => &["amendment"],
            Self::BadSetting { .. } => &["set"],
            Self::AfterDeadline { .. } => &["permitted"],
            Self::ApplicationTooLate { .. } => &["start"],
            Self::NoApplication { .. }
            | Self::IsMemberNation { .. }
            | Self::HostIsChosen { .. } => &["country"],
            Self::SelectionExists { .. } | Self::NoSelection { .. } | Self::NoTie { .. } => {
                &["year"]
            }
            Self::BadPlan { .. } => &["places"],
            Self::SeatsFull { .. } => &["seat"],
            _ => &[],
        }
    }
}

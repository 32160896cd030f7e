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
    "federation.already_founded" AlreadyFounded {} "the federation has an office already; found another one under another name"
    "federation.not_founded" NotFounded {} "the federation has no office yet; found it first"
    "federation.time_runs_back" TimeRunsBack {
        last: Timestamp,
    } "a command cannot be earlier than the last event; give it the present time"
    "federation.command_id_reused" CommandIdReused {
        id: CommandId,
    } "command {id} is in the log already; give the new one a name of its own"
    "federation.too_many" TooMany {
        what: &'static str,
        /// How many there may be.
        limit: usize,
    } "there may be at most {limit} {what}; take some away"
    "federation.bad_text" BadText {
        what: &'static str,
        limit: usize,
    } "{what} must have 1 to {limit} characters; write it again"
    "federation.wrong_person" WrongPerson {
        by: By,
        allowed: &'static str,
    } "{by} may not do this; ask {allowed}"
    "federation.nothing_new" NothingNew {} "this is recorded already; nothing to do"

    "federation.bad_dossier" BadDossier {
        problem: &'static str,
    } "{problem}; correct it"
    "federation.unknown_person" UnknownPerson {
        person: PersonNumber,
    } "there is no person {person}; check the number or add him first"
    "federation.erased" Erased {
        person: PersonNumber,
    } "the record of person {person} is erased; add him as a new person if he comes back"
    "federation.wof_number_taken" WofNumberTaken {
        wof: u32,
        person: PersonNumber,
    } "the world federation's number {wof} is person {person}'s; correct it, or merge the two"
    "federation.record_taken" RecordTaken {
        person: PersonNumber,
    } "this record is person {person}'s; use that number"
    "federation.cannot_merge" CannotMerge {
        problem: &'static str,
    } "{problem}; look at both records again"

    "federation.is_member" IsMember {
        person: PersonNumber,
    } "person {person} is a member outside tournaments already; nothing to do"
    "federation.no_member" NoMember {
        person: PersonNumber,
    } "person {person} is no member outside tournaments; his membership by playing ends by itself"

    "federation.bad_key" BadKey {} "the event's short name has letters, digits, - and _ only, at most 60; write another one"
    "federation.unknown_event" UnknownEvent {
        event: EventKey,
    } "there is no event {event}; announce it first"
    "federation.bad_days" BadDays {} "the last day is before the first; correct the days"
    "federation.event_in_future" EventInFuture {
        first_day: CivilDate,
    } "the event begins on {first_day}, after today; results come when it is played, or correct its day"
    "federation.plays_himself" PlaysHimself {
        person: PersonNumber,
        round: u16,
    } "person {person} plays himself in round {round}; correct one of the numbers"
    "federation.placed_twice" PlacedTwice {
        person: PersonNumber,
    } "person {person} is in the list twice; take one line out"
    "federation.not_placed" NotPlaced {
        person: PersonNumber,
    } "person {person} plays or has the title and is not in the final list; add his line"
    "federation.no_results" NoResults {
        event: EventKey,
    } "event {event} has no results yet; take them first"

    "federation.list_in_future" ListInFuture {
        day: CivilDate,
    } "{day} is after today; make the list when the day has come"
    "federation.bad_list" BadList {
        problem: &'static str,
    } "{problem}; correct the list"
    "federation.unknown_scale" UnknownScale {} "there is no such Grand Prix scale; take one of rulebooks/grand-prix.toml"

    "federation.unknown_decision" UnknownDecision {
        decision: DecisionNumber,
    } "there is no decision {decision}; record it first"
    "federation.wrong_body" WrongBody {
        body: Body,
        needed: &'static str,
    } "the {body} cannot decide this; it needs a decision of {needed}"
    "federation.not_regional" NotRegional {
        event: EventKey,
    } "event {event} is no Regional; only Regionals count for the Grand Prix"
    "federation.no_tie" NoTie {
        year: u16,
    } "the Grand Prix of {year} has no tie for the win; nothing to decide"
    "federation.not_tied" NotTied {
        person: PersonNumber,
        tied: Vec<PersonNumber>,
    } "person {person} does not tie for the Grand Prix; it is between others"
    "federation.playoff_first" PlayoffFirst {
        national: Option<CivilDate>,
    } "those who tie may still play their game before the National; toss the coin when its day has come"
    "federation.too_late_for_playoff" TooLateForPlayoff {
        national: CivilDate,
    } "the National began on {national}; the chairman tosses a coin now"

    "federation.selection_exists" SelectionExists {
        year: u16,
    } "the team of {year} is being chosen already; go on there"
    "federation.no_selection" NoSelection {
        year: u16,
    } "no team of {year} is being chosen; begin with it first"
    "federation.bad_plan" BadPlan {
        problem: &'static str,
    } "{problem}; correct the plan"
    "federation.seats_full" SeatsFull {
        seat: Seat,
    } "every {seat} place is taken or offered; wait for an answer"
    "federation.not_next" NotNext {
        /// Whose turn it is.
        next: PersonNumber,
    } "person {next} comes first; offer him the place"
    "federation.lists_not_exhausted" ListsNotExhausted {
        next: PersonNumber,
    } "the lists are not exhausted: person {next} comes first; the chairman chooses when nobody is left"
    "federation.grand_prix_tied" GrandPrixTied {
        tied: Vec<PersonNumber>,
    } "the Grand Prix is tied and its winner has a place; let those who tie play, or toss the coin"
    "federation.national_missing" NationalMissing {} "the results of the National are not known; take them first"
    "federation.passed_over" MayNotPlay {
        person: PersonNumber,
        why: PassedOver,
    } "person {person} cannot have this place ({why}); offer it to the next one, or correct what is recorded of him"
    "federation.no_offer" NoOffer {
        person: PersonNumber,
    } "person {person} has no open offer; make one first"
    "federation.bad_team" BadTeam {
        problem: &'static str,
    } "{problem}; change the team"
    "federation.after_deadline" AfterDeadline {
        deadline: CivilDate,
    } "teams are registered by {deadline}; name the head tournament director's permission"

    "federation.sanctions_not_stated" SanctionsNotStated {} "these rules state no sanctions of the federation; only the committee can impose one"
    "federation.unknown_sanction" UnknownSanction {
        sanction: SanctionNumber,
    } "there is no sanction {sanction} that stands; check the number"
    "federation.bad_setting" BadSetting {
        problem: String,
    } "{problem}"
    "federation.unknown_amendment" UnknownAmendment {
        amendment: AmendmentNumber,
    } "there is no open amendment {amendment}; propose it first"
    "federation.no_majority" NoMajority {
        yes: u32,
        /// All who could vote.
        members: u32,
    } "{yes} of {members} are no majority; the rules stay as they are"
    "federation.constitution_not_named" ConstitutionNotNamed {} "the committee changes the rules within the constitution; say why it allows this"
    "federation.unknown_meeting" UnknownMeeting {
        meeting: MeetingNumber,
    } "there is no meeting {meeting}; record it first"

    "federation.application_too_late" ApplicationTooLate {
        deadline: CivilDate,
    } "applications reach the world federation one month before the championship, by {deadline}; it is too late for this one"
    "federation.is_member_nation" IsMemberNation {
        country: String,
    } "{country} is a member and needs no exception; register its team"
    "federation.no_application" NoApplication {
        country: String,
        year: u16,
    } "{country} has no open application for {year}; record it first"
    "federation.host_is_chosen" HostIsChosen {
        country: String,
        year: u16,
    } "{country} hosts {year}; the decision is final"

    "federation.nothing_to_undo" NothingToUndo {} "there is no command to undo"
    "federation.not_the_latest" NotTheLatest {
        latest: CommandId,
    } "{latest} came later; undo that one first or correct instead"
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

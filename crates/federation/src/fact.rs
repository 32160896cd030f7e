//! What happens in a federation, and the names it is stored under.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_event::{CommandId, Timestamp, events, undoable};
use outflank_rulebook::{ClauseId, Rulebook};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Nation, UtcOffset};
use serde::{Deserialize, Serialize};

use crate::by::By;
use crate::fees::FeeTable;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::lists::{ListRow, RatingChange};
use crate::rated::Rated;
use crate::records::{Decision, EntryException, Measure, SentResults};
use crate::results::{EventNotice, Results, ResultsFrom, Trace};
use crate::selection::{PassedOver, Registration, Seat, SelectionPlan, Source};

/// A person who was skipped when an offer was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    pub person: PersonNumber,
    pub why: PassedOver,
    /// The clause that requires it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

events! {
    /// Something that happened, when, on whose word and by which command.
    ///
    /// ```
    /// use outflank_federation::{By, Event, Fact, PersonNumber};
    /// use outflank_event::Timestamp;
    /// let event = Event {
    ///     at: Timestamp(61_000),
    ///     by: By::Officer,
    ///     command: "c7".into(),
    ///     fact: Fact::PersonErased { person: PersonNumber(3) },
    /// };
    /// assert_eq!(event.kind(), "federation.person_erased");
    /// assert_eq!(event.body(), r#"{"at":61000,"by":"officer","command":"c7","person":3}"#);
    /// assert_eq!(Event::from_stored(event.kind(), &event.body())?, event);
    /// # Ok::<(), outflank_event::StoredError>(())
    /// ```
    pub struct Event { at: Timestamp, by: By, command: CommandId }

    /// What happened. Whatever depended on the rules or on what is known of people was decided before
    /// and is in it.
    pub enum Fact, FactKind;

    "federation.founded" ToOwner Founded {
        name: String,
        country: String,
        /// The currency of its fees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        currency: Option<String>,
        /// The Grand Prix scale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scale: Option<String>,
        /// How far its clock is ahead of UTC.
        offset: UtcOffset,
        /// The first edition of its rules, whole.
        rulebook: Arc<Rulebook>,
    }
    "federation.person_added" ToOwner PersonAdded {
        person: PersonNumber,
        record: String,
    }
    "federation.person_changed" ToOwner PersonChanged {
        person: PersonNumber,
    }
    "federation.person_erased" ToOwner PersonErased {
        person: PersonNumber,
    }
    /// Only a person's number is public.
    "federation.person_restricted" ToOwner PersonRestricted {
        person: PersonNumber,
    }
    /// The person's name is public again.
    "federation.person_shown" ToOwner PersonShown {
        person: PersonNumber,
    }
    /// Two records belong to the same person.
    "federation.people_merged" ToOwner PeopleMerged {
        /// The record that stays.
        keep: PersonNumber,
        /// The one that went into it.
        gone: PersonNumber,
        /// The reason.
        why: String,
    }
    "federation.people_separated" ToOwner PeopleSeparated {
        /// The record that had been merged.
        gone: PersonNumber,
        /// The reason.
        why: String,
    }
    /// A person joined independently of tournaments.
    "federation.joined" ToOwner Joined {
        person: PersonNumber,
        day: CivilDate,
    }
    "federation.left" ToOwner Left {
        person: PersonNumber,
        day: CivilDate,
    }
    /// A person does not want to become a member by playing.
    "federation.opted_out" ToOwner OptedOut {
        person: PersonNumber,
    }
    "federation.fees_set" ToOwner FeesSet {
        fees: FeeTable,
        decision: DecisionNumber,
    }
    /// A fee was paid; how much is in the person's record.
    "federation.payment_recorded" ToOwner PaymentRecorded {
        person: PersonNumber,
        event: EventKey,
    }
    /// An event was announced, or its notice changed.
    "federation.event_announced" ToOwner EventAnnounced {
        event: EventKey,
        notice: EventNotice,
    }
    /// Who enters an event was recorded.
    "federation.entrants_recorded" ToOwner EntrantsRecorded {
        event: EventKey,
        people: Vec<PersonNumber>,
    }
    "federation.results_taken" ToOwner ResultsTaken {
        event: EventKey,
        /// 1 for the first time.
        edition: u16,
        /// Where they come from.
        from: ResultsFrom,
        results: Results,
        /// Whether the games are rated, and why.
        rated: Rated,
        /// What changed since the time before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trace: Option<Trace>,
    }
    "federation.results_sent" ToOwner ResultsSent {
        event: EventKey,
        edition: u16,
        to: String,
        day: CivilDate,
    }
    "federation.list_published" ToOwner ListPublished {
        day: CivilDate,
        /// 1 for the first of this day.
        version: u16,
        /// The method, or where it comes from.
        method: String,
        /// The lines, best first.
        rows: Vec<ListRow>,
        /// The results it rests on.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        rests_on: BTreeMap<EventKey, u16>,
        /// What differs from the version before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changes: Vec<RatingChange>,
    }
    "federation.season_planned" ToOwner SeasonPlanned {
        year: u16,
        planned: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        national: Option<EventKey>,
    }
    "federation.regionals_counted" ToOwner RegionalsCounted {
        year: u16,
        events: Vec<EventKey>,
        decision: DecisionNumber,
    }
    /// The play-off game for the Grand Prix was played.
    "federation.playoff_recorded" ToOwner PlayoffRecorded {
        year: u16,
        tied: Vec<PersonNumber>,
        /// The winner; nothing for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<PersonNumber>,
    }
    /// The chairman tossed a coin for the Grand Prix.
    "federation.coin_tossed" ToOwner CoinTossed {
        year: u16,
        tied: Vec<PersonNumber>,
        winner: PersonNumber,
    }
    /// A team is to be chosen.
    "federation.selection_opened" ToOwner SelectionOpened {
        /// What is to be chosen.
        plan: SelectionPlan,
    }
    "federation.place_offered" ToOwner PlaceOffered {
        year: u16,
        seat: Seat,
        person: PersonNumber,
        source: Source,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        /// Who was passed over for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Passed>,
    }
    "federation.offer_answered" ToOwner OfferAnswered {
        year: u16,
        person: PersonNumber,
        accepts: bool,
    }
    "federation.team_registered" ToOwner TeamRegistered {
        year: u16,
        registration: Registration,
    }
    "federation.decision_recorded" ToOwner DecisionRecorded {
        number: DecisionNumber,
        decision: Decision,
    }
    "federation.sanction_imposed" ToOwner SanctionImposed {
        sanction: SanctionNumber,
        person: PersonNumber,
        measure: Measure,
        why: String,
    }
    "federation.sanction_lifted" ToOwner SanctionLifted {
        sanction: SanctionNumber,
        why: String,
    }
    /// A change of the rules was proposed.
    "federation.amendment_proposed" ToOwner AmendmentProposed {
        amendment: AmendmentNumber,
        text: String,
        /// The axes it changes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<(String, String)>,
    }
    "federation.amendment_adopted" ToOwner AmendmentAdopted {
        amendment: AmendmentNumber,
        decision: DecisionNumber,
        edition: String,
        /// From when it applies.
        from: CivilDate,
        /// Why the constitution allows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constitution: Option<String>,
        /// The new rules, whole.
        rulebook: Arc<Rulebook>,
    }
    /// A general meeting was recorded.
    "federation.meeting_held" ToOwner MeetingHeld {
        meeting: MeetingNumber,
        day: CivilDate,
        /// The tournament that follows the meeting.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventKey>,
    }
    "federation.voter_admitted" ToOwner VoterAdmitted {
        meeting: MeetingNumber,
        person: PersonNumber,
    }
    /// A person may play without 183 days of residence.
    "federation.entry_allowed" ToOwner EntryAllowed {
        person: PersonNumber,
        event: EventKey,
        exception: EntryException,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionNumber>,
    }
    "federation.nation_set" ToOwner NationSet {
        country: String,
        kind: Nation,
        /// The contact person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<String>,
    }
    /// A nation has sent results.
    "federation.nation_results_noted" ToOwner NationResultsNoted {
        country: String,
        year: u16,
        results: SentResults,
        day: CivilDate,
    }
    /// A nation that is no member has applied.
    "federation.exception_applied" ToOwner ExceptionApplied {
        country: String,
        /// The first day of the championship.
        start: CivilDate,
        day: CivilDate,
    }
    /// The council decided about it.
    "federation.exception_decided" ToOwner ExceptionDecided {
        country: String,
        year: u16,
        approved: bool,
    }
    /// A nation asked to host.
    "federation.host_applied" ToOwner HostApplied {
        country: String,
        year: u16,
    }
    /// The host was chosen; all others of the year are declined.
    "federation.host_chosen" ToOwner HostChosen {
        country: String,
        year: u16,
    }
    "federation.title_recorded" ToOwner TitleRecorded {
        year: u16,
        title: String,
        person: PersonNumber,
    }
    "federation.semifinals_recorded" ToOwner SemifinalsRecorded {
        year: u16,
        people: Vec<PersonNumber>,
    }
    /// A command was taken back.
    "federation.undone" ToOwner Undone {
        undone: CommandId,
    }
}

undoable! { permanent: Fact::Founded { .. } | Fact::PersonErased { .. } }

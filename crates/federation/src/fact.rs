//! What happened: the facts an office is made of, and the names they are stored under.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_rulebook::{ClauseId, Rulebook, StoredError};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{CommandId, Nation, Timestamp, UtcOffset};
use serde::{Deserialize, Serialize};

use crate::by::By;
use crate::event::Event;
use crate::fees::FeeTable;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::lists::{ListRow, RatingChange};
use crate::rated::Rated;
use crate::records::{Decision, EntryException, Measure, SentResults};
use crate::results::{EventNotice, Results, ResultsFrom, Trace};
use crate::selection::{PassedOver, Registration, Seat, SelectionPlan, Source};

/// Somebody who was passed over when an offer was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// Who.
    pub person: PersonNumber,
    /// Why.
    pub why: PassedOver,
    /// The clause that demands it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
}

/// Declares the facts and, beside each, the name it is stored under for ever.
macro_rules! facts {
    ($($(#[doc = $doc:literal])* $kind:literal $name:ident {
        $($(#[$field_meta:meta])* $field:ident : $type:ty,)*
    })+) => {
        /// Something that happened. Whatever depended on the rules or on what is known of people was
        /// decided before and is in it.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Fact {
            $($(#[doc = $doc])* $name { $($(#[$field_meta])* $field: $type,)* },)+
        }

        impl Fact {
            /// The stored names of all kinds of facts.
            pub const KINDS: &[&'static str] = &[$($kind,)+];

            /// The name this is stored under: `federation.person_added`.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $kind,)+
                }
            }
        }

        /// Reads a stored event.
        pub(crate) fn read(kind: &str, body: &str) -> Result<Event, StoredError> {
            let wrong = |error: serde_json::Error| StoredError::body(kind, error);
            match kind {
                $($kind => {
                    #[derive(Deserialize)]
                    struct Body {
                        at: Timestamp,
                        by: By,
                        command: CommandId,
                        $($(#[$field_meta])* $field: $type,)*
                    }
                    let body: Body = serde_json::from_str(body).map_err(wrong)?;
                    Ok(Event {
                        at: body.at,
                        by: body.by,
                        command: body.command,
                        fact: Fact::$name { $($field: body.$field,)* },
                    })
                })+
                _ => Err(StoredError::unknown(kind)),
            }
        }
    };
}

facts! {
    /// The office was founded.
    "federation.founded" Founded {
        /// Its name.
        name: String,
        /// Its country.
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
    /// A person was added.
    "federation.person_added" PersonAdded {
        /// His number.
        person: PersonNumber,
        /// The erasable record.
        record: String,
    }
    /// What is known of a person was changed.
    "federation.person_changed" PersonChanged {
        /// Whose.
        person: PersonNumber,
    }
    /// Everything personal was erased.
    "federation.person_erased" PersonErased {
        /// Whose.
        person: PersonNumber,
    }
    /// Only a person's number is public.
    "federation.person_restricted" PersonRestricted {
        /// Whose.
        person: PersonNumber,
    }
    /// His name is public again.
    "federation.person_shown" PersonShown {
        /// Whose.
        person: PersonNumber,
    }
    /// Two records are one person's.
    "federation.people_merged" PeopleMerged {
        /// The one that stays.
        keep: PersonNumber,
        /// The one that went into it.
        gone: PersonNumber,
        /// How it is known.
        why: String,
    }
    /// They are not.
    "federation.people_separated" PeopleSeparated {
        /// The one that had gone.
        gone: PersonNumber,
        /// How it is known.
        why: String,
    }
    /// Somebody joined outside tournaments.
    "federation.joined" Joined {
        /// Who.
        person: PersonNumber,
        /// When.
        day: CivilDate,
    }
    /// Somebody left.
    "federation.left" Left {
        /// Who.
        person: PersonNumber,
        /// His last day.
        day: CivilDate,
    }
    /// Somebody does not want to be enrolled by playing.
    "federation.opted_out" OptedOut {
        /// Who.
        person: PersonNumber,
    }
    /// The fees were set.
    "federation.fees_set" FeesSet {
        /// The amounts.
        fees: FeeTable,
        /// The decision.
        decision: DecisionNumber,
    }
    /// A fee was paid; how much is in the person's record.
    "federation.payment_recorded" PaymentRecorded {
        /// Who.
        person: PersonNumber,
        /// For which event.
        event: EventKey,
    }
    /// An event was announced, or its notice changed.
    "federation.event_announced" EventAnnounced {
        /// Its short name.
        event: EventKey,
        /// What is announced.
        notice: EventNotice,
    }
    /// Who enters an event was recorded.
    "federation.entrants_recorded" EntrantsRecorded {
        /// Which.
        event: EventKey,
        /// Everybody.
        people: Vec<PersonNumber>,
    }
    /// Results came.
    "federation.results_taken" ResultsTaken {
        /// Of which event.
        event: EventKey,
        /// 1 for the first time.
        edition: u16,
        /// Where they come from.
        from: ResultsFrom,
        /// The results.
        results: Results,
        /// Whether the games are rated, and why.
        rated: Rated,
        /// What changed since the time before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trace: Option<Trace>,
    }
    /// Results were sent.
    "federation.results_sent" ResultsSent {
        /// Of which event.
        event: EventKey,
        /// Which edition.
        edition: u16,
        /// To whom.
        to: String,
        /// When.
        day: CivilDate,
    }
    /// A rating list was published.
    "federation.list_published" ListPublished {
        /// Its day.
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
    /// A season was planned.
    "federation.season_planned" SeasonPlanned {
        /// The year.
        year: u16,
        /// How many Regionals.
        planned: u16,
        /// The National.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        national: Option<EventKey>,
    }
    /// The Regionals that count were named.
    "federation.regionals_counted" RegionalsCounted {
        /// The year.
        year: u16,
        /// Which.
        events: Vec<EventKey>,
        /// The decision.
        decision: DecisionNumber,
    }
    /// The play-off game for the Grand Prix was played.
    "federation.playoff_recorded" PlayoffRecorded {
        /// The year.
        year: u16,
        /// Between whom.
        tied: Vec<PersonNumber>,
        /// Who won; nobody if it was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<PersonNumber>,
    }
    /// The chairman tossed a coin for the Grand Prix.
    "federation.coin_tossed" CoinTossed {
        /// The year.
        year: u16,
        /// Between whom.
        tied: Vec<PersonNumber>,
        /// Whom it chose.
        winner: PersonNumber,
    }
    /// A team is to be chosen.
    "federation.selection_opened" SelectionOpened {
        /// What is to be chosen.
        plan: SelectionPlan,
    }
    /// A place was offered.
    "federation.place_offered" PlaceOffered {
        /// The year.
        year: u16,
        /// Which place.
        seat: Seat,
        /// To whom.
        person: PersonNumber,
        /// Why him.
        source: Source,
        /// The clause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        /// Who was passed over for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Passed>,
    }
    /// An offer was answered.
    "federation.offer_answered" OfferAnswered {
        /// The year.
        year: u16,
        /// Whose.
        person: PersonNumber,
        /// Whether he accepts.
        accepts: bool,
    }
    /// The team was registered.
    "federation.team_registered" TeamRegistered {
        /// The year.
        year: u16,
        /// The team.
        registration: Registration,
    }
    /// A body decided.
    "federation.decision_recorded" DecisionRecorded {
        /// Its number.
        number: DecisionNumber,
        /// Whose and what.
        decision: Decision,
    }
    /// A sanction was imposed.
    "federation.sanction_imposed" SanctionImposed {
        /// Its number.
        sanction: SanctionNumber,
        /// On whom.
        person: PersonNumber,
        /// What it does.
        measure: Measure,
        /// Why.
        why: String,
    }
    /// A sanction was lifted.
    "federation.sanction_lifted" SanctionLifted {
        /// Which.
        sanction: SanctionNumber,
        /// Why.
        why: String,
    }
    /// A change of the rules was proposed.
    "federation.amendment_proposed" AmendmentProposed {
        /// Its number.
        amendment: AmendmentNumber,
        /// The new text.
        text: String,
        /// The axes it changes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<(String, String)>,
    }
    /// It was adopted.
    "federation.amendment_adopted" AmendmentAdopted {
        /// Which.
        amendment: AmendmentNumber,
        /// The decision.
        decision: DecisionNumber,
        /// The new edition.
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
    "federation.meeting_held" MeetingHeld {
        /// Its number.
        meeting: MeetingNumber,
        /// When.
        day: CivilDate,
        /// The tournament it goes with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventKey>,
    }
    /// Somebody was let vote.
    "federation.voter_admitted" VoterAdmitted {
        /// At which meeting.
        meeting: MeetingNumber,
        /// Who.
        person: PersonNumber,
    }
    /// Somebody may play without 183 days.
    "federation.entry_allowed" EntryAllowed {
        /// Who.
        person: PersonNumber,
        /// In which event.
        event: EventKey,
        /// Which exception.
        exception: EntryException,
        /// The clause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        /// The committee's decision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionNumber>,
    }
    /// What a nation is was recorded.
    "federation.nation_set" NationSet {
        /// Its code.
        country: String,
        /// What it is.
        kind: Nation,
        /// Whom to write to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<String>,
    }
    /// A nation has sent results.
    "federation.nation_results_noted" NationResultsNoted {
        /// Which nation.
        country: String,
        /// For which year.
        year: u16,
        /// Which results.
        results: SentResults,
        /// When.
        day: CivilDate,
    }
    /// A nation that is no member has applied.
    "federation.exception_applied" ExceptionApplied {
        /// Which nation.
        country: String,
        /// The first day of the championship.
        start: CivilDate,
        /// When.
        day: CivilDate,
    }
    /// The council decided about it.
    "federation.exception_decided" ExceptionDecided {
        /// Which nation.
        country: String,
        /// The year.
        year: u16,
        /// Whether it may.
        approved: bool,
    }
    /// A nation asked to host.
    "federation.host_applied" HostApplied {
        /// Which nation.
        country: String,
        /// The year.
        year: u16,
    }
    /// The host was chosen; all others of the year are declined.
    "federation.host_chosen" HostChosen {
        /// Which nation.
        country: String,
        /// The year.
        year: u16,
    }
    /// A title was recorded.
    "federation.title_recorded" TitleRecorded {
        /// The year.
        year: u16,
        /// Which.
        title: String,
        /// Who.
        person: PersonNumber,
    }
    /// Semi-finalists were recorded.
    "federation.semifinals_recorded" SemifinalsRecorded {
        /// The year.
        year: u16,
        /// All of them.
        people: Vec<PersonNumber>,
    }
    /// A command was taken back.
    "federation.undone" Undone {
        /// Which.
        undone: CommandId,
    }
}

//! What people ask the office to do or to record.

use outflank_event::CommandId;
use outflank_tournament::running::{Nation, UtcOffset};
use outflank_tournament::{CivilDate, Money};
use serde::{Deserialize, Serialize};

use crate::by::By;
use crate::dossier::Dossier;
use crate::fees::FeeTable;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::lists::ListRow;
use crate::records::{Decision, EntryException, Measure, SentResults};
use crate::results::{EventNotice, Results, ResultsFrom};
use crate::selection::{Seat, SelectionPlan};

/// One command: its ID, the role of the sender, and what to do.
///
/// ```
/// use outflank_federation::{Act, By, Command, PersonNumber};
/// let command = Command::new("c7", By::Officer, Act::Join { person: PersonNumber(3) });
/// let text = r#"{"id":"c7","by":"officer","act":{"act":"join","person":3}}"#;
/// assert_eq!(serde_json::to_string(&command).expect("texts are keys"), text);
/// ```
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub id: CommandId,
    pub by: By,
    /// What to do or record.
    pub act: Act,
}

impl Command {
    #[must_use]
    pub fn new(id: &str, by: By, act: Act) -> Self {
        Self {
            id: id.into(),
            by,
            act,
        }
    }
}

/// How to create an office. The rulebook is an argument of `decide`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    pub name: String,
    /// Its country; empty for the world federation.
    pub country: String,
    /// The currency of its fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The Grand Prix scale, if the rules state none or another is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// How far its clock is ahead of UTC.
    #[serde(default)]
    pub offset: UtcOffset,
}

/// What to do or record. In JSON the field `act` names it, in lower case:
/// `{"act": "join", "person": 7}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Create the office under the rulebook given to `decide`.
    Found(Box<Founding>),

    AddPerson {
        /// The erasable record in which the desk stores personal data.
        record: String,
        /// The person's data; stored in the record, not in the log entry.
        dossier: Box<Dossier>,
    },
    /// Change a person's record.
    ChangePerson {
        person: PersonNumber,
        /// The whole record after the change.
        dossier: Box<Dossier>,
    },
    ErasePerson {
        person: PersonNumber,
    },
    /// Show only a person's number to the public.
    RestrictPerson {
        person: PersonNumber,
    },
    /// Show the person's name again.
    ShowPerson {
        person: PersonNumber,
    },
    /// Two records belong to the same person.
    MergePeople {
        /// The record that stays.
        keep: PersonNumber,
        /// The record that is merged into it.
        gone: PersonNumber,
        /// The reason.
        why: String,
    },
    SeparatePeople {
        /// The record that had been merged.
        gone: PersonNumber,
        /// The reason.
        why: String,
    },

    /// Join or rejoin independently of tournaments.
    Join {
        person: PersonNumber,
    },
    Leave {
        person: PersonNumber,
    },
    /// Do not become a member by playing.
    OptOut {
        person: PersonNumber,
    },
    SetFees {
        /// The amounts, in hundredths.
        fees: FeeTable,
        /// The decision that says so.
        decision: DecisionNumber,
    },
    /// Record a fee that was paid; the amount is kept in the person's record.
    RecordPayment {
        person: PersonNumber,
        event: EventKey,
        /// How much, in hundredths.
        amount: Money,
    },

    /// Announce a tournament, or change what was announced.
    AnnounceEvent {
        event: EventKey,
        notice: Box<EventNotice>,
    },
    /// Record who enters a tournament.
    RecordEntrants {
        event: EventKey,
        people: Vec<PersonNumber>,
    },
    /// Enter the results of a tournament, including corrected results.
    TakeResults {
        event: EventKey,
        /// Where they come from.
        from: ResultsFrom,
        results: Box<Results>,
    },
    /// Record that the results were sent.
    RecordSent {
        event: EventKey,
        to: String,
    },

    /// Compute and publish the rating list of a day.
    PublishList {
        day: CivilDate,
    },
    /// Record a rating list from elsewhere.
    ImportList {
        day: CivilDate,
        /// Where it comes from.
        source: String,
        /// Its lines, best first.
        rows: Vec<ListRow>,
    },

    PlanSeason {
        year: u16,
        planned: u16,
        /// The National that ends it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        national: Option<EventKey>,
    },
    /// Say which Regionals count for the Grand Prix.
    CountRegionals {
        year: u16,
        events: Vec<EventKey>,
        decision: DecisionNumber,
    },
    /// Record the play-off game for the Grand Prix.
    RecordPlayoff {
        year: u16,
        /// The winner; nothing for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<PersonNumber>,
    },
    /// Toss a coin for the Grand Prix.
    TossCoin {
        year: u16,
        winner: PersonNumber,
    },

    /// Start the selection of a team.
    OpenSelection(Box<SelectionPlan>),
    OfferPlace {
        year: u16,
        seat: Seat,
        person: PersonNumber,
    },
    AnswerOffer {
        year: u16,
        person: PersonNumber,
        accepts: bool,
    },
    /// Register the team with the world federation.
    RegisterTeam {
        year: u16,
        /// The person who permitted it after 31 July.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        permitted: Option<String>,
    },

    RecordDecision {
        decision: Box<Decision>,
    },
    Sanction {
        person: PersonNumber,
        measure: Measure,
        why: String,
    },
    LiftSanction {
        sanction: SanctionNumber,
        why: String,
    },
    /// Propose a change of the rules.
    ProposeAmendment {
        text: String,
        /// The settings it changes, each with its value.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<(String, String)>,
    },
    /// Adopt it: a new edition.
    AdoptAmendment {
        amendment: AmendmentNumber,
        /// The decision that adopts it.
        decision: DecisionNumber,
        /// The name of the new edition.
        edition: String,
        /// The first day on which it applies.
        from: CivilDate,
        /// Why the constitution allows it, if the rules require a reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constitution: Option<String>,
    },
    /// Record a general meeting.
    HoldMeeting {
        day: CivilDate,
        /// The tournament that follows the meeting.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventKey>,
    },
    /// Let a person vote at a meeting.
    AdmitVoter {
        meeting: MeetingNumber,
        person: PersonNumber,
    },
    /// Let a person play in the National without 183 days of residence.
    AllowEntry {
        person: PersonNumber,
        event: EventKey,
        exception: EntryException,
        /// The committee's decision, if it is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionNumber>,
    },

    /// Record the status of a nation.
    SetNation {
        country: String,
        kind: Nation,
        /// The contact person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<String>,
    },
    /// Record results a nation has sent.
    NoteNationResults {
        country: String,
        year: u16,
        results: SentResults,
    },
    /// A nation that is not a member applies to send players.
    ApplyForException {
        country: String,
        /// The first day of the championship.
        start: CivilDate,
    },
    DecideException {
        country: String,
        /// The year of the championship.
        year: u16,
        approved: bool,
    },
    /// A nation applies to host a championship.
    ApplyToHost {
        country: String,
        year: u16,
    },
    ChooseHost {
        country: String,
        year: u16,
    },
    RecordTitle {
        year: u16,
        title: String,
        /// The winner.
        person: PersonNumber,
    },
    /// Record the semi-finalists of a World Championship.
    RecordSemifinals {
        year: u16,
        people: Vec<PersonNumber>,
    },

    /// Take back the latest command.
    Undo {
        command: CommandId,
    },
}

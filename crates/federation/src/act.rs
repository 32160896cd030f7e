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

/// One command: its name, who speaks, and what.
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
    /// What is to be done or recorded.
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

/// How an office is founded. The rulebook is an argument of `decide`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    pub name: String,
    /// Its country; empty for the world federation.
    pub country: String,
    /// The currency of its fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The Grand Prix scale, where the rules state none or another is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// How far its clock is ahead of UTC.
    #[serde(default)]
    pub offset: UtcOffset,
}

/// What is to be done or recorded. In JSON the field `act` names it, in small letters:
/// `{"act": "join", "person": 7}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Found the office under the rulebook given to `decide`.
    Found(Box<Founding>),

    AddPerson {
        /// The erasable record the desk keeps what is personal in.
        record: String,
        /// What is known of him; kept in the record, not in the event.
        dossier: Box<Dossier>,
    },
    /// Change what is known of a person.
    ChangePerson {
        person: PersonNumber,
        /// Everything that is known now.
        dossier: Box<Dossier>,
    },
    ErasePerson {
        person: PersonNumber,
    },
    /// Show only a person's number to the public.
    RestrictPerson {
        person: PersonNumber,
    },
    /// Show his name again.
    ShowPerson {
        person: PersonNumber,
    },
    /// Two records are one person's.
    MergePeople {
        /// The one that stays.
        keep: PersonNumber,
        /// The one that goes into it.
        gone: PersonNumber,
        /// How it is known.
        why: String,
    },
    SeparatePeople {
        /// The one that had gone.
        gone: PersonNumber,
        /// How it is known.
        why: String,
    },

    /// Join or rejoin outside tournaments.
    Join {
        person: PersonNumber,
    },
    Leave {
        person: PersonNumber,
    },
    /// Not be enrolled by playing.
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

    /// Announce an event, or change what was announced.
    AnnounceEvent {
        event: EventKey,
        notice: Box<EventNotice>,
    },
    /// Record who enters an event.
    RecordEntrants {
        event: EventKey,
        people: Vec<PersonNumber>,
    },
    /// Take the results of an event, also when they come again.
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
    /// Record a rating list that was made elsewhere.
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
        /// Who won; nobody if it was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<PersonNumber>,
    },
    /// Toss a coin for the Grand Prix.
    TossCoin {
        year: u16,
        winner: PersonNumber,
    },

    /// Begin to choose a team.
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
        /// Who permitted it, after 31 July.
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
        /// The axes it changes, each with its value.
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
        /// Why the constitution allows it, where the rules ask.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constitution: Option<String>,
    },
    /// Record a general meeting.
    HoldMeeting {
        day: CivilDate,
        /// The tournament it goes with and precedes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventKey>,
    },
    /// Let somebody vote at a meeting.
    AdmitVoter {
        meeting: MeetingNumber,
        person: PersonNumber,
    },
    /// Let somebody play in the National without 183 days.
    AllowEntry {
        person: PersonNumber,
        event: EventKey,
        exception: EntryException,
        /// The committee's decision, where it is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionNumber>,
    },

    /// Record what a nation is.
    SetNation {
        country: String,
        kind: Nation,
        /// Whom to write to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<String>,
    },
    /// Record results a nation has sent.
    NoteNationResults {
        country: String,
        year: u16,
        results: SentResults,
    },
    /// A nation that is no member asks to send players.
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
    /// A nation asks to host a championship.
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
        /// Who has won it.
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

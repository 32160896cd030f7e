//! What people ask the office to do or to record.

use outflank_tournament::running::{CommandId, Nation, UtcOffset};
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
    /// Its name.
    pub id: CommandId,
    /// Who speaks.
    pub by: By,
    /// What is to be done or recorded.
    pub act: Act,
}

impl Command {
    /// A command.
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
    /// Its name.
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

    /// Add a person.
    AddPerson {
        /// The erasable record the desk keeps what is personal in.
        record: String,
        /// What is known of him; kept in the record, not in the event.
        dossier: Box<Dossier>,
    },
    /// Change what is known of a person.
    ChangePerson {
        /// Who.
        person: PersonNumber,
        /// Everything that is known now.
        dossier: Box<Dossier>,
    },
    /// Erase everything personal.
    ErasePerson {
        /// Whose.
        person: PersonNumber,
    },
    /// Show only a person's number to the public.
    RestrictPerson {
        /// Whose.
        person: PersonNumber,
    },
    /// Show his name again.
    ShowPerson {
        /// Whose.
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
    /// They are not.
    SeparatePeople {
        /// The one that had gone.
        gone: PersonNumber,
        /// How it is known.
        why: String,
    },

    /// Join or rejoin outside tournaments.
    Join {
        /// Who.
        person: PersonNumber,
    },
    /// Leave the federation.
    Leave {
        /// Who.
        person: PersonNumber,
    },
    /// Not be enrolled by playing.
    OptOut {
        /// Who.
        person: PersonNumber,
    },
    /// Set the fees.
    SetFees {
        /// The amounts, in hundredths.
        fees: FeeTable,
        /// The decision that says so.
        decision: DecisionNumber,
    },
    /// Record a fee that was paid; the amount is kept in the person's record.
    RecordPayment {
        /// Who has paid.
        person: PersonNumber,
        /// For which event.
        event: EventKey,
        /// How much, in hundredths.
        amount: Money,
    },

    /// Announce an event, or change what was announced.
    AnnounceEvent {
        /// Its short name.
        event: EventKey,
        /// What is announced.
        notice: Box<EventNotice>,
    },
    /// Record who enters an event.
    RecordEntrants {
        /// Which.
        event: EventKey,
        /// Everybody.
        people: Vec<PersonNumber>,
    },
    /// Take the results of an event, also when they come again.
    TakeResults {
        /// Which.
        event: EventKey,
        /// Where they come from.
        from: ResultsFrom,
        /// The results.
        results: Box<Results>,
    },
    /// Record that the results were sent.
    RecordSent {
        /// Of which event.
        event: EventKey,
        /// To whom.
        to: String,
    },

    /// Compute and publish the rating list of a day.
    PublishList {
        /// The day.
        day: CivilDate,
    },
    /// Record a rating list that was made elsewhere.
    ImportList {
        /// Its day.
        day: CivilDate,
        /// Where it comes from.
        source: String,
        /// Its lines, best first.
        rows: Vec<ListRow>,
    },

    /// Plan a season.
    PlanSeason {
        /// The year.
        year: u16,
        /// How many Regionals.
        planned: u16,
        /// The National that ends it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        national: Option<EventKey>,
    },
    /// Say which Regionals count for the Grand Prix.
    CountRegionals {
        /// The year.
        year: u16,
        /// Which.
        events: Vec<EventKey>,
        /// The committee's decision.
        decision: DecisionNumber,
    },
    /// Record the play-off game for the Grand Prix.
    RecordPlayoff {
        /// The year.
        year: u16,
        /// Who won; nobody if it was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<PersonNumber>,
    },
    /// Toss a coin for the Grand Prix.
    TossCoin {
        /// The year.
        year: u16,
        /// Whom it chose.
        winner: PersonNumber,
    },

    /// Begin to choose a team.
    OpenSelection(Box<SelectionPlan>),
    /// Offer a place.
    OfferPlace {
        /// The year.
        year: u16,
        /// Which place.
        seat: Seat,
        /// To whom.
        person: PersonNumber,
    },
    /// Record an answer.
    AnswerOffer {
        /// The year.
        year: u16,
        /// Whose.
        person: PersonNumber,
        /// Whether he accepts.
        accepts: bool,
    },
    /// Register the team with the world federation.
    RegisterTeam {
        /// The year.
        year: u16,
        /// Who permitted it, after 31 July.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        permitted: Option<String>,
    },

    /// Record a decision.
    RecordDecision {
        /// Whose and what.
        decision: Box<Decision>,
    },
    /// Impose a sanction.
    Sanction {
        /// On whom.
        person: PersonNumber,
        /// What it does.
        measure: Measure,
        /// Why.
        why: String,
    },
    /// Lift a sanction.
    LiftSanction {
        /// Which.
        sanction: SanctionNumber,
        /// Why.
        why: String,
    },
    /// Propose a change of the rules.
    ProposeAmendment {
        /// The new text.
        text: String,
        /// The axes it changes, each with its value.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        set: Vec<(String, String)>,
    },
    /// Adopt it: a new edition.
    AdoptAmendment {
        /// Which.
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
        /// When.
        day: CivilDate,
        /// The tournament it goes with and precedes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<EventKey>,
    },
    /// Let somebody vote at a meeting.
    AdmitVoter {
        /// Which meeting.
        meeting: MeetingNumber,
        /// Who.
        person: PersonNumber,
    },
    /// Let somebody play in the National without 183 days.
    AllowEntry {
        /// Who.
        person: PersonNumber,
        /// In which event.
        event: EventKey,
        /// Which exception.
        exception: EntryException,
        /// The committee's decision, where it is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<DecisionNumber>,
    },

    /// Record what a nation is.
    SetNation {
        /// Its code.
        country: String,
        /// What it is.
        kind: Nation,
        /// Whom to write to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<String>,
    },
    /// Record results a nation has sent.
    NoteNationResults {
        /// Which nation.
        country: String,
        /// For which year.
        year: u16,
        /// Which results.
        results: SentResults,
    },
    /// A nation that is no member asks to send players.
    ApplyForException {
        /// Which nation.
        country: String,
        /// The first day of the championship.
        start: CivilDate,
    },
    /// Decide about it.
    DecideException {
        /// Which nation.
        country: String,
        /// The year of the championship.
        year: u16,
        /// Whether it may.
        approved: bool,
    },
    /// A nation asks to host a championship.
    ApplyToHost {
        /// Which nation.
        country: String,
        /// The year.
        year: u16,
    },
    /// Choose the host.
    ChooseHost {
        /// Which nation.
        country: String,
        /// The year.
        year: u16,
    },
    /// Record a title.
    RecordTitle {
        /// The year.
        year: u16,
        /// Which.
        title: String,
        /// Who has won it.
        person: PersonNumber,
    },
    /// Record the semi-finalists of a World Championship.
    RecordSemifinals {
        /// The year.
        year: u16,
        /// All of them.
        people: Vec<PersonNumber>,
    },

    /// Take back the latest command.
    Undo {
        /// Which.
        command: CommandId,
    },
}

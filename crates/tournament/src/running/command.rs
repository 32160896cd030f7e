//! What people ask the tournament to do or to record.

use outflank_event::{CommandId, Timestamp};
use outflank_pairing::{EntrantId, Hand, Pair, RoundNumber};
use outflank_rulebook::Millis;
use serde::{Deserialize, Serialize};

use super::by::By;
use super::closing::{ListPrizes, OwnTitle};
use super::conduct::{IncidentReport, Penalty, TimedStage};
use super::entry::{Allowance, Credentials, Entry};
use super::hall::{ClockStock, TableRule};
use super::official::{Reported, ResultSource};
use super::official_post::OfficialPost;
use super::paired::{Assumed, Seated, TableNumber};
use super::setting::Creation;
use super::timetable::Timetable;
use crate::hand_lots::HandLots;
use crate::matches::{Choice, MatchId};

/// One command: its ID, the role of the sender, and what to do.
///
/// ```
/// use outflank_tournament::{RoundNumber, running::{Act, By, Command}};
/// let command = Command::new("c7", By::Head, Act::Start { round: RoundNumber(3) });
/// let text = r#"{"id":"c7","by":"head","act":{"act":"start","round":3}}"#;
/// assert_eq!(serde_json::to_string(&command).expect("texts are keys"), text);
/// assert_eq!(serde_json::from_str::<Command>(text).expect("as written"), command);
/// ```
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub id: CommandId,
    pub by: By,
    /// What to do or record.
    pub act: Act,
    /// The players the sender is, as far as the desk knows: an official who plays does not rule on
    /// their own game. It is checked and not stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<EntrantId>,
}

impl Command {
    #[must_use]
    pub fn new(id: &str, by: By, act: Act) -> Self {
        Self {
            id: id.into(),
            by,
            act,
            plays: Vec::new(),
        }
    }

    /// The same command from a sender who is one of the players.
    #[must_use]
    pub fn by_players(self, plays: Vec<EntrantId>) -> Self {
        Self { plays, ..self }
    }
}

/// A player to add.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Application {
    /// What the tournament stores about the player.
    pub entry: Entry,
    /// What the federation's records say about the player; checked and not stored.
    #[serde(default)]
    pub credentials: Credentials,
    /// The exception an official allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<Allowance>,
    /// Whether the player has been told what a late entry gives for the missed rounds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late_terms_seen: bool,
}

/// A result with everything that came with it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub round: RoundNumber,
    pub table: TableNumber,
    pub result: Reported,
    /// Where it comes from.
    pub source: ResultSource,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signed: Vec<EntrantId>,
    /// Whose transcripts came with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcripts: Vec<EntrantId>,
}

/// A pairing made by hand.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandPairing {
    /// The games, first table first.
    pub pairs: Vec<Pair>,
    /// The players with a bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntrantId>,
}

/// What to do or record. In JSON the field `act` names it, in lower case:
/// `{"act": "withdraw", "entrant": 7, "why": "ill"}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Create the tournament under the rulebook given to `decide`.
    Create(Box<Creation>),
    Appoint {
        /// The official and the duty.
        official: OfficialPost,
    },
    /// Remove an official.
    Relieve {
        name: String,
    },
    /// Set the tables that a judge or a director is responsible for.
    AssignTables {
        name: String,
        tables: Vec<TableNumber>,
    },
    /// Report an incident.
    ReportIncident(Box<IncidentReport>),
    DecideIncident {
        /// The number of the incident.
        incident: u32,
        penalty: Penalty,
        why: String,
        /// Whether the deciding official accepts that it affects other players too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hurt_seen: bool,
    },
    /// Make an announcement to the whole hall.
    MakeAnnouncement {
        text: String,
    },
    /// Change the time each player has in a stage.
    ChangeTime {
        stage: TimedStage,
        time: Millis,
        why: String,
    },
    /// The host cannot provide an additional player.
    DeclineAdditional,

    Enter(Box<Application>),
    /// Change a player's entry.
    ChangeEntrant {
        entrant: EntrantId,
        /// The whole entry, and what the federation's records say.
        application: Box<Application>,
    },
    /// A player has checked in.
    CheckIn {
        entrant: EntrantId,
    },
    /// The player was checked in by mistake.
    TakeBackCheckIn {
        entrant: EntrantId,
    },
    /// Record who is not in the room before a pairing is published.
    CallRoll {
        round: RoundNumber,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missing: Vec<EntrantId>,
    },
    /// A player will miss rounds.
    PlanAbsence {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    },
    /// The player will play after all.
    CancelAbsence {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    },
    /// Give a player a requested bye.
    RequestBye {
        entrant: EntrantId,
        round: RoundNumber,
    },
    /// Cancel a requested bye.
    CancelByeRequest {
        entrant: EntrantId,
        round: RoundNumber,
    },
    Withdraw {
        entrant: EntrantId,
        why: String,
    },
    /// Expel a player from the tournament.
    Expel {
        entrant: EntrantId,
        why: String,
    },
    /// A withdrawal was a mistake of the desk.
    TakeBackWithdrawal {
        entrant: EntrantId,
        /// What the mistake was.
        why: String,
    },

    /// Settle the system and the rounds by the number of players, as the first pairing does automatically.
    SettleSystem,
    /// Change the number of rounds.
    ChangeRounds {
        rounds: u16,
        why: String,
    },
    /// Record lots that were drawn by hand before witnesses.
    RecordLots(Box<HandLots>),
    /// Decide something about the next round before it is paired.
    SetHand {
        round: RoundNumber,
        hand: Hand,
    },
    /// Pair a round by the rules.
    Propose {
        round: RoundNumber,
        /// Results taken for games that are not over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumed: Vec<Assumed>,
    },
    /// Pair a round by hand, or change a draft.
    ProposeByHand {
        round: RoundNumber,
        /// The pairing; players who are not in it sit out.
        pairing: HandPairing,
        /// Results taken for games that are not over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumed: Vec<Assumed>,
    },
    /// Publish the pairing.
    Announce {
        round: RoundNumber,
        /// Why the head director consents, if a rule has to be broken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consent: Option<String>,
    },
    /// Call a pairing off before anything is played.
    CallOff {
        round: RoundNumber,
        why: String,
    },
    /// The signal that starts the round for the whole hall.
    Start {
        round: RoundNumber,
    },
    /// Abandon a started round; it will be paired and played again.
    Abandon {
        round: RoundNumber,
        why: String,
    },
    /// Record that games were played differently from the pairing.
    RecordAsPlayed {
        round: RoundNumber,
        /// Who actually played at these tables.
        games: Vec<Seated>,
        /// Their results, as far as they are known; a closed round needs them all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        results: Vec<(TableNumber, Reported)>,
        why: String,
    },
    /// Close a round and publish the standings after it.
    Validate {
        round: RoundNumber,
    },

    EnterResult(Box<Report>),
    Sign {
        round: RoundNumber,
        table: TableNumber,
        signed: Vec<EntrantId>,
    },
    HandInTranscript {
        round: RoundNumber,
        table: TableNumber,
        of: EntrantId,
    },
    Confirm {
        round: RoundNumber,
        table: TableNumber,
    },
    /// Clear a result of a round that is not closed, so that its table is open again.
    ClearResult {
        round: RoundNumber,
        table: TableNumber,
    },
    /// Correct a result, or settle two different reports.
    Correct {
        round: RoundNumber,
        table: TableNumber,
        result: Reported,
        why: String,
    },

    /// Announce a player's choice before a game of a match.
    Choose {
        #[serde(rename = "match")]
        of: MatchId,
        entrant: EntrantId,
        choice: Choice,
    },
    /// Record that the player with the choice did not choose in time.
    ChooseByDefault {
        #[serde(rename = "match")]
        of: MatchId,
    },
    /// Set the prizes of every list.
    SetPrizes {
        prizes: Vec<ListPrizes>,
    },
    /// Award the titles of the rulebook, and the organisers' own.
    AwardTitles {
        /// Titles in addition to those of the rulebook.
        #[serde(default)]
        own: Vec<OwnTitle>,
    },
    /// Finalise the tournament: after this only the head director can make corrections.
    SignOff {
        /// Why, if something is still open.
        #[serde(default)]
        despite: Option<String>,
    },
    /// Reopen a finalised tournament.
    Reopen {
        why: String,
    },

    SetTimetable {
        timetable: Timetable,
    },
    /// Move a start, and the rest of its day.
    MoveStart {
        round: RoundNumber,
        to: Timestamp,
    },
    /// Announce when a round starts.
    AnnounceStart {
        round: RoundNumber,
        start: Timestamp,
    },
    /// Set the table rules.
    SetTableRules {
        rules: Vec<TableRule>,
    },
    /// Record how many clocks there are.
    CountClocks {
        stock: ClockStock,
    },
    /// Undo the latest command that has not been undone.
    Undo {
        /// The command to undo, as it was seen.
        command: CommandId,
    },
}

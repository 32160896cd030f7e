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

/// One command: its name, who speaks, and what.
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
    /// What is to be done or recorded.
    pub act: Act,
    /// The entrants he is himself, as far as the desk knows: an official who plays does not rule on
    /// his own game. It is looked at and not kept.
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

    /// The same command from somebody who is among the entrants.
    #[must_use]
    pub fn by_players(self, plays: Vec<EntrantId>) -> Self {
        Self { plays, ..self }
    }
}

/// Somebody who wants to play.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Application {
    /// What the tournament keeps of him.
    pub entry: Entry,
    /// What the office says of him; looked at and not kept.
    #[serde(default)]
    pub credentials: Credentials,
    /// What an official lets pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<Allowance>,
    /// Whether he has been told what a late entry gives for the rounds he has missed.
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
    /// Who has a bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntrantId>,
}

/// What is to be done or recorded. In JSON the field `act` names it, in small letters:
/// `{"act": "withdraw", "entrant": 7, "why": "ill"}`.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Open the event under the rulebook given to `decide`.
    Create(Box<Creation>),
    Appoint {
        /// Whom and to what.
        official: OfficialPost,
    },
    /// Relieve somebody of his post.
    Relieve {
        name: String,
    },
    /// Say which tables somebody judges, or a director looks after.
    AssignTables {
        name: String,
        tables: Vec<TableNumber>,
    },
    /// Report what somebody should not have done.
    ReportIncident(Box<IncidentReport>),
    DecideIncident {
        /// The number of the incident.
        incident: u32,
        penalty: Penalty,
        why: String,
        /// Whether the deciding official knows that it hurts somebody else too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hurt_seen: bool,
    },
    /// Say something to the whole hall.
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
    /// Change what is known of an entrant.
    ChangeEntrant {
        entrant: EntrantId,
        /// All that is known of him, and what the office says.
        application: Box<Application>,
    },
    /// An entrant has come.
    CheckIn {
        entrant: EntrantId,
    },
    /// He was checked in by mistake.
    TakeBackCheckIn {
        entrant: EntrantId,
    },
    /// Record who is not in the room before a pairing is announced.
    CallRoll {
        round: RoundNumber,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missing: Vec<EntrantId>,
    },
    /// An entrant will miss rounds.
    PlanAbsence {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    },
    /// He will be there after all.
    CancelAbsence {
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    },
    /// Give an entrant the bye he asks for.
    RequestBye {
        entrant: EntrantId,
        round: RoundNumber,
    },
    /// He does not want it any more.
    CancelByeRequest {
        entrant: EntrantId,
        round: RoundNumber,
    },
    Withdraw {
        entrant: EntrantId,
        why: String,
    },
    /// Expel an entrant from the tournament.
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

    /// Settle system and rounds by the number of players, as the first pairing does by itself.
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
    /// Pair a round by hand, or change a pairing that nobody has seen.
    ProposeByHand {
        round: RoundNumber,
        /// The pairing; whoever is not in it sits out.
        pairing: HandPairing,
        /// Results taken for games that are not over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        assumed: Vec<Assumed>,
    },
    /// Make the pairing public.
    Announce {
        round: RoundNumber,
        /// Why the head director lets a rule bend, where one has to.
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
    /// Record that games were played otherwise than paired.
    RecordAsPlayed {
        round: RoundNumber,
        /// Who really sat at these tables.
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
    /// Change a result, or settle one that is in query.
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
    /// Record that the player with the choice has said nothing in time.
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
        /// Titles beside those of the rulebook.
        #[serde(default)]
        own: Vec<OwnTitle>,
    },
    /// Sign the event off: nothing changes any more but by the head director's correction.
    SignOff {
        /// Why, if something is still open.
        #[serde(default)]
        despite: Option<String>,
    },
    /// Open an event again that was signed off.
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
    /// Set the lasting exceptions about tables.
    SetTableRules {
        rules: Vec<TableRule>,
    },
    /// Record how many clocks there are.
    CountClocks {
        stock: ClockStock,
    },
    /// Undo the latest command that is not undone yet.
    Undo {
        /// The command that is to be undone, as it was seen.
        command: CommandId,
    },
}

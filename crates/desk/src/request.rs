//! What is asked of the desk, and what it answers.

use outflank_federation as federation;
use outflank_game as game;
use outflank_rulebook::DeskList;
use outflank_tournament::running::{self, Creation, TableNumber};
use outflank_tournament::{EntrantId, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::access::{AccessAct, Caller};
use crate::ids::{FederationId, GameId, Secret, TournamentId};
use crate::log::StreamName;
use crate::people::ownership::RecordRight;
use crate::people::person::Person;

/// The most characters of a command's name.
const COMMAND_CHARS_MAX: usize = 64;

/// One request: its ID, the version that was seen, and what to do.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Its ID, chosen at random by the sender: a retry with the same ID is harmless.
    pub command_id: String,
    /// The version that was seen; later changes are not overwritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_version: Option<u64>,
    /// The device it was made on, and the time of that device's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What to do.
    pub what: What,
}

/// A device and its own monotonic time.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    pub device: String,
    /// Its monotonic time in milliseconds, when it is the table's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
    /// On screen: how long the position was shown before the move, in milliseconds. The additional network
    /// time is not charged, within the allowance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<i64>,
}

impl Request {
    /// A request without conditions.
    #[must_use]
    pub fn new(command_id: impl Into<String>, what: What) -> Self {
        Self {
            command_id: command_id.into(),
            if_version: None,
            made: None,
            what,
        }
    }

    /// The same on the condition that nothing it is about has changed since.
    #[must_use]
    pub fn if_version(mut self, version: u64) -> Self {
        self.if_version = Some(version);
        self
    }

    /// Whether the name can be one.
    pub(crate) fn has_good_id(&self) -> bool {
        let id = &self.command_id;
        (1..=COMMAND_CHARS_MAX).contains(&id.len())
            && (id.bytes()).all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    }

    /// The hash of what is asked and by whom, so that nobody gets another's answer.
    pub(crate) fn hash(&self, caller: &Caller) -> [u8; 32] {
        let text = serde_json::to_string(self).expect("a request has no map keys but texts");
        let mut hasher = blake3::Hasher::new();
        hasher.update(caller.actor().to_string().as_bytes());
        hasher.update(b"\n");
        hasher.update(text.as_bytes());
        *hasher.finalize().as_bytes()
    }
}

/// What to do. In JSON the field `to` names what the command is for.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    NewTournament(Box<NewTournament>),
    /// A command to a tournament.
    Tournament(Box<TournamentRequest>),
    /// Open a game: at a table of a published round, or a casual game.
    NewGame(Box<NewGame>),
    /// A command to a game.
    Game(Box<GameRequest>),
    /// Decide whether a held tap of a device counts.
    Held(HeldRequest),
    /// Change what the desk stores for a tournament.
    Desk(DeskRequest),
    /// Call the director to a table.
    Call(CallRequest),
    /// Answer a call for the director.
    AnswerCall(CallAnswer),
    /// Create a federation office.
    NewFederation(Box<NewFederation>),
    /// A command to a federation office.
    Federation(Box<FederationRequest>),
    /// Several commands to a federation office; all are saved or none.
    FederationTogether(Box<FederationTogether>),
    /// What the public sees of games, and reports from the public to the officials.
    Watching {
        act: WatchAct,
    },
    /// Accounts, roles, links and personal records.
    Access {
        act: AccessAct,
    },
}

/// A tournament to create.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// The kind of tournament: `bof/regional`.
    pub preset: String,
    /// A short name for addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    pub creation: Creation,
}

/// A command to a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    pub tournament: TournamentId,
    /// The role in which the sender acts, if they have several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<running::By>,
    pub act: running::Act,
    /// Personal data of the player who is added or changed, in addition to the names in the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
}

/// A change to what the desk stores for a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeskRequest {
    pub tournament: TournamentId,
    pub act: DeskAct,
}

/// What the desk stores. In JSON the field `act` names it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum DeskAct {
    /// Tick or untick items of a checklist.
    Tick {
        list: DeskList,
        /// The round, if the list is repeated every round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<RoundNumber>,
        /// The clauses that are done now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        done: Vec<String>,
        /// The clauses that are no longer done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        undone: Vec<String>,
    },
    /// Choose whether players' links show the pairing although the rulebook bans devices.
    ShowPairings {
        /// Whether they show it.
        shown: bool,
    },
    /// Play the tournament on screen or at tables; only possible before its first game.
    PlayOnScreen {
        /// How it is played on screen; nothing for tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<game::ScreenPlay>,
    },
    /// Grant or withdraw what a player's assistant may do in their games (WOC IV.10).
    GrantNeeds {
        entrant: EntrantId,
        /// The tasks; nothing withdraws the grant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs: Option<game::Needs>,
    },
    /// Let a federation announce the tournament and take its players, or withdraw that.
    AdmitFederation {
        federation: FederationId,
        /// How much of the players' records it may copy; nothing withdraws the consent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<RecordRight>,
    },
    /// Make a training copy of the tournament.
    CopyForTraining {
        /// A short name for addresses.
        slug: String,
    },
}

/// A federation office to create.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFederation {
    pub rulebook: String,
    /// A short name for addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    pub founding: federation::Founding,
}

/// A command to a federation office.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationRequest {
    pub federation: FederationId,
    /// The role in which the sender acts, if they have several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<federation::By>,
    pub act: federation::Act,
}

/// Several commands to a federation office: all are saved or none. They are undone together.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationTogether {
    pub federation: FederationId,
    /// The role in which the sender acts, if they have several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<federation::By>,
    pub acts: Vec<federation::Act>,
}

/// A game to open.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Where it is played; nothing for a casual game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<GamePlace>,
    /// The rulebook of a casual game: `wof`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulebook: Option<String>,
    #[serde(default)]
    pub opening: game::Opening,
}

/// A table of a round.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePlace {
    pub tournament: TournamentId,
    pub round: RoundNumber,
    pub table: TableNumber,
}

/// A command to a game.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    pub game: GameId,
    /// The role of the sender; a judge's device acts as the player who moved.
    pub by: game::By,
    pub act: game::Act,
}

/// The decision about a tap that waits for the director.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldRequest {
    pub game: GameId,
    pub held: u32,
    /// Whether it counts, from now on.
    pub counts: bool,
}

/// A call for the director.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRequest {
    pub game: GameId,
    pub by: game::By,
    pub reason: String,
}

/// The director has come to a table.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallAnswer {
    pub game: GameId,
    pub call: u32,
}

/// What the public sees of games, and reports from the public to the officials. In JSON the field `act` names it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum WatchAct {
    /// The public sees every game of a tournament with this delay.
    SetDelay {
        tournament: TournamentId,
        /// In seconds; 0 for no delay.
        seconds: u32,
    },
    /// Whether spectators are admitted to the games of a tournament; if not, the public sees none of them.
    Admit {
        tournament: TournamentId,
        /// Whether they are admitted.
        admitted: bool,
    },
    /// Hide a game from the public, or show it again.
    Withhold { game: GameId, withheld: bool },
    /// A spectator reports to the officials that something is wrong at a table.
    Report {
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        text: String,
    },
}

impl WatchAct {
    /// What a spectator saw at a table.
    #[must_use]
    pub fn report(tournament: &TournamentId, round: u16, table: u16, text: &str) -> Self {
        Self::Report {
            tournament: tournament.clone(),
            round: RoundNumber(round),
            table: TableNumber(table),
            text: text.to_owned(),
        }
    }
}

/// The response to the sender once everything is saved.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub command_id: String,
    /// The stream it was written to.
    #[schemars(with = "String")]
    pub stream: StreamName,
    /// The stream's version now.
    pub version: u64,
    /// The kinds of the log entries, in order.
    pub events: Vec<String>,
    /// The ID of what was created: a tournament, a game, an account or a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    /// The number of the new player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    /// By how much the device's time was adjusted, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_ms: Option<i64>,
    /// The number under which a tap waits for the director's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
    /// The secret of the new link: shown once, never stored.
    #[serde(skip)]
    #[schemars(skip)]
    pub secret: Option<Secret>,
    /// Whether the same command was answered before, so that nothing was saved now.
    #[serde(skip)]
    #[schemars(skip)]
    pub again: bool,
}

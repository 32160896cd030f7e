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
use crate::people::person::Person;

/// The most characters of a command's name.
const COMMAND_CHARS_MAX: usize = 64;

/// One request: its name, what was seen, and what is to be done.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Its name, made at random by whoever sends it: a retry with the same name is harmless.
    pub command_id: String,
    /// The version that was seen; what has changed since is not overwritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_version: Option<u64>,
    /// The device it was made on, and when by its own clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What is to be done.
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
    /// On screen: how long the position was seen before the move, in milliseconds. What the move took on its
    /// way beside this is not charged, within the allowance.
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

/// What is to be done. In JSON the field `to` says with what.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    NewTournament(Box<NewTournament>),
    /// Something with a tournament.
    Tournament(Box<TournamentRequest>),
    /// Open a game: at a table of an announced round, or a casual one.
    NewGame(Box<NewGame>),
    /// Something with a game.
    Game(Box<GameRequest>),
    /// Decide about a tap of a device that did not fit.
    Held(HeldRequest),
    /// Something the desk itself keeps of a tournament.
    Desk(DeskRequest),
    /// Call the director to a table.
    Call(CallRequest),
    /// Answer such a call.
    AnswerCall(CallAnswer),
    /// Found a federation's office.
    NewFederation(Box<NewFederation>),
    /// Something with a federation's office.
    Federation(Box<FederationRequest>),
    /// Several things with a federation's office, all of them or none.
    FederationTogether(Box<FederationTogether>),
    /// What the public sees of games, and what it tells the officials.
    Watching {
        act: WatchAct,
    },
    /// Accounts, roles, links, persons.
    Access {
        act: AccessAct,
    },
}

/// A tournament that is to be opened.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// The kind of event: `bof/regional`.
    pub preset: String,
    /// A short name for addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    pub creation: Creation,
}

/// Something that is to be done with a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    pub tournament: TournamentId,
    /// In which capacity he speaks, where he has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<running::By>,
    pub act: running::Act,
    /// Personal facts of whoever is entered or changed, beside the names in the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
}

/// Something that the desk itself keeps of a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeskRequest {
    pub tournament: TournamentId,
    pub act: DeskAct,
}

/// What the desk itself keeps. In JSON the field `act` names it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum DeskAct {
    /// Tick items of a checklist, or take ticks back.
    Tick {
        list: DeskList,
        /// The round, where the list comes again with every round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<RoundNumber>,
        /// The clauses that are done now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        done: Vec<String>,
        /// The clauses that are not done after all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        undone: Vec<String>,
    },
    /// Let players' links show the pairing although the rulebook bans devices, or not any more.
    ShowPairings {
        /// Whether they show it.
        shown: bool,
    },
    /// Play the event on screen, or at tables; only while no game of it has begun.
    PlayOnScreen {
        /// How; nothing at tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<game::ScreenPlay>,
    },
    /// Grant what an entrant's assistant may do in his games (WOC IV.10), or take it back.
    GrantNeeds {
        entrant: EntrantId,
        /// What; nothing takes it back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs: Option<game::Needs>,
    },
    /// Make a training copy of the event.
    CopyForTraining {
        /// A short name for addresses.
        slug: String,
    },
}

/// A federation's office that is to be founded.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFederation {
    pub rulebook: String,
    /// A short name for addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    pub founding: federation::Founding,
}

/// Something that is to be done with a federation's office.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationRequest {
    pub federation: FederationId,
    /// In which capacity he speaks, where he has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<federation::By>,
    pub act: federation::Act,
}

/// Several things that are to be done with a federation's office: all of them or none. They are one command to undo.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationTogether {
    pub federation: FederationId,
    /// In which capacity he speaks, where he has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<federation::By>,
    pub acts: Vec<federation::Act>,
}

/// A game that is to be opened.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Where it is played; nowhere if it is casual.
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

/// Something that is to be done with a game.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    pub game: GameId,
    /// Who speaks; a judge's device speaks as the player who moved.
    pub by: game::By,
    pub act: game::Act,
}

/// What becomes of a tap that waits for the director.
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

/// What the public sees of games, and what it tells the officials. In JSON the field `act` names it.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum WatchAct {
    /// The public sees every game of a tournament later by this much.
    SetDelay {
        tournament: TournamentId,
        /// In seconds; 0 is at once.
        seconds: u32,
    },
    /// Spectators are admitted to the games of a tournament, or not: then the public sees none of them.
    Admit {
        tournament: TournamentId,
        /// Whether they are admitted.
        admitted: bool,
    },
    /// A game is not shown to the public, or shown again.
    Withhold { game: GameId, withheld: bool },
    /// A spectator tells the officials that something is wrong at a table.
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

/// What the sender is told once everything is durable.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub command_id: String,
    /// The stream it was written to.
    #[schemars(with = "String")]
    pub stream: StreamName,
    /// The stream's version now.
    pub version: u64,
    /// The kinds of the events, in order.
    pub events: Vec<String>,
    /// The id of what was made: a tournament, a game, an account, a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    /// The number of an entrant who entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    /// How far the device's time was moved to fit, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_ms: Option<i64>,
    /// The number under which a tap waits for the director's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
    /// The secret of a link that was made: told once, stored nowhere.
    #[serde(skip)]
    #[schemars(skip)]
    pub secret: Option<Secret>,
    /// Whether this was answered before and nothing was written now.
    #[serde(skip)]
    #[schemars(skip)]
    pub again: bool,
}

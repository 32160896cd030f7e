//! What goes in and out, beside what the desk's own views say.

use outflank_board::{BySide, Side};
use outflank_desk::access::{Grant, Password, TokenKind};
use outflank_desk::views::board::table::TableView;
use outflank_desk::views::{DutyLine, Head, Pairings, Player, TableRow};
use outflank_desk::{
    Answer, DeskAct, GamePlace, Made, NewFederation, NewGame, NewTournament, Person,
};
use outflank_federation::{Act as OfficeAct, By as OfficeBy, Dossier};
use outflank_game::{Act as GameAct, By as GameBy};
use outflank_tournament::running::{Act as TournamentAct, By as TournamentBy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenTournament {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) tournament: NewTournament,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// The version of the tournament that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// The role in which the sender acts, if they have several.
    #[serde(default)]
    pub(crate) by: Option<TournamentBy>,
    /// What to do.
    pub(crate) act: TournamentAct,
    /// Personal data of the player who is added or changed.
    #[serde(default)]
    pub(crate) person: Option<Person>,
}

/// A command about what the desk stores for a tournament.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeskCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// What to do.
    pub(crate) act: DeskAct,
}

/// Creates a federation office.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenFederation {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) federation: NewFederation,
}

/// A command to a federation office.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FederationCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// The version of the office that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// The role in which the sender acts, if they have several.
    #[serde(default)]
    pub(crate) by: Option<OfficeBy>,
    /// What to do.
    pub(crate) act: OfficeAct,
}

/// Several commands to a federation office; all are saved or none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FederationCommands {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// The version of the office that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// The role in which the sender acts, if they have several.
    #[serde(default)]
    pub(crate) by: Option<OfficeBy>,
    /// What to do, in order.
    pub(crate) acts: Vec<OfficeAct>,
}

/// Everything in a person's record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RecordShown {
    pub(crate) person: u32,
    pub(crate) record: Value,
}

/// The results that must be sent to the world federation in a year.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DutiesShown {
    pub(crate) rows: Vec<DutyLine>,
    /// Whether the status of a federation is at risk.
    pub(crate) at_risk: bool,
}

/// A command that is only previewed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentTrial {
    /// The role in which the sender acts.
    #[serde(default)]
    pub(crate) by: Option<TournamentBy>,
    /// The command.
    pub(crate) act: TournamentAct,
    /// Personal data of the player who would be added or changed.
    #[serde(default)]
    pub(crate) person: Option<Person>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenGame {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) game: NewGame,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// The version of the game that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// The device it was made on, and the time of that device's clock.
    #[serde(default)]
    pub(crate) made: Option<Made>,
    pub(crate) by: GameBy,
    /// What to do.
    pub(crate) act: GameAct,
    /// Whether the response should include the table after the command.
    #[serde(default)]
    pub(crate) table: bool,
}

/// The director's decision about a held tap.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeldCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) held: u32,
    pub(crate) counts: bool,
}

/// What the public sees of games, and reports from the public to the officials.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// What to do.
    pub(crate) act: outflank_desk::WatchAct,
}

/// A command about accounts, roles, links and personal records.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccessCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    /// What to do.
    pub(crate) act: outflank_desk::access::AccessAct,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    pub(crate) login: String,
    pub(crate) password: Password,
}

/// A device that shows a table reports that it is connected.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceHere {
    pub(crate) device: String,
    /// Its monotonic time in milliseconds.
    pub(crate) at_ms: i64,
    /// How many taps it has not sent yet.
    pub(crate) queued: u32,
    /// Whether it records the board or acts as the clock.
    #[serde(default)]
    pub(crate) place: outflank_desk::table::device::Place,
}

/// A device that gives its place to another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceGone {
    /// The device itself, if it gives up its place; nothing if an official replaces it.
    #[serde(default)]
    pub(crate) device: Option<String>,
    #[serde(default)]
    pub(crate) place: outflank_desk::table::device::Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallCommand {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) by: GameBy,
    pub(crate) reason: String,
}

/// Reports that the director has come.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallAnswered {
    /// The ID of the command, chosen at random by the sender.
    pub(crate) command_id: String,
    pub(crate) call: u32,
}

/// A device at a table reports that it is connected.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceThere {
    pub(crate) device: String,
    /// Its monotonic time in milliseconds.
    pub(crate) at_ms: i64,
}

/// The outcome of a command.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Done {
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// Whether the same command was answered before, so that nothing was saved now.
    pub(crate) again: bool,
    /// The secret of the new link or token: shown once, never stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<String>,
    /// The address of the new link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
    /// The table after the command, if the command asked for it and its sender may play there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableView>,
}

/// Who the caller is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Me {
    /// `public`, `user:ID` or `link:ID`.
    pub(crate) actor: String,
    /// The caller's roles and their scopes.
    pub(crate) grants: Vec<Grant>,
}

/// A tournament in the list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentLine {
    pub(crate) id: String,
    /// Its short name in addresses.
    pub(crate) slug: Option<String>,
    /// The number of the last log entry of its stream.
    pub(crate) version: u64,
    /// Name, days, rulebook and progress.
    pub(crate) head: Option<Head>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentShown {
    /// As in the list.
    #[serde(flatten)]
    pub(crate) line: TournamentLine,
    /// The rounds whose pairing is public.
    pub(crate) rounds: Vec<u16>,
    /// The rounds after which standings were published.
    pub(crate) tables: Vec<u16>,
    /// The last position in the whole log at the time of this response: follow the log entries after it.
    pub(crate) global_seq: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoundShown {
    pub(crate) round: u16,
    /// Whether play has begun.
    pub(crate) started: bool,
    /// Whether all results are entered.
    pub(crate) finished: bool,
    /// The tables with their results.
    pub(crate) tables: Vec<TableRow>,
    /// The players with a bye.
    pub(crate) byes: Vec<Player>,
}

impl From<Pairings> for RoundShown {
    fn from(pairings: Pairings) -> Self {
        Self {
            round: pairings.round,
            started: pairings.started,
            finished: pairings.finished,
            tables: pairings.tables,
            byes: pairings.byes,
        }
    }
}

/// A round as the director's desk sees it, including drafts.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Proposal {
    pub(crate) round: u16,
    /// `proposed`, `announced`, `started`, `finished` or `validated`.
    pub(crate) phase: String,
    /// Games, byes, cost by level, rules that had to be broken, the hash of the data it was paired from.
    pub(crate) pairing: Value,
    /// Players with their names.
    pub(crate) names: std::collections::BTreeMap<u32, String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PersonShown {
    pub(crate) entrant: u32,
    pub(crate) person: Option<String>,
    /// The personal data; nothing after erasure.
    pub(crate) facts: Option<PersonFacts>,
}

/// A person's record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PersonFacts {
    #[serde(flatten)]
    person: Person,
    /// The same as a federation has it, with what it has added.
    #[serde(skip_serializing_if = "Option::is_none")]
    office: Option<Dossier>,
}

impl PersonFacts {
    pub(crate) fn of(person: &Person, is_in_office: bool) -> Self {
        let known = &person.dossier;
        let own = Dossier {
            ascii: known.ascii.clone(),
            native: known.native.clone(),
            born: known.born,
            contact: known.contact.clone(),
            ..Dossier::new(&known.name)
        };
        Self {
            person: Person {
                dossier: own,
                ..person.clone()
            },
            office: is_in_office.then(|| known.clone()),
        }
    }
}

/// A game that was opened at a table.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GameLine {
    pub(crate) game: String,
    pub(crate) round: u16,
    pub(crate) table: u16,
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) black_name: String,
    pub(crate) white_name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GameShown {
    pub(crate) id: String,
    /// The number of the last log entry of its stream.
    pub(crate) version: u64,
    /// Where it is played.
    pub(crate) place: Option<GamePlace>,
    /// Who plays, by name.
    pub(crate) names: Option<BySide<String>>,
    /// The progress.
    pub(crate) phase: String,
    /// The board: 64 cells of X, O and -, a space, and the side to move.
    pub(crate) position: String,
    pub(crate) turn: Side,
    pub(crate) discs: BySide<u16>,
    /// The moves so far.
    pub(crate) transcript: String,
    /// Milliseconds left by side, at `now`.
    pub(crate) remaining_ms: BySide<i64>,
    pub(crate) running: Option<Side>,
    /// When that flag would fall, in milliseconds since 1970.
    pub(crate) falls_at: Option<i64>,
    /// The time of this response.
    pub(crate) now: i64,
    /// Since when the table's device is out of contact.
    pub(crate) out_of_contact_since: Option<i64>,
    pub(crate) result: Option<Value>,
    /// The moves with their times.
    pub(crate) plies: Vec<PlyShown>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PlyShown {
    pub(crate) player: Side,
    /// The square; nothing for a pass.
    pub(crate) square: Option<String>,
    pub(crate) used_ms: i64,
    /// The clocks after the move.
    pub(crate) left_ms: BySide<i64>,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UserShown {
    pub(crate) user: String,
    pub(crate) grants: Vec<Grant>,
}

/// A link or a token; its secret is shown once, when it is created.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TokenShown {
    pub(crate) token: String,
    /// What it is for.
    pub(crate) kind: TokenKind,
    /// The role of its holder and the scope.
    pub(crate) grant: Grant,
    pub(crate) expires: Option<i64>,
    pub(crate) made_by: String,
    /// Whether a link for one browser has been opened.
    pub(crate) is_used: bool,
}

/// The effects of a command.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PreviewShown {
    /// The kinds of the log entries it would create.
    pub(crate) events: Vec<String>,
    /// Every line of the standings that would change: `{"after", "entrant", "before", "then"}`.
    pub(crate) changes: Vec<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LogPage {
    /// The log entries the caller may see, in order.
    pub(crate) events: Vec<Value>,
    /// Where to continue: `after` of the next page; nothing at the end.
    pub(crate) next: Option<u64>,
}

/// The outcome of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Imported {
    pub(crate) tournament: String,
    /// The number of commands.
    pub(crate) commands: usize,
    /// What is in the file but not in the tournament.
    pub(crate) notes: Vec<String>,
}

/// What was imported from the archive of another computer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TakenOver {
    /// The tournaments it contains.
    pub(crate) tournaments: Vec<String>,
    /// The number of new log entries.
    pub(crate) events: usize,
    /// The number of records imported with them: people, links, accounts, devices.
    pub(crate) records: usize,
    /// Streams whose local log entries were set aside.
    pub(crate) set_aside: Vec<SetAside>,
}

/// A stream whose local log entries were replaced by those of the archive.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SetAside {
    pub(crate) stream: String,
    /// The last log entry that was kept.
    pub(crate) after: u64,
}

/// The copy that counts if the two have diverged.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Counts {
    /// The copy in this log.
    Ours,
    /// The copy in the archive.
    Theirs,
}

impl std::str::FromStr for Counts {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "ours" => Ok(Self::Ours),
            "theirs" => Ok(Self::Theirs),
            _ => Err(()),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RulebookLine {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) edition: String,
    /// The kinds of tournaments, as used in `preset` of a new tournament.
    pub(crate) presets: Vec<String>,
}

/// The state of the server.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    /// `ok`, or what is wrong.
    pub(crate) status: String,
    pub(crate) version: String,
    /// The last position in the log.
    pub(crate) global_seq: u64,
    /// The number of viewers.
    pub(crate) viewers: usize,
    /// The latest failures of background tasks.
    pub(crate) failures: std::collections::BTreeMap<String, String>,
}

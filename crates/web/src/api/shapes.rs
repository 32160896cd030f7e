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
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) tournament: NewTournament,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// The version of the tournament that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// In which capacity the sender speaks, where he has several.
    #[serde(default)]
    pub(crate) by: Option<TournamentBy>,
    /// What is to be done.
    pub(crate) act: TournamentAct,
    /// Personal facts of whoever is entered or changed.
    #[serde(default)]
    pub(crate) person: Option<Person>,
}

/// A command about what the desk itself keeps of a tournament.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeskCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// What is to be done.
    pub(crate) act: DeskAct,
}

/// Founds a federation's office.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenFederation {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) federation: NewFederation,
}

/// A command to a federation's office.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FederationCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// The version of the office that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// In which capacity the sender speaks, where he has several.
    #[serde(default)]
    pub(crate) by: Option<OfficeBy>,
    /// What is to be done.
    pub(crate) act: OfficeAct,
}

/// Several commands to a federation's office, all of them or none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FederationCommands {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// The version of the office that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// In which capacity the sender speaks, where he has several.
    #[serde(default)]
    pub(crate) by: Option<OfficeBy>,
    /// What is to be done, in order.
    pub(crate) acts: Vec<OfficeAct>,
}

/// Everything a person's record holds.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RecordShown {
    pub(crate) person: u32,
    pub(crate) record: Value,
}

/// What is owed to the world federation in a year.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DutiesShown {
    pub(crate) rows: Vec<DutyLine>,
    /// Whether the status of a federation is at risk.
    pub(crate) at_risk: bool,
}

/// A command that is only tried.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentTrial {
    /// In which capacity the sender speaks.
    #[serde(default)]
    pub(crate) by: Option<TournamentBy>,
    /// What would be done.
    pub(crate) act: TournamentAct,
    /// Personal facts of whoever would be entered or changed.
    #[serde(default)]
    pub(crate) person: Option<Person>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenGame {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) game: NewGame,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// The version of the game that was seen.
    #[serde(default)]
    pub(crate) if_version: Option<u64>,
    /// The device it was made on, and when by its own clock.
    #[serde(default)]
    pub(crate) made: Option<Made>,
    pub(crate) by: GameBy,
    /// What is to be done.
    pub(crate) act: GameAct,
    /// Whether the answer shall carry the table as it is afterwards.
    #[serde(default)]
    pub(crate) table: bool,
}

/// The director's decision about a tap that did not fit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeldCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) held: u32,
    pub(crate) counts: bool,
}

/// What the public sees of games, and what it tells the officials.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// What is to be done.
    pub(crate) act: outflank_desk::WatchAct,
}

/// A command about accounts, roles, links and persons.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccessCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    /// What is to be done.
    pub(crate) act: outflank_desk::access::AccessAct,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    pub(crate) login: String,
    pub(crate) password: Password,
}

/// A device that shows a table says that it is there.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceHere {
    pub(crate) device: String,
    /// Its monotonic time in milliseconds.
    pub(crate) at_ms: i64,
    /// How many taps it has not sent yet.
    pub(crate) queued: u32,
    /// Whether it records the board or is the clock.
    #[serde(default)]
    pub(crate) place: outflank_desk::table::device::Place,
}

/// A device that leaves its place to another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceGone {
    /// The device itself, where it hands over; nobody where an official replaces it.
    #[serde(default)]
    pub(crate) device: Option<String>,
    #[serde(default)]
    pub(crate) place: outflank_desk::table::device::Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallCommand {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) by: GameBy,
    pub(crate) reason: String,
}

/// Says that the director has come.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallAnswered {
    /// The command's name, made at random by the sender.
    pub(crate) command_id: String,
    pub(crate) call: u32,
}

/// A device at a table says that it is there.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceThere {
    pub(crate) device: String,
    /// Its monotonic time in milliseconds.
    pub(crate) at_ms: i64,
}

/// What a command came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Done {
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// Whether this was answered before and nothing was written now.
    pub(crate) again: bool,
    /// The secret of a link or token that was made: said once, stored nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<String>,
    /// The address of a link that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<String>,
    /// The table afterwards, where the command asked for it and its sender may play there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableView>,
}

/// Who the caller is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Me {
    /// `public`, `user:ID` or `link:ID`.
    pub(crate) actor: String,
    /// What he was given, and where.
    pub(crate) grants: Vec<Grant>,
}

/// A tournament in the list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentLine {
    pub(crate) id: String,
    /// Its name in addresses.
    pub(crate) slug: Option<String>,
    /// The last event of its stream.
    pub(crate) version: u64,
    /// Name, days, rulebook, how far it is.
    pub(crate) head: Option<Head>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentShown {
    /// As the list has it.
    #[serde(flatten)]
    pub(crate) line: TournamentLine,
    /// The rounds whose pairing is public.
    pub(crate) rounds: Vec<u16>,
    /// The rounds after which a table was published.
    pub(crate) tables: Vec<u16>,
    /// The last place in the whole log when this was looked at: follow the events after it.
    pub(crate) global_seq: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RoundShown {
    pub(crate) round: u16,
    /// Whether play has begun.
    pub(crate) started: bool,
    /// Whether all results are there.
    pub(crate) finished: bool,
    /// The tables with their results.
    pub(crate) tables: Vec<TableRow>,
    /// Who has a bye.
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

/// A round as the desk knows it, before it is public too.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Proposal {
    pub(crate) round: u16,
    /// `proposed`, `announced`, `started`, `finished` or `validated`.
    pub(crate) phase: String,
    /// Games, byes, cost by level, rules that had to bend, the hash of what it was paired from.
    pub(crate) pairing: Value,
    /// Entrants with their names.
    pub(crate) names: std::collections::BTreeMap<u32, String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PersonShown {
    pub(crate) entrant: u32,
    pub(crate) person: Option<String>,
    /// What is known; nothing after erasure.
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
    /// The last event of its stream.
    pub(crate) version: u64,
    /// Where it is played.
    pub(crate) place: Option<GamePlace>,
    /// Who plays, by name.
    pub(crate) names: Option<BySide<String>>,
    /// How far it is.
    pub(crate) phase: String,
    /// The board: 64 cells of X, O and -, a blank, and who is to move.
    pub(crate) position: String,
    pub(crate) turn: Side,
    pub(crate) discs: BySide<u16>,
    /// The moves so far.
    pub(crate) transcript: String,
    /// Milliseconds left by side, at `now`.
    pub(crate) remaining_ms: BySide<i64>,
    pub(crate) running: Option<Side>,
    /// When that clock would fall, in milliseconds since 1970.
    pub(crate) falls_at: Option<i64>,
    /// The moment this was looked at.
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
    /// Where; nowhere if it was a pass.
    pub(crate) square: Option<String>,
    pub(crate) used_ms: i64,
    /// What the clocks showed afterwards.
    pub(crate) left_ms: BySide<i64>,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UserShown {
    pub(crate) user: String,
    pub(crate) grants: Vec<Grant>,
}

/// A link or a token; what it opens with is told once, when it is made.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TokenShown {
    pub(crate) token: String,
    /// What it is for.
    pub(crate) kind: TokenKind,
    /// What its holder is and where.
    pub(crate) grant: Grant,
    pub(crate) expires: Option<i64>,
    pub(crate) made_by: String,
    /// Whether a link for one browser has been opened.
    pub(crate) is_used: bool,
}

/// What a command would do.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PreviewShown {
    /// The kinds of the events it would lead to.
    pub(crate) events: Vec<String>,
    /// Every line of a table of standings that would change: `{"after", "entrant", "before", "then"}`.
    pub(crate) changes: Vec<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LogPage {
    /// The events the caller may see, in order.
    pub(crate) events: Vec<Value>,
    /// Where to go on: `after` of the next page; nothing at the end.
    pub(crate) next: Option<u64>,
}

/// What became of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Imported {
    pub(crate) tournament: String,
    /// How many commands it took.
    pub(crate) commands: usize,
    /// What the file has and the tournament has not.
    pub(crate) notes: Vec<String>,
}

/// What was taken over from another laptop's archive.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TakenOver {
    /// The tournaments it has events of.
    pub(crate) tournaments: Vec<String>,
    /// How many events are new here.
    pub(crate) events: usize,
    /// How many records came with them: persons, links, accounts, devices.
    pub(crate) records: usize,
    /// Streams of which our own events were set aside.
    pub(crate) set_aside: Vec<SetAside>,
}

/// A stream of which our own events gave way to the archive's.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SetAside {
    pub(crate) stream: String,
    /// The last event that stayed.
    pub(crate) after: u64,
}

/// The copy that counts if both went on.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Counts {
    /// The one in this log.
    Ours,
    /// The one in the archive.
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
    /// The kinds of events, as `preset` of a new tournament names them.
    pub(crate) presets: Vec<String>,
}

/// How the server does.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    /// `ok`, or what is wrong.
    pub(crate) status: String,
    pub(crate) version: String,
    /// The last place in the log.
    pub(crate) global_seq: u64,
    /// How many people watch.
    pub(crate) viewers: usize,
    /// What background tasks last failed at.
    pub(crate) failures: std::collections::BTreeMap<String, String>,
}
